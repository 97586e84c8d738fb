/** Leave to start one job, from whatever bounds how many may run. */
export interface Leave {
	/** Gives it back unused. */
	leave(): void;
}

type Jobs<Job> = Iterable<Job> | AsyncIterable<Job>;

/**
 * Runs jobs side by side: it starts them in order, and yields what they give in the same order,
 * whatever finished first. A job is pulled only when there is leave to start it, so that what holds
 * requests back also holds back the making of their bodies. When its consumer stops, nothing more
 * is pulled, and what has been started is awaited.
 *
 * This is the one place with concurrency.
 *
 * @param width how many jobs may run at once
 * @param admit waits for the leave to start one, if it takes one; the job that gets it gives it back
 * @param run does a job; it should not throw
 */
export async function* inOrder<Job, Permit extends Leave | undefined, Result>(
	jobs: Jobs<Job>,
	width: number,
	admit: () => Promise<Permit>,
	run: (job: Job, permit: Permit) => Promise<Result>,
): AsyncGenerator<Result> {
	const iterator =
		Symbol.asyncIterator in jobs ? jobs[Symbol.asyncIterator]() : jobs[Symbol.iterator]();
	/** What was started and not yet yielded, in order. */
	const started: Array<{ result: Promise<Result>; hasEnded: boolean }> = [];
	const running = new Set<Promise<unknown>>();
	/** Tells that one has ended. A race of those that run would leave something with the slow ones each time. */
	let wake = () => {};

	function start(job: Job, permit: Permit): void {
		const result = run(job, permit);
		const entry = { result, hasEnded: false };
		const ended = () => {
			entry.hasEnded = true;
			running.delete(end);
			wake();
		};
		const end = result.then(ended, ended);
		running.add(end);
		started.push(entry);
	}

	/** The source may break: what was started is given first. */
	let broken: { error: unknown } | undefined;
	try {
		for (;;) {
			while (started[0]?.hasEnded) yield await started.shift()!.result;
			if (running.size >= width) {
				await new Promise<void>((resolve) => (wake = resolve));
				continue;
			}
			const permit = await admit();
			let next: IteratorResult<Job> | undefined;
			try {
				next = await iterator.next();
			} catch (error) {
				broken = { error };
			}
			if (!next || next.done) {
				permit?.leave();
				break;
			}
			start(next.value, permit);
		}
		while (started.length > 0) yield await started.shift()!.result;
		if (broken) throw broken.error;
	} finally {
		await Promise.all(running);
		await iterator.return?.();
	}
}
