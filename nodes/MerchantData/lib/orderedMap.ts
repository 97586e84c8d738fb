import { pause } from './pause';

/** Limits how many jobs run in parallel. */
export interface Permits<Job, Permit> {
	readonly width: number;
	acquire(job: Job): Promise<Permit>;
	/** Takes a permit back. It may be called again for one that has been given back. */
	release(permit: Permit): void;
}

/** Most results for each parallel job that wait for the result of an earlier one. */
const MOST_WAITING = 16;

/**
 * Runs jobs in parallel, and yields their results in the order of the jobs. What bounds memory: at most one job is
 * pulled before there is a permit to start it, and none while many results wait for a slow job. When its consumer stops,
 * nothing more is pulled, and running jobs are awaited.
 * @param run does a job; it should not throw
 */
export async function* orderedMap<Job, Permit, Result>(
	jobs: Iterable<Job> | AsyncIterable<Job>,
	permits: Permits<Job, Permit>,
	run: (job: Job, permit: Permit) => Promise<Result>,
): AsyncGenerator<Result> {
	const iterator =
		Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
	/** Jobs that were started and not yet yielded, in order. */
	const started: Array<{ result: Promise<Result>; hasEnded: boolean }> = [];
	let running = 0;
	/** Resolves when one has ended. Promise.race would add more and more listeners to a slow job. */
	let wake = () => {};

	function start(job: Job, permit: Permit): void {
		running++;
		const result = run(job, permit).finally(() => {
			permits.release(permit);
			entry.hasEnded = true;
			running--;
			wake();
		});
		const entry = { result, hasEnded: false };
		started.push(entry);
		// It is thrown when its turn comes.
		result.catch(() => {});
	}

	/** Why the source failed: the results of what was started are yielded first. */
	let broken: { error: unknown } | undefined;
	try {
		for (;;) {
			while (started[0]?.hasEnded) yield await started.shift()!.result;
			if (running >= permits.width || started.length >= permits.width * MOST_WAITING) {
				await new Promise<void>((resolve) => (wake = resolve));
				continue;
			}
			let next: IteratorResult<Job> | undefined;
			try {
				next = await iterator.next();
			} catch (error) {
				broken = { error };
			}
			if (!next || next.done) break;
			start(next.value, await permits.acquire(next.value));
			// A request leaves only in the next turn of the event loop, which must not wait for all other jobs.
			await pause(0);
		}
		while (started.length > 0) yield await started.shift()!.result;
		if (broken) throw broken.error;
	} finally {
		await Promise.allSettled(started.map(({ result }) => result));
		await iterator.return?.();
	}
}
