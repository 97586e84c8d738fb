import * as n8nWorkflow from 'n8n-workflow';

/** n8n's sleep that a signal ends is `sleep` from 2.34 on; before that it had a name of its own. */
type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;
const { sleepWithAbort: sleep = n8nWorkflow.sleep } = n8nWorkflow as { sleepWithAbort?: Sleep };

/** The longest timer: 25 days. A longer one ends at once. */
export const LONGEST_MS = 2 ** 31 - 1;
/** A reason to abort. Without one, each request would make an error with its stack. */
const ENDED = 'ended';

/** Waits, and keeps n8n's process alive, as `AbortSignal.timeout` would not. @returns false if a signal ended it */
export async function pause(ms: number, ...ends: Array<AbortSignal | undefined>): Promise<boolean> {
	const signals = ends.filter((each) => each !== undefined);
	if (signals.some(({ aborted }) => aborted)) return false;
	// A separate signal: n8n 1.x never removes its listener.
	const over = new AbortController();
	const end = () => over.abort(ENDED);
	for (const signal of signals) signal.addEventListener('abort', end);
	await sleep(Math.min(ms, LONGEST_MS), over.signal).catch(() => {});
	for (const signal of signals) signal.removeEventListener('abort', end);
	return !over.signal.aborted;
}

/** The result or error of a promise; undefined if it takes longer, or if the signal aborts meanwhile. */
export async function within<T>(promise: Promise<T>, ms: number, cancel?: AbortSignal) {
	const settled = new AbortController();
	const work = promise.finally(() => settled.abort(ENDED));
	work.catch(() => {});
	if (ms > 0) await pause(ms, cancel, settled.signal);
	return settled.signal.aborted ? await work : undefined;
}
