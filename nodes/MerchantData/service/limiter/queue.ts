import { pause } from '../../shared/pause';
import { createLimiter, type Ended, type Limiter, type Wait } from './limiter';
import type { WaitBudget } from './waitBudget';

/**
 * The process's limiters, each with a queue. Waiting executions take turns, so that a small one does not wait
 * for a big one to finish. Requests of one execution keep their order. Times are monotonic: a clock that is
 * set changes nothing. A timer runs only while a request waits for a time.
 */

/** Leave to send one request: the one object for it from the queue to its answer. */
export type Permit = ReturnType<typeof permitOf>;

export type QueuedExecution = Pick<WaitBudget, 'begin' | 'signal'>;

/** Why a request got no permit: what it waited for in vain. */
export type TurnedAway = Wait['for'] | 'cancelled';

interface Waiting {
	execution: QueuedExecution;
	order: number;
	leftMs(): number;
	/** Stops the count of its waiting time, while that is counted. */
	endWait?: () => void;
	end(outcome: Permit | TurnedAway): void;
}

interface Queue {
	limiter: Limiter;
	/** What each execution has in it: those that wait, in their order. Whose turn it is comes first. */
	shares: Map<QueuedExecution, { waiting: Waiting[]; inFlight: number }>;
	/** Stops the timer after which the queue is served again, where there is one. */
	timer?: AbortController;
}

/** By credential, address and path. */
const queues = new Map<string, Queue>();
let orders = 0;

/** @returns the number of a new request, higher than all before it in this process */
export const nextOrder = (): number => ++orders;

/** A limiter that nobody has used for long is replaced by one that knows nothing. */
function queueOf(key: string): Queue {
	const known = queues.get(key);
	const isInUse = known && (known.shares.size > 0 || !known.limiter.isFaded(performance.now()));
	if (isInUse) return known;
	const queue: Queue = { limiter: createLimiter(), shares: new Map() };
	queues.set(key, queue);
	return queue;
}

function shareOf({ shares }: Queue, execution: QueuedExecution) {
	const share = shares.get(execution) ?? { waiting: [], inFlight: 0 };
	shares.set(execution, share);
	return share;
}

function dropIfIdle({ shares }: Queue, execution: QueuedExecution): void {
	const share = shares.get(execution);
	if (share?.inFlight === 0 && share.waiting.length === 0) shares.delete(execution);
}

function nextOf({ shares }: Queue): Waiting | undefined {
	for (const { waiting } of shares.values()) if (waiting.length > 0) return waiting[0];
	return undefined;
}

/** Gives permits in turn until the limiter has none, and lets the rest wait. */
function serve(queue: Queue): void {
	queue.timer?.abort();
	queue.timer = undefined;
	for (;;) {
		const next = nextOf(queue);
		if (!next) return;
		const why = queue.limiter.whyWait(performance.now());
		if (why) return wait(queue, why);
		next.end(permitOf(queue, next.execution, next.order));
	}
}

/** All requests in a queue wait for the same thing. Those that may not wait long enough are turned away. */
function wait(queue: Queue, { for: reason, ms }: Wait): void {
	let wakesInMs = Infinity;
	for (const [execution, { waiting, inFlight }] of [...queue.shares]) {
		// An execution with requests in flight continues when those are answered, and is not waiting.
		const counts = reason === 'quota' || inFlight === 0;
		for (const each of [...waiting]) {
			const leftMs = each.leftMs();
			if (!counts) {
				each.endWait?.();
				each.endWait = undefined;
			} else if (ms === Infinity ? leftMs <= 0 : leftMs < ms) {
				each.end(reason);
			} else {
				each.endWait ??= execution.begin();
				wakesInMs = Math.min(wakesInMs, ms, leftMs);
			}
		}
	}
	if (wakesInMs === Infinity) return;
	queue.timer = new AbortController();
	void pause(Math.ceil(wakesInMs), queue.timer.signal).then((isDue) => {
		if (isDue) serve(queue);
	});
}

function permitOf(queue: Queue, execution: QueuedExecution, order: number) {
	const { limiter, shares } = queue;
	const share = shareOf(queue, execution);
	share.inFlight++;
	// The next turn is another's.
	shares.delete(execution);
	shares.set(execution, share);
	const request = limiter.begin(performance.now());
	let isHeld = true;

	function end(ended?: Ended): number | undefined {
		if (!isHeld) return undefined;
		isHeld = false;
		share.inFlight--;
		dropIfIdle(queue, execution);
		const coolDownMs = limiter.end(request, performance.now(), ended, Math.random());
		serve(queue);
		return coolDownMs;
	}
	return {
		/** Its place among the requests of its execution, which keeps it over its repetitions. */
		order,
		/** The request goes out. @param bytes of its body */
		sent: (bytes: number) => limiter.sent(request, bytes),
		/**
		 * How the request ended, which releases the permit.
		 * @returns milliseconds of a cool-down that it began, for a log line; else undefined
		 */
		answered: end,
		/** Gives the permit back, if it is still held. */
		release: () => void end(),
	};
}

/**
 * Waits for a permit. The wait is counted during a cool-down (429), and while others are served and the
 * execution has nothing in flight.
 * @param order from {@link nextOrder}
 * @returns the permit, or what it was still waiting for when its execution had waited long enough
 */
export async function acquire(
	key: string,
	order: number,
	execution: QueuedExecution,
	leftMs: () => number,
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
			execution,
			order,
			leftMs,
			end(outcome) {
				waiting.splice(waiting.indexOf(own), 1);
				signal?.removeEventListener('abort', cancel);
				own.endWait?.();
				dropIfIdle(queue, execution);
				resolve(outcome);
			},
		};
		const later = waiting.findIndex((other) => other.order > order);
		waiting.splice(later < 0 ? waiting.length : later, 0, own);
		serve(queue);
		if (waiting.includes(own)) signal?.addEventListener('abort', cancel);
	});
}
