import type { Limits } from '../../shared/fields';
import { answerValue, whyNoRecord } from '../answers/goodAnswer';
import { isGranted, keyScopes, readGrantedShops } from '../answers/granted';
import type { CredentialName, Endpoint, EndpointName } from '../endpoints';
import type { Answer } from './retryPolicy';

/**
 * One further question to the service, which finds out the cause of a failure. Questions only read, and an
 * execution asks each at most once.
 */

export type Cause = 'keyUnknown' | 'keyLacksScope' | 'shopNotGranted' | 'shopGranted';

export interface Finding {
	/** For people, put before what it means. */
	text: string;
	cause: Cause;
}

/** The question for each credential, and the statuses after which it helps. */
const QUESTIONS: Record<CredentialName, { ask: EndpointName; after: readonly number[] }> = {
	merchantDataOAuth2Api: { ask: 'grantedShops', after: [403, 500] },
	merchantDataApi: { ask: 'inspectApiKey', after: [401] },
};

/** Which question helps after a failure; undefined where none does, and after a question itself. */
export function questionFor(endpoint: Endpoint, status: number): EndpointName | undefined {
	const { ask, after } = QUESTIONS[endpoint.credential];
	return endpoint.carries !== undefined && after.includes(status) ? ask : undefined;
}

/** Reads the answer to the question. @returns undefined where the answer does not say */
export function readFinding(
	question: EndpointName,
	answer: Answer,
	shop: string | undefined,
): Finding | undefined {
	if (question === 'inspectApiKey' && answer.status === 401) {
		return {
			cause: 'keyUnknown',
			text: 'The service does not know this API key: it is mistyped, deleted, expired or replaced.',
		};
	}
	const value = answerValue(answer.text);
	if (answer.situation !== 'accepted' || whyNoRecord(value) !== undefined) return undefined;
	if (question === 'inspectApiKey') {
		const scopes = keyScopes(value);
		const named = scopes && ` Its scopes are: ${scopes.join(', ') || 'none'}.`;
		return { cause: 'keyLacksScope', text: `The service knows this API key.${named ?? ''}` };
	}
	const granted = shop === undefined ? undefined : isGranted(value, shop);
	if (granted === undefined) return undefined;
	const shops = readGrantedShops(value)?.map((entry) => entry.shop);
	return granted
		? { cause: 'shopGranted', text: `The shop ${shop} is among the granted shops.` }
		: {
				cause: 'shopNotGranted',
				text: `The shop ${shop} is not among the granted shops (${shops?.join(', ') || 'there are none'}).`,
			};
}

/**
 * Makes the function that finds out what was wrong with a failed request. It remembers what it has asked.
 * @param ask sends a question under the retry policy
 */
export function createDiagnosis(
	ask: (
		question: EndpointName,
		call: { limits: Limits; mostRetries: number },
	) => Promise<{ outcome: string; status?: number | null; answer?: Answer }>,
) {
	/** Failures at the same time wait for the same answer. */
	const asked = new Map<EndpointName, Promise<Answer | undefined>>();

	async function answerTo(question: EndpointName, limits: Limits): Promise<Answer | undefined> {
		const result = await ask(question, { limits: { ...limits, maxWait: 0 }, mostRetries: 0 });
		// A question without an answer may be asked again later.
		if (result.outcome !== 'accepted' && result.status !== 401) asked.delete(question);
		return result.answer;
	}

	return async (
		endpoint: Endpoint,
		status: number,
		{ limits, shop }: { limits: Limits; shop?: string },
	): Promise<Finding | undefined> => {
		const question = questionFor(endpoint, status);
		if (question === undefined) return undefined;
		const asking = asked.get(question) ?? answerTo(question, limits);
		asked.set(question, asking);
		const answer = await asking;
		return answer && readFinding(question, answer, shop);
	};
}
