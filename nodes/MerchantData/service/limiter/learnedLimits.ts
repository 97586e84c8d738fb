import { createGate } from './coolDown';
import { createQuota, type Sent } from './windowBudget';

/**
 * What a service bears, as far as its refusals tell. Pure: every call is told the time in ms.
 *
 * A refusal means that too many were sent in a window, or that too many were open. Which of them is
 * tried out, with one request; after that only one of them bounds the lane. Now and then a single
 * request goes beyond it, to see whether the service bears more.
 */

/** A refusal comes at once: who has not been refused by then is being served. */
const SHORTEST_VERDICT_MS = 50;
const LONGEST_VERDICT_MS = 1_000;
const VERDICT_MARGIN = 1.5;
/** While a quota is being learned, what goes beyond this part of it goes one at a time. */
const CAREFUL_PART = 0.9;
/** Windows, or full rounds of open requests, before more is tried: doubled by each try that fails. */
const FIRST_ROUNDS = 4;
const MOST_ROUNDS = 16;
/** After a refusal of what was known to be borne, so many times fewer. */
const SOONER = 3;

/**
 * What a request tries out: whether a place is all that a closed lane lacked, whether it is over
 * with the refusals, whether one more may be open, or be sent in a window.
 */
export type Tries = 'place' | 'gate' | 'open' | 'window';

/** A request, as the bounds look at it. */
export interface Request extends Sent {
	readonly letInAt: number;
	isSent: boolean;
	readonly tries: Tries | undefined;
}

/** Why a request is not let in now. */
export interface Wait {
	/**
	 * `quota`: the service takes no more for now; `limit`: as many are in flight as it is known to
	 * bear; `bodies`: those in flight are as large as may be held in memory.
	 */
	for: 'quota' | 'limit' | 'bodies';
	/** When to ask again; Infinity where only an answer can change anything. */
	ms: number;
}

export const FULL: Wait = { for: 'limit', ms: Infinity };

export interface Bounds {
	/** What the next request tries out, or why it has to wait. @param inFlight others */
	triedNext(now: number, inFlight: number): Tries | Wait | undefined;
	letIn(request: Request): void;
	/** It goes out, later than it was let in. */
	sent(request: Request, now: number): void;
	/** Nothing is known of how it ended; it may not have been sent. */
	giveBack(request: Request): void;
	/** It was answered, and not refused. */
	served(request: Request, now: number): void;
	/** It was accepted. @param inFlight others */
	accepted(inFlight: number): void;
	/**
	 * It was refused.
	 * @param askedMs what the service asks for, where it does
	 * @param chance from 0 to 1, for the jitter of the backoff
	 * @returns for how many ms that closed what was open; else undefined
	 */
	refused(
		request: Request,
		now: number,
		askedMs: number | undefined,
		chance: number,
	): number | undefined;
	/** Until when nothing is sent. */
	readonly closedUntil: number;
	/** The window that was learned, in ms; 0 before. */
	readonly windowMs: number;
}

