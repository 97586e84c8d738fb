import fc from 'fast-check';
import {
	faithfulCopy,
	isContainer,
	isFaithful,
} from '../../../../nodes/MerchantData/push/rows/faithfulCopy.ts';

const NONE = new Set<string>();
/** A value that JSON has no word for, or changes. */
const odd = fc.oneof(
	fc.constantFrom(NaN, Infinity, -0, 2 ** 53, 1e300, undefined, new Map([[1, 2]]), Symbol('s')),
	fc.bigInt(),
	fc.date(),
);
const value = fc.oneof(fc.jsonValue(), odd);
const row = fc.dictionary(
	fc.string(),
	fc.oneof(value, fc.array(value), fc.dictionary(fc.string(), value)),
);

it('what is faithful is written by JSON as it is', () => {
	fc.assert(
		fc.property(row, (any) => {
			if (!isFaithful(any)) return;
			const { copy, problem } = faithfulCopy(any, NONE, 'Rows');
			expect(problem).toBeUndefined();
			expect(JSON.stringify(copy)).toBe(JSON.stringify(any));
		}),
	);
});

it('a row of JSON alone has nothing that cannot be sent', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (any) => {
			const plain = JSON.parse(JSON.stringify(any), (_, each: unknown) =>
				typeof each === 'number' && Math.abs(each) > Number.MAX_SAFE_INTEGER ? 0 : each,
			) as object;
			expect(faithfulCopy(plain, NONE, 'Rows')).toEqual({ copy: plain });
		}),
	);
});

it('the copy of any row can be written, stored, and copied again without a change', () => {
	fc.assert(
		fc.property(row, (any) => {
			const { copy } = faithfulCopy(any, NONE, 'Rows');
			const stored = JSON.stringify(copy);
			const again = faithfulCopy(copy as object, NONE, 'Rows');
			expect(again.problem).toBeUndefined();
			expect(JSON.stringify(again.copy)).toBe(stored);
		}),
	);
});

it('what cannot be sent is named by its place, the first of several, and shown as text', () => {
	const circular: Record<string, unknown> = { ok: 'x' };
	circular.list = [{ back: circular }];
	const { copy, problem } = faithfulCopy({ a: circular, b: NaN }, NONE, 'Rows');
	expect(problem).toMatchObject({
		message: '"a.list[0].back" contains itself',
		remedy: 'Remove the reference to the whole.',
	});
	expect(copy).toEqual({ a: { ok: 'x', list: [{ back: '[circular]' }] }, b: 'NaN' });
});

it('the row as a whole is named by the field that it comes from', () => {
	const row = {
		toJSON() {
			throw new Error('no');
		},
	};
	const { copy, problem } = faithfulCopy(row, NONE, 'Rows');
	expect(problem).toMatchObject({ message: '"Rows" cannot be read: no' });
	expect(copy).toBe('[unreadable]');
});

it('ignored names are left out at the top alone', () => {
	const { copy } = faithfulCopy({ a: 1n, b: { a: 2 }, c: new Date(0) }, new Set(['a']), 'Rows');
	expect(copy).toEqual({ b: { a: 2 }, c: '1970-01-01T00:00:00.000Z' });
});

it.each<[string, unknown, boolean]>([
	['an object', {}, true],
	['an object without a prototype', Object.create(null), true],
	['a list', [1], true],
	['null', null, false],
	['a text', 'a', false],
	['a date', new Date(), false],
	['a map', new Map(), false],
	['what writes itself', { toJSON: () => 1 }, false],
])('knows whether there are values in it: %s', (_, any, expected) => {
	expect(isContainer(any)).toBe(expected);
});
