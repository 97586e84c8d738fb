import { type Closed, ROUNDING_MS } from './coolDown';

/**
 * How many requests a service bears per window, learned from its refusals. Pure: every call is told
 * the time in ms.
 */

/** A request on its way or answered, not refused. */
export interface Sent {
	/** When it was sent; until then, when it was let in. */
	at: number;
	/** When it was answered; Infinity while it is open. */
	endedAt: number;
}

export interface Quota {
	/** The window that was learned; 0 before. */
	readonly windowMs: number;
	add(sent: Sent): void;
	/** It was refused, or never sent. */
	remove(sent: Sent): void;
	/** How many were open at that time. */
	openAt(time: number): number;
	/** Requests go out again: what was refused before counts no more. */
	reopen(now: number): void;
	/** A refusal tells how many are borne in how long. */
	learn(closed: Closed): void;
	/** A refusal tells that the window is at least as long as the wait. */
	widen(closed: Closed): void;
	/** More was borne than was learned. */
	grow(now: number): void;
	/** How long until one more is within `part` of what was learned; 0 where it is now. */
	waitMs(now: number, part: number): number;
	/** How long until the oldest request of the latest window has left it. */
	passesMs(now: number): number;
}

/** Requests do not take equally long to reach the service. */
const EDGE_MS = 50;
/** A window that was spent slowly says nothing of its length: it may have been several. */
const SLOW = 2.5;
/** A measured window may be too short by this part of it, and by the rounding. */
const TOO_SHORT = 0.05;
/** What was sent longer ago than this many requests is not remembered. */
const REMEMBERED = 4_096;
/** A window that was measured to the second is probably one of these. */
const USUAL_MS = [1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600].map(
	(seconds) => seconds * 1_000,
);

/** The usual window between two lengths, the longer included, or a little longer than that, or `most` itself. */
function windowBetween(least: number, most: number): number {
	const within = (low: number, high: number) =>
		USUAL_MS.find((usual) => usual > low && usual <= high);
	return within(least, most) ?? within(most, most * (1 + TOO_SHORT) + ROUNDING_MS) ?? most;
}

export function createQuota(): Quota {
	let log: Sent[] = [];
	let count = Infinity;
	let windowMs = 0;
	/** When requests went out again, and the time before. */
	let openedAt = -Infinity;
	let earlier = -Infinity;

	function countSince(time: number): number {
		let index = log.length;
		while (index > 0 && log[index - 1]!.at >= time) index--;
		return log.length - index;
	}

	const waitFor = (sent: Sent | undefined, now: number) =>
		sent ? Math.max(0, sent.at + windowMs + EDGE_MS - now) : 0;

	function widen({ closedAt, until }: Closed): void {
		const waitMs = until - closedAt;
		windowMs = Math.max(windowMs, windowBetween(waitMs - ROUNDING_MS, waitMs));
	}

	return {
		get windowMs() {
			return windowMs;
		},
		add(sent) {
			log.push(sent);
			if (log.length > 2 * REMEMBERED) log = log.slice(-REMEMBERED);
		},
		remove(sent) {
			const index = log.lastIndexOf(sent);
			if (index >= 0) log.splice(index, 1);
		},
		openAt: (time) => log.filter(({ at, endedAt }) => at <= time && endedAt > time).length,
		reopen(now) {
			if (countSince(openedAt) > 0) earlier = openedAt;
			openedAt = now;
		},
		learn(closed) {
			const { closedAt, until, isKnown, refusedAt } = closed;
			const from = countSince(openedAt) > 0 ? openedAt : earlier;
			const waitMs = until - closedAt;
			const spanMs = until - from;
			const isFast = spanMs <= SLOW * waitMs + ROUNDING_MS / 2;
			if (isFast) {
				const least = isKnown ? spanMs - ROUNDING_MS : refusedAt - from;
				windowMs = windowBetween(Math.max(0, least), spanMs);
			} else {
				widen(closed);
			}
			count = Math.max(1, countSince(Math.max(from, closedAt - windowMs)));
		},
		widen,
		grow(now) {
			count = Math.max(count, countSince(now - windowMs));
		},
		waitMs: (now, part) => waitFor(log[log.length - Math.ceil(part * count)], now),
		passesMs: (now) => waitFor(log[log.length - countSince(now - windowMs)], now),
	};
}
