import { placeText } from '../../../nodes/MerchantData/errors/place.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { assignments, skipRows } from '../../kit/columns.mts';
import { read, rowsOf, sent } from '../../kit/pushRows.mts';

const AUTO = { dataMode: 'autoMapInputData' };
const JSON_MODE = { dataMode: 'json' };
const BELOW = { dataMode: 'defineBelow' };

/** What becomes of items. */
const given = async (...all: Parameters<typeof read>) => (await read(...all)).rows.map(sent);

describe('the rows of items', () => {
	it('have their places and their shops, in every reading', async () => {
		const byItem = (item: number) => ({
			shop: item === 1 ? 'https://b.example/' : 'a.example',
			rowsJson: ['[{"n":1},{"n":2}]', '{"n":3}', [], [{ n: 4 }, { n: 5 }]][item],
		});
		const { source, rows, inspection } = await read([{}, {}, {}, {}], JSON_MODE, { byItem });
		const expected = [
			{ item: 0, ordinal: 0, shop: 'a.example', json: '{"n":1}' },
			{ item: 0, ordinal: 1, shop: 'a.example', json: '{"n":2}' },
			{ item: 1, ordinal: 0, shop: 'b.example', json: '{"n":3}' },
			{ item: 3, ordinal: 0, shop: 'a.example', json: '{"n":4}' },
			{ item: 3, ordinal: 1, shop: 'a.example', json: '{"n":5}' },
		];
		expect(rows).toEqual(expected.map((row) => ({ ...row, bytes: 7, digest: '', inShop: 0 })));
		expect(await rowsOf(source, Promise.resolve(inspection))).toEqual(rows);
		// An item of one row needs no entry.
		expect([...inspection.inputs]).toEqual([
			[0, { rows: 2, fingerprint: '2 rows' }],
			[2, { rows: 0, fingerprint: '0 rows' }],
			[3, { rows: 2, fingerprint: '2 rows' }],
		]);
	});

	it.each([
		['autoMapInputData', ['row 1', 'row 2'], true],
		['defineBelow', ['row 1', 'row 2'], false],
		['json', ['row 1 of item 1', 'row 1 of item 2'], false],
	])('have places with names that fit the mode %s', async (dataMode, places, isInput) => {
		const byItem = () => ({ fields: assignments({ a: 1 }), rowsJson: { a: 1 } });
		const { source, rows } = await read([{ a: 1 }, { a: 2 }], { dataMode }, { byItem });
		expect(rows.map((row) => placeText(source.placeOf(row)))).toEqual(places);
		expect([source.isInput, source.mayReorder]).toEqual([isInput, dataMode === 'json']);
	});

	it('have the number that the sheet shows, if n8n gave it', async () => {
		const items = [{ a: 1, row_number: 2 }, { a: 2, row_number: 'x' }, { a: 3 }];
		const { source, rows } = await read(items, AUTO);
		const places = rows.map((row) => placeText(source.placeOf(row)));
		expect(places).toEqual(['row 1 (row_number 2)', 'row 2', 'row 3']);
	});

	it('are refused with their item', async () => {
		const byItem = (item: number) => ({ rowsJson: item === 0 ? '[{"n":1},{"n":2}]' : '{"n":3}' });
		const { source, rows, inspection } = await read([{}, {}], JSON_MODE, { byItem });
		const problem = new InvalidInput('file.noTable', 'It is another one');
		const inputs = new Map([[0, { rows: 2, fingerprint: 'x', refusal: problem }]]);
		const again = await rowsOf(source, Promise.resolve({ ...inspection, inputs }));
		expect(again).toEqual([{ ...rows[0], problem }, { ...rows[1], problem }, rows[2]]);
		// What was read is as it was.
		expect(rows.map((row) => row.problem)).toEqual([undefined, undefined, undefined]);
	});

	it.each([AUTO, JSON_MODE, BELOW])(
		'are one that says why an item is not read: %j',
		async (mode) => {
			const fields = { ...mode, fields: assignments({ b: 'x' }), rowsJson: '{"b":"x"}' };
			const byItem = (item: number) => ({ shop: item === 1 ? 5 : 'a.example' });
			const { rows } = await read([{ a: 1 }, { a: 2 }], fields, { byItem });
			expect(rows.map(sent)).toMatchObject([{}, { problem: '"Shop" is not a text' }]);
			expect(rows[1]).toMatchObject({ item: 1, ordinal: 0, shop: '', json: '{"a":2}' });
		},
	);

	it('are counted, and the first ten that cannot be sent are named', async () => {
		const byItem = (item: number) => ({ shop: item % 12 ? 5 : 'a.example' });
		const items = Array.from({ length: 13 }, (_, n) => ({ n }));
		const { rows, inspection } = await read(items, {}, { byItem });
		const counts = { total: 13, left: 0, refused: 11 };
		expect(inspection).toMatchObject({ ...counts, first: rows.slice(1, 11) });
	});

	it('are all refused if the first row of a sheet does not contain the names', async () => {
		const rows = read([{ Report: 'June' }, { Report: 'Day', __EMPTY: 'Cost' }]);
		await expect(rows).rejects.toMatchObject({ code: 'item.madeUpNames' });
	});

	it('are left out by a field that is missing, unless no row has it', async () => {
		const items = [{ n: 3 }, { Campaign: 'A', n: 1 }, { Campaign: 'B', n: 2 }];
		const skipping = (column: string) =>
			read(items, { options: { skipRows: skipRows({ column }) } });
		const { rows } = await skipping('Campaign');
		expect(rows.map(({ item }) => item)).toEqual([1, 2]);
		const message = 'There is no column "Kampagne" (Rows to Skip)';
		await expect(skipping('Kampagne')).rejects.toMatchObject({ message });
	});

	it('are none without items', async () => {
		expect(await given([])).toEqual([]);
		expect(await given([], { fieldsToAdd: assignments({ '': 1 }) })).toEqual([]);
	});
});

