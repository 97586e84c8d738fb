import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 100;

/** Asks again and again until there is an answer. @param ask gives undefined or false while there is none */
export async function until<T>(what: string, limitMs: number, ask: () => T | Promise<T>) {
	for (const limit = Date.now() + limitMs; ; await sleep(PAUSE_MS)) {
		const answer = await ask();
		if (answer !== undefined && answer !== null && answer !== false) return answer;
		if (Date.now() > limit) throw new Error(`Waited ${limitMs / 1_000} s in vain: ${what}`);
	}
}
