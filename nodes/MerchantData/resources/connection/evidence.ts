import type { Execution } from '../../n8n/execution';
import type { Answer } from '../../service/answers/attempt';
import { isPage, whyNoRecord } from '../../service/answers/goodAnswer';
import { addressProblem, apiAddress } from '../../service/auth/addresses';
import { type CredentialFields, readCredential } from '../../service/auth/credentials';
import type { Result } from '../../service/call';
import { type CredentialName, type EndpointName, ENDPOINTS } from '../../service/endpoints';
import { certificateEnd } from '../../service/http/certificate';
import type { Limits } from '../../shared/fields';

/** Where a request with a credential got stuck: before the service took the credential, or at it. */
export type Step = 'address' | 'credential';

/** What one request with a credential has shown. */
export interface Evidence {
	/** What the credential holds after the request; nothing where it cannot be read. */
	fields: CredentialFields;
	/** Address of the API. */
	address: string;
	result: Result;
	/** What makes a good answer none, such as that it says that the request failed. */
	odd: string | undefined;
	/** The answer, where there was one, with whatever status. */
	answer: Answer | undefined;
	stuckAt: Step | undefined;
	/** Milliseconds until the answer was there, waits included. */
	tookMs: number;
	/** How far the clock of the service is ahead of ours (ms). */
	aheadMs: number | undefined;
	/** Ms since the epoch, where it can be seen. */
	certificateEnd: number | undefined;
	/** Whether the access token is another one than before. */
	isRefreshed: boolean;
}

/** The request by which a credential is checked: it only reads, and needs no scope. */
const QUESTION = {
	merchantDataOAuth2Api: 'grantedShops',
	merchantDataApi: 'inspectApiKey',
} as const satisfies Record<CredentialName, EndpointName>;

/** Asks the service with a credential. It does not throw. */
export async function gatherEvidence(
	{ context, client }: Execution,
	credential: CredentialName,
	limits: Limits,
	itemIndex: number,
): Promise<Evidence> {
	const read = async (): Promise<CredentialFields> =>
		await readCredential(client.context, credential).catch(() => ({}));
	const question = QUESTION[credential];
	const before = await read();
	const askedAt = Date.now();
	const result = await client.call(question, { limits, itemIndex });
	const answeredAt = Date.now();
	const fields = await read();
	const { answer } = result;
	const address = apiAddress(fields);
	const odd = result.outcome === 'accepted' ? whyNoRecord(result.answer.text) : undefined;
	const stuckAt = whereStuck(fields, result, odd);
	const hasCertificate =
		stuckAt !== 'address' && address.startsWith('https:') && fields.ignoreSSLIssues !== true;
	return {
		fields,
		address,
		result,
		odd,
		answer,
		stuckAt,
		tookMs: answeredAt - askedAt,
		aheadMs: aheadMs(answer?.headers.date, answeredAt),
		certificateEnd: hasCertificate
			? await certificateEnd(context, address + ENDPOINTS[question].path, limits.timeout)
			: undefined,
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

/** HTTP dates have no parts of a second, so half of one is added. */
function aheadMs(date: string | undefined, now: number): number | undefined {
	const serverNow = Date.parse(date ?? '') + 500;
	return Number.isNaN(serverNow) ? undefined : serverNow - now;
}
