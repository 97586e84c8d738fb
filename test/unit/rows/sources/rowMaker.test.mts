import { CsvReader } from '../../../../nodes/MerchantData/rows/files/csv.ts';
import { JsonReader } from '../../../../nodes/MerchantData/rows/files/json.ts';
import type { GivenFile } from '../../../../nodes/MerchantData/rows/sources/givenFile.ts';
import { Learned } from '../../../../nodes/MerchantData/rows/sources/learned.ts';
import { RowMaker } from '../../../../nodes/MerchantData/rows/sources/rowMaker.ts';
import { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { executionOf } from '../../../kit/pushRows.mts';
import { entry } from '../settings.mts';
import { givenFile, told } from './reading.mts';

type Settings = Parameters<typeof givenFile>[1];

/** Makes rows of a CSV file, or of a JSON file if it begins with a bracket. */
function make(text: string, settings: Settings = {}, more: Partial<GivenFile> = {}) {
	const given = givenFile({ content: '' }, settings, more);
	const learned = new Learned(given.settings.columns);
	const maker = new RowMaker(given, learned);
	const isJson = text.startsWith('[');
	const reader = isJson ? new JsonReader(1) : new CsvReader(1, ',', given.settings.hasShortLines);
	reader.add({ text, isLast: true });
	const rows = [...maker.rowsOf(reader)];
	const { refusal } = maker;
	return {
		maker,
		reader,
		learned,
		rows,
		told: rows.map(told),
		leftOut: learned.leftOut.sentences(),
		refusal: refusal && { message: refusal.message, remedy: refusal.remedy },
	};
}

describe('a record of a CSV file', () => {
	const columns = {
		entries: [
			entry('N', { path: ['m', 'n'], type: 'number' }),
			entry('b', { type: 'boolean' }),
			entry('x', { isLeftOut: true }),
		],
		emptyValues: new Set(['-', 'n/a']),
	};

	it.each([
		['1.50,YES,x,1', '{"m":{"n":1.50},"b":true,"t":"x"}'],
		[' 1.50 ,0, x ,', '{"m":{"n":1.50},"b":false,"t":" x "}'],
		['+5,,,', '{"m":{"n":5}}'],
		['-, N/A ,a "b" \\,', '{"t":"a \\"b\\" \\\\"}'],
		[',1,é–😀,', '{"b":true,"t":"é–😀"}'],
		['12345678901234567890,,"x\ny",', '{"m":{"n":12345678901234567890},"t":"x\\ny"}'],
		['1, ,\u00a0,, ', '{"m":{"n":1}}'],
	])('%j is sent as %s', (line, json) => {
		expect(make(`n, b ,t,x\n${line}\n`, { columns }).told).toEqual([[0, 2, json]]);
	});

	it('gets what is added, and its place', () => {
		const added = [{ path: ['currency'], json: '"EUR"' }];
		const [row] = make('a\n1\n', {}, { item: 3, shop: 'b.example', added }).rows;
		expect(row).toEqual({
			item: 3,
			ordinal: 0,
			shop: 'b.example',
			line: 2,
			json: '{"a":"1","currency":"EUR"}',
			bytes: 26,
		});
	});
});

describe('rows that are left out', () => {
	it('keep their places, and are told with their first values', () => {
		const emptyValues = new Set(['-']);
		const columns = { entries: [entry('b', { isLeftOut: true })], emptyValues };
		const { told: rows, leftOut } = make('\na,b\n1,\n\n , \n-,2\n"",\n3,x\n', { columns });
		expect(rows).toEqual([
			[0, 3, '{"a":"1"}'],
			[4, 8, '{"a":"3"}'],
		]);
		expect(leftOut).toEqual(['3 rows without any value, left out: line 5, line 6 "-", line 7']);
	});

	it('are those that a rule names, before their cells are counted', () => {
		const skipRules = [{ column: '', text: 'Total' }, { column: 'b' }];
		const text = 'a,b,c\n1,2,3\nTotal\n4,,5\n6,7\n8,9,1,x\n';
		const { told: rows, leftOut } = make(text, { columns: { skipRules } }, { place: 'item 2, ' });
		expect(rows).toEqual([
			[0, 2, '{"a":"1","b":"2","c":"3"}'],
			[3, 5, '{"a":"6","b":"7"}', expect.stringContaining('line 5 has 2 cells') as string],
			[
				4,
				6,
				'{"a":"8","b":"9","c":"1"}',
				expect.stringContaining('holds a value in column 4') as string,
			],
		]);
		expect(leftOut).toEqual([
			'1 row whose first column begins with "Total", left out: item 2, line 3 "Total"',
			'1 row whose "b" is empty, left out: item 2, line 4 "4"',
		]);
	});

	it('include short lines by a rule for a cell that they lack if that counts as empty', () => {
		const columns = { skipRules: [{ column: 'c' }] };
		const text = 'a,b,c\n1,2\n3,4,5\n';
		expect(make(text, { columns }).told).toEqual([
			[0, 2, '{"a":"1","b":"2"}', expect.stringContaining('line 2 has 2 cells') as string],
			[1, 3, '{"a":"3","b":"4","c":"5"}'],
		]);
		expect(make(text, { columns, hasShortLines: true }).told).toEqual([
			[1, 3, '{"a":"3","b":"4","c":"5"}'],
		]);
	});

	it('do not include wrong lines, even if these have no value', () => {
		expect(make('a,b,c\n,\n').told).toEqual([
			[0, 2, '{"a":"","b":""}', expect.stringContaining('line 2 has 2 cells') as string],
		]);
		expect(make('a,b,c\n,\n', { hasShortLines: true }).told).toEqual([]);
	});
});

describe('rows that name their shops', () => {
	const columns = { shopColumn: 'shop' };

	it('go there, or are refused', () => {
		const text = 'a,Shop\n1, https://b.example/ \n2,\n3,x\n,c.example\n4,c.example\n';
		const { rows, leftOut } = make(text, { columns }, { shop: '' });
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 2, '{"a":"1"}'],
			['', 1, 3, '{"a":"2"}', '"shop" is empty'],
			['', 2, 4, '{"a":"3"}', '"shop" is not a plain shop domain: "x"'],
			['c.example', 4, 6, '{"a":"4"}'],
		]);
		expect(leftOut).toEqual(['1 row without any value, left out: line 5 "c.example"']);
		// A line that is wrong may lack its shop for that reason.
		expect(make('a,Shop\n1\n', { columns }).told).toEqual([
			[0, 2, '{"a":"1"}', expect.stringContaining('line 2 has 1 cell') as string],
		]);
	});

	it('are sent with the column if "Columns" names it', () => {
		const entries = [entry('shop')];
		const { rows } = make('a,Shop\n1,b.example\n', { columns: { ...columns, entries } });
		expect(rows.map((row) => [row.shop, row.json])).toEqual([
			['b.example', '{"a":"1","Shop":"b.example"}'],
		]);
	});

	it('may have two columns of that name, of which the one that is typed is meant', () => {
		const text = 'shop,Shop\na.example,b.example\na.example,\n';
		const { rows } = make(text, { columns: { shopColumn: 'Shop' } });
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			[
				'b.example',
				0,
				2,
				'{"shop":"a.example"}',
				'"shop" is a.example, but the row would go to b.example',
			],
			['a.example', 1, 3, '{"shop":"a.example"}', '"Shop" is empty'],
		]);
	});

	it('in JSON may lack the column', () => {
		const text = '[{"Shop":"b.example","a":1},{"a":2},{"shop":5,"a":3},{"shop":"c.example"}]';
		const { rows } = make(text, { columns }, { shop: '' });
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 1, '{"a":1}'],
			['', 1, 1, '{"a":2}', '"shop" is empty'],
			['', 2, 1, '{"a":3}', '"shop" is not a text'],
		]);
	});

	it('are told how to get there if they would go to another one', () => {
		const [row] = make('a,shop\n1,b.example\n').rows;
		expect(row!.problem).toMatchObject({
			message: '"shop" is b.example, but the row would go to a.example',
			remedy:
				'Name "shop" in "Shop Column". To send the rows to a.example all the same, add the column to "Columns" and choose "Leave Out".',
		});
	});
});

