import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const STOP_MS = 10_000;

/** Whether a process does not run, or never did. */
export const hasEnded = (child?: ChildProcess): boolean =>
	child === undefined || child.exitCode !== null || child.signalCode !== null;

/** Ends a child process, with SIGKILL if the signal has not helped after `limitMs`. */
export async function endProcess(
	child: ChildProcess,
	signal: NodeJS.Signals = 'SIGTERM',
	limitMs = STOP_MS,
): Promise<void> {
	if (hasEnded(child)) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
	await ended;
	clearTimeout(limit);
}
