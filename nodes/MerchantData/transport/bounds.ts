import { createBudget } from './budget';
import type { Sent } from './sendLog';

/**
 * What a service counts, as far as its refusals tell: requests per window, or how many are open at
 * once. The first refusal can mean either. So the next time as few are open as it bore, but as many
 * are sent as may be: who is refused all the same was counted per window, and who is not was not.
 * Pure: every call is told the time in ms.
 */

/** One more than a service bore may be opened after so many times the wait that a refusal costs. */
const OPEN_PROOF = 20;
/** Less where the number open is only one of two explanations. */
const BOTH_PROOF = 2;
/** Slower than this part of its budget, a lane is not refused for requests per window. */
const TOO_SLOW = 0.6;
/** Close to the budget, another open request teaches nothing. */
const FAST = 0.9;
/** Refused after fewer than this part of what the first window bore, it may not be the window. */
const SAME_BUDGET = 0.7;

/** A request, as the bounds look at it. */
export interface Request extends Sent {
	/** Requests open when it was let in, itself included. */
	readonly openThen: number;
	/** Whether one more would have been too many. */
	readonly wasFull: boolean;
	/** Whether it was let in sooner than the budget has it. */
	readonly isAhead: boolean;
}

/** The time in which nothing is sent. */
export interface Gate {
	closedAt: number;
	until: number;
	/** Whether the service named the time. */
	isTold: boolean;
	/** Whether it opened before its time, because a place came free. */
	isEarly: boolean;
}

export interface Bounds {
	/** Requests that may be open. */
	readonly atMost: number;
	/** The window that was learned, in ms. */
	readonly windowMs: number | undefined;
	/** Whether the window is not known for certain. */
	readonly isGuess: boolean;
	/** Whether it may be the number of open requests that counts. */
	readonly mayBeOpen: boolean;
	/** How long until one more stays within the budget. */
	waitMs(now: number): number;
	/** Whether the next request goes beyond what the service is known to bear. */
	isBeyond(now: number): boolean;
	/** Whether it goes sooner than the budget has it. */
	isAhead(now: number): boolean;
	spend(request: Request): void;
	giveBack(request: Request): void;
	/** The first refusal since the lane was open. @param open requests in flight without it */
	refused(request: Request, now: number, open: number, gate: Gate): void;
	/** A refusal while the gate was closed. @param isFirstGate whether nothing was sent since another */
	extended(request: Request, gate: Gate, isFirstGate: boolean): void;
	/** The first request since the gate opened, sent at `at`, was not refused. */
	served(at: number, gate: Gate): void;
	accepted(request: Request, now: number, gate: Gate): void;
}

/** `either` is tried out; `both` could not be told apart. */
type Counts = 'nothing' | 'either' | 'open' | 'window' | 'both';

interface Refusal {
	request: Request;
	now: number;
	open: number;
	gate: Gate;
	/** As many were open as the service had borne. */
	isFull: boolean;
	/** One more than before was open. */
	wasRaised: boolean;
}

