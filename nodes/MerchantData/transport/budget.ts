import { createSendLog, type Sent } from './sendLog';
import { ROUNDING_MS, USUAL_WINDOWS_MS, windowBetween } from './usualWindows';

/**
 * How many requests a service bears per window, learned from its refusals. Pure: every call is told
 * the time. Nothing is known until the first refusal; from then on as many are sent per window as
 * the service was seen to accept, and now and then a little sooner, to see whether it bears more.
 */

/** Requests do not take equally long to reach the service. */
const EDGE_MS = 50;
/** More is tried in steps of a tenth; each step that is borne doubles the next. */
const FIRST_STEP = 0.1;
const LONGEST_STEP = 0.5;
/** Clean windows before more is tried take no longer than this: what was learned must fade. */
const LONGEST_PROOF_MS = 600_000;

/** Windows asked for, at most, before more is tried. */
const LONGEST_PROOF = 32;
/** Fewer requests say little about how many a window bears. */
const ENOUGH_TO_MEASURE = 4;
/** Counts that are alike: windows that begin by the clock bear up to twice as many for once. */
const ALIKE = 0.6;
/** A trial that fails costs a wait: so many waits pass before the next. */
const TRIAL_GAP = 10;
/** A refusal within the budget takes no more of it than this leaves. */
const LEAST_KEPT = 0.85;

/** So many requests in so long. */
export interface Quota {
	count: number;
	windowMs: number;
}

/** When requests may go again, and whether the service said so. */
export interface Closed {
	readonly until: number;
	readonly isTold: boolean;
}

export interface Budget {
	/** What the service bears; undefined while it has refused nothing. */
	readonly learned: Readonly<Quota> | undefined;
	/** Whether a little more is being tried. */
	readonly isTrying: boolean;
	/** How long until one more stays within the budget; 0 where it does now. */
	waitMs(now: number): number;
	/** Whether one more goes beyond what was learned, as a trial. */
	isAhead(now: number): boolean;
	spend(sent: Sent): void;
	/** The request was never sent. */
	giveBack(sent: Sent): void;
	/** How many were sent at that time or later. */
	countSince(time: number): number;
	/** The service refused `sent`, and the gate closed. @param measures anew, whatever was known */
	refused(sent: Sent, now: number, gate: Closed, measures: boolean): void;
	/** The gate, closed by `refused`, stays closed: `sent` was refused as well. */
	extended(sent: Sent, gate: Closed): void;
	/** The first request since the gate opened, sent at `at`, was accepted. */
	reopened(at: number): void;
	forget(): void;
}

