import type { IDataObject } from 'n8n-workflow';
import { stored } from '../../kit/binaryData.mts';
import { assignments, columns, sentAs, skipRows } from '../../kit/columns.mts';
import { hintsOf } from '../../kit/operations.mts';
import {
	changed,
	FIRST,
	IN_TURN,
	numbers,
	push,
	pushFiles,
	rows,
	sentRows,
	storedNumbers,
	storedRows,
} from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** What holds for the rows of a table, whether they are items or a file. */

const stage = sharedStage();

/** The same table as items, and as a CSV file. */
const SOURCES = ['items', 'a file'] as const;
async function run(
	source: (typeof SOURCES)[number],
	table: IDataObject[],
	options: IDataObject = {},
	parameters: IDataObject = {},
) {
	if (source === 'items')
		return await stage.run({ parameters: push(options, parameters), items: table });
	const lines = [Object.keys(table[0]!), ...table.map((row) => Object.values(row))];
	const file = { data: await stored(lines.map((cells) => cells.join(',')).join('\n')) };
	return await stage.run({ parameters: pushFiles(options, parameters), files: [file] });
}

describe.each(SOURCES)('%s', (source) => {
	const SPEND = ['1.234', '12.500', ''].map((spend, n) => ({
		...{ n, spend, day: `3${n}.01.2026`, clicks: `${n}` },
	}));

	it('are shown by a preview, with what looks like a mistake, and nothing is sent', async () => {
		const named = columns(['n', 'id', 'text'], ['Spend', 'metrics.spend', 'number']);
		const result = await run(source, SPEND.slice(0, 2), {}, { columns: named, preview: true });
		expect(stage.sandbox.log).toEqual([]);
		const firstRow = { id: '0', metrics: { spend: 1.234 }, day: '30.01.2026', clicks: '0' };
		expect(result.success.map(({ json }) => json)).toEqual([
			{ preview: true, shop: FIRST, rows: 2, bytes: expect.any(Number), firstRow },
		]);
		const hints = hintsOf(result);
		for (const text of [
			/^Nothing was sent: "Preview" is on$/m,
			/ spend .* thousands, such as 1\.234.*"Number Format"/,
			/look like numbers: clicks\b/,
			/look like days, such as 30\.01\.2026: day\b/,
			/own names: day, clicks\./,
		])
			expect(hints).toMatch(text);
	});

	it('may be more at a retry, which sends those that are missing', async () => {
		stage.sandbox.fail('ads', 'ok', 400);
		const parameters = { columns: sentAs('number', 'n') };
		const options = { rowsAtMost: 2, batchSize: 1, ...IN_TURN };
		const failed = await run(source, rows(6), options, parameters);
		expect(failed.thrown?.message).toContain('Of 2 rows: 1 accepted, 1 rejected.');
		const { thrown } = await stage.engine.retry(
			changed(failed, { options: { ...options, rowsAtMost: 4 } }),
		);
		expect(thrown).toBeUndefined();
		expect(storedNumbers(stage)).toEqual(numbers(0, 4));
	});

	it('keep what was sent when the mapping is corrected; a retry sends the rest by the new one', async () => {
		const table = numbers(0, 7).map((n) => ({
			name: n === 4 ? 'Total' : `Ad ${n}`,
			n,
			at: '31/01/2026',
		}));
		stage.sandbox.fail('ads', 'ok', 400);
		const options = { batchSize: 2, ...IN_TURN };
		const failed = await run(source, table, options, {
			columns: columns(['n', '', 'number'], ['name', '', 'leaveOut'], ['at', '', 'leaveOut']),
		});
		expect(failed.thrown?.message).toContain('Of 7 rows: 2 accepted, 2 rejected, 3 not sent.');
		const again = await stage.engine.retry(
			changed(failed, {
				columns: columns(['n', 'ids.n', 'number'], ['at', 'at', 'date']),
				dateFormat: 'daySlashes',
				fieldsToAdd: assignments({ 'ids.of': 'ads' }),
				options: { ...options, skipRows: skipRows({ column: 'name', text: 'total' }) },
			}),
		);
		expect(again.thrown).toBeUndefined();
		const later = [2, 3, 5, 6].map((n) => ({
			...{ name: `Ad ${n}`, ids: { n, of: 'ads' }, at: '2026-01-31' },
		}));
		expect(storedRows(stage)).toEqual([{ n: 0 }, { n: 1 }, ...later]);
		expect(sentRows(stage)).toEqual([2, 2, 2, 2]);
	});
});

it('Define Below sends each field as its type, digits as they are written', async () => {
	const assignments = [
		{ id: '2', name: 'spend', type: 'number', value: '12.50' },
		{ id: '3', name: 'id', type: 'number', value: '={{ $json.id }}' },
		{ id: '5', name: 'tags', type: 'array', value: '[ "a", 1.0 ]' },
		{ id: '6', name: 'more', type: 'object', value: '={{ { n: $json.n } }}' },
		{ id: '7', name: 'none', type: 'number', value: '={{ null }}' },
	];
	const items = [
		{ id: '12345678901234567890', n: 1 },
		{ id: '+.5', n: 2 },
	];
	const parameters = push({}, { dataMode: 'defineBelow', fields: { assignments } });
	await stage.run({ parameters, items });
	const row = (id: string, n: number) =>
		`{"spend":12.50,"id":${id},"tags":["a",1],"more":{"n":${n}},"none":null}`;
	expect(stage.sandbox.requests('ads').map(({ text }) => text)).toEqual([
		`{"shop":"${FIRST}","data":[${row('12345678901234567890', 1)},${row('0.5', 2)}]}`,
	]);
});
