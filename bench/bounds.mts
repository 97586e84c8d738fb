import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Bench } from './race.mts';
import type { Bound, Section } from './section.mts';

/** What is measured outside of n8n, each script in a process of its own. */

/** @param script of this folder, which prints its bounds as JSON */
function boundsOf(script: string): Bound[] {
	const { stdout, stderr, status } = spawnSync(
		process.execPath,
		[join(import.meta.dirname, script)],
		{ encoding: 'utf8' },
	);
	if (status !== 0) throw new Error(`bench/${script} failed: ${stderr.slice(-2_000)}`);
	return [JSON.parse(stdout) as Bound | Bound[]].flat();
}

export const benchCosts = async (_: Bench): Promise<Section> => ({
	title: 'Hard input',
	intro:
		'Functions that look through texts or compare rows, given input that would take minutes if their time grew with its square. Milliseconds of one call, in a process of its own.',
	tables: [],
	bounds: boundsOf('costs.mts'),
});

export const benchLimits = async (_: Bench): Promise<Section> => ({
	title: 'Stop',
	intro:
		'In the engine of n8n 2.x, against the sandbox: executions are stopped while their requests wait.',
	tables: [],
	bounds: boundsOf('limits.mts'),
});

export const benchPreview = async (_: Bench): Promise<Section> => ({
	title: 'Preview of a large file',
	intro:
		'A CSV file of 1,000,000 rows and 8 columns, with nothing set: *Preview*, which reads it once, describes it and sums it up, against the first reading of a push. In a process of its own; the median of 5 readings in turn.',
	tables: [],
	bounds: boundsOf('preview.mts'),
});