export function createBounds(): Bounds {
	const gate = createGate();
	const quota = createQuota();
	/** What the service counts. `either` is being tried out, as if it were the open ones. */
	let counts = 'nothing' as 'nothing' | 'either' | 'open' | 'window';
	/** Requests that may be open. */
	let most = Infinity;
	/** Refusals of no more than that, since more was tried. */
	let misses = 0;
	/** Accepted answers while as many were open as may be. */
	let full = 0;
	/** What was borne for so many windows or rounds since the last refusal is proof enough to try more. */
	let rounds = 1;
	/** The request that tries something, until it is known what comes of it. */
	let scout: Request | undefined;
	/** What was tried when the lane closed: what was known is right, then. */
	let tried: Tries | undefined;
	/** Whether nothing was let in since it. */
	let isReopening = true;
	let verdictMs = LONGEST_VERDICT_MS;

	const countsOpen = () => counts === 'either' || counts === 'open';

	function countWindow(): void {
		// Less is borne than was known, or it came too close together: proof is asked for sooner, not at once.
		rounds = counts === 'window' ? Math.max(1, rounds / SOONER) : 1;
		counts = 'window';
		most = Infinity;
	}

	/** The request that tried something was not refused. */
	function borne({ tries, at }: Request, now: number): void {
		scout = undefined;
		gate.served();
		if (tries === 'place') {
			counts = 'open';
			gate.open(now);
			quota.reopen(at);
			isReopening = false;
		} else if (tries === 'open' && counts === 'either') {
			countWindow();
		} else if (tries === 'open') {
			most++;
			misses = 0;
			full = 0;
		} else if (tries === 'window') {
			quota.grow(now);
		}
	}

	/** As many as were open when the service looked at a request that it refused are the most. */
	function see(request: Request, now: number): void {
		most = Math.min(most, quota.openAt((request.at + now) / 2));
		if (most === 0) countWindow();
	}

	/** What a refusal tells, by what was tried. */
	function learn(request: Request, now: number): void {
		if (tried === 'open' || tried === 'window') {
			// What was known is right.
			if (counts !== 'either') rounds = Math.min(2 * rounds, MOST_ROUNDS);
			if (tried === 'open') counts = 'open';
			else quota.widen(gate.closed);
			misses = 0;
			return;
		}
		if (tried === 'place') return countWindow();
		quota.learn(gate.closed);
		if (tried === 'gate') return;
		const isOff = counts === 'open' && ++misses === 1;
		if (!isOff && (counts !== 'nothing' || !gate.isShort)) return countWindow();
		if (!isOff) counts = 'either';
		most--;
		rounds = Math.max(2 * rounds, FIRST_ROUNDS);
		see(request, now);
	}

	return {
		triedNext(now, inFlight) {
			if (scout) {
				const ms = scout.isSent ? scout.at + verdictMs - now : verdictMs;
				if (ms > 0) return { for: 'quota', ms };
				borne(scout, now);
			}
			const { closedAt, until } = gate.closed;
			if (now < until) {
				// Others were open when it was refused, and were answered since.
				if (countsOpen() && gate.isShort && inFlight < Math.max(1, most - 1)) return 'place';
				return { for: 'quota', ms: until - now };
			}
			if (gate.isDoubtful) return 'gate';
			if (countsOpen()) {
				if (inFlight < most) return undefined;
				return counts === 'either' || full >= rounds * most ? 'open' : FULL;
			}
			const isTrying = now - closedAt >= (rounds - 1) * quota.windowMs;
			const ms = quota.waitMs(now, isTrying ? CAREFUL_PART : 1);
			if (ms === 0) return undefined;
			return isTrying ? 'window' : { for: 'quota', ms };
		},
		letIn(request) {
			if (isReopening && request.tries !== 'place') {
				quota.reopen(request.at);
				isReopening = false;
			}
			quota.add(request);
			if (request.tries) scout = request;
		},
		sent(request, now) {
			request.isSent = true;
			quota.remove(request);
			request.at = now;
			quota.add(request);
		},
		giveBack(request) {
			if (!request.isSent) quota.remove(request);
			if (request === scout) scout = undefined;
		},
		served(request, now) {
			if (request.letInAt > gate.closed.closedAt) gate.served();
			if (request === scout) borne(request, now);
		},
		accepted(inFlight) {
			if (inFlight >= most - 1) full++;
		},
		refused(request, now, askedMs, chance) {
			quota.remove(request);
			if (request !== scout && request.letInAt <= gate.closed.closedAt) {
				gate.extend(now, askedMs);
				if (tried === 'place' || tried === 'open') return undefined;
				// More than the one that went too far.
				if (tried === 'window') rounds = 1;
				if (countsOpen()) see(request, now);
				quota.learn(gate.closed);
				return undefined;
			}
			tried = scout?.tries;
			scout = undefined;
			isReopening = true;
			full = 0;
			const verdict = Math.max(SHORTEST_VERDICT_MS, VERDICT_MARGIN * (now - request.at));
			verdictMs = Math.min(verdict, LONGEST_VERDICT_MS);
			const wasOpen = now >= gate.closed.until;
			gate.close(
				now,
				request.at,
				askedMs,
				tried === 'window' ? quota.passesMs(now) : undefined,
				chance,
			);
			learn(request, now);
			return wasOpen ? gate.closed.until - now : undefined;
		},
		get closedUntil() {
			return gate.closed.until;
		},
		get windowMs() {
			return quota.windowMs;
		},
	};
}
