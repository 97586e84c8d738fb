import fc from 'fast-check';
import { Settings } from 'luxon';
import {
	nextPeriod,
	NOT_READ,
	packState,
	type State,
	unpackState,
} from '../../../nodes/MerchantData/trigger/state.ts';

const digest = fc
	.uint8Array({ minLength: 6, maxLength: 6 })
	.map((bytes) => Buffer.from(bytes).toString('base64url'));

/** Rows may share a key. */
const part = fc.oneof(digest, fc.constant(NOT_READ));
const state: fc.Arbitrary<State> = fc
	.record({
		from: fc.nat(40_000),
		lookBack: fc.nat(365),
		identity: digest,
		reading: digest,
		rows: fc.array(fc.tuple(part, part, fc.nat()), { maxLength: 400 }),
	})
	.map(({ lookBack, rows, ...rest }) => {
		const dayOf = (seed: number) => rest.from + (seed % (lookBack + 1));
		const dated = rows.map(([key, hash, seed]) => ({ key, hash, day: dayOf(seed) }));
		return { ...rest, through: rest.from + lookBack, rows: dated };
	});

/** A state whose rows are in one order. */
const sorted = (each: State | undefined) =>
	each && { ...each, rows: each.rows.map(({ key, hash, day }) => `${day} ${key} ${hash}`).sort() };

it('is read as it was written, in any order of rows, and takes 16 bytes a row and 2 kB', () => {
	fc.assert(
		fc.property(state, (each) => {
			const text = packState(each);
			expect(sorted(unpackState(text))).toEqual(sorted(each));
			expect(packState({ ...each, rows: each.rows.toReversed() })).toBe(text);
			expect(text.length).toBeLessThanOrEqual(16 * each.rows.length + 2_048);
		}),
	);
});

const written = (version: number, days: string) =>
	`{"version":${version},"identity":"a","reading":"b","from":1,"through":2${days}}`;

it.each([
	'',
	'x',
	'null',
	'{}',
	written(2, ',"days":[]'),
	written(1, ''),
	written(1, ',"days":["aaaa"]'),
	written(1, ',"days":["aaaaaaaabbbbbbbb-"]'),
])('does not read %j', (text) => expect(unpackState(text)).toBeUndefined());

it('reads a text of this form', () => {
	const read = unpackState(written(1, ',"days":["","aaaaaaaabbbbbbbb"]'));
	const rows = [{ key: 'aaaaaaaa', hash: 'bbbbbbbb', day: 2 }];
	expect(read).toMatchObject({ identity: 'a', reading: 'b', from: 1, through: 2, rows });
});

it('does not read a text that lacks a character', () => {
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

/** The number of a day of 2026. */
const day = (date: string) => Date.parse(`2026-${date}T00:00:00Z`) / 86_400_000;
const left = (from: string, through: string): State => ({
	identity: '',
	reading: '',
	from: day(from),
	through: day(through),
	rows: [],
});
const period = (before: State | undefined, end: string) => {
	const next = nextPeriod(before, day(end), 7);
	return next && `${next.startDate} ${next.endDate}`.replaceAll('2026-', '');
};

it.each([
	['begins as many days back as rows may be late', undefined, '03-31', '03-24 03-31'],
	['has a day more at the first poll of a day', left('03-24', '03-31'), '04-01', '03-24 04-01'],
	['reaches over a pause, and the days before it', left('01-10', '01-17'), '03-31', '01-10 03-31'],
	['does not begin in what was forgotten', left('03-30', '03-31'), '03-31', '03-30 03-31'],
	['is shorter with a shorter look-back', left('01-01', '03-31'), '03-31', '03-24 03-31'],
	['is none if its last day is now the day before', left('03-31', '03-31'), '03-30', undefined],
])('%s', (_, before, end, expected) => expect(period(before, end)).toBe(expected));

it('writes the same day in any zone of the process', () => {
	Settings.defaultZone = 'America/New_York';
	try {
		expect(period(undefined, '03-31')).toBe('03-24 03-31');
	} finally {
		Settings.defaultZone = 'system';
	}
});
