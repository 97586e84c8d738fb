import { setTimeout as sleep } from 'node:timers/promises';
import { SCENARIOS } from './scenarios/index.mts';
import { createWorld, type Scenario } from './scenarios/world.mts';
import type { Stage } from './stage.mts';

const LIMIT_MS = 60_000;

/** What a line showed in a scenario: nothing where it holds, else what was wrong. */
export type Cells = Map<string, string | undefined>;

/** All scenarios on one line of n8n. */
export interface Column {
	version: string;
	cells: Cells;
}

/**
 * Runs the scenarios on one line, one after another, each printed with its time.
 * @param wanted a part of the names of those to run
 */
export async function runScenarios(stage: Stage, wanted: string): Promise<Column> {
	const cells: Cells = new Map();
	for (const scenario of SCENARIOS.flatMap(([, scenarios]) => scenarios)) {
		if (!scenario.name.includes(wanted)) continue;
		const started = Date.now();
		const problem = await attempt(stage, scenario);
		cells.set(scenario.name, problem);
		const seconds = ((Date.now() - started) / 1_000).toFixed(1).padStart(5);
		console.log(
			`  ${problem === undefined ? '✓' : '✗'} ${stage.version.padEnd(8)} ${seconds} s  ${scenario.name}`,
		);
		if (problem !== undefined) console.log(`      ${problem.replaceAll('\n', '\n      ')}`);
	}
	return { version: stage.version, cells };
}

async function attempt(stage: Stage, scenario: Scenario): Promise<string | undefined> {
	const limit = new AbortController();
	const tooLong = sleep(LIMIT_MS, undefined, { signal: limit.signal }).then(() => {
		throw new Error(`took longer than ${LIMIT_MS / 1_000} s`);
	});
	const work = (async () => {
		await scenario.run(await createWorld(stage));
	})();
	try {
		await Promise.race([work, tooLong]);
		return undefined;
	} catch (error) {
		return told(error);
	} finally {
		limit.abort();
		tooLong.catch(() => undefined);
	}
}

/** The message of an error, and of what caused it. */
function told(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	return error.cause === undefined ? error.message : `${error.message}: ${told(error.cause)}`;
}

/** The columns as a page for people. Every scenario has a cell for every line. */
export function markdown(columns: Column[]): string {
	const head = ['Scenario', ...columns.map(({ version }) => `n8n ${version}`)];
	const tables = SCENARIOS.map(([title, scenarios]) => {
		const rows = scenarios.map(({ name }) => [
			name,
			...columns.map(({ cells }) => cell(cells, name)),
		]);
		const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
		return `## ${title}\n\n${lines.join('\n')}\n`;
	});
	return `# What works in real n8n

\`npm run test:e2e\` starts n8n of both lines with the packed package, drives it by the calls of its own
editor against the [sandbox](../sandbox/README.md), asserts on what the service received, and writes this
table. Do not edit it.

${tables.join('\n')}`;
}

function cell(cells: Cells, name: string): string {
	if (!cells.has(name)) return 'not run';
	const problem = cells.get(name);
	return problem === undefined
		? 'holds'
		: `fails: ${problem.split('\n')[0]?.replaceAll('|', '\\|')}`;
}
