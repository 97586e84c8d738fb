import fc from 'fast-check';
import { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import { rowOf } from '../../../../nodes/MerchantData/rows/row.ts';
import type { Fields } from '../../../kit/pushRows.mts';
import { read, told } from './reading.mts';

const rowsOf = async (csv: string, fields: Fields = {}) =>
	(await read(csv, { fileFormat: 'csv', ...fields })).rows.map(told);
const TYPED = { numberColumns: 'n', options: { booleanColumns: 'B', emptyValues: '-, n/a' } };

describe('a record of a CSV file', () => {
	it.each<[string, string]>([
		['1.50,YES,x', '{"n":1.50,"b":true,"t":"x"}'],
		[' 1.50 ,0, x ', '{"n":1.50,"b":false,"t":" x "}'],
		['+5,,', '{"n":5}'],
		['-, n/a ,a "b" \\', '{"t":"a \\"b\\" \\\\"}'],
		[',1,é–😀', '{"b":true,"t":"é–😀"}'],
		['12345678901234567890,,"x\ny"', '{"n":12345678901234567890,"t":"x\\ny"}'],
		['1, ,\u00a0,, ', '{"n":1}'],
	])('%j is sent as %s', async (line, json) => {
		expect(await rowsOf(`n, b ,t\n${line}\n`, TYPED)).toEqual([[0, 2, json]]);
	});

	it.each([
		['1.234', '{"t":"1"}', '"n" holds "1.234x"'],
		['x', '', 'holds a line of 1 cells, and the file has 2 columns'],
		['1,2,3', '', 'holds a line of 3 cells, and the file has 2 columns'],
	])('that cannot be sent says why, and the others go: %j', async (line, json, problem) => {
		const bad = json === '' ? line : '1.234x,1';
		const rows = await rowsOf(`n,t\n${bad}\n2,b\n`, { numberColumns: 'n' });
		expect(rows).toEqual([
			[0, 2, json === '' ? '' : '{"n":"1.234x","t":"1"}', expect.stringContaining(problem)],
			[1, 3, '{"n":2,"t":"b"}'],
		]);
	});

	it('without a value is skipped and counted, and keeps its place', async () => {
		const { rows, source } = await read('\na,b\n1,\n\n , \n-,2\n"",\n3,x\n', {
			fieldsToIgnore: 'b',
			options: { emptyValues: '-' },
		});
		expect(rows.map(told)).toEqual([
			[0, 3, '{"a":"1"}'],
			[4, 8, '{"a":"3"}'],
		]);
		expect(source.skipped()).toBe(4);
	});

	it('may hold nothing in a column without a name', async () => {
		expect(await rowsOf('a,,b,\n1,,2,\n3, ,4\n5,x,6,\n')).toEqual([
			[0, 2, '{"a":"1","b":"2"}'],
			[1, 3, expect.any(String), expect.stringContaining('3 cells')],
			[
				2,
				4,
				'{"a":"5","b":"6"}',
				expect.stringContaining('in column 2, which has no name in line 1'),
			],
		]);
	});

	it('is what becomes of the object of its cells', async () => {
		const cell = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'-+0159.,eE '), maxLength: 6 }),
			fc.string({ unit: fc.constantFrom(...'aé–😀"\\\n\t\x01\u00a0 '), maxLength: 5 }),
			fc.constantFrom('', 'true', 'No', '1', '0', '1.234', '12.500', '-'),
		);
		const formats = fc.constantFrom('plain' as const, 'pointComma' as const);
		const rows = fc.array(fc.tuple(cell, cell, cell, cell), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(rows, formats, async (cells, numberFormat) => {
				const names = ['n', 'm', 'b', 't'];
				const quoted = [names, ...cells].map((each) =>
					each.map((text) => `"${text.replaceAll('"', '""')}"`).join(),
				);
				const { rows, source } = await read(quoted.join('\n'), {
					fileFormat: 'csv',
					numberColumns: 'n, m',
					numberFormat,
					options: { booleanColumns: 'b', emptyValues: '-', delimiter: ',' },
				});
				const columns = new Columns({
					numberColumns: new Set(['n', 'm']),
					booleanColumns: new Set(['b']),
					ignored: new Set(),
					emptyValues: new Set(['-']),
					numberFormat,
				});
				columns.isTable = true;
				const expected = cells.flatMap((each, ordinal) => {
					const fields = Object.fromEntries(each.map((text, at) => [names[at]!, text]));
					const place = { item: 0, ordinal, shop: 'a.example' };
					return rowOf(place, fields, columns, String) ?? [];
				});
				const outcome = (list: typeof rows) =>
					list.map(({ json, problem }) => problem?.message ?? json);
				expect(outcome(rows)).toEqual(outcome(expected));
				expect(source.columns![0]!.suspects()).toEqual(columns.suspects());
			}),
			{ numRuns: 300 },
		);
	});
});