describe('the names of the columns', () => {
	const none = (label: string, names: string, is: string, there = 'a, b') => ({
		message: `"${label}" names ${names}: there ${is} of that name`,
		remedy: `Correct or remove it. The columns are: ${there}.`,
	});
	const NO_COLUMN = 'is no column';
	const NO_COLUMNS = 'are no columns';

	it.each<[text: string, columns: NonNullable<Settings>['columns'], refusal: object]>([
		['a,b', { entries: [entry('x')] }, none('Columns', '"x"', NO_COLUMN)],
		[
			'a,b',
			{ entries: [entry('x'), entry('A'), entry('y'.repeat(120))] },
			none('Columns', `"x", "${'y'.repeat(100)}"`, NO_COLUMNS),
		],
		['a,b', { shopColumn: 's', entries: [entry('x')] }, none('Shop Column', '"s"', NO_COLUMN)],
		['a,b', { skipRules: [{ column: 'x' }] }, none('Rows to Skip', '"x"', NO_COLUMN)],
		[
			`a,${'b'.repeat(300)}`,
			{ entries: [entry('x')] },
			none('Columns', '"x"', NO_COLUMN, `a, ${'b'.repeat(297)}`),
		],
		[
			'a,b',
			{ entries: [entry('a', { path: ['b'] })] },
			{
				message: '"Columns" gives the field "b" twice: from the column "a" and from the column "b"',
				remedy: 'Give one of them another field name, or leave it out.',
			},
		],
		[
			'a,b',
			{ entries: [entry('a', { isLeftOut: true })], shopColumn: 'b' },
			{
				message: '"Columns" leaves out all columns of the file, so nothing is left to send',
				remedy: 'Correct "Columns" and "Other Columns".',
			},
		],
	])('%s with %j are refused', (header, columns, refusal) => {
		const text = `${header}\n1,b.example\n,\n"2\n`;
		const { told: rows, ...found } = make(text, { columns });
		expect(found.refusal).toEqual(refusal);
		// Its rows are given all the same, to be counted.
		const { message } = refusal as { message: string };
		expect(rows.at(-1)).toEqual([expect.any(Number), 4, '', message]);
	});

	const values = (value: string) => ({
		message: `"Input Binary Field" holds a CSV file whose first line seems to hold values, such as "${value}", and no names of columns`,
		remedy:
			'Add a line with the names above it. If the names stand in another line, set "From Line" in the options. If it is a name, add it to "Columns".',
	});

	it.each([
		['2026-11-20,Brand,41.20', '2026-11-20'],
		['Brand,41.20', '41.20'],
		['Brand,31.01.2026', '31.01.2026'],
		['Brand,2025,2026', '2025'],
	])('%s are values, and refused', (header, value) => {
		expect(make(`${header}\n`).refusal).toEqual(values(value));
	});

	it('may look like values if the form says of them', () => {
		const text = 'name,2025\nx,1\n';
		expect(make(text, { columns: { entries: [entry('2025 ')] } }).refusal).toBeUndefined();
		const onlyNames = { entries: [entry('name')], sendsOthers: false };
		expect(make(text, { columns: onlyNames }).told).toEqual([[0, 2, '{"name":"x"}']]);
		expect(make(text, { columns: { entries: [entry('name')] } }).refusal).toEqual(values('2025'));
	});

	it('are not looked at in JSON, whose rows have names of their own', () => {
		const columns = { entries: [entry('a', { type: 'text' }), entry('b')] };
		const { told: rows, refusal } = make('[{"2025":1},{"a":2}]', { columns });
		expect(refusal).toBeUndefined();
		expect(rows).toEqual([
			[0, 1, '{"2025":1}'],
			[1, 1, '{"a":"2"}'],
		]);
	});
});

