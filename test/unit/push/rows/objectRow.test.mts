import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { isRow, ObjectRow } from '../../../../nodes/MerchantData/push/rows/objectRow.ts';
import { jsonOf, sent } from '../../../kit/pushRows.mts';

const row = (value: object, ignored?: string[]) =>
	new ObjectRow(0, 0, 'a.example', value as never, 'Rows', ignored && new Set(ignored));

function nested(levels: number): object {
	let value: object = {};
	for (let level = 1; level < levels; level++) value = { a: value };
	return value;
}

describe('what is sent', () => {
	it('is what JSON.stringify writes of any row that JSON can hold', () => {
		fc.assert(
			fc.property(
				fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 12 }), { minKeys: 1 }),
				(value) => {
					const isExact = (number: number) => Math.abs(number) <= Number.MAX_SAFE_INTEGER;
					fc.pre((JSON.stringify(value).match(/-?\d[\d.e+-]*/g) ?? []).map(Number).every(isExact));
					expect(jsonOf(row(value))).toBe(JSON.stringify(value));
					expect(row(value).row()).toEqual(value);
				},
			),
		);
	});

	it('leaves out what is to be ignored, at the top alone', () => {
		const value = { a: 1, shop: 'x', deep: { shop: 'y', list: [{ shop: 'z' }] } };
		for (const more of [{}, { date: new Date(0) }]) {
			const { shop, ...rest } = { ...value, ...more };
			expect(jsonOf(row({ ...value, ...more }, ['shop', 'other']))).toBe(JSON.stringify(rest));
			expect(row({ ...value, ...more }, ['shop']).row()).toEqual(JSON.parse(JSON.stringify(rest)));
		}
		const proto = JSON.parse('{"__proto__":{"a":1},"b":2,"c":3}') as object;
		expect(jsonOf(row(proto, ['c']))).toBe('{"__proto__":{"a":1},"b":2}');
		expect(jsonOf(row({ ...proto, date: new Date(0) }))).toContain('"b":2');
	});

	it('writes dates in a field as ISO texts', () => {
		const at = new Date('2025-01-02T03:04:05Z');
		const value = { at, deep: [{ at: DateTime.fromISO('2025-01-01', { zone: 'utc' }) }] };
		expect(jsonOf(row(value))).toBe(
			'{"at":"2025-01-02T03:04:05.000Z","deep":[{"at":"2025-01-01T00:00:00.000Z"}]}',
		);
	});

	it('leaves out what is undefined, as JSON does, but never the whole row', () => {
		expect(jsonOf(row({ a: undefined, b: { c: undefined, d: [undefined, 1] } }))).toBe(
			'{"b":{"d":[null,1]}}',
		);
		expect(jsonOf(row({ a: undefined, b: { c: undefined }, at: new Date(0) }))).toBe(
			'{"b":{},"at":"1970-01-01T00:00:00.000Z"}',
		);
		expect(sent(row({ a: undefined }))).toEqual({
			problem: '"Rows" gives a row that holds no value',
			remedy: '',
		});
	});

	it('is the same value twice in a row: that is no circle', () => {
		const twice = { n: 1, at: new Date(0) };
		expect(jsonOf(row({ a: twice, b: [twice, twice] }))).toBe(
			JSON.stringify({ a: twice, b: [twice, twice] }),
		);
	});

	it('takes objects of another realm, such as a Code node makes', () => {
		const value = runInNewContext('({ a: 1, b: [{ c: 2 }], at: new Date(0) })') as object;
		expect(isRow(value)).toBe(true);
		expect(jsonOf(row(value))).toBe('{"a":1,"b":[{"c":2}],"at":"1970-01-01T00:00:00.000Z"}');
	});
});

