import { DateTime } from 'luxon';
import { runInNewContext } from 'node:vm';
import { parseJsonExactly } from '../../../nodes/MerchantData/lib/exactNumbers.ts';
import { isObject, isPlainObject, without } from '../../../nodes/MerchantData/lib/objects.ts';

const ofClass = new (class {
	a = 1;
})();
const ofRealm: unknown = runInNewContext('({ a: 1 })');

it.each([
	['an object literal', { a: 1 }, true, true],
	['an object of a class', ofClass, true, true],
	['an object of another realm', ofRealm, true, true],
	['an object without a prototype', Object.create(null), true, true],
	['an object with a field "toJSON"', { toJSON: 'a column' }, true, true],
	['a map', new Map([['a', 1]]), true, false],
	['a date', new Date(), true, false],
	['a luxon date', DateTime.now(), true, false],
	['a number that JavaScript cannot hold', parseJsonExactly('23842593846051235'), true, false],
	['a list', [{}], false, false],
	['null', null, false, false],
	['undefined', undefined, false, false],
	['a text', 'a', false, false],
])('%s: object and plain object', (_, value, object, plain) => {
	expect([isObject(value), isPlainObject(value)]).toEqual([object, plain]);
});

it('leaves out one field of a copy', () => {
	const given = { a: 1, b: 2 };
	expect(without(given, 'a')).toEqual({ b: 2 });
	expect(given).toEqual({ a: 1, b: 2 });
});
