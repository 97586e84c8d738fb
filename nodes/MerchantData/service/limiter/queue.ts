import { pause } from '../../shared/pause';
import { createLimiter, type Limiter, type Request } from './limiter';
import { type Ended, isWait, type Permit, type Wait } from './permit';
import type { WaitBudget } from './waitBudget';

/**
 * The process's limiters, each with a queue. Waiting executions take turns, so that a small one does
 * not wait for a big one to finish. Requests of one execution keep their order. An execution that has
 * reached its own limit lets the others pass. A timer runs only while a request waits for a time.
 */

export interface QueuedRequest extends Request {
	/** Milliseconds that it may still wait. */
	leftMs(): number;
}

/** An execution, as the queues know it: by its wait budget. */
export type Execution = Pick<WaitBudget, 'begin' | 'signal'>;

/** Why a request got no permit: what it waited for in vain. */
export type TurnedAway = Wait['for'] | 'cancelled';

interface Waiting {
	request: QueuedRequest;
	execution: Execution;
	/** Stops the count of its waiting time, while that is counted. */
	endWait?: () => void;
	end(outcome: Permit | TurnedAway): void;
}

/** What one execution has in a queue. */
interface Share {
	/** In their order. */
	waiting: Waiting[];
	inFlight: number;
}

interface Queue {
	limiter: Limiter;
	/** Whose turn it is comes first. */
	shares: Map<Execution, Share>;
	/** When the queue is served again at the latest, and what cancels that. */
	alarm: { at: number; off: AbortController };
}

const noAlarm = () => ({ at: Infinity, off: new AbortController() });

/** By credential, address and path. */
const queues = new Map<string, Queue>();
/** The queue and the execution of each permit that is held. */
const holders = new WeakMap<Permit, { queue: Queue; execution: Execution }>();
let orders = 0;

/** @returns the number of a new request, higher than all before it in this process */
export const nextOrder = (): number => ++orders;

/** How many limiters the process remembers. */
export const limiterCount = (): number => queues.size;

function queueOf(key: string): Queue {
	const now = Date.now();
	const isFaded = ({ limiter, shares }: Queue) => shares.size === 0 && limiter.isFaded(now);
	const known = queues.get(key);
	if (known && !isFaded(known)) return known;
	for (const [other, queue] of queues) if (isFaded(queue)) queues.delete(other);
	const queue: Queue = { limiter: createLimiter(), shares: new Map(), alarm: noAlarm() };
	queues.set(key, queue);
	return queue;
}

function shareOf({ shares }: Queue, execution: Execution): Share {
	const share = shares.get(execution) ?? { waiting: [], inFlight: 0 };
	shares.set(execution, share);
	return share;
}

function dropIfIdle({ shares }: Queue, execution: Execution): void {
	const share = shares.get(execution);
	if (share?.inFlight === 0 && share.waiting.length === 0) shares.delete(execution);
}

/** Whether the execution of a request has as many in flight as it may have. */
const isAtOwnLimit = ({ inFlight }: Share, { request }: Waiting) =>
	inFlight >= Math.max(1, request.maxParallelRequests);

/** The first request of the execution whose turn it is. */
function nextOf({ shares }: Queue): Waiting | undefined {
	for (const share of shares.values()) {
		const [first] = share.waiting;
		if (first && !isAtOwnLimit(share, first)) return first;
	}
	return undefined;
}

/** Gives permits in turn until the limiter has none, and then lets the rest wait. */
function serve(queue: Queue): void {
	for (let next = nextOf(queue); next; next = nextOf(queue)) {
		if (next.execution.signal?.aborted) {
			next.end('cancelled');
			continue;
		}
		const permit = queue.limiter.acquire(Date.now(), next.request);
		if (isWait(permit)) return wait(queue, permit);
		next.end(permit);
	}
	setAlarm(queue, Infinity);
}

