/** Lets jobs of the same name go one after another, in the order in which they asked. */
export interface PerShopQueue {
	/** Does a job when those of its name before it have ended, and gives what it gives. */
	take<T>(name: string, job: () => Promise<T>): Promise<T>;
}

const ignore = () => {};

export function createPerShopQueue(): PerShopQueue {
	const last = new Map<string, Promise<unknown>>();
	return {
		async take(name, job) {
			const turn = (last.get(name) ?? Promise.resolve()).then(job);
			// Kept without what it gave, which may be large.
			last.set(name, turn.then(ignore, ignore));
			return await turn;
		},
	};
}
