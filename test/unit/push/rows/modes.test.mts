import { type Fields, jsonOf, read, sent } from '../../../kit/pushRows.mts';

const AUTO = { dataMode: 'autoMapInputData' };
const DEFINE = { dataMode: 'defineBelow' };
const JSON_MODE = { dataMode: 'json' };
const problem = (items: unknown[], fields: Fields) => {
	const { failures, records } = read(items, fields);
	expect(records).toEqual([]);
	expect(failures).toHaveLength(1);
	return failures[0]!;
};
const texts = (items: unknown[], fields: Fields | Fields[]) =>
	read(items, fields).records.map(jsonOf);

describe('auto-map', () => {
	it('sends the item without the fields to ignore, which may differ', () => {
		const item = { a: 1, b: 2, c: 3 };
		const ignore = ['', ' a ,b,', 'c', 'c'].map((fieldsToIgnore) => ({ ...AUTO, fieldsToIgnore }));
		expect(texts([item, item, item, item], ignore)).toEqual([
			'{"a":1,"b":2,"c":3}',
			'{"c":3}',
			'{"a":1,"b":2}',
			'{"a":1,"b":2}',
		]);
	});

	it.each([undefined, null, 5, ['a'], {}])('refuses %p as names, by name', (fieldsToIgnore) => {
		expect(problem([{ a: 1 }], { ...AUTO, fieldsToIgnore })).toMatchObject({
			message: '"Fields to Ignore" is not a text',
			remedy: 'Give the names of the fields, separated by commas.',
		});
	});

	it.each([[{}], [new Date()], [[1]]])('says what to do about an item without fields', (item) => {
		expect(problem([item], AUTO)).toMatchObject({
			message: '"Data Mode" is Map Automatically, but the input item has no fields to send',
			remedy: 'Put a node that gives rows before this one, or choose another Data Mode.',
		});
	});

	it('names Fields to Ignore where it leaves nothing', () => {
		expect(problem([{ a: 1, b: 2 }], { ...AUTO, fieldsToIgnore: 'a,b' }).message).toBe(
			'"Fields to Ignore" names every field of the input item, so nothing is left to send',
		);
	});

	it('gives columns their type, for people too', () => {
		const types = { numberColumns: 'spend, clicks', options: { booleanColumns: ' active' } };
		const item = { name: '1', spend: '12.50', clicks: '', active: 'YES', id: '' };
		const [record] = read([item], { ...AUTO, fieldsToIgnore: 'name', ...types }).records;
		expect(jsonOf(record!)).toBe('{"spend":12.50,"active":true}');
		expect(record!.row()).toEqual({ spend: 12.5, active: true });
	});

	it('rejects the row whose value is not of the type of its column, and shows it as it came', () => {
		const items = [{ spend: '1' }, { spend: '12,50' }];
		const { records, failures } = read(items, { ...AUTO, numberColumns: 'spend' });
		expect(failures).toEqual([]);
		expect(records.map(sent)).toMatchObject([
			{ json: '{"spend":1}' },
			{ problem: '"spend" holds "12,50", which is not a number' },
		]);
		expect(records[1]!.row()).toEqual({ spend: '12,50' });
	});

	const EMPTY = [{ a: '', b: null, c: 'x', d: ' ' }, { a: '' }];

	it('leaves empty cells out, and sends no empty row', () => {
		expect(read(EMPTY, AUTO).records.map(sent)).toMatchObject([
			{ json: '{"c":"x","d":" "}' },
			{ problem: '"Data Mode" gives a row that holds no value' },
		]);
	});

	it('sends empty cells where it is told to', () => {
		const options = { includeEmptyCells: true };
		expect(texts(EMPTY, { ...AUTO, options })).toEqual([
			'{"a":"","b":null,"c":"x","d":" "}',
			'{"a":""}',
		]);
		const typed = { ...AUTO, numberColumns: 'a', options };
		expect(texts(EMPTY, typed)).toEqual(['{"a":null,"b":null,"c":"x","d":" "}', '{"a":null}']);
	});

	it('says what JSON would change of a typed row, as of any other', () => {
		const given = { ...AUTO, numberColumns: 'a,b' };
		const [record] = read([{ a: '1.0', b: NaN }], given).records;
		expect(sent(record!)).toMatchObject({ problem: '"b" is NaN, which JSON does not have' });
		expect(record!.row()).toEqual({ a: '1.0', b: 'NaN' });
	});

	it('gives a row that cannot be sent its own problem', () => {
		const { records, failures } = read([{ a: 1 }, { a: NaN }, { a: undefined }], AUTO);
		expect(failures).toEqual([]);
		expect(records.map(sent)).toMatchObject([
			{ json: '{"a":1}' },
			{ problem: '"a" is NaN, which JSON does not have' },
			{ problem: '"Data Mode" gives a row that holds no value' },
		]);
	});
});

