import type { IDataObject } from 'n8n-workflow';
import { type Reply, type SentRequest, SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

export const OTHER = 'nordlicht-laden.example';
export const OAUTH = 'merchantDataOAuth2Api';
export const KEY = 'merchantDataApi';

/** What a service answers if all is well. */
const FIT: Record<string, unknown> = {
	'granted-shops': { accountId: SHOP, additionalShopIds: [] },
	'api-keys': { scopes: ['Data Out'] },
	sql: [],
};
export const answer = (body: unknown): Reply => ({ body: JSON.stringify(body) });

/** Runs the operation. @param own values of its fields. @param replies by a part of the path */
export async function check(
	own: IDataObject = {},
	replies: Record<string, Reply> = {},
	{
		scope = 'ads:write email-sms:write',
		chosen = [OAUTH, KEY],
		keyError = '',
		refreshToken = 'refresh-token-1',
	} = {},
) {
	const reply = ({ path }: SentRequest): Reply => {
		const part = Object.keys(FIT).find((each) => path.includes(each))!;
		return replies[part] ?? answer(FIT[part]);
	};
	const parameters: IDataObject = {
		resource: 'connection',
		operation: 'check',
		credentialsToCheck: 'both',
		usedFor: ['adData', 'emailSmsData', 'sql'],
		shopDomain: SHOP,
		...own,
	};
	const script = { replies: reply, continues: false };
	const ran = await runOperation(parameters, script, ({ context, node, stored }) => {
		for (const name of [OAUTH, KEY]) if (!chosen.includes(name)) delete node.credentials![name];
		Object.assign(stored[OAUTH].oauthTokenData!, { scope, refresh_token: refreshToken });
		const getCredentials = async () => await Promise.reject(new Error(keyError));
		if (keyError) Object.assign(context, { getCredentials });
	});
	const checks: Record<string, IDataObject> = Object.fromEntries(
		ran.jsons.map((json) => [json.check, json]),
	);
	return { ...ran, checks, short: ran.jsons.map((json) => `${json.check} ${json.status}`) };
}
