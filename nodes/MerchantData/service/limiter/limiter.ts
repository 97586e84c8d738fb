import { backoffMs } from '../../shared/waits';

/**
 * Holds the requests of one credential to one path of one address within what the service accepts. Pure:
 * no clock, no timer, no chance; every call is told the time in ms. `queue.ts` has the process's limiters.
 *
 * One number is learned: how many requests may be in flight. Each 429, 502, 503, 504 or timeout lowers it
 * by one, and two seconds without one, while it is what holds requests back, raise it by one.
 * docs/limiter.md measures this rule.
 */

const RAISED_EVERY_MS = 2_000;
/** A first refusal while fewer were in flight says that others use the quota, not that fewer are accepted. */
const LEAST_FIRST_LIMIT = 16;
/** Bodies in flight, in bytes: what the process holds in memory for this limiter. */
const MOST_BODY_BYTES = 8 * 2 ** 20;
/** What was learned is forgotten once a limiter has been idle for so long. */
const FADE_MS = 600_000;

/** Why a request may not be sent now. */
export interface Wait {
	/**
	 * `quota`: a cool-down; `limit`: as many are in flight as the service is known to accept; `bodies`: those
	 * in flight are as large as may be held in memory.
	 */
	for: 'quota' | 'limit' | 'bodies';
	/** When to ask again, in ms; Infinity where only an answer can change anything. */
	ms: number;
}

/** How a request ended, as far as its limiter is concerned. */
export interface Ended {
	/** 429; 502, 503, 504 or no answer in time; any other way. */
	as: 'rateLimited' | 'overloaded' | 'other';
	/** After a 429, where the service named a time. */
	retryAfterMs?: number;
}

export interface InFlight {
	/** When it might go out. */
	readonly since: number;
	/** Of its body; 0 until it is sent. */
	bytes: number;
}

export type Limiter = ReturnType<typeof createLimiter>;

export function createLimiter() {
	let inFlight = 0;
	let bytesInFlight = 0;
	/** Requests that may be in flight: all, until the service refuses one. */
	let limit = Infinity;
	let loweredAt = -Infinity;
	let raisedAt = -Infinity;
	let opensAt = -Infinity;
	/** Cool-downs since a request was answered in another way. */
	let coolDowns = 0;
	let usedAt = -Infinity;

	function lower(now: number): void {
		const before = limit === Infinity ? Math.max(inFlight, LEAST_FIRST_LIMIT) : limit;
		limit = Math.max(1, before - 1);
		loweredAt = now;
	}

	/** @param isFull whether the limit holds requests back */
	function raise(since: number, now: number, isFull: boolean): void {
		// What was sent before says nothing of what the service accepts now.
		const isDue = since > loweredAt && now - Math.max(loweredAt, raisedAt) >= RAISED_EVERY_MS;
		if (!isDue || !isFull) return;
		limit++;
		raisedAt = now;
	}

	/** A refusal of a request that was sent before the cool-down only extends it. */
	function coolDown(now: number, retryAfterMs: number | undefined, chance: number) {
		const begins = now >= opensAt;
		if (begins) coolDowns++;
		const ms = retryAfterMs ?? backoffMs(coolDowns - 1, chance);
		opensAt = Math.max(opensAt, now + ms);
		return begins ? ms : undefined;
	}

	return {
		/** What the next request waits for; undefined where it may go out. */
		whyWait(now: number): Wait | undefined {
			if (now < opensAt) return { for: 'quota', ms: opensAt - now };
			if (inFlight >= limit) return { for: 'limit', ms: Infinity };
			return bytesInFlight >= MOST_BODY_BYTES ? { for: 'bodies', ms: Infinity } : undefined;
		},
		begin(now: number): InFlight {
			inFlight++;
			return { since: now, bytes: 0 };
		},
		sent(request: InFlight, bytes: number): void {
			bytesInFlight += bytes - request.bytes;
			request.bytes = bytes;
		},
		/**
		 * It is no longer in flight.
		 * @param ended undefined where it was not sent, or nothing is known of its end
		 * @param chance from 0 to 1, for the jitter of the backoff
		 * @returns for how many ms a cool-down began; undefined where none did
		 */
		end(
			{ since, bytes }: InFlight,
			now: number,
			ended: Ended | undefined,
			chance: number,
		): number | undefined {
			const isFull = inFlight >= limit;
			if (ended?.as === 'rateLimited' || ended?.as === 'overloaded') lower(now);
			else if (ended) raise(since, now, isFull);
			inFlight--;
			bytesInFlight -= bytes;
			usedAt = now;
			if (ended?.as === 'rateLimited') return coolDown(now, ended.retryAfterMs, chance);
			if (ended && since >= opensAt) coolDowns = 0;
			return undefined;
		},
		/** Whether it knows nothing any more that a new one does not. */
		isFaded: (now: number) => inFlight === 0 && now >= opensAt && now - usedAt >= FADE_MS,
	};
}
