import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { installHost, type N8n } from '../../scripts/hosts/install.mts';
import { packPackage } from '../../scripts/hosts/package.mts';
import { duration } from '../../scripts/progress.mjs';
import { holds, type Result } from './result.mts';

interface Wanted {
	/** A part of the names of the checks to run; empty for all. */
	only: string;
	versions: readonly N8n[];
	/** Whether the pictures of the docs are taken again. In CI, nobody would look at them. */
	pictures?: boolean;
}

export type Results = Result[];

export type Suite = (wanted: Wanted) => Promise<Results>;

const running = new AsyncLocalStorage<string>();

async function runSuite(name: string, suite: Suite, wanted: Wanted): Promise<Results> {
	const started = Date.now();
	const results = await suite(wanted).catch((error: unknown) => {
		console.error(`\n${told(error)}\n`);
		return [{ name, problem: told(error) }];
	});
	const took = duration((Date.now() - started) / 1_000);
	console.log(`\n  ${name}: ${results.filter(holds).length} of ${results.length} hold, ${took}\n`);
	return results;
}

/** Does work for each of a list, and for so many of them at the same time. */
export async function atOnce<T>(
	count: number,
	list: readonly T[],
	work: (each: T) => Promise<void>,
): Promise<void> {
	const left = list.values();
	const takeFromLeft = async () => {
		for (const each of left) await work(each);
	};
	await Promise.all(Array.from({ length: count }, takeFromLeft));
}

/** Runs suites, the longest first, and two at once: most wait for n8n. They begin while its other line is installed. */
export async function runSuites(suites: Readonly<Record<string, Suite>>, wanted: Wanted) {
	await packPackage();
	const [first, ...others] = wanted.versions;
	await installHost(first!);
	// What needs it waits for it, and fails if it cannot be installed.
	for (const n8n of others) installHost(n8n).catch(() => {});
	console.log('');
	const all: Results = [];
	await atOnce(2, Object.entries(suites), async ([name, suite]) => {
		all.push(...(await running.run(name, async () => await runSuite(name, suite, wanted))));
	});
	if (all.length === 0) console.error(`Nothing is called "${wanted.only}".`);
	return all;
}

/** Does the work of a check, and prints its text and its time. @param n8n of several on which it runs */
export async function check(
	name: string,
	limitMs: number,
	work: () => Promise<string | void>,
	n8n?: N8n,
): Promise<Result> {
	const started = Date.now();
	const tooLong = sleep(limitMs).then(() => {
		throw new Error(`took longer than ${limitMs / 1_000} s`);
	});
	let problem: string | undefined;
	let text: string | void;
	try {
		text = await Promise.race([work(), tooLong]);
	} catch (error) {
		text = problem = told(error);
	}
	const seconds = ((Date.now() - started) / 1_000).toFixed(1).padStart(5);
	const suite = (running.getStore() ?? '').padEnd(10);
	const lines = text ? `\n             ${text.replaceAll('\n', '\n             ')}` : '';
	const of = n8n ? `${n8n.version.padEnd(8)}  ` : '';
	console.log(
		`  ${problem === undefined ? '✓' : '✗'} ${seconds} s  ${suite}  ${of}${name}${lines}`,
	);
	return { name, problem };
}

function told(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined ? error.message : `${error.message}: ${told(error.cause)}`;
}
