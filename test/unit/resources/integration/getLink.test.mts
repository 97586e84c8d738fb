import type { CredentialFields } from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { runOperation } from '../../../kit/runOperation.mts';

const link = async (fields: CredentialFields) =>
	await runOperation({ resource: 'integration', operation: 'getLink' }, { items: 2 }, (n8n) => {
		Object.assign(n8n.stored.merchantDataOAuth2Api, fields);
	});

const appUrl = 'https://app.example/';
it.each<[CredentialFields, string]>([
	[{ appUrl, accountId: ' a&b=c d', clientId: 'app-1' }, 'account-id=a%26b%3Dc+d&app-id=app-1'],
	[{ appUrl: `${appUrl}api/v2/` }, 'account-id=&app-id='],
])('the link of each item is made of the credential, and nothing is sent: %j', async (...given) => {
	const [fields, query] = given;
	const { items, sent } = await link(fields);
	const json = { url: `https://app.example/platform/integrations?${query}` };
	expect(items).toEqual([0, 1].map((item) => ({ json, pairedItem: { item } })));
	expect(sent).toEqual([]);
});

it.each(['http://app.example', undefined])(
	'no link is made with the App URL %s',
	async (appUrl) => {
		const message = expect.stringMatching(/^"App URL" in the credential ./) as string;
		const description = 'Open the credential and correct it.';
		const [json] = (await link({ appUrl })).jsons;
		expect(json).toEqual({ outcome: 'rejected', code: 'credential.address', message, description });
	},
);
