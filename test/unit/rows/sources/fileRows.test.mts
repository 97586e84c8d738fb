import { InspectionBuilder } from '../../../../nodes/MerchantData/rows/source.ts';
import type { Row } from '../../../../nodes/MerchantData/rows/row.ts';
import { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { entry } from '../settings.mts';
import { fileOf, told } from './reading.mts';

type Settings = NonNullable<Parameters<typeof fileOf>[1]>;

/** The rows of a CSV file, or of a JSON file if it begins with a bracket. */
async function make(
	text: string,
	settings: Settings = {},
	more: Parameters<typeof fileOf>[2] = {},
) {
	const format = text.startsWith('[') ? 'json' : 'csv';
	const file = fileOf({ content: text }, { format, delimiter: ',', ...settings }, more);
	const inspection = new InspectionBuilder();
	await file.inspect(inspection);
	const input = inspection.inputs.get(file.item)!;
	const rows: Row[] = [];
	for await (const chunk of file.rows(input)) rows.push(...chunk);
	const { hints } = inspection;
	const refusal = input.refusal && {
		message: input.refusal.message,
		remedy: input.refusal.remedy,
	};
	return { rows, told: rows.map(told), hints, refusal };
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
	])('%j is sent as %s', async (line, json) => {
		expect((await make(`n, b ,t,x\n${line}\n`, { columns })).told).toEqual([[0, 2, json]]);
	});

	it('gets what is added, and its place', async () => {
		const added = [{ path: ['currency'], origin: '', json: '"EUR"' }];
		const { rows } = await make('a\n1\n', {}, { item: 3, shop: 'b.example', added });
		const json = '{"a":"1","currency":"EUR"}';
		expect(rows).toEqual([{ item: 3, ordinal: 0, shop: 'b.example', line: 2, json, bytes: 26 }]);
	});
});

const saying = (text: string) => expect.stringContaining(text) as string;

describe('rows that are left out', () => {
	it('are those that a rule names, before their cells are counted', async () => {
		const skipRules = [{ column: '', text: 'Total' }, { column: 'b' }];
		const text = 'a,b,c\n1,2,3\nTotal\n4,,5\n6,7\n8,9,1,x\n';
		const { told: rows } = await make(text, { columns: { skipRules } });
		expect(rows).toEqual([
			[0, 2, '{"a":"1","b":"2","c":"3"}'],
			[3, 5, '{"a":"6","b":"7"}', saying('line 5 has 2 cells')],
			[4, 6, '{"a":"8","b":"9","c":"1"}', saying('holds a value in column 4')],
		]);
	});

	it('include short lines by a rule for a cell that they lack if that counts as empty', async () => {
		const columns = { skipRules: [{ column: 'c' }] };
		const text = 'a,b,c\n1,2\n3,4,5\n';
		const whole = [1, 3, '{"a":"3","b":"4","c":"5"}'];
		expect((await make(text, { columns })).told).toEqual([
			[0, 2, '{"a":"1","b":"2"}', saying('line 2 has 2 cells')],
			whole,
		]);
		expect((await make(text, { columns, hasShortLines: true })).told).toEqual([whole]);
	});

	it('do not include wrong lines, even if these have no value', async () => {
		expect((await make('a,b,c\n,\n')).told).toEqual([
			[0, 2, '{"a":"","b":""}', saying('line 2 has 2 cells')],
		]);
		expect((await make('a,b,c\n,\n', { hasShortLines: true })).told).toEqual([]);
	});
});

describe('rows that name their shops', () => {
	const columns = { shopColumn: 'shop' };
	const of = async (text: string, more: Settings['columns'] = {}) =>
		(await make(text, { columns: { ...columns, ...more } }, { shop: '' })).rows.map((row) => [
			row.shop,
			...told(row),
		]);

	it('go there, or are refused', async () => {
		const text = 'a,Shop\n1, https://b.example/ \n2,\n3,x\n,c.example\n4\n';
		expect(await of(text)).toEqual([
			['b.example', 0, 2, '{"a":"1"}'],
			['', 1, 3, '{"a":"2"}', '"shop" is empty'],
			['', 2, 4, '{"a":"3"}', '"shop" is not a plain shop domain: "x"'],
			// A line that is wrong may lack its shop for that reason.
			['', 4, 6, '{"a":"4"}', saying('line 6 has 1 cell')],
		]);
	});

	it('may have two columns of that name, of which the one that is typed is meant', async () => {
		const text = 'shop,Shop\na.example,b.example\na.example,\n';
		expect(await of(text, { shopColumn: 'Shop' })).toEqual([
			['b.example', 0, 2, '{"shop":"a.example"}', saying('but the row would go to b.example')],
			['', 1, 3, '{"shop":"a.example"}', '"Shop" is empty'],
		]);
	});

	it('in JSON may lack the column', async () => {
		const text = '[{"Shop":"b.example","a":1},{"a":2},{"shop":5,"a":3},{"shop":"c.example"}]';
		expect(await of(text)).toEqual([
			['b.example', 0, 1, '{"a":1}'],
			['', 1, 1, '{"a":2}', '"shop" is empty'],
			['', 2, 1, '{"a":3}', '"shop" is not a text'],
		]);
	});
});

