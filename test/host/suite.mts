import { setTimeout as sleep } from 'node:timers/promises';
import { installHost, type N8n } from '../../scripts/hosts/install.mts';
import { packPackage } from '../../scripts/hosts/package.mts';
import { duration } from '../../scripts/progress.mjs';
import { holds, type Result } from './result.mts';

/** What was asked for on the command line. */
export interface Wanted {
	/** A part of the names of the checks to run; empty for all. */
	only: string;
	/** Each n8n to run them on. */
	versions: readonly N8n[];
}

export type Results = Result[];

/** Checks that have something to start in common. */
export type Suite = (wanted: Wanted) => Promise<Results>;

/** Does work on each n8n at the same time, when all that is to be installed is there. */
export async function onVersions<Given>(
	versions: readonly N8n[],
	work: (n8n: N8n) => Promise<Given>,
): Promise<Given[]> {
	await packPackage();
	for (const n8n of versions) await installHost(n8n);
	return await Promise.all(versions.map(work));
}

/** Runs suites one after another, and prints how many of their checks hold. @returns what came of all */
export async function runSuites(
	suites: Readonly<Record<string, Suite>>,
	wanted: Wanted,
): Promise<Results> {
	const all: Results = [];
	for (const [name, suite] of Object.entries(suites)) {
		const started = Date.now();
		console.log(`\n  ${name}\n`);
		const results = await suite(wanted).catch((error: unknown) => {
			console.error(`\n${told(error)}\n`);
			return [{ name, problem: told(error) }];
		});
		const took = duration((Date.now() - started) / 1_000);
		console.log(`\n  ${results.filter(holds).length} of ${results.length} hold, ${took}`);
		all.push(...results);
	}
	console.log('');
	if (all.length === 0) console.error(`Nothing is called "${wanted.only}".`);
	return all;
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
