import { sleep } from 'n8n-workflow';
import type { Wait } from './learnedLimits';
import { type Answered, createLane, isWait, type Lane, type Place } from './limiter';
import type { Waiter } from './waitBudget';

/**
 * The process's lanes. Executions that wait are served in turn, so that a small one does not stand
 * behind a big one; requests of one execution go in the order of their numbers. An execution that has as many
 * in flight as it may have lets the others pass. No timer is left behind: waits are slept in slices, and end with an answer or a cancel.
 */

/** A request that was let in. The place is held until `answered` or `leave`: call `leave` in a `finally`. */
export interface Slot {
	/** The request goes out now. @param bytes of its body */
	sent(bytes: number): void;
	/**
	 * The answer came; gives the place back.
	 * @returns milliseconds for which it closed a lane that was open, for a log line; else undefined
	 */
	answered(how: Answered): number | undefined;
	/** Gives the place back without an answer, if it is still held. */
	leave(): void;
}

export interface LaneRequest {
	/** From `nextOrder`, kept over repetitions, so that a refused request goes before later ones. */
	order: number;
	/** Requests that its execution may have in flight. */
	maxParallelRequests: number;
	/** Milliseconds that it may still wait. */
	leftMs(): number;
}

/** The waits of one execution, by which the lanes know it. */
export type Execution = Pick<Waiter, 'begin' | 'signal'>;

/** Why a request was not let in: what it waited for in vain. */
export type TurnedAway = Wait['for'] | 'cancelled';

interface Waiting {
	request: LaneRequest;
	execution: Execution;
	/** Ends the wait that counts, while it does. */
	endWait?: () => void;
	leave(outcome: Place | TurnedAway): void;
}

/** What one execution has in a lane. */
interface Share {
	/** In the order of their numbers. */
	waiting: Waiting[];
	inFlight: number;
}

interface Line {
	lane: Lane;
	/** Whose turn it is comes first. */
	shares: Map<Execution, Share>;
	/** When somebody looks again whether the first one may go. */
	wakesAt: number;
}

/** n8n has no sleep that can be ended, so nothing sleeps for longer than this. */
const SLICE_MS = 200;

const lines = new Map<string, Line>();
let orders = 0;

/** @returns the number of a new request, higher than all before it in this process */
export const nextOrder = (): number => ++orders;

/** How many lanes the process remembers. */
export const laneCount = (): number => lines.size;

function lineOf(key: string): Line {
	const now = Date.now();
	const isFaded = ({ lane, shares }: Line) => shares.size === 0 && lane.isFaded(now);
	const known = lines.get(key);
	if (known && !isFaded(known)) return known;
	for (const [other, line] of lines) if (isFaded(line)) lines.delete(other);
	const line: Line = { lane: createLane(), shares: new Map(), wakesAt: Infinity };
	lines.set(key, line);
	return line;
}

function shareOf({ shares }: Line, execution: Execution): Share {
	const share = shares.get(execution) ?? { waiting: [], inFlight: 0 };
	shares.set(execution, share);
	return share;
}

function slotOf(line: Line, execution: Execution, place: Place): Slot {
	const share = shareOf(line, execution);
	share.inFlight++;
	let isHeld = true;
	const end = () => {
		if (!isHeld) return;
		isHeld = false;
		share.inFlight--;
		dropIfIdle(line, execution);
		letIn(line);
	};
	return {
		sent: (bytes) => line.lane.sent(place, Date.now(), bytes),
		answered(how) {
			const closedMs = line.lane.answered(place, Date.now(), how, Math.random());
			end();
			return closedMs;
		},
		leave() {
			line.lane.leave(place);
			end();
		},
	};
}

function dropIfIdle({ shares }: Line, execution: Execution): void {
	const share = shares.get(execution);
	if (share?.inFlight === 0 && share.waiting.length === 0) shares.delete(execution);
}

/** Whether the execution of a request has as many in flight as it may have. */
const isAtOwnLimit = ({ inFlight }: Share, { request }: Waiting) =>
	inFlight >= Math.max(1, request.maxParallelRequests);

/** The first request of the execution whose turn it is. */
function nextOf({ shares }: Line): Waiting | undefined {
	for (const share of shares.values()) {
		const [first] = share.waiting;
		if (first && !isAtOwnLimit(share, first)) return first;
	}
	return undefined;
}

/** Lets in whoever is next, as long as the lane admits it; then says who waits for what. */
function letIn(line: Line): void {
	for (let next = nextOf(line); next; next = nextOf(line)) {
		if (next.execution.signal?.aborted) {
			next.leave('cancelled');
			continue;
		}
		const admission = line.lane.admit(Date.now(), next.request.maxParallelRequests);
		if (isWait(admission)) return wait(line, admission);
		next.leave(admission);
	}
}

/** Everybody waits for the same. Who may not wait for it any longer is turned away. */
function wait(line: Line, { for: reason, ms }: Wait): void {
	let wakesInMs = ms;
	for (const share of [...line.shares.values()]) {
		for (const each of [...share.waiting]) {
			const leftMs = each.request.leftMs();
			// With requests of its own in flight, an execution goes on as soon as they are answered.
			const counts = reason === 'quota' ? !isAtOwnLimit(share, each) : share.inFlight === 0;
			if (!counts) {
				each.endWait?.();
				each.endWait = undefined;
			} else if (ms === Infinity ? leftMs <= 0 : leftMs < ms) {
				each.leave(reason);
			} else {
				each.endWait ??= each.execution.begin();
				wakesInMs = Math.min(wakesInMs, leftMs);
			}
		}
	}
	lookAgain(line, wakesInMs);
}

function lookAgain(line: Line, ms: number): void {
	if (ms === Infinity) return;
	const now = Date.now();
	const at = now + Math.min(Math.ceil(ms), SLICE_MS);
	if (line.wakesAt > now && line.wakesAt <= at) return;
	line.wakesAt = at;
	void sleep(at - now).then(() => {
		if (line.wakesAt === at) line.wakesAt = Infinity;
		letIn(line);
	});
}

/**
 * Waits until the lane lets the request in. It counts as waiting where the service takes nothing
 * (429), and where others are served while the execution has nothing in flight.
 * @param key credential, address and path
 * @returns its slot, or what it waited for until its execution might wait no longer
 */
export async function enter(
	key: string,
	request: LaneRequest,
	execution: Execution,
): Promise<Slot | TurnedAway> {
	const { signal } = execution;
	if (signal?.aborted) return 'cancelled';
	const line = lineOf(key);
	return await new Promise((resolve) => {
		const { shares } = line;
		const { waiting } = shareOf(line, execution);
		const cancel = () => {
			own.leave('cancelled');
			letIn(line);
		};
		const own: Waiting = {
			request,
			execution,
			leave(outcome) {
				waiting.splice(waiting.indexOf(own), 1);
				signal?.removeEventListener('abort', cancel);
				own.endWait?.();
				if (typeof outcome === 'string') {
					dropIfIdle(line, execution);
					return resolve(outcome);
				}
				const share = shareOf(line, execution);
				// The next turn is another's.
				shares.delete(execution);
				shares.set(execution, share);
				resolve(slotOf(line, execution, outcome));
			},
		};
		let index = waiting.length;
		while (index > 0 && waiting[index - 1]!.request.order > request.order) index--;
		waiting.splice(index, 0, own);
		letIn(line);
		if (waiting.includes(own)) signal?.addEventListener('abort', cancel);
	});
}
