import { type Period, ROUNDING_MS } from './coolDown';
import type { Permit } from './permit';

/**
 * How many requests a service takes per window, learned from its refusals. Pure: every call is told
 * the time in ms.
 */

export interface WindowBudget {
	/** The window that was learned; 0 before. */
	readonly windowMs: number;
	/** A request on its way, in the order of sending. */
	add(permit: Permit): void;
	/** It was refused, or never sent. */
	remove(permit: Permit): void;
	/** How many were in flight at that time. */
	inFlightAt(time: number): number;
	/** Requests go out again: what was refused before counts no more. */
	reopen(now: number): void;
	/** A refusal tells how many the service takes in how long. */
	learn(coolDown: Period): void;
	/** More was taken than was learned. */
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

export function createWindowBudget(): WindowBudget {
	let log: Permit[] = [];
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

	const waitFor = (permit: Permit | undefined, now: number) =>
		permit ? Math.max(0, permit.at + windowMs + EDGE_MS - now) : 0;

	return {
		get windowMs() {
			return windowMs;
		},
		add(permit) {
			log.push(permit);
			if (log.length > 2 * REMEMBERED) log = log.slice(-REMEMBERED);
		},
		remove(permit) {
			const index = log.lastIndexOf(permit);
			if (index >= 0) log.splice(index, 1);
		},
		inFlightAt: (time) => log.filter(({ at, endedAt }) => at <= time && endedAt > time).length,
		reopen(now) {
			if (countSince(openedAt) > 0) earlier = openedAt;
			openedAt = now;
		},
		learn({ beganAt, until, isKnown, refusedAt }) {
			const from = countSince(openedAt) > 0 ? openedAt : earlier;
			const waitMs = until - beganAt;
			const spanMs = until - from;
			if (spanMs <= SLOW * waitMs + ROUNDING_MS / 2) {
				const least = isKnown ? spanMs - ROUNDING_MS : refusedAt - from;
				windowMs = windowBetween(Math.max(0, least), spanMs);
			} else {
				// At least as long as the wait.
				windowMs = Math.max(windowMs, windowBetween(waitMs - ROUNDING_MS, waitMs));
			}
			count = Math.max(1, countSince(Math.max(from, beganAt - windowMs)));
		},
		grow(now) {
			count = Math.max(count, countSince(now - windowMs));
		},
		waitMs: (now, part) => waitFor(log[log.length - Math.ceil(part * count)], now),
		passesMs: (now) => waitFor(log[log.length - countSince(now - windowMs)], now),
	};
}
