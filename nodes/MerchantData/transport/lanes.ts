import { sleep } from 'n8n-workflow';
import { type Answered, createLane, isWait, type Lane, type Place } from './lane';

/**
 * The process's lanes: who waits is let in in the order of the numbers, as soon as the lane admits
 * it. No timer is left behind: waits are slept in slices, and end with an answer or a cancel.
 */

/** How long an execution may wait for rate limits. */
export interface Patience {
	/** Milliseconds that it may still wait. */
	leftMs(): number;
	/**
	 * A wait begins; waits of one execution that overlap count once.
	 * @returns what ends it
	 */
	begin(): () => void;
	/** Ends every wait of the execution. */
	readonly signal?: AbortSignal;
}

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
	/** Requests in the lane at once, this one included, at most. */
	ceiling: number;
	/** Size of the body, or the most it may be, as far as known; `sent` puts it right. */
	bytes?: number;
}

interface Waiting {
	request: LaneRequest;
	patience: Patience;
	/** Ends the wait that counts, while it does. */
	endWait?: () => void;
	leave(place: Place | undefined): void;
}

interface Line {
	lane: Lane;
	/** In the order of their numbers. */
	waiting: Waiting[];
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
	const isFaded = ({ lane, waiting }: Line) => waiting.length === 0 && lane.isFaded(now);
	const known = lines.get(key);
	if (known && !isFaded(known)) return known;
	for (const [other, line] of lines) if (isFaded(line)) lines.delete(other);
	const line: Line = { lane: createLane(), waiting: [], wakesAt: Infinity };
	lines.set(key, line);
	return line;
}

function slotOf(line: Line, place: Place): Slot {
	return {
		sent: (bytes) => line.lane.sent(place, Date.now(), bytes),
		answered(how) {
			const closedMs = line.lane.answered(place, Date.now(), how, Math.random());
			letIn(line);
			return closedMs;
		},
		leave() {
			line.lane.leave(place);
			letIn(line);
		},
	};
}

const admit = ({ lane }: Line, { ceiling, bytes = 0 }: LaneRequest) =>
	lane.admit(Date.now(), ceiling, bytes);

/** Lets in whoever is first, as long as the lane admits it; then says who waits for what. */
function letIn(line: Line): void {
	for (let first = line.waiting[0]; first; first = line.waiting[0]) {
		if (first.patience.signal?.aborted) {
			first.leave(undefined);
			continue;
		}
		const admission = admit(line, first.request);
		if (!isWait(admission)) {
			first.leave(admission);
			continue;
		}
		if (admission.for === 'place') {
			for (const waiting of line.waiting) {
				waiting.endWait?.();
				waiting.endWait = undefined;
			}
		} else {
			for (const waiting of [...line.waiting]) {
				if (waiting.patience.leftMs() < admission.ms) waiting.leave(undefined);
				else waiting.endWait ??= waiting.patience.begin();
			}
			if (line.waiting[0] !== first) continue;
		}
		lookAgain(line, admission.ms);
		return;
	}
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
 * Waits until the lane lets the request in. Only waiting for the quota counts as waiting; that for
 * a place, while others are served, does not.
 * @param key credential, address and path
 * @returns undefined where the service takes nothing for longer than the execution may wait, or the
 * execution was cancelled
 */
export async function enter(
	key: string,
	request: LaneRequest,
	patience: Patience,
): Promise<Slot | undefined> {
	const { signal } = patience;
	if (signal?.aborted) return undefined;
	const line = lineOf(key);
	const { waiting } = line;
	if (waiting.length === 0) {
		const admission = admit(line, request);
		if (!isWait(admission)) return slotOf(line, admission);
	}
	return await new Promise((resolve) => {
		const cancel = () => {
			own.leave(undefined);
			letIn(line);
		};
		const own: Waiting = {
			request,
			patience,
			leave(place) {
				waiting.splice(waiting.indexOf(own), 1);
				signal?.removeEventListener('abort', cancel);
				own.endWait?.();
				resolve(place && slotOf(line, place));
			},
		};
		let index = waiting.length;
		while (index > 0 && waiting[index - 1]!.request.order > request.order) index--;
		waiting.splice(index, 0, own);
		signal?.addEventListener('abort', cancel);
		letIn(line);
	});
}