describe('the names of the columns', () => {
	const none = (names: string, there = 'a, b') => ({
		message: `There ${names}`,
		remedy: `Correct or remove it in the form. The columns are: ${there}.`,
	});

	it.each<[text: string, columns: Settings['columns'], refusal: object]>([
		['a,b', { entries: [entry('x')] }, none('is no column "x" (Columns)')],
		[
			'a,b',
			{ shopColumn: 's', skipRules: [{ column: 'r' }], entries: [entry('x'), entry('A')] },
			none('are no columns "s" (Shop Column), "r" (Rows to Skip), "x" (Columns)'),
		],
		[
			'a,b',
			{ entries: [entry('a', { path: ['b'] })] },
			{
				message: '"Columns" gives the field "b" twice: from the column "a" and from the column "b"',
				remedy: 'Give one of them another field name, or leave it out.',
			},
		],
	])('%s with %j are refused', async (header, columns, refusal) => {
		const text = `${header}\n1,b.example\n,\n"2\n`;
		const { told: rows, ...found } = await make(text, { columns });
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
	])('%s are values, and refused', async (header, value) => {
		expect((await make(`${header}\n`)).refusal).toEqual(values(value));
	});

	it('may look like values if the form says of them', async () => {
		const text = 'name,2025\nx,1\n';
		const of = async (columns: Settings['columns']) => (await make(text, { columns })).refusal;
		expect(await of({ entries: [entry('2025 ')] })).toBeUndefined();
		expect(await of({ entries: [entry('name')], sendsOthers: false })).toBeUndefined();
		expect(await of({ entries: [entry('name')] })).toEqual(values('2025'));
	});

	it('are not looked at in JSON, whose rows have names of their own', async () => {
		const columns = { entries: [entry('a', { type: 'text' }), entry('b')] };
		const { told: rows, refusal } = await make('[{"2025":1},{"a":2}]', { columns });
		expect(refusal).toBeUndefined();
		expect(rows).toEqual([
			[0, 1, '{"2025":1}'],
			[1, 1, '{"a":"2"}'],
		]);
	});
});

describe('a file that is refused', () => {
	const refusal = new InvalidInput('No good', 'Mend it.');

	it('gives its rows, those among them that are wrong in themselves', async () => {
		const { told: rows } = await make('a,b\n1,2\n,\n3\n"4"x,\n', {}, { refusal });
		expect(rows).toEqual([
			[0, 2, '{"a":"1","b":"2"}', 'No good'],
			[2, 4, '{"a":"3"}', saying('line 4 has 1 cell')],
			[3, 5, '', 'No good'],
		]);
	});

	it('is so for the first reason', async () => {
		expect((await make('a,a\n1,2\n', {}, { refusal })).refusal!.message).toBe('No good');
		const columns = { entries: [entry('x')] };
		expect((await make('a,b\n"', { columns })).refusal!.message).toContain('"x" (Columns)');
	});
});

it('in JSON, what a row says is sent, an empty text as well', async () => {
	const entries = [entry('N', { type: 'number' }), entry('x', { isLeftOut: true })];
	const text =
		'[{ "a" : 1.5, "b":"", "c":null },\n{},{"n":"1.50","x":1},{"n":"-"},{"n":""},7,{"n":"x"}]';
	const columns = { entries, emptyValues: new Set(['-']) };
	expect((await make(text, { columns })).told).toEqual([
		[0, 1, '{"a":1.5,"b":"","c":null}'],
		[2, 2, '{"n":1.50}'],
		[4, 2, '{"n":null}'],
		[5, 2, '', saying('line 2 holds something other than an object')],
		[6, 2, '{"n":"x"}', saying('"n" holds "x"')],
	]);
});
