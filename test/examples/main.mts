import { readdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { duration } from '../../scripts/progress.mjs';
import type { ExampleCase } from './case.mts';
import { CASES, TOOL_ARGUMENTS } from './cases.mts';
import { startModel } from './model.mts';
import { EXAMPLES_FOLDER, startExampleStage, type ExampleStage } from './stage.mts';

/**
 * `npm run test:examples`: every workflow of `examples/` in a real n8n 2.x, asserting on what the
 * service received. `--only <part of a file name>` runs some of them.
 */

const LIMIT_MS = 120_000;

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });

/** @returns what is wrong, in words; nothing where the example works */
async function attempt(
	stage: ExampleStage,
	{ file, run }: ExampleCase,
): Promise<string | undefined> {
	const started = Date.now();
	const limit = new AbortController();
	const tooLong = new Promise<never>((_, reject) => {
		const timer = setTimeout(() => {
			reject(new Error(`took longer than ${LIMIT_MS / 1_000} s`));
		}, LIMIT_MS);
		limit.signal.addEventListener('abort', () => clearTimeout(timer));
	});
	let told: string;
	let problem: string | undefined;
	try {
		told = await Promise.race([stage.reset().then(async () => await run(stage, file)), tooLong]);
	} catch (error) {
		told = problem = error instanceof Error ? error.message : String(error);
	} finally {
		limit.abort();
	}
	const seconds = ((Date.now() - started) / 1_000).toFixed(1).padStart(5);
	console.log(`  ${problem === undefined ? '✓' : '✗'} ${seconds} s  ${file}`);
	console.log(`             ${told.replaceAll('\n', '\n             ')}`);
	return problem;
}

async function main(): Promise<void> {
	const started = Date.now();
	const files = readdirSync(EXAMPLES_FOLDER).filter((file) => file.endsWith('.json'));
	const untested = files.filter((file) => !CASES.some((known) => known.file === file));
	if (untested.length > 0) throw new Error(`No test runs ${untested.join(', ')}`);

	const model = await startModel(TOOL_ARGUMENTS);
	let failed = 0;
	const wanted = CASES.filter(({ file }) => file.includes(flags.only));
	try {
		const stage = await startExampleStage(model);
		try {
			for (const example of wanted) {
				if ((await attempt(stage, example)) !== undefined) failed++;
			}
		} finally {
			await stage.close();
		}
	} finally {
		await model.close();
	}
	if (failed > 0 || wanted.length === 0) process.exitCode = 1;
	const took = duration((Date.now() - started) / 1_000);
	console.log(`\n  ${wanted.length - failed} of ${wanted.length} examples work, ${took}\n`);
}

await main();
