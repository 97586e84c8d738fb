import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installHost } from '../../scripts/hosts/install.mts';
import { packPackage } from '../../scripts/hosts/package.mts';
import { ROOT } from '../../scripts/paths.mts';
import { duration } from '../../scripts/progress.mjs';
import { type Column, markdown, runScenarios } from './table.mts';
import { startStage } from './stage.mts';

/**
 * `npm run test:e2e`: the scenarios on both lines of n8n. `--only <part of a name>` runs some of them.
 */

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const LINES = ['n8n-2', 'n8n-1'] as const;

async function runLine(line: (typeof LINES)[number]): Promise<Column> {
	const stage = await startStage(line, line);
	try {
		return await runScenarios(stage, flags.only);
	} finally {
		await stage.close();
	}
}

async function main(): Promise<void> {
	const started = Date.now();
	await packPackage();
	for (const line of LINES) await installHost(line);
	const columns = await Promise.all(LINES.map(runLine));
	const cells = columns.flatMap((column) => [...column.cells.values()]);
	const failed = cells.filter((problem) => problem !== undefined).length;
	if (flags.only === '') {
		mkdirSync(join(ROOT, 'docs'), { recursive: true });
		writeFileSync(join(ROOT, 'docs', 'scenarios.md'), markdown(columns));
	}
	if (failed > 0) process.exitCode = 1;
	const took = duration((Date.now() - started) / 1_000);
	console.log(`\n  ${cells.length - failed} of ${cells.length} hold, ${took}\n`);
}

await main();