describe('a CSV file', () => {
	it.each([
		['a,b,a\n1,2,3\n', {}, 'holds a CSV file with two columns named "a"'],
		['"a"x,b\n1,2\n', { fileFormat: 'csv' }, 'line 1 begins a record in which something'],
		['a,__proto__\n1,2\n', {}, 'holds a CSV file with a column named "__proto__"'],
		['a,b\n', { numberColumns: 'c' }, '"Number Columns" names "c", which is no column'],
		['a;b,c\n1\n', {}, '"Delimiter" is not set'],
	])('%j with %j is refused', async (csv, fields, message) => {
		const { rows, refusal } = await read(csv, fields);
		expect(refusal).toContain(message);
		expect(rows.map(told)).toEqual([[0, undefined, '', refusal]]);
	});

	it('without rows has none', async () => {
		for (const csv of ['', '\n\n', 'id\n', 'a,b'])
			expect(await read(csv, { fileFormat: 'csv' })).toMatchObject({
				rows: [],
				refusal: undefined,
			});
	});

	it('whose form names a column that it has not is refused, with all rows as they were given', async () => {
		const { rows, refusal } = await read('a,b\n1,2\n,\nx\n', { fieldsToIgnore: 'a, c' });
		expect(refusal).toBe('"Fields to Ignore" names "c", which is no column of the file');
		expect(rows.map(told)).toEqual([
			[0, 2, '{"a":"1","b":"2"}', refusal],
			[2, 4, '', refusal],
		]);
	});

	it('is not sent to a shop that a row does not name', async () => {
		const csv = 'a,Shop Domain\n1,b.example\n2,a.example\n3,St. Gallen\n';
		const { rows } = await read(csv);
		expect(rows.map(told)).toEqual([
			[
				0,
				2,
				'{"a":"1","Shop Domain":"b.example"}',
				'"Shop Domain" is b.example, but the row would go to a.example',
			],
			[1, 3, '{"a":"2","Shop Domain":"a.example"}'],
			[2, 4, '{"a":"3","Shop Domain":"St. Gallen"}'],
		]);
		expect(rows[0]!.problem!.remedy).toBe(
			'Name "Shop Domain" in "Shop Column", or add it to "Fields to Ignore" to send the rows to a.example all the same.',
		);
		expect((await rowsOf(csv, { fieldsToIgnore: 'shop domain' }))[0]).toEqual([0, 2, '{"a":"1"}']);
	});

	it('goes to the shops that its rows name', async () => {
		const { rows, file } = await read('a,Shop\n1,b.example\n2,\n3,x\n,c.example\n4,c.example\n', {
			shopColumn: 'shop',
			shop: 5,
		});
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 2, '{"a":"1"}'],
			['', 1, 3, '{"a":"2"}', '"shop" is empty'],
			['', 2, 4, '{"a":"3","Shop":"x"}', '"shop" is not a plain shop domain: "x"'],
			['c.example', 4, 6, '{"a":"4"}'],
		]);
		expect(file).toMatchObject({ shopColumn: 'shop' });
		expect((await read('a\n1\n', { shopColumn: 'shop' })).refusal).toContain(
			'"Shop Column" names "shop"',
		);
	});

	it('may name many shops, in cells as people type them', async () => {
		const shops = Array.from({ length: 1_100 }, (_, n) => `${n}.example`);
		const { rows } = await read(
			['a,s', '1, https://b.example/ ', ...shops.map((shop) => `1,${shop}`), '1,x', '1,x'].join(
				'\n',
			),
			{ shopColumn: 's' },
		);
		expect(rows.map(({ shop }) => shop)).toEqual(['b.example', ...shops, '', '']);
		expect(rows.at(-1)!.problem!.remedy).toContain('such as my-shop.example.com');
	});

	it('may have two columns of the name of the shop, of which the one that is typed is meant', async () => {
		const { rows } = await read('shop,Shop\na.example,b.example\na.example,\n', {
			shopColumn: 'Shop',
		});
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			[
				'b.example',
				0,
				2,
				'{"shop":"a.example","Shop":"b.example"}',
				'"shop" is a.example, but the row would go to b.example',
			],
			['', 1, 3, '{"shop":"a.example"}', '"Shop" is empty'],
		]);
	});
});
