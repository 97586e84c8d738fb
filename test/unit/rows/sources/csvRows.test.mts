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
});

describe('a CSV file', () => {
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

	it('goes to the shops that its rows name', async () => {
		const csv = 'a,Shop\n1, https://b.example/ \n2,\n3,x\n,c.example\n4,c.example\n';
		const { rows, file } = await read(csv, { shopColumn: 'shop', shop: 5 });
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

	it('may have two columns of the name of the shop, of which the one that is typed is meant', async () => {
		const csv = 'shop,Shop\na.example,b.example\na.example,\n';
		const { rows } = await read(csv, { shopColumn: 'Shop' });
		const both = '{"shop":"a.example","Shop":"b.example"}';
		expect(rows.map((row) => [row.shop, ...told(row)])).toEqual([
			['b.example', 0, 2, both, '"shop" is a.example, but the row would go to b.example'],
			['', 1, 3, '{"shop":"a.example"}', '"Shop" is empty'],
		]);
	});
});
