import { createHold } from './headerLimit';
import { createBounds, FULL, type Request, type Wait } from './learnedLimits';
import type { Headers } from './rateLimitHeaders';

/**
 * Holds the requests of one credential to one path of one address within what the service bears
 * (rule 4 of "How a request behaves"). Pure control: no clock, no timer, no chance; every call is
 * told the time in ms. `queue.ts` has the process's lanes and lets waiting requests in; `learnedLimits.ts`
 * learns from refusals what the service bears.
 */

/**
 * In flight at first: so many, or this part of what the first execution may have in flight, where that
 * is more. The number grows with accepted answers, for as long as it is what holds requests back.
 */
const FIRST_LIMIT = 12;
const FIRST_PART = 0.75;
/** Bodies in flight, in bytes: what the process holds in memory for this lane. */
const MOST_BYTES = 8 * 2 ** 20;
/** What was learned is forgotten once a lane has been idle for so long. */
const FADE_MS = 600_000;

/** How a request ended, as far as its lane is concerned. */
export type Answered = {
	/** Rate-limit headers are read from here: they may lower what is sent. */
	headers?: Headers;
} & (
	| { as: 'accepted' }
	/** 429. @property retryAfterMs undefined where the service named no time */
	| { as: 'rateLimited'; retryAfterMs?: number }
	/** 502, 503, 504, or no answer in time. */
	| { as: 'overloaded' }
	| { as: 'other' }
);

/** The place of one request in its lane. */
export interface Place extends Request {
	bytes: number;
	isHeld: boolean;
	/** Whether it is the first after the headers held the lane back. */
	readonly endsHold: boolean;
}

export interface Lane {
	/** @param maxParallelRequests of the execution that asks, which sees to it itself */
	admit(now: number, maxParallelRequests: number): Place | Wait;
	/** The request goes out. */
	sent(place: Place, now: number, bytes: number): void;
	/**
	 * The request was answered; gives its place back.
	 * @param chance from 0 to 1, for the jitter of the backoff
	 * @returns for how many ms the answer closed the lane, where it was open; else undefined
	 */
	answered(place: Place, now: number, how: Answered, chance: number): number | undefined;
	/** Gives the place back without an answer, if it is still held. */
	leave(place: Place): void;
	/** Whether the lane knows nothing any more that a new one does not. */
	isFaded(now: number): boolean;
}

export const isWait = (admission: Place | Wait): admission is Wait => 'for' in admission;

export function createLane(): Lane {
	const bounds = createBounds();
	const hold = createHold();
	let inFlight = 0;
	let bytesInFlight = 0;
	/** 0 before the first request. */
	let limit = 0;
	let firstLimit = 0;
	let halvedAt = -Infinity;
	let usedAt = -Infinity;

	/** Takes the request out of what is in flight. @returns whether it was */
	function free(place: Place, now: number): boolean {
		if (!place.isHeld) return false;
		place.isHeld = false;
		place.endedAt = now;
		inFlight--;
		bytesInFlight -= place.bytes;
		return true;
	}

	return {
		admit(now, maxParallelRequests) {
			const tries = bounds.triedNext(now, inFlight);
			if (typeof tries === 'object') return tries;
			if (limit === 0) {
				firstLimit = Math.max(FIRST_LIMIT, Math.floor(FIRST_PART * maxParallelRequests));
				limit = firstLimit;
			}
			if (inFlight >= limit) return FULL;
			if (bytesInFlight >= MOST_BYTES) return { for: 'bodies', ms: Infinity };
			const ms = hold.waitMs(now);
			if (ms > 0) return { for: 'quota', ms };
			const endsHold = hold.spend(now);
			const place: Place = {
				letInAt: now,
				at: now,
				endedAt: Infinity,
				bytes: 0,
				isSent: false,
				isHeld: true,
				tries,
				endsHold,
			};
			inFlight++;
			usedAt = now;
			bounds.letIn(place);
			return place;
		},
		sent(place, now, bytes) {
			bytesInFlight += bytes - place.bytes;
			place.bytes = bytes;
			bounds.sent(place, now);
		},
		answered(place, now, how, chance) {
			if (!free(place, now)) return undefined;
			usedAt = now;
			if (how.as === 'rateLimited') {
				return bounds.refused(place, now, how.retryAfterMs, chance);
			}
			hold.heed(how.headers, now, inFlight, place.endsHold);
			bounds.served(place, now);
			if (how.as === 'accepted') {
				const isFull = inFlight + 1 >= limit;
				if (place.at > halvedAt && (limit < firstLimit || isFull)) limit++;
				bounds.accepted(inFlight);
			}
			if (how.as === 'overloaded' && place.at > halvedAt) {
				limit = Math.max(1, Math.floor(limit / 2));
				halvedAt = now;
			}
			return undefined;
		},
		leave(place) {
			if (free(place, place.at)) bounds.giveBack(place);
		},
		isFaded(now) {
			const fadeMs = Math.max(FADE_MS, bounds.windowMs);
			return inFlight === 0 && now >= bounds.closedUntil && now - usedAt >= fadeMs;
		},
	};
}
