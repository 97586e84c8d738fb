import { setTimeout as sleep } from 'node:timers/promises';

const LIMIT_MS = 60_000;

/** Waits until something holds, at most a minute. @throws Error that says what did not */
export async function expect(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
	for (const limit = Date.now() + LIMIT_MS; !(await holds()); await sleep(100)) {
		if (Date.now() > limit) throw new Error(`In vain waited ${LIMIT_MS / 1_000} s until ${what}`);
	}
}
