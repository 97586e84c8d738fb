import fc from 'fast-check';
import { diff } from '../../../nodes/MerchantData/trigger/diff.ts';
import { fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import {
	dayNumber,
	nextPeriod,
	packState,
	setBack,
	type State,
	unpackState,
} from '../../../nodes/MerchantData/trigger/state.ts';
import { stopClock } from '../../kit/clock.mts';
import { POLL } from '../../kit/trigger.mts';

/**
 * Years of a shop, held against a model that knows everything: a table of all that was ever seen, and
 * the days as JavaScript's own calendar counts them.
 */

const HOUR_MS = 3_600_000;

const zone = fc.constantFrom(
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Pacific/Apia'],
	...['America/St_Johns', 'Asia/Kathmandu'],
	// Here clocks change at midnight, so that a day has none, or two.
	...['Africa/Cairo', 'America/Havana', 'Atlantic/Azores'],
);
/** Around the days on which clocks change. */
const start = fc
	.constantFrom(
		...['2026-03-08', '2026-03-29', '2026-04-05', '2026-04-24', '2026-10-25', '2026-10-30'],
		...['2026-11-01', '2025-12-31'],
	)
	.map((date) => Date.parse(`${date}T00:00:00Z`) - 30 * HOUR_MS);
const step = fc.oneof(
	fc.record({ do: fc.constant('insert' as const), lateDays: fc.nat(7) }),
	fc.record({ do: fc.constant('restate' as const), row: fc.nat(), content: fc.nat(2) }),
	fc.record({ do: fc.constantFrom('remove' as const, 'bringBack' as const), row: fc.nat() }),
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('poll' as const),
			answer: fc.constantFrom('whole', 'whole', 'whole', 'failed', 'empty', 'partial'),
		}),
	},
);
const steps = fc.array(fc.tuple(fc.constantFrom(0, 1, 5, 13, 24, 60), step), { maxLength: 80 });
const columns = { key: ['id'], ignore: [] };

/** The day of a moment in a zone, and days added to it, without luxon. */
const dateIn = (ms: number, timeZone: string) =>
	new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(ms);
const plus = (date: string, days: number) =>
	new Date(Date.parse(date) + days * 24 * HOUR_MS).toISOString().slice(0, 10);

beforeEach(() => stopClock('2026-01-01T00:00:00Z'));
afterEach(() => jest.useRealTimers());

it.each(['newRows', 'newOrChangedRows'] as const)('gives each version once: %s', (event) => {
	fc.assert(
		fc.property(
			zone,
			start,
			steps,
			fc.nat(7),
			fc.boolean(),
			(timeZone, from, all, lookBackDays, startsWithAll) => {
				const table: Array<{ id: number; date: string; content: number; isThere: boolean }> = [];
				let saved: string | undefined;
				/** The model: by id the content that was last seen, and the day of the last good poll. */
				const seen = new Map<number, number>();
				let lastDay: string | undefined;
				let now = from;
				for (const [hours, { do: what, ...how }] of all) {
					now += hours * HOUR_MS;
					jest.setSystemTime(now);
					const today = dateIn(now, timeZone);
					const entry =
						'row' in how && table.length > 0 ? table[how.row % table.length]! : undefined;
					if (what === 'insert' && 'lateDays' in how) {
						const date = plus(today, -(how.lateDays % (lookBackDays + 1)));
						table.push({ id: table.length, date, content: 0, isThere: true });
					}
					if (what === 'restate' && entry && 'content' in how) entry.content = how.content;
					if (what === 'remove' && entry) entry.isThere = false;
					if (what === 'bringBack' && entry) entry.isThere = true;
					if (what !== 'poll' || !('answer' in how) || how.answer === 'failed') continue;

					const state = saved === undefined ? undefined : unpackState(saved);
					const end = dayNumber(timeZone);
					const { startDate, endDate } = nextPeriod(state, end, lookBackDays)!;
					const isIn = ({ date }: { date: string }) => date >= startDate && date <= endDate;
					const rows = table
						.filter((each) => each.isThere && isIn(each))
						.filter(({ id }) => how.answer === 'whole' || (how.answer === 'partial' && id % 2 > 0))
						.map(({ id, content }) => ({ id, content }));
					const { next, found } = diff(state, {
						...{ ...POLL, end, lookBackDays, event, startsWithAll },
						rows: fingerprints(rows, columns, 'salt'),
					});
					saved = packState(next);

					expect(endDate).toBe(today);
					expect(startDate <= plus(lastDay ?? today, -lookBackDays)).toBe(true);
					const isFirst = lastDay === undefined && !startsWithAll;
					const expected = rows.filter(
						({ id, content }) =>
							!isFirst &&
							(!seen.has(id) || (event === 'newOrChangedRows' && seen.get(id) !== content)),
					);
					expect(found.map(({ index }) => rows[index])).toEqual(expected);
					for (const { id, content } of rows) seen.set(id, content);
					lastDay = today;
				}
			},
		),
		{ numRuns: 300 },
	);
});

it('gives every row once, whenever the clock is ahead for a while, but no longer than the look-back', () => {
	const [rows, polls, isAhead, isRestarted] = [fc.nat(3), fc.nat(2), fc.boolean(), fc.boolean()];
	const day = fc.record({ rows, polls, isAhead, isRestarted });
	fc.assert(
		fc.property(
			fc.array(day, { minLength: 1, maxLength: 60 }),
			fc.integer({ min: 1, max: 400 }),
			fc.integer({ min: 1, max: 10 }),
			fc.boolean(),
			(days, aheadBy, lookBackDays, includesToday) => {
				const table: Array<{ id: number; day: number }> = [];
				const given: number[] = [];
				let saved: string | undefined;
				let state: State | undefined;
				let daysAhead = 0;

				function poll(today: number) {
					const end = today - (includesToday ? 0 : 1);
					const before = state && setBack(state, today, end);
					const period = nextPeriod(before, end, lookBackDays);
					if (period === undefined) return;
					const [first, last] = Object.values(period).map((date) => Date.parse(date) / 86_400_000);
					const rows = table.filter((row) => row.day >= first! && row.day <= last!);
					const { next, found } = diff(before, {
						...{ ...POLL, end, lookBackDays, event: 'newRows', startsWithAll: true },
						rows: fingerprints(rows, columns, 'salt'),
					});
					state = next;
					given.push(...found.map(({ index }) => rows[index]!.id));
					// n8n saves what starts the workflow.
					if (found.length > 0 || saved === undefined) saved = packState(next);
				}

				poll(20_000);
				days.forEach(({ rows, polls, isAhead, isRestarted }, passed) => {
					const today = 20_000 + passed;
					for (let row = 0; row < rows; row++) table.push({ id: table.length, day: today });
					if (isRestarted && saved !== undefined) state = unpackState(saved);
					daysAhead = isAhead && daysAhead < lookBackDays - 1 ? daysAhead + 1 : 0;
					// Each day has a poll.
					for (let n = 0; n <= polls; n++) poll(today + (daysAhead > 0 ? aheadBy : 0));
				});
				for (const extra of [0, 1]) poll(20_000 + days.length + extra);
				expect(given.sort((a, b) => a - b)).toEqual(table.map(({ id }) => id));
			},
		),
		{ numRuns: 500 },
	);
});
