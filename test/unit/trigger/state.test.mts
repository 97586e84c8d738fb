import fc from 'fast-check';
import { DIGEST } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import {
	NOT_READ,
	packState,
	type State,
	unpackState,
} from '../../../nodes/MerchantData/trigger/state.ts';

const digest = fc
	.uint8Array({ minLength: 6, maxLength: 6 })
	.map((bytes) => Buffer.from(bytes).toString('base64url'));

const state: fc.Arbitrary<State> = fc
	.record({
		from: fc.integer({ min: 0, max: 40_000 }),
		lookBack: fc.nat(365),
		identity: digest,
		reading: digest,
	})
	.chain(({ from, lookBack, identity, reading }) =>
		fc
			.array(
				fc.record({
					// Rows may share a key.
					key: fc.oneof(digest, fc.constant(NOT_READ)),
					hash: fc.oneof(digest, fc.constant(NOT_READ)),
					day: fc.integer({ min: from, max: from + lookBack }),
				}),
				{ maxLength: 400 },
			)
			.map((rows) => ({ identity, reading, from, through: from + lookBack, rows })),
	);

/** A state whose rows are in one order. */
const sorted = (each: State | undefined) =>
	each && { ...each, rows: each.rows.map(({ key, hash, day }) => `${day} ${key} ${hash}`).sort() };

it('is read as it was written', () => {
	fc.assert(
		fc.property(state, (each) =>
			expect(sorted(unpackState(packState(each)))).toEqual(sorted(each)),
		),
	);
});

it('is at most 16 bytes a row and 2 kB', () => {
	const rows = Array.from({ length: 60_000 }, (_, n) => ({
		key: n.toString(36).padStart(DIGEST, '0'),
		hash: NOT_READ,
		day: 20_000 + (n % 366),
	}));
	const whole = { identity: NOT_READ, reading: NOT_READ, from: 20_000, through: 20_365, rows };
	const text = packState(whole);
	expect(text.length).toBeLessThanOrEqual(16 * 60_000 + 2_048);
	expect(sorted(unpackState(text))).toEqual(sorted(whole));
});

it('is the same text in whatever order its rows came', () => {
	fc.assert(
		fc.property(state, (each) => {
			expect(packState({ ...each, rows: each.rows.toReversed() })).toBe(packState(each));
		}),
	);
});

it.each([
	'',
	'x',
	'null',
	'{}',
	'{"version":2,"identity":"a","reading":"b","from":1,"through":2,"days":[]}',
	'{"version":1,"identity":"a","reading":"b","from":1,"through":2}',
	'{"version":1,"identity":"a","reading":"b","from":1,"through":2,"days":["aaaa"]}',
	'{"version":1,"identity":"a","reading":"b","from":1,"through":2,"days":["aaaaaaaabbbbbbbb-"]}',
])('does not read %j', (text) => expect(unpackState(text)).toBeUndefined());

it('reads a text of this form', () => {
	const text =
		'{"version":1,"identity":"a","reading":"b","from":1,"through":2,"days":["","aaaaaaaabbbbbbbb"]}';
	const rows = [{ key: 'aaaaaaaa', hash: 'bbbbbbbb', day: 2 }];
	expect(unpackState(text)).toMatchObject({
		identity: 'a',
		reading: 'b',
		from: 1,
		through: 2,
		rows,
	});
});

it('reads nothing that was cut off, or in which a character is missing', () => {
	fc.assert(
		fc.property(state, fc.nat(), (each, at) => {
			const text = packState(each);
			const cut = at % text.length;
			const broken = unpackState(text.slice(0, cut) + text.slice(cut + 1));
			if (broken) expect(packState(broken)).not.toBe(text);
			if (each.rows.length > 0) expect(unpackState(text.slice(0, -1))).toBeUndefined();
		}),
	);
});
