import { type N8n, PINNED } from '../../../scripts/hosts/install.mts';
import { reportText, writeReport } from '../../../scripts/report.mts';
import { type Stage, withStage } from '../../kit/host.mts';
import { verdict } from '../result.mts';
import { atOnce, check, type Results, type Suite } from '../suite.mts';
import { connectScenarios, operationScenarios } from './connect.mts';
import { failureScenarios } from './failures.mts';
import { sentAgainScenarios } from './sentAgain.mts';
import { triggerScenarios } from './triggers.mts';
import { createWorld, type Scenarios } from './world.mts';

const SCENARIOS: ReadonlyArray<[title: string, scenarios: Scenarios]> = [
	['Connecting', connectScenarios],
	['Operations', operationScenarios],
	['If a row is sent again', sentAgainScenarios],
	['The trigger', triggerScenarios],
	['When something goes wrong', failureScenarios],
];

/** A published schedule takes longest. */
const LIMIT_MS = 180_000;
const ALONE_MS = 600_000;

/** Runs scenarios on one line: one after another, and beside them those with an n8n of their own, two at once. */
async function runScenarios(n8n: N8n, wanted: string) {
	const results: Results = [];
	const all = SCENARIOS.flatMap(([, each]) => Object.entries(each)).filter(([name]) =>
		name.includes(wanted),
	);
	const report = async (name: string, limitMs: number, run: () => Promise<void>) =>
		void results.push(await check(name, limitMs, run, n8n));
	const onOneStage = all.flatMap(([name, run]) =>
		typeof run === 'function' ? [{ name, run }] : [],
	);
	const together = async (stage: Stage) => {
		for (const { name, run } of onOneStage)
			await report(name, LIMIT_MS, async () => await run(await createWorld(stage)));
	};
	const alone = atOnce(2, all, async ([name, lone]) => {
		if (typeof lone === 'function' || (lone.line ?? n8n.line) !== n8n.line) return;
		const { folder, env, run } = lone;
		const onOwnStage = async () => await withStage(run, n8n, `${n8n.name}-${folder}`, env);
		await report(name, ALONE_MS, onOwnStage);
	});
	const isNeeded = onOneStage.length > 0;
	await Promise.all([isNeeded && withStage(together, n8n, n8n.name), alone]);
	return { version: n8n.version, results };
}

/** The columns as a page for people. Every scenario has a cell for every line. */
function markdown(columns: Array<Awaited<ReturnType<typeof runScenarios>>>): string {
	const head = ['Scenario', ...columns.map(({ version }) => `n8n ${version}`)];
	const tables = SCENARIOS.map(([title, scenarios]) => {
		const rows = Object.keys(scenarios).map((name) => [
			name,
			...columns.map(({ results }) => {
				const result = results.find((each) => each.name === name);
				return result ? verdict(result.problem) : '–';
			}),
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
	return columns.flatMap(({ results }) => results);
};
