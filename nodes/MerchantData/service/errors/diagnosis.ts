import type { Limits } from '../../shared/fields';
import { answerValue, whyNoRecord } from '../answers/goodAnswer';
import { isGranted, readGrantedShops } from '../answers/grantedShops';
import { keyScopes } from '../answers/scopes';
import { type CredentialName, type Endpoint, type EndpointName, ENDPOINTS } from '../endpoints';
import type { Answer } from './attempt';
import type { Outcome } from './retryPolicy';

/**
 * One further question to the service that tells the causes of a failure apart. The calls are safe
 * (they read), and an execution asks each at most once.
 */

export type Cause = 'keyUnknown' | 'keyLacksScope' | 'shopNotGranted' | 'shopGranted' | 'unclear';

/** What was found out. */
export interface Finding {
	/** For people, put before what it means. */
	text: string;
	cause: Cause;
}

/** The question that tells the causes apart, and the statuses after which it does. */
const QUESTIONS: Record<CredentialName, { ask: EndpointName; after: readonly number[] }> = {
	merchantDataOAuth2Api: { ask: 'grantedShops', after: [403, 500] },
	merchantDataApi: { ask: 'inspectApiKey', after: [401] },
};

/** Which question helps after which failure; undefined where none does, and after a question itself. */
export function questionFor(endpoint: Endpoint, status: number): EndpointName | undefined {
	const { ask, after } = QUESTIONS[endpoint.credential];
	return endpoint.carries !== undefined && after.includes(status) ? ask : undefined;
}

const UNCLEAR: Finding = { text: '', cause: 'unclear' };

/**
 * Reads the answer to the question.
 * @param shop the shop that the failed request was for
 */
export function readFinding(
	question: EndpointName,
	answer: Answer,
	shop: string | undefined,
): Finding {
	const value = answerValue(answer.text);
	const isGood = answer.situation === 'accepted' && whyNoRecord(value) === undefined;
	if (question === 'grantedShops') {
		const granted = isGood && shop !== undefined ? isGranted(value, shop) : undefined;
		if (granted === undefined) return UNCLEAR;
		if (granted) {
			return { cause: 'shopGranted', text: `The shop ${shop} is among the granted shops.` };
		}
		const names = readGrantedShops(value)
			?.map((entry) => entry.shop)
			.join(', ');
		return {
			cause: 'shopNotGranted',
			text: `The shop ${shop} is not among the granted shops (${names || 'there are none'}).`,
		};
	}
	if (answer.status === 401) {
		return {
			cause: 'keyUnknown',
			text: 'The service does not know this API key: it is mistyped, deleted, expired or replaced.',
		};
	}
	if (!isGood) return UNCLEAR;
	const scopes = keyScopes(value);
	return {
		cause: 'keyLacksScope',
		text:
			scopes === undefined
				? 'The service knows this API key.'
				: `The service knows this API key. Its scopes are: ${scopes.join(', ') || 'none'}.`,
	};
}

/** How a question ended. */
interface Asked {
	outcome: Outcome;
	status?: number | null;
	answer?: Answer;
}

/** The questions that one execution has asked. */
export interface Diagnosis {
	/** What is found out about a failed request; it does not throw. */
	findingFor(
		endpoint: EndpointName,
		status: number,
		failed: { limits: Limits; shop?: string },
	): Promise<Finding | undefined>;
}

/** @param ask sends a question under the retry policy */
export function createDiagnosis(
	ask: (question: EndpointName, call: { limits: Limits; mostRetries: number }) => Promise<Asked>,
): Diagnosis {
	/** Failures at the same time wait for the same answer. */
	const asked = new Map<EndpointName, Promise<Answer | undefined>>();

	async function answerTo(question: EndpointName, limits: Limits): Promise<Answer | undefined> {
		const result = await ask(question, { limits, mostRetries: 0 }).catch(() => undefined);
		// A question without an answer may be asked again later.
		if (result?.outcome !== 'accepted' && result?.status !== 401) asked.delete(question);
		return result?.answer;
	}

	return {
		async findingFor(endpoint, status, { limits, shop }) {
			const question = questionFor(ENDPOINTS[endpoint], status);
			if (question === undefined) return undefined;
			let asking = asked.get(question);
			if (!asking) {
				asking = answerTo(question, { ...limits, maxWait: 0 });
				asked.set(question, asking);
			}
			const answer = await asking;
			return answer ? readFinding(question, answer, shop) : UNCLEAR;
		},
	};
}
