import fc from 'fast-check';
import {
	addShop,
	isColumnOf,
	shopColumn,
} from '../../../../nodes/MerchantData/sql/answer/columnNaming.ts';
import { createCsv } from '../../../../nodes/MerchantData/sql/files/csvWriter.ts';
import { extractRows, found, rows } from './answers.mts';

const nameOfShop = (...answers: object[][]) =>
	shopColumn((name) => isColumnOf(answers as never, name));

function writeCsv(table: object[]): string {
	const csv = createCsv([...new Set(table.flatMap((row) => Object.keys(row)))]);
	return csv.header + table.map((row, index) => csv.write(JSON.stringify(row), index)).join('');
}

it('gives the very objects of the answer, whose rows may be many', () => {
	expect(extractRows({ data: rows }, '')).toBe(rows);
});

it('takes many rows, in each shape', () => {
	const many = Array.from({ length: 20_000 }, (_, id) => ({ id, shop: 'x', text: `row ${id}` }));
	const names = ['id', 'shop', 'text'];
	const shapes = [
		many,
		{ data: many },
		{ columns: names, rows: many.map((row) => Object.values(row)) },
		Object.fromEntries(names.map((name) => [name, many.map((row) => row[name as 'id'])])),
	];
	for (const shape of shapes) {
		const all = extractRows(shape, '');
		expect(all).toHaveLength(many.length);
		addShop(all, nameOfShop(all), 'my-shop.example');
	}
});

it('makes a column of any name', () => {
	const names = ['__proto__', 'constructor', 'toString'];
	for (const answer of [
		{ columns: names, rows: [[1, 2, 3]] },
		JSON.parse('{"__proto__":[1],"constructor":[2],"toString":[3]}'),
	]) {
		const [row] = extractRows(answer, '');
		expect(Object.entries(row!)).toEqual(names.map((name, index) => [name, index + 1]));
		expect(writeCsv([{ a: 0 }, row!])).toBe(
			'a,__proto__,constructor,toString\r\n0,,,\r\n,1,2,3\r\n',
		);
	}
});

it('makes rows of whatever is answered, which CSV can hold', () => {
	const path = fc.constantFrom('', '.', 'data', 'data.rows', '0');
	const key = fc.constantFrom('data', 'rows', 'columns', 'meta', 'error', 'a', '__proto__');
	const { tree } = fc.letrec((tie) => ({
		tree: fc.oneof({ depthSize: 'small' }, fc.jsonValue(), tie('list'), tie('fields')),
		list: fc.array(tie('tree'), { maxLength: 3 }),
		fields: fc.dictionary(key, tie('tree'), { maxKeys: 3 }),
	}));
	fc.assert(
		fc.property(tree, path, (answer, at) => {
			try {
				const { rows: made } = found(answer, at);
				const isObject = (row: unknown) =>
					Object.prototype.toString.call(row) === '[object Object]';
				expect(made.every(isObject)).toBe(true);
				writeCsv(made);
			} catch (error) {
				expect(error).toMatchObject({ field: 'Rows Field' });
			}
		}),
		{ numRuns: 2_000 },
	);
});
