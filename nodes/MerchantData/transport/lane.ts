import { createBounds, type Gate, type Request } from './bounds';
import { quotaLeft, type Headers, type QuotaLeft } from './rateLimitHeaders';
import { createScouts } from './scouts';

/**
 * Holds the requests of one credential to one path of one address within what the service bears
 * (rule 4 of "How a request behaves"). Pure control: no clock, no timer, no chance; every call is
 * told the time in ms. `lanes.ts` has the process's lanes and lets waiting requests in.
 */

/** Most services bear this many at once; the number grows from here with each accepted answer. */
const FIRST_LIMIT = 8;
/** Bodies in flight, in bytes: what the process holds in memory for this lane. */
const MOST_BYTES = 8 * 2 ** 20;
/** Nothing a service says closes a lane for longer: it may mean another year, or another unit. */
const LONGEST_GATE_MS = 3_600_000;
/** Headers of answers that were accepted hold a lane for less: a 429 says it with certainty. */
const LONGEST_HOLD_MS = 60_000;
/** Backoff after a 429 without a time: 1 s, 2 s, 4 s … with jitter. */
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;
/** A window as long as this is worth the wait for a scout's answer. */
const SCOUTED_WINDOW_MS = 5_000;
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
	/** When it was sent; until then, when it was let in. */
	at: number;
	bytes: number;
	isSent: boolean;
	isHeld: boolean;
	/** Whether it is the first after the headers held the lane back. */
	readonly endsHold: boolean;
}

/** Why a request is not let in now. */
export interface Wait {
	/** `quota`: the service takes no more for now; `place`: others are being served. */
	for: 'quota' | 'place';
	/** When to ask again; Infinity where only an answer can change anything. */
	ms: number;
}