export function createBudget(): Budget {
	const log = createSendLog();
	let learned: Quota | undefined;
	/** Since the gate opened, or the first request. */
	let openedAt: number | undefined;
	/** What the latest refusal teaches, while its burst goes on: since when the window was spent. */
	let lesson:
		| { at: number; openedAt: number; refusedAt?: number; isTold: boolean; measures: boolean }
		| undefined;
	/** The window as it was measured; what is tried may shorten it. */
	let measuredMs = 0;
	/** The service said that its window is at least as long. */
	let leastMs = 0;
	/** A little more, while it is tried. */
	let trial: Quota | undefined;
	let trialEndsAt = 0;
	let triesFrom = 0;
	/** Whether the next trial is one of more requests, rather than of a shorter window. */
	let triesCount = true;
	let step = FIRST_STEP;
	let proof = 1;
	let cleanWindows = 0;
	let fullSince: number | undefined;

	/** What the latest refusal says of the quota: it was spent at `lesson.at`, and is whole by `until`. */
	function measure(until: number): void {
		if (!lesson) return;
		const { at, isTold, openedAt: from } = lesson;
		const waitMs = until - at;
		const openMs = until - from;
		// Spent at once, the window began with the first request; slowly, it may have been several.
		const isFast = openMs <= (waitMs <= ROUNDING_MS ? 2 : 2.5) * waitMs + ROUNDING_MS / 2;
		if (isFast || openMs < leastMs) {
			const least = isTold ? openMs - ROUNDING_MS : (lesson.refusedAt ?? at) - from;
			const windowMs = windowBetween(Math.max(least, leastMs), openMs);
			const since = Math.min(from, until - windowMs);
			const count = Math.max(1, log.countBetween(since, at));
			learned = (openMs < leastMs ? shortest(at, leastMs + 1) : undefined) ?? { count, windowMs };
		} else {
			const whole = { count: Math.max(1, log.countBetween(from, at)), windowMs: openMs };
			learned = shortest(at, Math.max(waitMs, leastMs)) ?? whole;
		}
		measuredMs = learned.windowMs;
	}

	/** What was sent in the shortest usual window that says something, up to `at`. */
	function shortest(at: number, least: number): Quota | undefined {
		for (const windowMs of USUAL_WINDOWS_MS) {
			const count = log.countBetween(at - windowMs, at);
			if (windowMs < least || count < ENOUGH_TO_MEASURE) continue;
			// A window that has borne more before is not the one.
			if (count >= ALIKE * log.mostIn(windowMs)) return { count, windowMs };
		}
		return undefined;
	}

	/** The budget was kept, and is too large. */
	function reduce(now: number, waitMs: number, sinceOpened: number): void {
		if (!learned) return;
		if (learned.windowMs < measuredMs) {
			// More was borne for a while; what was borne on average is a better guess.
			const averageMs = (learned.count * (now + waitMs - (openedAt ?? now))) / sinceOpened;
			const longerMs = Math.max(averageMs, learned.windowMs / (1 - 2 * FIRST_STEP));
			learned.windowMs = Math.min(measuredMs, longerMs);
			return;
		}
		const shorter = shortest(now, Math.max(waitMs, leastMs));
		if (shorter && shorter.windowMs < learned.windowMs) {
			learned = shorter;
			measuredMs = shorter.windowMs;
		} else if (learned.count >= 10) {
			const inWindow = log.countBetween(now - learned.windowMs, now);
			const least = Math.floor(learned.count * LEAST_KEPT);
			learned.count = Math.max(least, Math.min(inWindow, learned.count - 1));
		} else if (learned.count > 1 && sinceOpened <= 3 * learned.count) {
			learned.count--;
		} else {
			learned.windowMs *= 1 + FIRST_STEP;
			measuredMs = learned.windowMs;
		}
	}

	/** A full window without a refusal is proof; enough of it is worth a try. */
	function noteFull(now: number): void {
		if (!learned) return;
		fullSince ??= now;
		if (now - fullSince < learned.windowMs) return;
		fullSince = now;
		cleanWindows++;
		if (trial) {
			// A tenth more is noticed in ten windows, where it is noticed at all.
			const needed = (learned.count < ENOUGH_TO_MEASURE ? 2 : 1) / step;
			if (cleanWindows < needed || now < trialEndsAt) return;
			learned = trial;
			step = Math.min(step * 2, LONGEST_STEP);
		} else if (
			cleanWindows < Math.min(proof, LONGEST_PROOF_MS / learned.windowMs) ||
			now < triesFrom
		)
			return;
		cleanWindows = 0;
		const { count, windowMs } = learned;
		trialEndsAt = now + ROUNDING_MS;
		trial = triesCount
			? { count: count + Math.max(1, Math.round(count * step)), windowMs }
			: { count, windowMs: windowMs * (1 - step) };
	}

	function startOver(): void {
		trial = undefined;
		step = FIRST_STEP;
		cleanWindows = 0;
		fullSince = undefined;
	}

	function waitFor({ count, windowMs }: Quota, now: number): number {
		const spentAt = log.sentBefore(count);
		return spentAt === undefined ? 0 : Math.max(0, spentAt + windowMs + EDGE_MS - now);
	}

	return {
		get isTrying() {
			return trial !== undefined;
		},
		get learned() {
			return learned;
		},
		waitMs(now) {
			if (!learned) return 0;
			const ms = waitFor(learned, now);
			if (ms > 0) noteFull(now);
			return trial ? Math.min(ms, waitFor(trial, now)) : ms;
		},
		isAhead: (now) => learned !== undefined && waitFor(learned, now) > 0,
		spend(sent) {
			openedAt ??= sent.at;
			log.add(sent);
		},
		giveBack: log.remove,
		refused(sent, now, { until, isTold }, measures) {
			log.remove(sent);
			const wasTry = trial !== undefined;
			if (wasTry) triesCount = !triesCount;
			startOver();
			if (isTold) leastMs = Math.max(leastMs, until - now - ROUNDING_MS);
			proof = wasTry ? Math.min(proof * 2, LONGEST_PROOF) : 2;
			triesFrom = now + TRIAL_GAP * (until - now);
			const isLonger =
				isTold && learned !== undefined && until - now - ROUNDING_MS > learned.windowMs;
			lesson = {
				at: now,
				openedAt: openedAt ?? sent.at,
				isTold,
				measures: !learned || measures || isLonger,
			};
			if (lesson.measures) measure(until);
			else if (!wasTry) reduce(now, until - now, log.countSince(lesson.openedAt));
		},
		extended(sent, { until, isTold }) {
			log.remove(sent);
			if (!lesson) return;
			if (sent.at > lesson.at) lesson.refusedAt = sent.at;
			lesson.isTold &&= isTold;
			if (lesson.measures) measure(until);
		},
		countSince: log.countSince,
		reopened(at) {
			lesson = undefined;
			openedAt = at;
		},
		forget() {
			learned = undefined;
			lesson = undefined;
			proof = 1;
			leastMs = 0;
			startOver();
		},
	};
}