describe('what is refused, naming the field', () => {
	const circular: Record<string, unknown> = { n: 1 };
	circular.list = [circular, circular];
	const throwing = {
		get a(): never {
			throw new Error('no access');
		},
	};
	const asText = 'Give it as text, or give the row as JSON text.';
	const asNull = 'Give null where there is no number.';
	const correct = 'Correct what gives the value.';
	const asOther = 'Give it as text, as a list or as an object.';
	const throwsNull = {
		toJSON() {
			throw null;
		},
	};

	it.each<[string, object, string, string, unknown]>([
		['NaN', { a: NaN }, '"a" is NaN, which JSON does not have', asNull, { a: 'NaN' }],
		[
			'Infinity',
			{ a: { b: [1, -Infinity] } },
			'"a.b[1]" is -Infinity, which JSON does not have',
			asNull,
			{ a: { b: [1, '-Infinity'] } },
		],
		[
			'a large integer',
			{ id: 2 ** 53 },
			'"id" is 9007199254740992, a number too large for JavaScript to keep all of its digits',
			asText,
			{ id: '9007199254740992' },
		],
		[
			'a large negative number',
			{ ok: 1, id: -1e21 },
			'"id" is -1e+21, a number too large for JavaScript to keep all of its digits',
			asText,
			{ ok: 1, id: '-1e+21' },
		],
		[
			'a BigInt',
			{ id: 12345678901234567890n },
			'"id" is of the type bigint, which JSON does not have',
			asOther,
			{ id: '12345678901234567890' },
		],
		[
			'a function',
			{ f: Math.max },
			'"f" is of the type function, which JSON does not have',
			asOther,
			{ f: String(Math.max) },
		],
		[
			'a symbol',
			{ s: Symbol('x') },
			'"s" is of the type symbol, which JSON does not have',
			asOther,
			{ s: 'Symbol(x)' },
		],
		[
			'a map',
			{ m: [new Map([[1, 2]])] },
			'"m[0]" is of the type Map, which JSON does not have',
			asOther,
			{ m: ['[object Map]'] },
		],
		[
			'bytes',
			{ b: new Uint8Array(2) },
			'"b" is of the type Uint8Array, which JSON does not have',
			asOther,
			{ b: '[object Uint8Array]' },
		],
		[
			'a circle',
			circular,
			'"list[0]" contains itself',
			'Remove the reference to the whole.',
			{ n: 1, list: Array(2).fill('[circular]') },
		],
		[
			'a getter that throws',
			{ b: 1, deep: throwing },
			'"deep.a" cannot be read: no access',
			correct,
			{ b: 1, deep: { a: '[unreadable]' } },
		],
		[
			'a getter of the row itself',
			throwing,
			'"a" cannot be read: no access',
			correct,
			{ a: '[unreadable]' },
		],
		[
			'a toJSON that throws something else than an error',
			{ t: throwsNull },
			'"t" cannot be read',
			correct,
			{ t: '[unreadable]' },
		],
		[
			'a date that is none',
			{ at: new Date(NaN) },
			'"at" cannot be read: it is not a valid date',
			correct,
			{ at: '[unreadable]' },
		],
		[
			'a toJSON that gives nothing',
			{ at: { toJSON: () => undefined } },
			'"at" cannot be read: it is not a valid date',
			correct,
			{ at: '[unreadable]' },
		],
		[
			'a toJSON that gives NaN',
			{ at: { toJSON: () => NaN } },
			'"at" is NaN, which JSON does not have',
			asNull,
			{ at: 'NaN' },
		],
	])('%s', (_, value, problem, remedy, shown) => {
		expect(sent(row(value))).toEqual({ problem, remedy });
		expect(row(value).row()).toEqual(shown);
		expect(() => structuredClone(row(value).row())).not.toThrow();
	});

	it('a row nested deeper than n8n could store', () => {
		expect(jsonOf(row(nested(1_000)))).toBe(JSON.stringify(nested(1_000)));
		const problem = `"${'a.'.repeat(50)}…" is nested more than 1000 levels deep`;
		expect(sent(row(nested(1_001)))).toEqual({ problem, remedy: 'Give it as text.' });
		expect(sent(row(nested(9_000)))).toEqual({ problem, remedy: 'Give it as text.' });
		expect(JSON.stringify(row(nested(9_000)).row())).toContain('[nested too deep]');
	});

	it('a row that cannot be written though each of its values can', () => {
		let reads = 0;
		const value = {
			get a() {
				if (++reads > 1) throw new Error('once');
				return 1;
			},
		};
		expect(sent(row(value))).toEqual({
			problem: '"Rows" gives a row that cannot be written as JSON',
			remedy: '',
		});
	});

	it('holders that are proxies and throw wherever they can', () => {
		const ownKeys = () => {
			throw new Error('no keys');
		};
		const value = { ok: 1, proxy: new Proxy({}, { ownKeys }) };
		expect(sent(row(value))).toEqual({
			problem: '"proxy" cannot be read: no keys',
			remedy: correct,
		});
		expect(row(value).row()).toEqual({ ok: 1, proxy: '[unreadable]' });
	});

	it('names the field that the row comes from, where it is the row as a whole', () => {
		const ownKeys = () => {
			throw new Error('no keys');
		};
		const value = new Proxy({}, { ownKeys });
		expect(sent(row(value))).toEqual({
			problem: '"Rows" cannot be read: no keys',
			remedy: correct,
		});
		expect(row(value).row()).toBe('[unreadable]');
	});
});

describe('a row', () => {
	it.each<[string, unknown]>([
		['a date', new Date()],
		['a luxon date', DateTime.now()],
		['a map', new Map([['a', 1]])],
		['a set', new Set([1])],
		['bytes', Buffer.from('a')],
		['a list', [{ a: 1 }]],
		['a function', () => ({ a: 1 })],
		['a regular expression', /a/],
		['an error', new Error('a')],
		['a promise', Promise.resolve()],
		['null', null],
		['nothing', undefined],
		['a text', 'a'],
		['what writes itself otherwise', { a: 1, toJSON: () => 'a' }],
	])('is not %s', (_, value) => {
		expect(isRow(value)).toBe(false);
	});

	it('is any object of named fields, of a class too', () => {
		class Row {
			a = 1;
		}
		for (const value of [{ a: 1 }, Object.create(null), new Row(), { toJSON: 'a column' }])
			expect(isRow(value)).toBe(true);
		expect(jsonOf(row(new Row()))).toBe('{"a":1}');
	});
});
