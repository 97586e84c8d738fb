import { createHeaderLimit } from './headerLimit';
import { createLearnedLimits } from './learnedLimits';
import { type Ended, FULL, type Permit, type Wait } from './permit';

/**
 * Holds the requests of one credential to one path of one address within what the service accepts
 * (docs/limiter.md). Pure control: no clock, no timer, no chance; every call is told the time in ms.
 * `queue.ts` has the process's limiters; `learnedLimits.ts` learns from refusals what the service
 * accepts.
 */

/**
 * In flight at first: so many, or this part of what the first execution may have in flight, where that
 * is more. The number grows with accepted answers, for as long as it is what holds requests back.
 */
const FIRST_LIMIT = 12;
const FIRST_PART = 0.75;
/** Bodies in flight, in bytes: what the process holds in memory for this limiter. */
const MOST_BYTES = 8 * 2 ** 20;
/** What was learned is forgotten once a limiter has been idle for so long. */
const FADE_MS = 600_000;

/** What a limiter is told of a request that asks for a permit. */
export interface Request {
	order: number;
	/** Requests that its execution may have in flight, which the queue sees to. */
	maxParallelRequests: number;
}

export interface Limiter {
	/** Gives a permit, or says why not. */
	acquire(now: number, request: Request): Permit | Wait;
	/** The request goes out. @param bytes of its body */
	sent(permit: Permit, now: number, bytes: number): void;
	/**
	 * The request was answered, which releases its permit.
	 * @param chance from 0 to 1, for the jitter of the backoff
	 * @returns for how many ms a cool-down began; undefined where none did
	 */
	answered(permit: Permit, now: number, ended: Ended, chance: number): number | undefined;
	/** Gives a permit back without an answer, if it is still held. */
	release(permit: Permit): void;
	/** Whether the limiter knows nothing any more that a new one does not. */
	isFaded(now: number): boolean;
}

export function createLimiter(): Limiter {
	const learned = createLearnedLimits();
	const headerLimit = createHeaderLimit();
	let inFlight = 0;
	let bytesInFlight = 0;
	/** 0 before the first request. */
	let limit = 0;
	let firstLimit = 0;
	let halvedAt = -Infinity;
	let usedAt = -Infinity;

	/** Takes the request out of what is in flight. @returns whether it was */
	function free(permit: Permit, now: number): boolean {
		if (!permit.isHeld) return false;
		permit.isHeld = false;
		permit.endedAt = now;
		inFlight--;
		bytesInFlight -= permit.bytes;
		return true;
	}

	return {
		acquire(now, { order, maxParallelRequests }) {
			const probe = learned.probeNext(now, inFlight);
			if (typeof probe === 'object') return probe;
			if (limit === 0) {
				firstLimit = Math.max(FIRST_LIMIT, Math.floor(FIRST_PART * maxParallelRequests));
				limit = firstLimit;
			}
			if (inFlight >= limit) return FULL;
			if (bytesInFlight >= MOST_BYTES) return { for: 'bodies', ms: Infinity };
			const ms = headerLimit.waitMs(now);
			if (ms > 0) return { for: 'quota', ms };
			const permit: Permit = {
				order,
				acquiredAt: now,
				at: now,
				endedAt: Infinity,
				bytes: 0,
				isSent: false,
				isHeld: true,
				probe,
				endsHeaderLimit: headerLimit.spend(now),
			};
			inFlight++;
			usedAt = now;
			learned.acquired(permit);
			return permit;
		},
		sent(permit, now, bytes) {
			bytesInFlight += bytes - permit.bytes;
			permit.bytes = bytes;
			permit.isSent = true;
			permit.at = now;
			learned.sent(permit);
		},
		answered(permit, now, ended, chance) {
			if (!free(permit, now)) return undefined;
			usedAt = now;
			if (ended.as === 'rateLimited') {
				return learned.refused(permit, now, ended.retryAfterMs, chance);
			}
			headerLimit.heed(ended.headers, now, inFlight, permit.endsHeaderLimit);
			learned.served(permit, now);
			if (ended.as === 'accepted') {
				const isFull = inFlight + 1 >= limit;
				if (permit.at > halvedAt && (limit < firstLimit || isFull)) limit++;
				learned.accepted(inFlight);
			}
			if (ended.as === 'overloaded' && permit.at > halvedAt) {
				limit = Math.max(1, Math.floor(limit / 2));
				halvedAt = now;
			}
			return undefined;
		},
		release(permit) {
			if (free(permit, permit.at)) learned.givenBack(permit);
		},
		isFaded(now) {
			const fadeMs = Math.max(FADE_MS, learned.windowMs);
			return inFlight === 0 && now >= learned.coolsDownUntil && now - usedAt >= fadeMs;
		},
	};
}