export interface Lane {
	/** @param ceiling requests in flight at most @param bytes of the body, as far as known */
	admit(now: number, ceiling: number, bytes: number): Place | Wait;
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

const FULL: Wait = { for: 'place', ms: Infinity };

export function createLane(): Lane {
	const bounds = createBounds();
	const scouts = createScouts();
	let inFlight = 0;
	let bytesInFlight = 0;
	let limit = FIRST_LIMIT;
	let halvedAt = -Infinity;
	let usedAt = -Infinity;
	let gate: Gate = { closedAt: -Infinity, until: -Infinity, isTold: true, isEarly: false };
	/** Times the gate closed since a request was served. */
	let closings = 0;
	/** The first request let in since the gate opened, until it is known to be served. */
	let scout: Place | undefined;
	/** What the headers say is left. */
	let hold: { until: number; left: number } | undefined;
	let ignoresHeaders = false;

	const atMost = () => Math.min(limit, bounds.atMost);

	function quotaWaitMs(now: number): number {
		if (hold && now < hold.until && hold.left <= 0) return hold.until - now;
		return scouts.waitMs(now) || bounds.waitMs(now);
	}

	/** Takes the request out of what is in flight. @returns whether it was */
	function free(place: Place): boolean {
		if (!place.isHeld) return false;
		place.isHeld = false;
		inFlight--;
		bytesInFlight -= place.bytes;
		return true;
	}

	function backoffMs(chance: number): number {
		const full = Math.min(FIRST_BACKOFF_MS * 2 ** closings, LONGEST_BACKOFF_MS);
		return Math.round(full * (0.5 + chance / 2));
	}

	/** The first request since the gate opened was not refused. */
	function served(): void {
		if (!scout) return;
		closings = 0;
		bounds.served(scout.at, gate);
		scout = undefined;
	}

	function refused(place: Place, now: number, retryAfterMs: number | undefined, chance: number) {
		const isTold = retryAfterMs !== undefined && retryAfterMs > 0;
		const until = now + Math.min(isTold ? retryAfterMs : backoffMs(chance), LONGEST_GATE_MS);
		const isFirst = place.at >= gate.until;
		scouts.refused(now - place.at, isFirst);
		if (!isFirst) {
			// A guess says no more the second time.
			if (isTold) gate.until = Math.max(gate.until, until);
			bounds.extended(place, gate, closings === 1);
			return undefined;
		}
		const isScout = place === scout;
		if (!isScout) served();
		scout = undefined;
		const wasOpen = now >= gate.until;
		gate = {
			closedAt: now,
			until: Math.max(gate.until, until),
			isTold: isTold && retryAfterMs < LONGEST_GATE_MS,
			isEarly: false,
		};
		closings++;
		if (isScout) bounds.extended(place, gate, false);
		else bounds.refused(place, now, inFlight, gate);
		const { windowMs } = bounds;
		const isShort = gate.isTold && windowMs !== undefined && windowMs < SCOUTED_WINDOW_MS;
		if (bounds.isGuess || (windowMs !== undefined && !isShort)) scouts.begin(now);
		return wasOpen ? gate.until - now : undefined;
	}

	function accepted(place: Place, now: number): void {
		if (place.wasFull && place.at > halvedAt && bounds.atMost === Infinity) limit++;
		if (place.at >= gate.until) {
			served();
			scouts.served(place.at, now);
			bounds.accepted(place, now, gate);
		} else if (!gate.isTold && closings === 1 && bounds.mayBeOpen && now < gate.until) {
			// No time was named, and a place came free: if it is the open ones that count, that is enough.
			gate.until = now;
			gate.isEarly = true;
		}
	}

	function heed(place: Place, now: number, { requests, resetMs }: QuotaLeft): void {
		hold = { until: now + Math.min(resetMs, LONGEST_HOLD_MS), left: requests - inFlight };
		// Nothing left right after it was to be whole again: the service counts otherwise than it says.
		if (!place.endsHold || requests > 0) return;
		ignoresHeaders = true;
		hold = undefined;
	}

	return {
		admit(now, ceiling, bytes) {
			if (now < gate.until) return { for: 'quota', ms: gate.until - now };
			if (inFlight >= Math.max(1, Math.min(atMost(), ceiling))) return FULL;
			if (inFlight > 0 && bytesInFlight + bytes > MOST_BYTES) return FULL;
			const ms = quotaWaitMs(now);
			if (ms > 0) return { for: 'quota', ms };
			const isAhead = bounds.isAhead(now);
			if (bounds.isBeyond(now) && (bounds.isGuess || !scouts.areOut)) scouts.begin(now);
			scouts.letIn(now);
			const endsHold = hold !== undefined && now >= hold.until && hold.left <= 0;
			if (hold && now >= hold.until) hold = undefined;
			if (hold) hold.left--;
			inFlight++;
			bytesInFlight += bytes;
			usedAt = now;
			const place = {
				at: now,
				bytes,
				openThen: inFlight,
				wasFull: inFlight >= atMost(),
				isAhead,
				endsHold,
				isSent: false,
				isHeld: true,
			};
			bounds.spend(place);
			if (closings > 0) scout ??= place;
			return place;
		},
		sent(place, now, bytes) {
			bytesInFlight += bytes - place.bytes;
			place.bytes = bytes;
			place.at = now;
			place.isSent = true;
			scouts.sent(now);
		},
		answered(place, now, how, chance) {
			if (!free(place)) return undefined;
			usedAt = now;
			if (how.as === 'rateLimited') return refused(place, now, how.retryAfterMs, chance);
			const said = ignoresHeaders ? undefined : quotaLeft(how.headers, now);
			if (said) heed(place, now, said);
			if (how.as === 'accepted') accepted(place, now);
			if (how.as === 'overloaded' && place.at > halvedAt) {
				limit = Math.max(1, Math.floor(limit / 2));
				halvedAt = now;
			}
			return undefined;
		},
		leave(place) {
			if (free(place) && !place.isSent) bounds.giveBack(place);
		},
		isFaded(now) {
			const fadeMs = Math.max(FADE_MS, bounds.windowMs ?? 0);
			return inFlight === 0 && now >= gate.until && now - usedAt >= fadeMs;
		},
	};
}