it('an agent gets hints only at rows that are left out', async () => {
	const fields = { ...JSON_MODE, rowsJson: '[{"a":"5"},{},{"b":null}]' };
	const { rows, hints } = await read([{}], fields, { type: 'merchantDataTool' });
	expect(rows.map(({ ordinal, json }) => [ordinal, json])).toEqual([
		[0, '{"a":"5"}'],
		[2, '{"b":null}'],
	]);
	expect(hints).toEqual(['Left out 1 row without any value: row 2']);
});

describe('fields that are added', () => {
	it('are the same for all items', async () => {
		const fieldsToAdd = {
			assignments: [
				{ name: 'm.currency', value: 'EUR' },
				{ name: 'n', value: '1,50', type: 'number' },
				{ name: 'none', value: '', type: 'number' },
			],
		};
		const fields = { fieldsToAdd, numberFormat: 'decimalComma' };
		const [first, second] = await given([{ a: 1 }, { n: 3 }], fields);
		expect(first).toEqual({ json: '{"a":1,"m":{"currency":"EUR"},"n":1.50}' });
		expect(second!.problem).toBe(
			'"Columns" makes the field "n" twice: from the column "n" and from "Fields to Add"',
		);
	});

	it('may depend on the item', async () => {
		const added = [{ n: 1 }, { m: 1 }, { '': 1 }, { b: 'x' }, { n: 1 }];
		const byItem = (item: number) => ({ fieldsToAdd: assignments(added[item]!, 'number') });
		const items = [{ a: 1 }, { a: 2 }, { a: 3 }, { a: 4 }, { a: '' }];
		expect(await given(items, {}, { byItem })).toMatchObject([
			{ json: '{"a":1,"n":1}' },
			{ json: '{"a":2,"m":1}' },
			{ problem: '"Fields to Add" has no name in field 1' },
			{ problem: expect.stringMatching(/^"b" contains "x", which is not a number/) },
		]);
	});
});

it('fields of an item are sent as their types, and an item without fields is refused', async () => {
	const ofItems = [
		[
			{ name: ' m.a ', value: 'x' },
			{ name: 'b', value: ' ' },
			{ name: 'm.n', value: '1,50', type: 'number' },
			{ name: 'empty', value: '', type: 'number' },
		],
		[{ name: 'b', value: '1', type: 'number' }],
		[],
	];
	const byItem = (item: number) => ({ fields: { assignments: ofItems[item] } });
	const fields = { ...BELOW, numberFormat: 'decimalComma' };
	expect(await given([{}, {}, {}], fields, { byItem })).toEqual([
		{ json: '{"m":{"a":"x","n":1.50},"b":" "}' },
		{ json: '{"b":1}' },
		{ problem: '"Fields" is empty', remedy: 'Add at least one field.' },
	]);
});

describe('JSON', () => {
	it('sends rows as they are, but for what an earlier push wrote', async () => {
		const rowsJson = [
			{ ' a ': '', b: null, row_number: 1, pushOutcome: 'x', pushStatus: 1, shop: 'a.example' },
			{ error: { message: 'x', outcome: 'unknown' }, n: 1 },
		];
		expect(await given([{}], { ...JSON_MODE, rowsJson })).toEqual([
			{ json: '{" a ":"","b":null,"row_number":1,"shop":"a.example"}' },
			{ json: '{"n":1}' },
		]);
	});

	const same = (count: number) => ({
		message: `"Rows" is the same for all ${count} input items, so its rows would be sent ${count} times`,
		remedy:
			'To send them once, turn on "Execute Once" in the settings of the node. To send the rows of each item, use an expression such as {{ $json }}.',
	});
	const TWO = '[{"n":1},{"n":2}]';

	it('refuses the same rows for each of several items', async () => {
		const three = read([{}, {}, {}], { ...JSON_MODE, rowsJson: '{"n":1}' });
		await expect(three).rejects.toMatchObject(same(3));
		const two = read([{}, {}], JSON_MODE, { byItem: () => ({ rowsJson: TWO }) });
		await expect(two).rejects.toMatchObject(same(2));
	});

	it.each<[what: string, ...rowsOfItem: string[]]>([
		['one item', TWO],
		['one row each', '{"n":1}', '{"n":1}'],
		['other rows', TWO, '[{"n":1},{"n":3}]'],
		['more rows', TWO, '[{"n":1},{"n":2},{"n":3}]'],
		['fewer rows', TWO, '{"n":1}'],
		['rows that cannot be sent', '[{"n":1},5]', '[{"n":1},5]'],
		['no rows', '[]', '[]'],
	])('takes the rows of expressions: %s', async (_, ...rowsOfItem) => {
		const byItem = (item: number) => ({ rowsJson: rowsOfItem[item] });
		await expect(read(rowsOfItem, JSON_MODE, { byItem })).resolves.toBeDefined();
	});

	it('takes the same rows for several shops', async () => {
		const byItem = (item: number) => ({ shop: ['a.example', 'b.example'][item] });
		expect(await given([{}, {}], { ...JSON_MODE, rowsJson: TWO }, { byItem })).toHaveLength(4);
	});
});