describe('a file that is refused', () => {
	const refusal = new InvalidInput('No good', 'Mend it.');

	it('gives its rows with that reason', () => {
		const { told: rows } = make('a,b\n1,2\n,\n3\n"4"x,\n', {}, { refusal });
		expect(rows).toEqual([
			[0, 2, '{"a":"1","b":"2"}', 'No good'],
			[2, 4, '{"a":"3"}', 'No good'],
			[3, 5, '', 'No good'],
		]);
	});

	it('is so for the first reason', () => {
		expect(make('a,a\n1,2\n', {}, { refusal }).refusal).toMatchObject({ message: 'No good' });
		const columns = { entries: [entry('x')] };
		expect(make('a,b\n"', { columns }).refusal!.message).toContain('"Columns" names "x"');
	});
});

describe('reading', () => {
	it('notes how far it has come, and how many rows it has given', () => {
		const { maker, rows } = make('\na\n1\n\n2\n\n');
		expect(maker).toMatchObject({ line: 6, given: 2, isOver: false });
		expect(rows).toHaveLength(2);
	});

	it('has not begun before the first record', () => {
		const maker = new RowMaker(givenFile({ content: '' }));
		expect(maker).toMatchObject({ line: 0, given: 0, isOver: false });
		const problem = new InvalidInput('It is gone');
		const row = maker.unread(problem);
		expect([told(row), row.shop, row.item]).toEqual([
			[0, undefined, '', 'It is gone'],
			'a.example',
			0,
		]);
	});

	it('is over behind a record that is the end, and what is unread stands behind it', () => {
		const { maker, reader, told: rows } = make('a\n1\n"2\n');
		expect(rows).toEqual([
			[0, 2, '{"a":"1"}'],
			[1, 3, '', expect.stringContaining('a quote that is never closed') as string],
		]);
		expect(maker).toMatchObject({ line: 3, given: 2, isOver: true });
		expect([...maker.rowsOf(reader)]).toEqual([]);
		expect(maker.unread(new InvalidInput('It is gone')).ordinal).toBe(2);
	});

	it('is over behind names that are refused', () => {
		const { maker, told: rows, refusal } = make('a,a\n1,2\n');
		expect(rows).toEqual([]);
		expect(refusal!.message).toContain('two columns named "a"');
		expect(maker).toMatchObject({ given: 0, isOver: true });
	});

	it('needs nothing that learns', () => {
		const maker = new RowMaker(
			givenFile({ content: '' }, { columns: { skipRules: [{ column: '' }] } }),
		);
		const reader = new CsvReader(1, ',', false);
		reader.add({ text: 'a,b\n,1\nTotal,2\n', isLast: true });
		expect([...maker.rowsOf(reader)].map(told)).toEqual([[1, 3, '{"a":"Total","b":"2"}']]);
	});
});

it('rows that look like totals are told of a table', () => {
	const hintsOf = (text: string) =>
		make(text, {}, { place: 'item 2, ' }).learned.sentences(executionOf([{}]));
	expect(hintsOf('a\nx\nTotal\n')).toEqual([
		expect.stringMatching(/^1 row looks like a total \(item 2, line 3 "Total"\)\./),
	]);
	expect(hintsOf('[{"a":"Total"}]')).toEqual([]);
});

it('in JSON, what a row says is sent, an empty text as well', () => {
	const entries = [entry('N', { type: 'number' }), entry('x', { isLeftOut: true })];
	const text =
		'[{ "a" : 1.5, "b":"", "c":null },\n{},{"n":"1.50","x":1},{"n":"-"},{"n":""},7,{"n":"x"}]';
	const columns = { entries, emptyValues: new Set(['-']) };
	expect(make(text, { columns }).told).toEqual([
		[0, 1, '{"a":1.5,"b":"","c":null}'],
		[2, 2, '{"n":1.50}'],
		[4, 2, '{"n":null}'],
		[5, 2, '', expect.stringContaining('line 2 holds something other than an object') as string],
		[6, 2, '{"n":"x"}', expect.stringContaining('"n" holds "x"') as string],
	]);
});
