import { SCENARIOS } from './index.mts';
import { createWorld } from './world.mts';
import type { N8n } from '../../../scripts/hosts/install.mts';
import { startStage } from '../../kit/host.mts';
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
 * Runs the scenarios on one line, each printed with its time: one after another, and beside them those
 * that have an n8n of their own.
 * @param wanted a part of the names of those to run
 */
export async function runScenarios(n8n: N8n, wanted: string): Promise<Column> {
	const cells: Cells = new Map();
	const all = SCENARIOS.flatMap(([, scenarios]) => scenarios).filter(({ name }) =>
		name.includes(wanted),
	);
	const report = async (name: string, limitMs = LIMIT_MS, run: () => Promise<void>) => {
		cells.set(name, await check(`${n8n.version.padEnd(8)}  ${name}`, limitMs, run));
	};
	const together = async () => {
		const scenarios = all.filter((scenario) => 'run' in scenario);
		if (scenarios.length === 0) return;
		const stage = await startStage(n8n, n8n.name);
		try {
			for (const scenario of scenarios) {
				const run = async () => await scenario.run(await createWorld(stage));
				await report(scenario.name, scenario.limitMs, run);
			}
		} finally {
			await stage.close();
		}
	};
	const alone = async () => {
		for (const scenario of all.filter((each) => 'runAlone' in each)) {
			const { name, limitMs, line = n8n.line } = scenario;
			if (line === n8n.line) await report(name, limitMs, async () => await scenario.runAlone(n8n));
		}
	};
	await Promise.all([together(), alone()]);
	return { version: n8n.version, cells };
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
	return cells.has(name) ? verdict(cells.get(name)) : '–';
}
