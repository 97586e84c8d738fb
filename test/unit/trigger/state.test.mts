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
const state: fc.Arbitrary<State> = fc.nat(40_000).chain((from) => {
	const day = fc.integer({ min: from, max: from + 365 });
	const rows = fc.array(fc.record({ key: part, hash: part, day }), { maxLength: 400 });
	const parts = { identity: digest, reading: digest, from: fc.constant(from), through: day };
	const position = fc.option(fc.nat(), { nil: undefined });
	return fc.record({ ...parts, position, rows });
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

const DAMAGED = [
	written(2, ',"days":[]'),
	written(1, ''),
	written(1, ',"days":["aaaaaaaabbbbbbbb-"]'),
];
it.each(['', 'x', 'null', '{}', ...DAMAGED])('does not read %j', (text) =>
	expect(unpackState(text)).toBeUndefined(),
);

it('reads a text of this form', () => {
	const read = unpackState(written(1, ',"days":["","aaaaaaaabbbbbbbb"]'));
	const rows = [{ key: 'aaaaaaaa', hash: 'bbbbbbbb', day: 2 }];
	expect(read).toMatchObject({ identity: 'a', reading: 'b', from: 1, through: 2, rows });
});

const day = (date: string) => Date.parse(`2026-${date}T00:00:00Z`) / 86_400_000;
const left = (from: string, through: string): State => {
	return { identity: '', reading: '', from: day(from), through: day(through), rows: [] };
};
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
])('the period %s, whatever the zone of the process', (_, before, end, expected) => {
	Settings.defaultZone = 'America/New_York';
	const found = period(before, end);
	Settings.defaultZone = 'system';
	expect(found).toBe(expected);
});
