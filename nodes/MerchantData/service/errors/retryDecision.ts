import { backoffMs } from '../../shared/waits';
import type { Answer } from '../answers/attempt';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../limiter/permit';
import type { NoAnswer } from './noAnswer';
import {
	type Outcome,
	RETRY_POLICY,
	retryAfterMs,
	type Situation,
	situationOfStatus,
} from './retryPolicy';

/** Reads how a request ended against the retry policy. */

export function situationOf(exchange: Answer | NoAnswer): Situation {
	return 'status' in exchange ? situationOfStatus(exchange.status) : exchange.situation;
}

/** What became of the data that a request carried. */
export function outcomeOf(situation: Situation): Outcome {
	return situation === 'accepted' ? 'accepted' : RETRY_POLICY[situation].outcome;
}

/**
 * Milliseconds to wait before a repetition: what the service asks for, or a backoff.
 * @param repeat 0 for the wait before the first repetition
 */
export function waitAfterMs(exchange: Answer | NoAnswer, repeat: number): number {
	return askedWaitMs(exchange) ?? backoffMs(repeat, Math.random());
}

function askedWaitMs(exchange: Answer | NoAnswer): number | undefined {
	if (!('status' in exchange)) return undefined;
	const { headers } = exchange;
	return retryAfterMs(headers['retry-after'], headers.date, Date.now());
}

/** @param ends how often the request ended like this, this time included */
export function mayRepeat(
	endpoint: Endpoint,
	{ retryServerErrors = false }: { retryServerErrors?: boolean },
	exchange: Answer | NoAnswer,
	ends: number,
): boolean {
	const situation = situationOf(exchange);
	if (situation === 'accepted') return false;
	const { repeat, atMost = Infinity } = RETRY_POLICY[situation];
	const isHarmless = endpoint.repeatable || ('status' in exchange && retryServerErrors);
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
export function endedAs(exchange: Answer | NoAnswer): Ended {
	const situation = situationOf(exchange);
	if (!('status' in exchange)) return { as: ENDED[situation] ?? 'other' };
	const { headers } = exchange;
	return situation === 'rateLimited'
		? { as: situation, headers, retryAfterMs: askedWaitMs(exchange) }
		: { as: ENDED[situation] ?? 'other', headers };
}
