import { pause } from './pause';
import { type Ended, type InFlight, Limiter } from './limiter';
import type { Limits, WaitBudget } from './waitBudget';

/** No cool-down is longer. To learn again how many requests are accepted costs a few refusals. */
const FORGOTTEN_AFTER_MS = 3_600_000;

class Queue {
	readonly limiter = new Limiter();
	/** Waiting requests, in order, and the number in flight, for each execution. The next execution is first. */
	readonly shares = new Map<WaitBudget, { waiting: Set<symbol>; inFlight: number }>();
	/** One for each wait, because Node.js warns about many listeners of one signal. */
	private readonly waits = new Set<AbortController>();
	usedAt = performance.now();

	shareOf(execution: WaitBudget) {
		const share = this.shares.get(execution) ?? { waiting: new Set(), inFlight: 0 };
		this.shares.set(execution, share);
		return share;
	}

	isNext(request: symbol): boolean {
		const next = [...this.shares.values()].find(({ waiting }) => waiting.size > 0);
		return next?.waiting.values().next().value === request;
	}

	/** Waits until something changes, and for a time at most. */
	async change(ms: number, cancel: AbortSignal | undefined): Promise<void> {
		const wait = new AbortController();
		this.waits.add(wait);
		await pause(Math.ceil(ms), wait.signal, cancel);
		this.waits.delete(wait);
	}

	tidy(execution: WaitBudget): void {
		const { waiting, inFlight } = this.shareOf(execution);
		if (waiting.size === 0 && inFlight === 0) this.shares.delete(execution);
		this.usedAt = performance.now();
		this.wake();
	}

	wake(): void {
		for (const wait of this.waits) wait.abort('changed');
	}
}

/** The right to send one request, from the queue to its answer. */
export class Permit {
	readonly kind = 'permit';
	private request: InFlight | undefined;

	constructor(
		private readonly queue: Queue,
		private readonly execution: WaitBudget,
	) {
		this.request = queue.limiter.begin(performance.now());
		const share = queue.shareOf(execution);
		share.inFlight++;
		// The next turn is another's.
		queue.shares.delete(execution);
		queue.shares.set(execution, share);
	}

	sent(bytes: number): void {
		const { limiter } = this.queue;
		limiter.sent(this.request!, bytes);
		if (limiter.waitMs(performance.now()) > 0) this.queue.wake();
	}

	release(ended?: Ended): void {
		const { queue, execution, request } = this;
		if (!request) return;
		this.request = undefined;
		queue.shareOf(execution).inFlight--;
		queue.limiter.end(request, performance.now(), ended, Math.random());
		queue.tidy(execution);
	}
}

/** The queues of the process, by credential, address and path. Adding one removes those that are forgotten. */
const queues = new Map<string, Queue>();

function queueOf(key: string): Queue {
	const known = queues.get(key);
	if (known) return known;
	const now = performance.now();
	for (const [other, { shares, usedAt }] of queues)
		if (shares.size === 0 && now - usedAt >= FORGOTTEN_AFTER_MS) queues.delete(other);
	const queue = new Queue();
	queues.set(key, queue);
	return queue;
}

/**
 * Waits for a permit; returns what it waited for in vain if its execution may wait no longer. Executions take
 * turns, so that a small one does not wait for a big one to finish. The wait is counted during a cool-down
 * (429), and while others are served and the execution has none in flight.
 */
export async function acquire(key: string, execution: WaitBudget, limits: Limits) {
	const queue = queueOf(key);
	const share = queue.shareOf(execution);
	const request = Symbol();
	share.waiting.add(request);
	try {
		while (!execution.signal?.aborted) {
			const waitMs = queue.limiter.waitMs(performance.now());
			if (waitMs === 0 && queue.isNext(request)) return new Permit(queue, execution);
			const isFull = waitMs === Infinity;
			// An execution with requests in flight continues when those are answered, and is not waiting.
			const counts = waitMs > 0 && !(isFull && share.inFlight > 0);
			const leftMs = execution.leftMs(limits);
			if (counts && (isFull ? leftMs <= 0 : leftMs < waitMs)) return isFull ? 'others' : 'quota';
			// Another execution wakes it after its turn.
			const change = queue.change(counts ? Math.min(waitMs, leftMs) : Infinity, execution.signal);
			await (counts ? execution.counted(change) : change);
		}
		return 'cancelled';
	} finally {
		share.waiting.delete(request);
		queue.tidy(execution);
	}
}
