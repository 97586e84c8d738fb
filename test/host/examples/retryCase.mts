import assert from 'node:assert/strict';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { adRow, daysAgo } from '../../../scripts/examples.mts';
import type { Workflow } from '../../../scripts/hosts/executions.mts';
import {
	assertSame,
	MANUAL,
	noFile,
	pushed,
	type ExampleCase,
	type ExampleStage,
} from './stage.mts';

type Row = Record<string, string>;

const readCsv = (folder: string, file: string): Row[] =>
	parse(readFileSync(join(folder, file)), { columns: true, bom: true });

/** What of the file should be at the service, and what is there, each without regard to order. */
function compare(stage: ExampleStage, rows: Row[]): void {
	for (const wanted of stage.production.shops) {
		const expected = rows.filter(({ shop }) => shop === wanted).map(adRow);
		assertSame(pushed(stage, wanted), expected);
	}
}

/** Puts the name of a file where a user would. */
const withRetryFile =
	(name: string) =>
	({ nodes }: Workflow): void => {
		const node = nodes.find((each) => each.name === 'Retry file');
		assert.ok(node);
		const text = JSON.stringify(node.parameters).replace('retry-1.csv', name);
		node.parameters = JSON.parse(text) as Record<string, unknown>;
	};

export const retryCase: ExampleCase = {
	file: 'error-branch-to-retry-file.json',
	async run(stage, file) {
		const { folder, production } = stage;
		// Either may be "yesterday" when n8n comes to it.
		for (const days of [0, 1]) {
			copyFileSync(join(folder, 'ad-spend.csv'), join(folder, `ad-spend-${daysAgo(days)}.csv`));
		}
		const rows = readCsv(folder, 'ad-spend.csv');
		// A day, which few rows have.
		const [{ date: day = '' } = {}] = rows;
		const isRefused = ({ date }: Row) => date === day;

		production.set({ rejectRows: { field: 'event_date', value: day } });
		const { id } = await stage.run(await stage.load(file), 'Every morning');
		compare(
			stage,
			rows.filter((row) => !isRefused(row)),
		);
		const retryFile = `retry-${id}.csv`;
		const refused = readCsv(folder, retryFile);
		for (const { error } of refused) assert.match(error ?? '', /400 Bad Request/);
		const bare = refused.map(({ error, ...row }) => row);
		assertSame(bare, rows.filter(isRefused));

		// The service takes them now, as if somebody had corrected the file.
		production.set({ rejectRows: null });
		const again = await stage.load(file, {}, withRetryFile(retryFile));
		const second = await stage.run(again, MANUAL);
		compare(stage, rows);
		assert.ok(!existsSync(join(folder, `retry-${second.id}.csv`)));

		production.fail('ads', 'lostAnswer');
		const lost = await stage.fails(again, 'Every morning');
		assert.match(lost, /^Stop: look first: \d+ rows were sent, but the answer was/);

		const absent = await stage.load(file, {}, withRetryFile('no-such.csv'));
		assert.equal(await stage.fails(absent), noFile(join(folder, 'no-such.csv')));
		return `${refused.length} of ${rows.length} rows refused, in ${retryFile}, pushed from there: all at the service once`;
	},
};
