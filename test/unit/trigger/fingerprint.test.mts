import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { type Columns, fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';

const WHOLE: Columns = { key: [], compare: [], ignore: [] };
const BY_ID: Columns = { ...WHOLE, key: ['id'] };
const of = (rows: IDataObject[], columns = BY_ID) => fingerprints(rows, columns, 'salt');

it('gives 8 characters of base64url each', () => {
	for (const { key, hash } of of([{ id: 1 }, { id: 'é', at: null }])) {
		expect([key, hash]).toEqual([
			expect.stringMatching(/^[\w-]{8}$/),
			expect.stringMatching(/^[\w-]{8}$/),
		]);
	}
});

it('tells rows apart by their key, and what is in them by everything', () => {
	const [a, b, c] = of([
		{ id: 1, spend: 5 },
		{ id: 2, spend: 5 },
		{ id: 3, spend: 6 },
	]);
	expect(new Set([a!.key, b!.key, c!.key]).size).toBe(3);
	const [again] = of([{ spend: 6, id: 1 }]);
	expect(again!.key).toBe(a!.key);
	expect(again!.hash).not.toBe(a!.hash);
});

it.each([
	['the order of columns', { id: 1, a: 2, b: { c: 3, d: 4 } }, { b: { d: 4, c: 3 }, a: 2, id: 1 }],
	['a null or no column', { id: 1, a: null }, { id: 1 }],
])('does not care for %s', (_, one, other) => expect(of([one])).toEqual(of([other])));

it.each([
	['a number and a text', { id: 1 }, { id: '1' }],
	['false and null', { id: 1, a: false }, { id: 1, a: null }],
	['values of two columns', { id: 1, a: 2, b: 3 }, { id: 1, a: 3, b: 2 }],
	['two keys of two columns', { a: 'x', b: 'yz' }, { a: 'xy', b: 'z' }],
])('tells %s apart', (_, one, other) => {
	const columns = { ...WHOLE, key: Object.keys(one) };
	expect(of([one], columns)).not.toEqual(of([other], columns));
});

it('compares only the columns that shall be, and not those to ignore', () => {
	const rows: IDataObject[] = [
		{ id: 1, spend: 5, at: 'now' },
		{ id: 1, spend: 5, at: 'later' },
	];
	const hashes = (columns: Partial<Columns>) =>
		rows.map((row) => of([row], { ...BY_ID, ...columns })[0]!.hash);
	expect(new Set(hashes({})).size).toBe(2);
	expect(new Set(hashes({ ignore: ['at'] })).size).toBe(1);
	expect(new Set(hashes({ compare: ['spend'] })).size).toBe(1);
	expect(new Set(hashes({ compare: ['spend', 'at'], ignore: ['at'] })).size).toBe(1);
});

it('counts rows with the same key, in whatever order they come', () => {
	const row = fc.record({ id: fc.nat(3), spend: fc.nat(3) });
	const columns = fc.constantFrom(WHOLE, BY_ID);
	fc.assert(
		fc.property(fc.array(row, { maxLength: 12 }), columns, fc.nat(11), (rows, by, turn) => {
			const prints = of(rows, by);
			expect(new Set(prints.map(({ key }) => key)).size).toBe(rows.length);
			const turned = [...rows.slice(turn), ...rows.slice(0, turn)];
			const texts = (all: typeof prints) => all.map((each) => each.key + each.hash).sort();
			expect(texts(of(turned, by))).toEqual(texts(prints));
		}),
	);
});

it('tells nothing to who does not know the salt', () => {
	const row = { id: 'anna@example.com' };
	expect(fingerprints([row], BY_ID, 'a')).not.toEqual(fingerprints([row], BY_ID, 'b'));
});
