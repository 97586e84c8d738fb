import type { Execution } from '../../n8n/execution';
import type { Answer } from '../../service/answers/attempt';
import { isPage, whyNoRecord } from '../../service/answers/goodAnswer';
import { addressProblem, apiAddress } from '../../service/auth/addresses';
import { type CredentialFields, readCredential } from '../../service/auth/credentials';
import type { Result } from '../../service/call';
import type { CredentialName, EndpointName } from '../../service/endpoints';
import type { Limits } from '../../shared/fields';

/** Where a request with a credential fails: before the service sees the credential, or at it. */
export type Step = 'address' | 'credential';

/** What one request with a credential shows. */
export interface Evidence {
	/** The credential after the request; empty where it cannot be read. */
	fields: CredentialFields;
	/** Address of the API. */
	address: string;
	result: Result;
	/** Why an answer with a good status is still a no, such as that it says that the request failed. */
	odd: string | undefined;
	/** The answer, where there was one, whatever its status. */
	answer: Answer | undefined;
	stuckAt: Step | undefined;
	/** Whether the credential has a new access token since the request. */
	isRefreshed: boolean;
}

/** The request by which a credential is checked: it only reads, and needs no scope. */
const QUESTION = {
	merchantDataOAuth2Api: 'grantedShops',
	merchantDataApi: 'inspectApiKey',
} as const satisfies Record<CredentialName, EndpointName>;

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
	const result = await client.call(QUESTION[credential], { limits, itemIndex });
	const fields = await read();
	const odd = result.outcome === 'accepted' ? whyNoRecord(result.answer.text) : undefined;
	return {
		fields,
		address: apiAddress(fields),
		result,
		odd,
		answer: result.answer,
		stuckAt: whereStuck(fields, result, odd),
		isRefreshed: before.oauthTokenData?.access_token !== fields.oauthTokenData?.access_token,
	};
}

function whereStuck(
	fields: CredentialFields,
	result: Result,
	odd: string | undefined,
): Step | undefined {
	// The credential cannot be read where n8n refuses its addresses.
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
