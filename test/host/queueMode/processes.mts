import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const STOP_MS = 10_000;
const PAUSE_MS = 100;

/** Ends a child process, with SIGKILL where the signal has not helped after `limitMs`. */
export async function endProcess(
	child: ChildProcess,
	signal: NodeJS.Signals = 'SIGTERM',
	limitMs = STOP_MS,
): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const ended = once(child, 'exit');
	child.kill(signal);
	const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
	await ended;
	clearTimeout(limit);
}

/** Kills a child process when this one ends without having ended it. */
export function killAtExit(child: ChildProcess): void {
	const kill = () => child.kill('SIGKILL');
	process.once('exit', kill);
	child.once('exit', () => process.off('exit', kill));
}

/**
 * Asks again and again until there is an answer.
 * @param ask gives the answer, or undefined while there is none
 * @throws Error that says what was waited for, after `limitMs`
 */
export async function until<T>(
	what: string,
	limitMs: number,
	ask: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
	const limit = Date.now() + limitMs;
	for (;;) {
		const answer = await ask();
		if (answer !== undefined) return answer;
		if (Date.now() > limit) throw new Error(`Waited ${limitMs / 1_000} s in vain: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
	}
}
