import type { Execution } from '../../n8n/execution';
import { answerValue, isPage, whyNoRecord } from '../../service/answers/goodAnswer';
import { addressProblem, apiAddress } from '../../service/auth/addresses';
import { type CredentialFields, readCredential } from '../../service/auth/credentials';
import type { Result } from '../../service/call';
import type { CredentialName, EndpointName } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';

/** The step at which a request fails: before the service sees the credential, or because of it. */
export type Step = 'address' | 'credential';

/** What one request with a credential tells about the connection. */
export interface Evidence {
	/** The credential after the request. Empty if it cannot be read. */
	fields: CredentialFields;
	/** Address of the API. */
	address: string;
	result: Result;
	/** Why an answer with a good status still counts as a failure, such as an error message in its body. */
	odd: string | undefined;
	/** The value of the answer, with any status; undefined if there was none. */
	answer: unknown;
	stuckAt: Step | undefined;
	/** Whether the credential has a new access token since the request. */
	isRefreshed: boolean;
}

/** The request by which a credential is checked: it only reads, and needs no scope. */
const QUESTION = {
	merchantDataOAuth2Api: 'grantedShops',
	merchantDataApi: 'inspectApiKey',
} as const satisfies Record<CredentialName, EndpointName>;

/** Fewer than elsewhere: a check should be quick, and a short failure is worth telling, too. */
export const MOST_RETRIES = 2;

/** Asks the service with a credential. It does not throw. */
export async function gatherEvidence(
	{ client }: Execution,
	credential: CredentialName,
	limits: Limits,
	itemIndex: number,
): Promise<Evidence> {
	const read = async (): Promise<CredentialFields> =>
		await readCredential(client.context, credential).catch(() => ({}));
	const before = await read();
	const result = await client.call(QUESTION[credential], {
		limits,
		mostRetries: MOST_RETRIES,
		itemIndex,
	});
	const fields = await read();
	const answer = result.answer && answerValue(result.answer.text);
	const odd = result.outcome === 'accepted' ? whyNoRecord(answer) : undefined;
	return {
		fields,
		address: apiAddress(fields),
		result,
		odd,
		answer,
		stuckAt: whereStuck(fields, result, odd),
		isRefreshed: before.oauthTokenData?.access_token !== fields.oauthTokenData?.access_token,
	};
}

function whereStuck(
	fields: CredentialFields,
	result: Result,
	odd: string | undefined,
): Step | undefined {
	// n8n does not give out a credential whose address it refuses.
	if (addressProblem(apiAddress(fields)) !== undefined) return 'address';
	if (result.outcome === 'accepted') {
		if (odd === undefined) return undefined;
		return isPage(result.answer.text) ? 'address' : 'credential';
	}
	const { situation, status } = result;
	if (situation !== undefined) return 'address';
	return status === 404 || (status !== null && status >= 300 && status < 400)
		? 'address'
		: 'credential';
}
