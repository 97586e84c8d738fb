import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLargeFile } from '../../../scripts/largeFile.mts';
import { REPORTS } from './reports.mts';
import { pushed, type ExampleCase } from './stage.mts';

const LARGE = 'large-ad-spend';
const [ROWS, BAD_EVERY] = [2_000, 500];

/** The examples that push a CSV file with names, numbers and days of its own. */
export const reportCases: ExampleCase[] = [
	...REPORTS.map(
		({ file: name, csv, rows }): ExampleCase => ({
			file: name,
			async run(stage, file) {
				await stage.run(await stage.load(file));
				assert.deepEqual(pushed(stage), rows);
				return `${rows.length} rows of ${csv}, without its totals`;
			},
		}),
	),
	{
		file: 'large-file-to-ads.json',
		async run(stage, file) {
			const { folder } = stage;
			await writeLargeFile(join(folder, `${LARGE}.csv`), ROWS, BAD_EVERY);
			await stage.run(await stage.load(file));
			const path = join(folder, `${LARGE}-not-accepted.csv`);
			const text = readFileSync(path, 'utf8');
			const [names, ...lines] = text.trimEnd().split('\n');
			assert.match(names ?? '', /^\uFEFF?date,campaignId,/);
			assert.equal(lines.length, ROWS / BAD_EVERY);
			assert.equal(pushed(stage).length, ROWS - lines.length);

			// Corrected, the same workflow pushes it.
			writeFileSync(path, text.replaceAll(',n/a,', ',1.5,'));
			await stage.run(await stage.load(file, { file: `${LARGE}-not-accepted` }));
			const rows = pushed(stage) as Array<{ campaign: { id: string } }>;
			assert.equal(rows.length, ROWS);
			assert.equal(new Set(rows.map(({ campaign }) => campaign.id)).size, ROWS);
			return `${lines.length} of ${ROWS} rows not accepted, in a file as they came; corrected and pushed from there: all at the service once`;
		},
	},
];
