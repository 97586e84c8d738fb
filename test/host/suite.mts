import { setTimeout as sleep } from 'node:timers/promises';
import { type HostLine, installHost } from '../../scripts/hosts/install.mts';
import { packPackage } from '../../scripts/hosts/package.mts';

/** What was asked for on the command line. */
export interface Wanted {
	/** A part of the names of the checks to run; empty for all. */
	only: string;
	/** The lines of n8n to run them on. */
	lines: readonly HostLine[];
}

/** What came of checks: for each, whether it holds. */
export type Results = boolean[];

/** Checks that have something to start in common. */
export type Suite = (wanted: Wanted) => Promise<Results>;

/** Does work on lines of n8n at the same time, when all that is to be installed is there. */
export async function onLines<Result>(
	lines: readonly HostLine[],
	work: (line: HostLine) => Promise<Result>,
): Promise<Result[]> {
	await packPackage();
	for (const line of lines) await installHost(line);
	return await Promise.all(lines.map(work));
}

/**
 * Does the work of a check, and prints what came of it and the time it took.
 * @param work gives a text for people, or nothing; rejects where the check does not hold
 * @returns what is wrong, in words; undefined where it holds
 */
export async function check(
	name: string,
	limitMs: number,
	work: () => Promise<string | void>,
): Promise<string | undefined> {
	const started = Date.now();
	const limit = new AbortController();
	const tooLong = sleep(limitMs, undefined, { signal: limit.signal }).then(() => {
		throw new Error(`took longer than ${limitMs / 1_000} s`);
	});
	tooLong.catch(() => undefined);
	let problem: string | undefined;
	let text: string | void;
	try {
		text = await Promise.race([work(), tooLong]);
	} catch (error) {
		text = problem = told(error);
	} finally {
		limit.abort();
	}
	const seconds = ((Date.now() - started) / 1_000).toFixed(1).padStart(5);
	console.log(`  ${problem === undefined ? '✓' : '✗'} ${seconds} s  ${name}`);
	if (text) console.log(`             ${text.replaceAll('\n', '\n             ')}`);
	return problem;
}

/** The message of an error, and of what caused it. */
function told(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined ? error.message : `${error.message}: ${told(error.cause)}`;
}
