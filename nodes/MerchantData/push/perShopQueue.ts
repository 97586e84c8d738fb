/** Runs jobs of the same name one after another, in the order in which they asked. */
export interface PerShopQueue {
	/** Runs a job after the earlier ones of its name, and gives its result. */
	take<T>(name: string, job: () => Promise<T>): Promise<T>;
}

const ignore = () => {};

export function createPerShopQueue(): PerShopQueue {
	const last = new Map<string, Promise<unknown>>();
	return {
		async take(name, job) {
			const turn = (last.get(name) ?? Promise.resolve()).then(job);
			// The result is not kept, because it may be large.
			last.set(name, turn.then(ignore, ignore));
			return await turn;
		},
	};
}
