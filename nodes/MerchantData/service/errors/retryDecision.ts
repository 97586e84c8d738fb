import { backoffMs } from '../../shared/waits';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../limiter/permit';
import type { Answer, NoAnswer } from './attempt';
import { type Outcome, RETRY_POLICY, retryAfterMs, type Situation } from './retryPolicy';

/** Reads how a request ended against the retry policy. */

/** What became of the data that a request carried. */
export function outcomeOf(situation: Situation): Outcome {
	return situation === 'accepted' ? 'accepted' : RETRY_POLICY[situation].outcome;
}

/**
 * Milliseconds to wait before a repetition: what the service asks for, or a backoff.
 * @param repeat 0 for the wait before the first repetition
 */
export function waitAfterMs(attempt: Answer | NoAnswer, repeat: number): number {
	return askedWaitMs(attempt) ?? backoffMs(repeat, Math.random());
}

function askedWaitMs(attempt: Answer | NoAnswer): number | undefined {
	if (!('status' in attempt)) return undefined;
	const { headers } = attempt;
	return retryAfterMs(headers['retry-after'], headers.date, Date.now());
}

/** @param ends how often the request ended like this, this time included */
export function mayRepeat(
	endpoint: Endpoint,
	{ retryServerErrors = false }: { retryServerErrors?: boolean },
	attempt: Answer | NoAnswer,
	ends: number,
): boolean {
	const { situation } = attempt;
	if (situation === 'accepted') return false;
	const { repeat, atMost = Infinity } = RETRY_POLICY[situation];
	const isHarmless = endpoint.repeatable || ('status' in attempt && retryServerErrors);
	return ends <= atMost && (repeat === 'always' || (repeat === 'ifRepeatable' && isHarmless));
}

/** What a limiter learns of the ways in which a request can end; all others are just answers to it. */
const ENDED: Partial<Record<Situation, 'accepted' | 'overloaded'>> = {
	accepted: 'accepted',
	gateway: 'overloaded',
	unavailable: 'overloaded',
	timedOut: 'overloaded',
};

/** How a request ended, for its limiter. */
export function endedAs(attempt: Answer | NoAnswer): Ended {
	const { situation } = attempt;
	if (!('status' in attempt)) return { as: ENDED[situation] ?? 'other' };
	const { headers } = attempt;
	return situation === 'rateLimited'
		? { as: situation, headers, retryAfterMs: askedWaitMs(attempt) }
		: { as: ENDED[situation] ?? 'other', headers };
}
