import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import {
	isEarlierError,
	isPlainObject,
	withoutEarlierError,
} from '../../../nodes/MerchantData/rows/columns.ts';

class Fields {
	a = 1;
}

it.each<[what: string, value: unknown]>([
	['a literal', { a: 1 }],
	['an object of a class', new Fields()],
	['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 })],
	['an object of another realm', runInNewContext('({ a: 1 })')],
	['an object with a field that is called as a method', { toJSON: 'a column' }],
])('%s has named fields', (_, value) => {
	expect(isPlainObject(value)).toBe(true);
});

it.each<[what: string, value: unknown]>([
	['nothing', null],
	['a text', 'a'],
	['a list', [{}]],
	['a date', new Date()],
	['a map', new Map([['a', 1]])],
	['a luxon date', DateTime.now()],
	['what writes itself otherwise', { a: 1, toJSON: () => 'a' }],
])('%s has no named fields', (_, value) => {
	expect(isPlainObject(value)).toBe(false);
});

const EARLIER = { message: 'no', outcome: 'rejected', status: 400, row: {} };

it('the error of an earlier push is no data', () => {
	expect(isEarlierError(EARLIER)).toBe(true);
	expect(withoutEarlierError({ a: 1, error: EARLIER, b: 2 })).toEqual({ a: 1, b: 2 });
});

it.each([
	'rejected',
	null,
	undefined,
	['no'],
	{},
	{ message: 'no' },
	{ outcome: 'rejected' },
	{ message: 5, outcome: 'rejected' },
	{ message: 'no', outcome: 1 },
])('another error is data: %j', (error) => {
	expect(isEarlierError(error)).toBe(false);
	const row = { a: 1, error };
	expect(withoutEarlierError(row)).toBe(row);
});

it('a row without an error is the same row', () => {
	const row = { a: 1 };
	expect(withoutEarlierError(row)).toBe(row);
});
