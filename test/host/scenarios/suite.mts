import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOST_LINES, type HostLine } from '../../../scripts/hosts/install.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { startStage } from '../../kit/host.mts';
import { onLines, type Suite } from '../suite.mts';
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
	const columns = await onLines(lines, async (line) => await runLine(line, only));
	if (only === '' && lines.length === HOST_LINES.length) {
		mkdirSync(join(ROOT, 'docs'), { recursive: true });
		writeFileSync(join(ROOT, 'docs', 'scenarios.md'), markdown(columns));
	}
	return columns.flatMap(({ cells }) =>
		[...cells.values()].map((problem) => problem === undefined),
	);
};
