import fc from 'fast-check';
import { Settings } from 'luxon';
import { asPeriod, dayNumber, nextWindow } from '../../../nodes/MerchantData/trigger/pollWindow.ts';
import type { State } from '../../../nodes/MerchantData/trigger/state.ts';
import { stopClock } from '../../kit/clock.mts';

const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const left = (from: string, through: string): State => ({
	identity: '',
	reading: '',
	from: day(from),
	through: day(through),
	rows: [],
});
const RULES = { lookBackDays: 7, maxCatchUpDays: 90 };
const period = (before: State | undefined, end: string, rules = RULES) => {
	const window = nextWindow(before, day(end), rules);
	return window && Object.values(asPeriod(window));
};

afterEach(() => jest.useRealTimers());

it.each([
	[
		'begins as many days back as rows may be late',
		undefined,
		'2026-03-31',
		['2026-03-24', '2026-03-31'],
	],
	[
		'is the same on the same day',
		left('2026-03-24', '2026-03-31'),
		'2026-03-31',
		['2026-03-24', '2026-03-31'],
	],
	[
		'has one day more at the first poll of a day, for what came after the last one',
		left('2026-03-24', '2026-03-31'),
		'2026-04-01',
		['2026-03-24', '2026-04-01'],
	],
	[
		'reaches over a pause, and the look-back before it',
		left('2026-01-10', '2026-01-17'),
		'2026-03-31',
		['2026-01-10', '2026-03-31'],
	],
	[
		'does not begin before what has been forgotten',
		left('2026-03-30', '2026-03-31'),
		'2026-03-31',
		['2026-03-30', '2026-03-31'],
	],
	[
		'is shorter with a shorter look-back',
		left('2026-01-01', '2026-03-31'),
		'2026-03-31',
		['2026-03-24', '2026-03-31'],
	],
	[
		'is none where a zone further west begins the day anew',
		left('2026-03-31', '2026-03-31'),
		'2026-03-30',
		undefined,
	],
])('%s', (_, before, end, expected) => expect(period(before, end)).toEqual(expected));

it('catches up over as many days as may be, and says what to do beyond', () => {
	const before = left('2026-01-01', '2026-01-08');
	expect(period(before, '2026-04-08')).toEqual(['2026-01-01', '2026-04-08']);
	expect(() => period(before, '2026-04-09')).toThrow(
		expect.objectContaining({
			message:
				'"Max Catch-Up Days" is 90, but rows since 2026-01-08 are outstanding, which is 91 days',
			remedy: expect.stringMatching(/^Raise it in the options.*a copy of it/) as string,
		}) as unknown as Error,
	);
});

it.each([
	['2026-03-29T00:30:00Z', 'Europe/Berlin', '2026-03-29'],
	['2026-03-28T23:30:00Z', 'Europe/Berlin', '2026-03-29'],
	['2026-10-25T23:30:00Z', 'Europe/Berlin', '2026-10-26'],
	['2026-10-25T22:30:00Z', 'Europe/Berlin', '2026-10-25'],
	['2026-06-30T11:30:00Z', 'Pacific/Kiritimati', '2026-07-01'],
	['2026-06-30T11:30:00Z', 'Pacific/Pago_Pago', '2026-06-30'],
])('knows the day at %s in %s', (now, zone, expected) => {
	stopClock(now);
	expect(asPeriod({ start: dayNumber(zone), end: dayNumber(zone) }).startDate).toBe(expected);
});

it('writes the same day, whatever zone n8n has set for the process', () => {
	Settings.defaultZone = 'America/New_York';
	try {
		expect(period(undefined, '2026-03-31')).toEqual(['2026-03-24', '2026-03-31']);
	} finally {
		Settings.defaultZone = 'system';
	}
});

it('leaves no gap and never goes back, whatever the pauses and the look-back', () => {
	const step = fc.record({ days: fc.nat(40), lookBackDays: fc.nat(30), isLeftOver: fc.boolean() });
	fc.assert(
		fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
			let before: State | undefined;
			let end = 20_000;
			for (const { days, lookBackDays, isLeftOver } of steps) {
				end += days;
				if (before && end - before.through > 90) break;
				const window = nextWindow(before, end, { lookBackDays, maxCatchUpDays: 90 })!;
				expect(window.end).toBe(end);
				if (before) {
					expect(window.start).toBeGreaterThanOrEqual(before.from);
					expect(window.start).toBeLessThanOrEqual(before.through);
				}
				const through: number = isLeftOver && before ? before.through : end;
				const from = Math.max(before?.from ?? 0, through - lookBackDays);
				before = { identity: '', reading: '', from, through, rows: [] };
			}
		}),
	);
});