describe('Define Below', () => {
	const fields = (...values: unknown[][]) => ({
		...DEFINE,
		fields: { assignments: values.map(([name, value, type]) => ({ name, value, type })) },
	});

	it('sends the fields, with names trimmed and values of any type', () => {
		const row = fields([' a ', 'x'], ['b', null], [7, 1.5, 'number'], ['__proto__', 'p']);
		expect(texts([{}], row)).toEqual(['{"7":1.5,"a":"x","b":null,"__proto__":"p"}']);
	});

	it.each<[object | null, string, string]>([
		[{}, '"Fields" is empty', 'Add at least one field.'],
		[{ assignments: [] }, '"Fields" is empty', 'Add at least one field.'],
		[{ assignments: 'a' }, '"Fields" is empty', 'Add at least one field.'],
		[null, '"Fields" is empty', 'Add at least one field.'],
	])('refuses %j', (given, message, remedy) => {
		expect(problem([{}], { ...DEFINE, fields: given })).toMatchObject({ message, remedy });
	});

	it('refuses names that are missing or double, and values that are nothing', () => {
		expect(problem([{}], fields(['a', 1], [' ', 2])).message).toBe(
			'"Fields" has no name in field 1',
		);
		expect(problem([{}], fields([undefined, 1])).message).toBe('"Fields" has no name in field 0');
		expect(problem([{}], fields(['a', 1], ['a ', 2])).message).toBe(
			'"Fields" has two fields named "a"',
		);
		expect(problem([{}], fields(['a', 1], ['b', undefined]))).toMatchObject({
			message: '"Fields" has no value for "b": its expression gives nothing',
			remedy: 'Correct the expression, or let it give null where there is no value.',
		});
	});

	it('sends as text what is of the type of text, or of none', () => {
		const values = ['12.50', 12.5, true, null];
		for (const type of ['string', undefined]) {
			const row = fields(...values.map((value, n) => [`v${n}`, value, type]));
			expect(texts([{}], row)).toEqual(['{"v0":"12.50","v1":"12.5","v2":"true","v3":null}']);
		}
	});

	it('reads numbers with the decimal separator of the options', () => {
		const options = { decimalSeparator: ',' };
		const row = { ...fields(['a', '1,50', 'number'], ['b', 2.5, 'number']), options };
		expect(texts([{}], row)).toEqual(['{"a":1.50,"b":2.5}']);
		expect(problem([{}], { ...fields(['a', '1.50', 'number']), options }).message).toBe(
			'"a" holds "1.50", which is not a number',
		);
	});

	it('sends each value as its type, which may be of another name in another item', () => {
		const given = [
			fields([' a', '12.50', 'number'], ['b', 'No', 'boolean'], ['c', '7']),
			fields(['a', '7'], ['b', '[1, 2]', 'array'], ['c', '12.50', 'number']),
			fields(['a', null, 'number'], ['b', { n: 1 }, 'object'], ['c', 1, 'boolean']),
		];
		expect(texts([{}, {}, {}], given)).toEqual([
			'{"a":12.50,"b":false,"c":"7"}',
			'{"a":"7","b":[1, 2],"c":12.50}',
			'{"a":null,"b":{"n":1},"c":true}',
		]);
	});

	it.each([
		['abc', 'number', '"a" holds "abc", which is not a number'],
		['', 'number', '"a" holds "", which is not a number'],
		['maybe', 'boolean', '"a" holds "maybe", which is neither true nor false'],
		['{a:1}', 'object', '"a" holds "{a:1}", which is not a JSON object'],
		['[1]', 'object', '"a" holds "[1]", which is not a JSON object'],
		[[1], 'object', '"a" holds a list, which is not a JSON object'],
		['{"a":1}', 'array', '"a" holds "{"a":1}", which is not a JSON list'],
		[{ a: 1 }, 'array', '"a" holds an object, which is not a JSON list'],
		[[1], 'string', '"a" holds a list, which is not a text'],
		[{ a: 1 }, undefined, '"a" holds an object, which is not a text'],
		['a', 'toString', '"Fields" has an unknown type for "a"'],
		['a', null, '"Fields" has an unknown type for "a"'],
	])('refuses %j as %s before anything is sent', (value, type, message) => {
		expect(problem([{}], fields(['ok', 'x'], [' a ', value, type])).message).toBe(message);
	});

	it('gives a row that cannot be sent its own problem', () => {
		const { records } = read([{}], fields(['a', [5n], 'array']));
		expect(records.map(sent)).toMatchObject([
			{ problem: '"a[0]" is of the type bigint, which JSON does not have' },
		]);
	});
});

