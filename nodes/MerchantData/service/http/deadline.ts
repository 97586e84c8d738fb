import { pause } from '../../shared/pause';

/**
 * Ends an attempt that takes too long, or whose execution is stopped. n8n's own timeout counts
 * idle time, so that one byte a second outlasts it, and for a stream it ends with the headers.
 */
export interface Deadline {
	/** Aborted at the end. */
	readonly signal: AbortSignal;
	/** What `work` gives, or the error of the end, whether or not `work` heeds the signal. */
	within<T>(work: Promise<T>): Promise<T>;
	/** From now on there is the whole time again. */
	restart(): void;
	/** Time does not count until the next restart. */
	pause(): void;
	/** The attempt is over. */
	close(): void;
}

/**
 * @param limitMs milliseconds until the end
 * @param cancel ends it at once, where there is one
 */
export function createDeadline(limitMs: number, cancel: AbortSignal | undefined): Deadline {
	const controller = new AbortController();
	let endsAt = Date.now() + limitMs;
	const closing = new AbortController();

	let ended: Error | undefined;
	/**
	 * Rejects each wait under way. Racing one promise of the end with each piece of a long answer would keep
	 * all pieces in memory.
	 */
	const waiting = new Set<(error: Error) => void>();

	function close(): void {
		closing.abort();
		cancel?.removeEventListener('abort', stop);
	}
	function endWith(code: string, message: string): void {
		close();
		ended = Object.assign(new Error(message), { code });
		for (const fail of waiting) fail(ended);
		controller.abort();
	}
	function stop(): void {
		endWith('ERR_CANCELED', 'the execution was cancelled');
	}
	async function within<T>(work: Promise<T>): Promise<T> {
		return await new Promise((resolve, reject) => {
			if (ended) reject(ended);
			waiting.add(reject);
			void work.then(resolve, reject).finally(() => waiting.delete(reject));
		});
	}
	async function watchTheTime(): Promise<void> {
		for (let leftMs = limitMs; leftMs > 0; leftMs = endsAt - Date.now()) {
			// Not for longer than the limit: a restart may follow a pause.
			if (!(await pause(Math.min(leftMs, limitMs), closing.signal))) return;
		}
		endWith('ETIMEDOUT', `timeout of ${limitMs / 1_000} s exceeded`);
	}

	cancel?.addEventListener('abort', stop);
	void watchTheTime();
	return {
		signal: controller.signal,
		within,
		restart() {
			endsAt = Date.now() + limitMs;
		},
		pause() {
			endsAt = Infinity;
		},
		close,
	};
}
