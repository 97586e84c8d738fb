import { SCENARIOS } from './index.mts';
import { createWorld } from './world.mts';
import type { Stage } from '../../kit/host.mts';
import { verdict } from '../result.mts';
import { check } from '../suite.mts';

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
		const name = `${stage.n8n.version.padEnd(8)}  ${scenario.name}`;
		const problem = await check(name, scenario.limitMs ?? LIMIT_MS, async () => {
			await scenario.run(await createWorld(stage));
		});
		cells.set(scenario.name, problem);
	}
	return { version: stage.n8n.version, cells };
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
	return cells.has(name) ? verdict(cells.get(name)) : 'not run';
}
