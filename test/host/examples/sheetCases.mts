import assert from 'node:assert/strict';
import { DATA_FOLDER } from '../../../scripts/examples.mts';
import { adRow, daysAgo, NUMBERS, readCsv } from './rows.mts';
import { assertSame, held, SHOP, type ExampleStage } from './stage.mts';
import type { Cell } from './standIns/googleSheets.mts';

/** The campaign of the only row with a value that the service refuses, and that value. */
const BAD = 'Limón';
const REFUSED = { field: 'channel', value: 'TikTok Ads' };

const cellOf = (name: string, text: string): Cell => (NUMBERS.includes(name) ? Number(text) : text);

const sheetRow = (row: Record<string, string>): Record<string, Cell> =>
	Object.fromEntries(Object.entries(row).map(([name, text]) => [name, cellOf(name, text)]));

/** The sheet through some runs, each of which sends all rows: one that is refused, and a correction. */
export async function pushSheet(stage: ExampleStage, file: string): Promise<void> {
	const { production, sheet } = stage;
	const rows = readCsv(DATA_FOLDER, 'ad-spend-queue.csv').map(sheetRow);
	const header = Object.keys(rows[0] ?? {});
	const cells = rows.map((row) => Object.values(row));
	// A line that somebody left empty: row numbers count it.
	sheet.fill([header, ...cells.slice(0, 2), [], ...cells.slice(2)]);
	const records = () => sheet.records().filter(({ shop }) => shop !== undefined);
	const outcomes = () => records().map(({ pushOutcome = '' }) => pushOutcome);
	const wanted = (outcome: string) =>
		rows.map(({ campaign }) => (campaign === BAD ? outcome : 'accepted'));
	const workflow = await stage.load(file);

	production.set({ rejectRows: REFUSED });
	await stage.run(workflow);
	production.set({ rejectRows: null });
	assert.deepEqual(outcomes(), wanted('rejected'));
	const refused = records().find(({ campaign }) => campaign === BAD);
	assert.match(`${refused?.pushStatus} ${refused?.pushMessage}`, /^400 400 Bad Request/);
	assertSame(held(stage), rows.filter(({ campaign }) => campaign !== BAD).map(adRow));
	const cellsOf = (record: Record<string, Cell>) => header.map((name) => record[name]);
	assert.deepEqual(records().map(cellsOf), cells);
	// Its own columns are A to I.
	for (const write of sheet.writes) assert.match(write, /^(PUT .*!1:1|POST .*![JKL]\d+)$/);

	await stage.run(workflow);
	assertSame(held(stage), rows.map(adRow));
	assert.deepEqual(outcomes(), wanted('accepted'));
	assert.ok(records().every(({ pushMessage }) => pushMessage === undefined));

	// Google cannot be reached: the row is there, and its outcome is not.
	sheet.rows[1]![header.indexOf('clicks')] = 83;
	sheet.refuses = 'accepted';
	assert.match(await stage.fails(workflow), /^Write the outcome/);
	sheet.refuses = undefined;
	assertSame(held(stage), [{ ...rows[0], clicks: 83 }, ...rows.slice(1)].map(adRow));
	await stage.run(workflow);
	assert.deepEqual(outcomes(), wanted('accepted'));
}

export async function ordersByDay(stage: ExampleStage, file: string): Promise<void> {
	const { production, sheet } = stage;
	const day = (days: number, changes = {}) => ({
		date: daysAgo(days),
		orders: 2,
		pieces: 3,
		revenue: 24.95,
		...changes,
	});
	const workflow = await stage.load(file);
	await stage.run(workflow);
	const week = [7, 6, 5, 4, 3, 2, 1].map((days) => day(days));
	assert.deepEqual(sheet.records(), week);

	// As it would be some days later: old days stay, late orders and new days come in.
	const older = day(30, { orders: 1 });
	const [header = [], ...rows] = sheet.rows;
	sheet.fill([header, Object.values(older), ...rows.slice(0, 5)]);
	production.database
		.prepare("INSERT INTO all_orders VALUES (?, 'late', ?, 'Ada', 'Cup', 1, 10, 'EUR')")
		.run(SHOP, daysAgo(4));
	const changed = day(4, { orders: 3, pieces: 4, revenue: 34.95 });
	for (let run = 0; run < 2; run++) {
		await stage.run(workflow);
		assert.deepEqual(sheet.records(), [older, ...week.with(3, changed)]);
	}
}
