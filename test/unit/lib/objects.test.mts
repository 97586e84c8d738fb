import { DateTime } from 'luxon';
import { runInNewContext } from 'node:vm';
import { parseJsonExactly } from '../../../nodes/MerchantData/lib/exactNumbers.ts';
import { isObject, isPlainObject } from '../../../nodes/MerchantData/lib/objects.ts';

const ofRealm: unknown = runInNewContext('({ a: 1 })');

it.each([
	['an object of another realm', ofRealm, true, true],
	['an object without a prototype', Object.create(null), true, true],
	['an object with a field "toJSON"', { toJSON: 'a column' }, true, true],
	['a date', new Date(), true, false],
	['a luxon date', DateTime.now(), true, false],
	['a number that JavaScript cannot hold', parseJsonExactly('23842593846051235'), true, false],
	['a list', [{}], false, false],
	['null', null, false, false],
	['a text', 'a', false, false],
])('%s: object and plain object', (_, value, object, plain) => {
	expect([isObject(value), isPlainObject(value)]).toEqual([object, plain]);
});
