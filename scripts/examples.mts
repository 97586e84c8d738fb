import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from './hosts/executions.mts';
import { ROOT } from './paths.mts';

/** The recipes as files, and what a user would set up for them in n8n. */

const FOLDER = join(ROOT, 'examples');
export const DATA_FOLDER = join(FOLDER, 'data');

export const EXAMPLE_FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

export const readExample = (file: string): Workflow =>
	JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Workflow;

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'string']));

export const TABLES: Record<string, { name: string; columns: Record<string, string> }> = {
	'refused-rows-form.json': {
		name: 'Refused rows',
		columns: texts('row', 'reason', 'outcome', 'version'),
	},
	'unusual-day-to-message.json': {
		name: 'Watched days',
		columns: {
			...texts('shop', 'number', 'day', 'state', 'message'),
			value: 'number',
			low: 'number',
			high: 'number',
			sentAt: 'date',
		},
	},
};
