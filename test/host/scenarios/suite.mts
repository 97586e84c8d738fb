import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_LINES, type HostLine, installHost } from '../../../scripts/hosts/install.mts';
import { packPackage } from '../../../scripts/hosts/package.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { startStage } from '../../kit/host.mts';
import type { Suite } from '../suite.mts';
import { type Column, markdown, runScenarios } from './table.mts';

/** The scenarios, on both lines at the same time; all of them write docs/scenarios.md. */

async function runLine(line: HostLine, only: string): Promise<Column> {
	const stage = await startStage(line, line);
	try {
		return await runScenarios(stage, only);
	} finally {
		await stage.close();
	}
}

export const scenarios: Suite = async ({ only, lines }) => {
	await packPackage();
	for (const line of lines) await installHost(line);
	const columns = await Promise.all(lines.map(async (line) => await runLine(line, only)));
	if (only === '' && lines.length === HOST_LINES.length) {
		mkdirSync(join(ROOT, 'docs'), { recursive: true });
		writeFileSync(join(ROOT, 'docs', 'scenarios.md'), markdown(columns));
	}
	return columns.flatMap(({ cells }) =>
		[...cells.values()].map((problem) => problem === undefined),
	);
};