export function createBounds(): Bounds {
	const budget = createBudget();
	let counts = 'nothing' as Counts;
	/** How many were open when it first refused, may be now, and what proof there is for more. */
	let open = { first: 0, atMost: 0, full: 0, proofMs: 0, isRaised: false, misses: 0 };
	/** Since the gate opened. */
	let since = { at: 0, sent: 0, accepted: 0 };

	const countsOpen = () => counts === 'either' || counts === 'open' || counts === 'both';
	const countsWindow = () => counts === 'window' || counts === 'both';
	const lower = () => {
		open.atMost = Math.max(1, open.atMost - 1);
	};

	/** How fast requests go, as a part of what the first refusal taught that a window bears. */
	function speed(now: number): number {
		const { count, windowMs } = budget.learned!;
		const from = Math.max(now - windowMs, since.at);
		return (budget.countSince(from) * windowMs) / (count * Math.max(1, now - from));
	}

	function blameWindow({ request, now, gate }: Refusal, isSecond = false): void {
		budget.refused(request, now, gate, isSecond);
	}

	function blameBoth(refusal: Refusal, isSecond = false): void {
		counts = 'both';
		open.atMost = Math.max(1, refusal.open);
		open.proofMs = BOTH_PROOF * (refusal.gate.until - refusal.now);
		blameWindow(refusal, isSecond);
	}

	function suspect(refusal: Refusal): void {
		counts = 'either';
		const atMost = Math.max(1, refusal.open);
		open = { first: atMost, atMost, full: 0, proofMs: 0, isRaised: false, misses: 0 };
		budget.forget();
		blameWindow(refusal);
	}

	const learnFrom: Record<Counts, (refusal: Refusal) => void> = {
		nothing: suspect,
		open(refusal) {
			const { request, gate, now, isFull, wasRaised } = refusal;
			const isMiss = isFull && ++open.misses < 2;
			if (refusal.open === 0 || !(wasRaised || isMiss)) return suspect(refusal);
			lower();
			open.proofMs = Math.max(OPEN_PROOF * (gate.until - now), 2 * open.proofMs);
			budget.giveBack(request);
		},
		either(refusal) {
			const { request, now, gate, isFull } = refusal;
			const part = budget.countSince(since.at) / budget.learned!.count;
			if (isFull && refusal.open > 0 && speed(now) < TOO_SLOW) {
				counts = 'open';
				lower();
				open.proofMs = OPEN_PROOF * (gate.until - now);
				budget.forget();
			} else if (isFull && refusal.open > 0 && part < SAME_BUDGET && ++open.misses < 2) {
				lower();
				budget.giveBack(request);
			} else if (isFull && (part <= SAME_BUDGET || part >= 1 / SAME_BUDGET)) {
				blameBoth(refusal, true);
			} else {
				counts = 'window';
				blameWindow(refusal, true);
			}
		},
		window(refusal) {
			// As many are open as when it first refused: it may be that after all.
			if (!budget.isTrying && refusal.open >= open.first) blameBoth(refusal);
			else blameWindow(refusal);
		},
		both(refusal) {
			if (!refusal.wasRaised) return blameWindow(refusal);
			lower();
			open.proofMs *= 2;
			if (refusal.request.isAhead) blameWindow(refusal);
			else budget.giveBack(refusal.request);
		},
	};

	/** Whether one more may be open, after as many accepted answers of a full lane as are open. */
	function mayRaise(now: number, gate: Gate): boolean {
		if (open.full < open.atMost) return false;
		if (counts !== 'either') return open.isRaised || now - gate.until >= open.proofMs;
		return now - since.at >= budget.learned!.windowMs && speed(now) < FAST;
	}

	return {
		get atMost() {
			return countsOpen() ? open.atMost : Infinity;
		},
		get windowMs() {
			return budget.learned?.windowMs;
		},
		get isGuess() {
			return counts === 'either';
		},
		get mayBeOpen() {
			return counts === 'either' || counts === 'open';
		},
		waitMs: (now) => (countsWindow() ? budget.waitMs(now) : 0),
		isBeyond(now) {
			if (counts === 'either') return ++since.sent === budget.learned!.count + 1;
			return countsWindow() && budget.isAhead(now);
		},
		isAhead: (now) => countsWindow() && budget.isAhead(now),
		spend: budget.spend,
		giveBack: budget.giveBack,
		refused(request, now, stillOpen, gate) {
			const isFull =
				countsOpen() && (stillOpen >= open.atMost - 1 || request.openThen >= open.atMost);
			const wasRaised = open.isRaised;
			open.full = 0;
			open.isRaised = false;
			learnFrom[counts]({ request, now, open: stillOpen, gate, isFull, wasRaised });
		},
		extended(request, gate, isFirstGate) {
			if (counts === 'either' && isFirstGate && request.at <= gate.closedAt) {
				lower();
				open.first = open.atMost;
			}
			budget.extended(request, gate);
		},
		served(at, gate) {
			since = { at, sent: budget.countSince(at), accepted: 0 };
			if (!gate.isEarly) budget.reopened(at);
		},
		accepted(request, now, gate) {
			since.accepted++;
			if (!countsOpen()) return;
			if (request.wasFull) open.full++;
			const { count, windowMs } = budget.learned ?? { count: Infinity, windowMs: 1 };
			// More than any window could begin anew in that time: it is not requests per window.
			if (counts === 'either' && since.accepted > count * ((now - since.at) / windowMs + 2)) {
				counts = 'open';
				open.proofMs = OPEN_PROOF * (gate.until - gate.closedAt);
				open.full = 0;
				open.isRaised = false;
				budget.forget();
			} else if (mayRaise(now, gate)) {
				open.full = 0;
				open.atMost++;
				open.isRaised = true;
			}
		},
	};
}
