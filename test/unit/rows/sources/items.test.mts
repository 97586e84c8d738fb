import { type Fields, read, sent } from '../../../kit/pushRows.mts';

const AUTO = { dataMode: 'autoMapInputData' };
const JSON_MODE = { dataMode: 'json' };
const given = (items: unknown[], fields: Fields | Fields[]) => read(items, fields).rows.map(sent);
const NO_SHOP = { shop: 5 };

describe('any mode', () => {
	it('gives each row its place and its shop, as often as asked', () => {
		const { source, rows } = read(
			[{}, {}, {}],
			['[{"n":1},{"n":2}]', '{"n":3}', [{ n: 4 }, { n: 5 }]].map((rowsJson, item) => ({
				...JSON_MODE,
				shop: item === 1 ? 'https://b.example/' : 'a.example',
				rowsJson,
			})),
		);
		expect(rows).toEqual([
			{ item: 0, ordinal: 0, shop: 'a.example', json: '{"n":1}', bytes: 7 },
			{ item: 0, ordinal: 1, shop: 'a.example', json: '{"n":2}', bytes: 7 },
			{ item: 1, ordinal: 0, shop: 'b.example', json: '{"n":3}', bytes: 7 },
			{ item: 2, ordinal: 0, shop: 'a.example', json: '{"n":4}', bytes: 7 },
			{ item: 2, ordinal: 1, shop: 'a.example', json: '{"n":5}', bytes: 7 },
		]);
		expect([...(source.rows() as Iterable<unknown>)].flat()).toEqual(rows);
		expect(source.placeOf(rows[4]!)).toBe('row 2 of item 3');
	});

	it.each([
		['autoMapInputData', 'row 2', true],
		['defineBelow', 'row 2', false],
		['json', 'row 1 of item 2', false],
	])('says where a row stands, and whether it is its item: %s', (dataMode, place, isInput) => {
		const fields = { assignments: [{ name: 'a', value: 1, type: 'number' }] };
		const { source, rows } = read([{ a: 1 }, { a: 2 }], { dataMode, fields, rowsJson: { a: 1 } });
		expect(rows).toHaveLength(2);
		expect([source.placeOf(rows[1]!), source.isInput]).toEqual([place, isInput]);
		expect(source.columns).toHaveLength(1);
	});

	it.each([
		[AUTO, { a: 1 }],
		[JSON_MODE, { a: 1 }],
		[{ dataMode: 'defineBelow' }, { a: 1 }],
	])('gives an item that cannot be read a row that says why: %j', (mode, item) => {
		const fields = { assignments: [{ name: 'b', value: 'x' }] };
		const { rows } = read(
			[item, item, item],
			[{}, NO_SHOP, {}].map((more) => ({ ...mode, fields, rowsJson: '{"b":"x"}', ...more })),
		);
		const problems = rows.map(({ problem }) => problem?.message);
		expect(problems).toEqual([undefined, '"Shop" is not a text', undefined]);
		expect(rows[1]).toMatchObject({ item: 1, ordinal: 0, shop: '', json: '{"a":1}' });
	});

	it('counts rows without a value, and refuses items that have none at all', () => {
		const { source, rows } = read([{ a: '' }, { a: 1 }, {}], AUTO);
		expect([source.skipped(), rows.map(({ item }) => item)]).toEqual([2, [1]]);
		const remedy =
			'Put a node that gives rows before this one, choose another Data Mode, or correct "Fields to Ignore".';
		const message = 'No row has a value to send: all of them are empty';
		expect(() => read([{ a: '' }, {}], AUTO)).toThrow(expect.objectContaining({ message, remedy }));
		// A row that cannot be sent says more.
		expect(given([{ a: '' }, { a: NaN }], AUTO)).toHaveLength(1);
		expect(read([], AUTO).rows).toEqual([]);
	});
});

describe('auto-map', () => {
	it('sends the item without the fields to ignore, its values as the types that are named', () => {
		const fields = {
			...AUTO,
			numberColumns: 'Spend, clicks',
			numberFormat: 'pointComma',
			fieldsToIgnore: ' note,',
			options: { booleanColumns: ' active', emptyValues: '-' },
		};
		const item = { name: '1', note: 'x', spend: '1.012,50', clicks: '-', active: 'YES', id: '' };
		expect(given([item], fields)).toEqual([{ json: '{"name":"1","spend":1012.50,"active":true}' }]);
	});

	it('does not send a row to another shop than it names', () => {
		expect(given([{ Shop: 'b.example' }, { Shop: 'a.example' }], AUTO)).toEqual([
			{
				problem: '"Shop" is b.example, but the row would go to a.example',
				remedy:
					'Set "Shop" to the expression {{ $json.Shop }}; to send the rows to one shop all the same, add the column to "Fields to Ignore".',
			},
			{ json: '{"Shop":"a.example"}' },
		]);
		expect(given([{ 'Shop Domain': 'b.example' }], AUTO)).toMatchObject([
			{ remedy: expect.stringContaining('{{ $json["Shop Domain"] }}') as string },
		]);
		expect(given([{ Shop: 'b.example', a: 1 }], { ...AUTO, fieldsToIgnore: 'shop' })).toEqual([
			{ json: '{"a":1}' },
		]);
	});
});

it('Define Below reads numbers in the format of the form, and each item for itself', () => {
	const fields = (value: unknown) => ({
		dataMode: 'defineBelow',
		numberFormat: 'decimalComma',
		fields: { assignments: [{ name: 'a', value, type: 'number' }] },
	});
	expect(given([{}, {}, {}], [fields('1,50'), fields(null), fields('1.50')])).toMatchObject([
		{ json: '{"a":1.50}' },
		{ json: '{"a":null}' },
		{ problem: '"a" holds "1.50", which is not a number' },
	]);
	const assignments = [
		{ name: 'shop', value: 'b.example' },
		{ name: 'a', value: '1' },
	];
	const { rows } = read([{ n: 1 }], { dataMode: 'defineBelow', fields: { assignments } });
	expect(rows[0]!.json).toBe('{"shop":"b.example","a":"1"}');
	expect(rows.map(sent)).toEqual([
		{
			problem: '"shop" is b.example, but the row would go to a.example',
			remedy: 'Name that shop in "Shop" by an expression, or remove the field "shop".',
		},
	]);
});
