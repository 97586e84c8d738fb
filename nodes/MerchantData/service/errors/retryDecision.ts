import { backoffMs, retryAfterMs } from '../../shared/waits';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../limiter/limiter';
import type { Answer, NoAnswer } from './attempt';
import { type FailedSituation, type Outcome, RETRY_POLICY, type Situation } from './retryPolicy';

/** Reads how a request ended against the retry policy. */

/** What a call asks for beside the policy. */
export interface RetryChoices {
	/** Repeat after a server error even where that may double the data. */
	retryServerErrors?: boolean;
	/** Where the request is repeated fewer times than the policy allows. */
	mostRetries?: number;
}

/** What became of the data that a request carried. */
export function outcomeOf(situation: Situation): Outcome {
	return situation === 'accepted' ? 'accepted' : RETRY_POLICY[situation].outcome;
}

/**
 * Milliseconds to wait before a repetition: what the service asks for, or a backoff. After a 429, the
 * limiter makes the request wait.
 * @param repeat 0 for the wait before the first repetition
 */
export function waitAfterMs(attempt: Answer | NoAnswer, repeat: number): number {
	if (attempt.situation === 'rateLimited') return 0;
	return askedWaitMs(attempt) ?? backoffMs(repeat, Math.random());
}

function askedWaitMs(attempt: Answer | NoAnswer): number | undefined {
	return 'status' in attempt ? retryAfterMs(attempt.headers['retry-after']) : undefined;
}

/**
 * The one place that decides whether a request is sent again.
 * @param ended how its tries have ended so far, the last one included
 */
export function mayRepeat(
	endpoint: Endpoint,
	{ retryServerErrors = false, mostRetries = Infinity }: RetryChoices,
	ended: ReadonlyArray<Answer | NoAnswer>,
): boolean {
	const last = ended.at(-1)!;
	const { repeat, atMost } = ruleOf(last);
	const isHarmless = endpoint.repeatable || ('status' in last && retryServerErrors);
	if (repeat === 'never' || (repeat === 'ifRepeatable' && !isHarmless)) return false;
	if (atMost === undefined) return true;
	const alike = ended.filter(({ situation }) => situation === last.situation);
	const counted = ended.filter((each) => ruleOf(each).atMost !== undefined);
	return alike.length <= atMost && counted.length <= mostRetries;
}

const ruleOf = ({ situation }: Answer | NoAnswer) => RETRY_POLICY[situation as FailedSituation];

/** What tells a limiter that the service has too much to do; all other ways to end are just answers to it. */
const OVERLOADED: readonly Situation[] = ['gateway', 'unavailable', 'timedOut'];

/** How a request ended, for its limiter. */
export function endedAs(attempt: Answer | NoAnswer): Ended {
	const { situation } = attempt;
	if (situation === 'rateLimited') return { as: situation, retryAfterMs: askedWaitMs(attempt) };
	return { as: OVERLOADED.includes(situation) ? 'overloaded' : 'other' };
}
