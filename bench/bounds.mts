import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Bound, Section } from './section.mts';

/** What a script of this folder measures outside of n8n, in a process of its own: it prints its bounds as JSON. */
const measuredBy = (script: string, title: string, intro: string) => async (): Promise<Section> => {
	const path = join(import.meta.dirname, script);
	const { stdout, stderr, status } = spawnSync(process.execPath, [path], { encoding: 'utf8' });
	if (status !== 0) throw new Error(`bench/${script} failed: ${stderr.slice(-2_000)}`);
	return { title, intro, tables: [], bounds: JSON.parse(stdout) as Bound[] };
};

export const benchCosts = measuredBy(
	'costs.mts',
	'Hard input',
	'Functions that look through texts or compare rows, given input that would take minutes if their time grew with its square. Milliseconds of one call, in a process of its own.',
);

export const benchLimits = measuredBy(
	'limits.mts',
	'Stop',
	'In the engine of n8n 2.x, against the sandbox: executions are stopped while their requests wait.',
);

export const benchPreview = measuredBy(
	'preview.mts',
	'Preview of a large file',
	'A CSV file of 1,000,000 rows and 8 columns, with nothing set: *Preview*, which reads it once, describes it and sums it up, and reads 20,000 rows again to count the requests, against the first reading of a push. In a process of its own; the median of 5 readings in turn.',
);