describe('JSON', () => {
	const json = (rowsJson: unknown) => ({ ...JSON_MODE, rowsJson });

	it('sends a text as it was written, digit by digit', () => {
		const rows = ['{ "id": 12345678901234567890 }', '{"n":1e400,"n":1.50}'];
		expect(texts([{}, {}], json(` [ ${rows.join(' ,\n')} ] `))).toEqual([...rows, ...rows]);
		expect(texts([{}, {}], [json(` ${rows[0]} `), json(rows[1])])).toEqual(rows);
	});

	it('sends half of a character escaped, since bytes cannot hold it', () => {
		expect(texts([{}], json('{"a":"x\ud83d","b":"😀"}'))).toEqual(['{"a":"x\\ud83d","b":"😀"}']);
	});

	it('sends what an expression gives', () => {
		expect(texts([{}, {}], [json({ n: 1 }), json([{ n: 2 }, { n: 3 }])])).toEqual([
			'{"n":1}',
			'{"n":2}',
			'{"n":3}',
		]);
		expect(texts([{}, {}], [json([]), json('[]')])).toEqual([]);
	});

	it.each<[unknown, string]>([
		[' ', '"Rows" is empty'],
		['[{"n":', '"Rows" is not valid JSON: Unexpected end of JSON input'],
		['null', '"Rows" holds something other than an object'],
		['[{"n":1},[1]]', '"Rows" holds something other than an object in entry 1'],
		[undefined, '"Rows" holds something other than an object'],
		[[new Map([['a', 1]])], '"Rows" holds something other than an object in entry 0'],
		[new Date(), '"Rows" holds something other than an object'],
		['{}', '"Rows" holds an empty object'],
		[[{ n: 1 }, {}], '"Rows" holds an empty object in entry 1'],
	])('refuses %p', (rowsJson, message) => {
		expect(problem([{}], json(rowsJson)).message).toBe(message);
	});

	it('checks a text again after another one', () => {
		const { failures, records } = read([{}, {}, {}], ['{"n":1}', '{', '{"n":1}'].map(json));
		expect(failures.map(({ item }) => item)).toEqual([1]);
		expect(records.map(({ item }) => item)).toEqual([0, 2]);
	});

	it('gives a row that cannot be sent its own problem', () => {
		const { records } = read([{}], json([{ n: 1 }, { n: Infinity }, { n: 3 }]));
		expect(records.map(sent)).toMatchObject([
			{ json: '{"n":1}' },
			{ problem: '"n" is Infinity, which JSON does not have' },
			{ json: '{"n":3}' },
		]);
	});
});
