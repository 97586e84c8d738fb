import { type N8n, PINNED } from '../../../scripts/hosts/install.mts';
import { reportText, writeReport } from '../../../scripts/report.mts';
import { startStage } from '../../kit/host.mts';
import { verdict } from '../result.mts';
import { check, type Suite } from '../suite.mts';
import { agentScenarios } from './agents.mts';
import { connectScenarios } from './connect.mts';
import { failureScenarios } from './failures.mts';
import { operationScenarios } from './operations.mts';
import { sentRowsScenarios } from './sentRows.mts';
import { loneTriggerScenarios, triggerScenarios } from './triggers.mts';
import { createWorld, type LoneScenario, type Scenario } from './world.mts';

const SCENARIOS: ReadonlyArray<[title: string, scenarios: ReadonlyArray<Scenario | LoneScenario>]> =
	[
		['Connecting', connectScenarios],
		['Operations', operationScenarios],
		['Rows that earlier runs have sent', sentRowsScenarios],
		['The trigger', [...triggerScenarios, ...loneTriggerScenarios]],
		['As an AI tool', agentScenarios],
		['When something goes wrong', failureScenarios],
	];

const LIMIT_MS = 60_000;
const ALONE_MS = 600_000;

/** Runs scenarios on one line: one after another, and beside them those with an n8n of their own, two at once. */
async function runScenarios(n8n: N8n, wanted: string) {
	/** By scenario what was wrong, undefined if it holds. */
	const cells = new Map<string, string | undefined>();
	const all = SCENARIOS.flatMap(([, each]) => each).filter(({ name }) => name.includes(wanted));
	const report = async (name: string, limitMs: number, run: () => Promise<void>) => {
		cells.set(name, await check(`${n8n.version.padEnd(8)}  ${name}`, limitMs, run));
	};
	const together = async () => {
		const scenarios = all.filter((scenario) => 'run' in scenario);
		if (scenarios.length === 0) return;
		const stage = await startStage(n8n, n8n.name);
		try {
			for (const { name, limitMs = LIMIT_MS, run } of scenarios)
				await report(name, limitMs, async () => await run(await createWorld(stage)));
		} finally {
			await stage.close();
		}
	};
	const lone = all.filter((each) => 'runAlone' in each).values();
	const alone = async () => {
		for (const { name, line = n8n.line, runAlone } of lone)
			if (line === n8n.line) await report(name, ALONE_MS, async () => await runAlone(n8n));
	};
	await Promise.all([together(), alone(), alone()]);
	return { version: n8n.version, cells };
}

/** The columns as a page for people. Every scenario has a cell for every line. */
function markdown(columns: Array<Awaited<ReturnType<typeof runScenarios>>>): string {
	const head = ['Scenario', ...columns.map(({ version }) => `n8n ${version}`)];
	const tables = SCENARIOS.map(([title, scenarios]) => {
		const rows = scenarios.map(({ name }) => [
			name,
			...columns.map(({ cells }) => (cells.has(name) ? verdict(cells.get(name)) : '–')),
		]);
		const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
		return `## ${title}\n\n${lines.join('\n')}`;
	});
	return reportText(
		'What works in real n8n',
		'npm run test:e2e',
		'It starts n8n of both lines with the packed package, drives it by the calls of its own editor against the [sandbox](../../sandbox/README.md), and asserts on what the service received.',
		...tables,
	);
}

/** On both lines at the same time; all scenarios on both write docs/reports/scenarios.md. */
export const scenarios: Suite = async ({ only, versions }) => {
	const columns = await Promise.all(versions.map(async (n8n) => await runScenarios(n8n, only)));
	if (only === '' && Object.values(PINNED).every((n8n) => versions.includes(n8n))) {
		writeReport('scenarios', markdown(columns));
	}
	return columns.flatMap(({ cells }) => [...cells].map(([name, problem]) => ({ name, problem })));
};
