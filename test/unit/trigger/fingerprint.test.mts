import type { IDataObject } from 'n8n-workflow';
import {
	checkColumns,
	checkKeys,
	type CountedColumns,
	fingerprints,
} from '../../../nodes/MerchantData/trigger/fingerprint.ts';

const WHOLE: CountedColumns = { key: [], ignore: [] };
const BY_ID: CountedColumns = { ...WHOLE, key: ['id'] };
const of = (rows: IDataObject[], columns = BY_ID) => fingerprints(rows, columns, 'salt');

it.each([
	['the order of columns', { id: 1, a: 2, b: { c: 3, d: 4 } }, { b: { d: 4, c: 3 }, a: 2, id: 1 }],
	['a null or no column', { id: 1, a: null }, { id: 1 }],
	['a number or its digits, as a key', { id: 1, a: 2 }, { id: '1', a: 2 }],
	['a null or no column, as a key', { id: null, a: 2 }, { a: 2 }],
	['the last digits of a sum within', { id: 1, a: { b: [0.3] } }, { id: 1, a: { b: [0.1 + 0.2] } }],
	['the last digits of a sum, as a key', { id: 0.3, a: 1 }, { id: 0.1 + 0.2, a: 1 }],
	['a sum that is whole by chance', { id: 1, a: 7 }, { id: 1, a: 7.000000000000001 }],
	['a difference that is nothing by chance', { id: 1, a: 0 }, { id: 1, a: 0.1 + 0.2 - 0.3 }],
	['a small difference of sums', { id: 1, a: 0.01 }, { id: 1, a: 98169.2513 - 98169.2413 }],
])('ignores %s', (_, one, other) => expect(of([one])).toEqual(of([other])));

it.each([
	['false and null', { id: 1, a: false }, { id: 1, a: null }],
	['a number and a text outside of the key', { id: 1, a: 1 }, { id: 1, a: '1' }],
	['values of two columns', { id: 1, a: 2, b: 3 }, { id: 1, a: 3, b: 2 }],
	['nine decimals', { id: 1, a: 0.000000001 }, { id: 1, a: 0.000000002 }],
	['decimals of 12 digits', { id: 1, a: 1234567890.12 }, { id: 1, a: 1234567890.13 }],
	['whole numbers of 16 digits', { id: 1, a: 9007199254740991 }, { id: 1, a: 9007199254740990 }],
])('distinguishes %s', (_, one, other) => {
	expect(of([one])).not.toEqual(of([other]));
	expect(of([one], WHOLE)).not.toEqual(of([other], WHOLE));
});

it.each<[string, IDataObject, IDataObject]>([
	['columns that would be one text', { a: 'x', b: 'yz' }, { a: 'xy', b: 'z' }],
	['a text and what it says', { a: 'null', b: 'true' }, { a: null, b: true }],
	['ids of 18 digits', { a: '120210000000000001' }, { a: '120210000000000002' }],
])('distinguishes keys by %s', (_, one, other) => {
	const [a, b] = of([one, other], { ...WHOLE, key: ['a', 'b'] });
	expect(a!.key).not.toBe(b!.key);
	expect(a!.hash).toBe(b!.hash);
});

it('ignores the columns that are named for it', () => {
	const columns = { ...BY_ID, ignore: ['at'] };
	expect(of([{ id: 1, at: 1 }], columns)).toEqual(of([{ id: 1, at: 2 }], columns));
});

it('returns other fingerprints with another salt', () => {
	const row = { id: 'anna@example.com' };
	expect(fingerprints([row], BY_ID, 'a')).not.toEqual(fingerprints([row], BY_ID, 'b'));
});

it.each([
	['Key Columns', { key: ['a', 'c'], ignore: ['b'] }],
	['Columns to Ignore', { key: ['a'], ignore: ['b', 'c'] }],
])('refuses a column among %s that no row has', (label, columns) => {
	const rows = [{ a: 1 }, { b: 2 }];
	const message = `"${label}" names "c", which no row has`;
	const remedy = 'The rows have "a" and "b".';
	const refusal = expect.objectContaining({ message, remedy }) as Error;
	expect(() => checkColumns(rows, columns)).toThrow(refusal);
	// Without rows, nothing is known.
	expect(() => checkColumns([], columns)).not.toThrow();
	expect(() => checkColumns([...rows, { c: null }], columns)).not.toThrow();
});

it('refuses keys that do not tell different rows apart', () => {
	// A number is the same as its digits, and two equal rows are one.
	const texts = ['{"a":1,"b":1}', '{"a":1,"b":2}', '{"a":"1","b":2}', '{"a":1,"b":2,"c":3}'];
	const rows = texts.map((text) => JSON.parse(text) as IDataObject);
	const by = { ...WHOLE, key: ['a', 'b'] };
	expect(() => checkKeys(rows.slice(0, 3), by)).not.toThrow();
	expect(() => checkKeys(rows, WHOLE)).not.toThrow();
	expect(() => checkKeys(rows, by)).toThrow(
		'"Key Columns" do not tell all rows apart: rows 2 and 4 of the answer have the same "a" and "b"',
	);
});