/** All requests in a queue wait for the same thing. Those that may not wait long enough are turned away. */
function wait(queue: Queue, { for: reason, ms }: Wait): void {
	let wakesInMs = ms;
	for (const share of [...queue.shares.values()]) {
		for (const each of [...share.waiting]) {
			const leftMs = each.request.leftMs();
			// An execution with requests in flight continues when those are answered, and is not waiting.
			const counts = reason === 'quota' ? !isAtOwnLimit(share, each) : share.inFlight === 0;
			if (!counts) {
				each.endWait?.();
				each.endWait = undefined;
			} else if (ms === Infinity ? leftMs <= 0 : leftMs < ms) {
				each.end(reason);
			} else {
				each.endWait ??= each.execution.begin();
				wakesInMs = Math.min(wakesInMs, leftMs);
			}
		}
	}
	setAlarm(queue, wakesInMs);
}

/** Serves a queue again in `ms` milliseconds; Infinity for never. It replaces the alarm before it. */
function setAlarm(queue: Queue, ms: number): void {
	const at = Date.now() + Math.ceil(ms);
	if (at === queue.alarm.at) return;
	queue.alarm.off.abort();
	queue.alarm = noAlarm();
	if (at === Infinity) return;
	queue.alarm.at = at;
	void pause(Math.ceil(ms), queue.alarm.off.signal).then((isDue) => {
		if (!isDue) return;
		queue.alarm = noAlarm();
		serve(queue);
	});
}

/**
 * Waits for a permit. The wait is counted during a cool-down (429), and while others are served and the
 * execution has nothing in flight.
 * @param key credential, address and path
 * @returns the permit, or what it was still waiting for when its execution had waited long enough
 */
export async function acquire(
	key: string,
	request: QueuedRequest,
	execution: Execution,
): Promise<Permit | TurnedAway> {
	const { signal } = execution;
	if (signal?.aborted) return 'cancelled';
	const queue = queueOf(key);
	return await new Promise((resolve) => {
		const { waiting } = shareOf(queue, execution);
		const cancel = () => {
			own.end('cancelled');
			serve(queue);
		};
		const own: Waiting = {
			request,
			execution,
			end(outcome) {
				waiting.splice(waiting.indexOf(own), 1);
				signal?.removeEventListener('abort', cancel);
				own.endWait?.();
				if (typeof outcome === 'object') give(queue, execution, outcome);
				else dropIfIdle(queue, execution);
				resolve(outcome);
			},
		};
		let index = waiting.length;
		while (index > 0 && waiting[index - 1]!.request.order > request.order) index--;
		waiting.splice(index, 0, own);
		serve(queue);
		if (waiting.includes(own)) signal?.addEventListener('abort', cancel);
	});
}

function give(queue: Queue, execution: Execution, permit: Permit): void {
	const share = shareOf(queue, execution);
	share.inFlight++;
	holders.set(permit, { queue, execution });
	// The next turn is another's.
	queue.shares.delete(execution);
	queue.shares.set(execution, share);
}

/** Takes a permit back. @returns where it was given, if it is still held */
function takeBack(permit: Permit): Queue | undefined {
	const holder = holders.get(permit);
	if (!holder) return undefined;
	const { queue, execution } = holder;
	holders.delete(permit);
	shareOf(queue, execution).inFlight--;
	dropIfIdle(queue, execution);
	return queue;
}

/** The request of a permit goes out now. @param bytes of its body */
export function sent(permit: Permit, bytes: number): void {
	holders.get(permit)?.queue.limiter.sent(permit, Date.now(), bytes);
}

/**
 * The answer came, which releases the permit.
 * @returns milliseconds of a cool-down that it began, for a log line; else undefined
 */
export function answered(permit: Permit, ended: Ended): number | undefined {
	const queue = takeBack(permit);
	const coolDownMs = queue?.limiter.answered(permit, Date.now(), ended, Math.random());
	if (queue) serve(queue);
	return coolDownMs;
}

/** Gives a permit back, if it is still held. */
export function release(permit: Permit): void {
	const queue = takeBack(permit);
	queue?.limiter.release(permit);
	if (queue) serve(queue);
}
