import fc from 'fast-check';
import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
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

const printOf = (text: string) => {
	const [key, hash] = text.split(':');
	return { key: key!, hash: hash! };
};

/** Polls one after another; rows are written as `key:content`. @returns what each one found */
function polls(...steps: Array<Partial<Poll> & { give: string }>): string[] {
	let state: State | undefined;
	return steps.map(({ give, ...poll }) => {
		const rows = give.split(' ').filter(Boolean);
		const { next, found } = diff(state, { ...POLL, ...poll, rows: rows.map(printOf) });
		state = next;
		return found.map(({ index, change }) => `${change} ${rows[index]}`).join(', ');
	});
}

it('gives no changes where only new rows are asked for, nor later those of that time', () => {
	expect(
		polls(
			{ give: 'a:1', event: 'newRows' },
			{ give: 'a:2 b:1', event: 'newRows' },
			{ give: 'a:2 b:1' },
			{ give: 'a:3 b:1' },
		),
	).toEqual(['', 'new b:1', '', 'changed a:3']);
});

it('gives what is too much for one run at the next ones', () => {
	const many = { give: 'a:2 b:1 c:1 d:1 e:1', maxRowsPerRun: 2 };
	const given = ['', 'changed a:2, new b:1', 'new c:1, new d:1', 'new e:1', ''];
	expect(polls({ give: 'a:1' }, many, many, many, many)).toEqual(given);
});

it.each([
	['the known rows share', 'a:1 a:2', 'a:3', 'new a:3'],
	['the rows of the answer share', 'a:1', 'a:2 a:3', 'new a:2, new a:3'],
])(
	'takes a row for new where %s its key, so that the key tells nothing apart',
	(_, known, give, found) => {
		const event = 'newRows';
		expect(polls({ give: known, event }, { give, event })).toEqual(['', found]);
	},
);

it('keeps the window where rows are left over', () => {
	const first = diff(undefined, { ...POLL, rows: [] }).next;
	const rows = ['a:1', 'b:1'].map(printOf);
	const second = diff(first, { ...POLL, rows, end: 105, maxRowsPerRun: 1 }).next;
	expect([second.from, second.through]).toEqual([93, 100]);
	const third = diff(second, { ...POLL, rows, end: 106, maxRowsPerRun: 1 }).next;
	expect([third.from, third.through]).toEqual([99, 106]);
});

const edited = { reading: 'edited' };

it('reads known rows silently after an edit, and gives those that it does not know', () => {
	expect(
		polls(
			{ give: 'a:1 b:1' },
			{ give: 'a:x c:x', ...edited },
			// This one was not in the answer after the edit.
			{ give: 'a:x b:x c:x', ...edited },
			{ give: 'a:y b:y c:x', ...edited },
		),
	).toEqual(['', 'new c:x', '', 'changed a:y, changed b:y']);
});

it('waits with that for an answer that has rows', () => {
	const found = polls({ give: 'a:1' }, { give: '', ...edited }, { give: 'a:x', ...edited });
	expect(found).toEqual(['', '', '']);
});

it('takes rows without key columns for the same ones where an edit leaves none of them', () => {
	const keyless = (...answers: string[]) => {
		const [first = '', ...others] = answers;
		const after = others.map((give) => ({ give, isKeyless: true, ...edited }));
		return polls({ give: first, isKeyless: true }, ...after);
	};
	expect(keyless('a:a b:b', '', 'c:c d:d', 'c:c d:d e:e')).toEqual(['', '', '', 'new e:e']);
	expect(keyless('a:a b:b', 'a:a c:c')).toEqual(['', 'new c:c']);
});

it('does not change the state that it is given', () => {
	const { next: before } = diff(undefined, { ...POLL, rows: [printOf('a:1')] });
	const copy = structuredClone(before);
	diff(before, { ...POLL, ...edited, end: 200, rows: [printOf('b:1')] });
	expect(before).toEqual(copy);
});

/** Rows that share a key: two orders without an id, or rows that a join doubled. */

interface Row {
	[column: string]: number | string | null;
	id: number | string | null;
	content: number;
}

const EVENTS: Array<Poll['event']> = ['newRows', 'newOrChangedRows'];
const columns = { key: ['id'], ignore: [] };

/** Polls as n8n makes them: what one leaves is a text for the next. @returns the rows that it gives */
function trigger(event: Poll['event']) {
	let saved: string | undefined;
	return (rows: Row[], change: Partial<Poll> = {}): Array<Row & { change: string }> => {
		const before = saved === undefined ? undefined : unpackState(saved)!;
		const poll = { ...POLL, event, ...change, rows: fingerprints(rows, columns, 'salt') };
		const { next, found } = diff(before, poll);
		saved = packState(next);
		expect(unpackState(saved)).toBeDefined();
		return found.map(({ index, change: what }) => ({ ...rows[index]!, change: what }));
	};
}

const row = (id: Row['id'], content: number): Row => ({ id, content });

describe.each(EVENTS)('%s', (event) => {
	const [a, b] = [row(null, 1), row(null, 2)];

	it('reads as many rows anew after an edit as were known', () => {
		const poll = trigger(event);
		poll([a, b]);
		expect(poll([row(null, 11), row(null, 12)], edited)).toEqual([]);
		expect(poll([row(null, 13), row(null, 12), row(null, 11)], edited)).toMatchObject([
			{ content: 13, change: 'new' },
		]);
	});

	it('takes copies of one row for that row, doubled for a while or changed together', () => {
		const poll = trigger(event);
		const copies = (content: number, count = 2) => Array<Row>(count).fill(row(7, content));
		poll(copies(1, 1));
		expect(poll(copies(1))).toEqual([{ ...row(7, 1), change: 'new' }]);
		expect(poll(copies(1, 1))).toEqual([]);
		const changes = event === 'newRows' ? 0 : 1;
		for (const content of [2, 3, 2]) expect(poll(copies(content, 1))).toHaveLength(changes);
		expect(poll(copies(2))).toEqual([]);
		expect(poll(copies(3))).toHaveLength(2 * changes);
	});
});

it('tells by a row that is not there any more that another has changed', () => {
	const poll = trigger('newOrChangedRows');
	poll([row(1, 1), row(1, 2)]);
	const given = poll([row(1, 1), row(1, 3), row(1, 4)]);
	expect(given.map(({ change }) => change)).toEqual(['changed', 'new']);
});

const IDS = [null, 1, '2', 'x'];
const at = fc.nat();
const step = fc.oneof(
	{ weight: 4, arbitrary: fc.record({ do: fc.constant('insert'), id: fc.constantFrom(...IDS) }) },
	fc.record({ do: fc.constant('copy'), row: at }),
	{ weight: 3, arbitrary: fc.record({ do: fc.constantFrom('remove', 'bringBack'), row: at }) },
	fc.record({ do: fc.constant('day') }),
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('poll'),
			turn: at,
			// Each second or third row may be left out of the answer.
			leave: fc.constantFrom(Infinity, Infinity, 2, 3),
			most: fc.constantFrom(1_000, 1_000, 3),
		}),
	},
);

it.each(EVENTS)(
	'gives every row that was not there once, and none that was: %s',
	(event) => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
				// Two rows of each key are always there, so that it never tells rows apart.
				const always = IDS.flatMap((id) => [row(id, -1), row(id, -2)]);
				const table: Array<{ row: Row; isThere: boolean }> = [];
				/** The model: of each row and copy the day on which it was last seen. */
				const seen = new Map<string, number>();
				let [day, end, through, from] = [100, 100, 100, 93];
				const poll = trigger(event);
				poll(always);
				always.forEach((each) => seen.set(`${each.id} ${each.content} 0`, day));
				steps.forEach((each, index) => {
					const entry = 'row' in each ? table[each.row % table.length] : undefined;
					if (each.do === 'insert') table.push({ row: row(each.id, index), isThere: true });
					if (each.do === 'copy' && entry) table.push({ ...entry, isThere: true });
					if (each.do === 'remove' && entry) entry.isThere = false;
					if (each.do === 'bringBack' && entry) entry.isThere = true;
					if (each.do === 'day') day++;
					if (each.do !== 'poll') return;
					end = day;
					const there = table.filter((one, place) => one.isThere && (place + 1) % each.leave !== 0);
					const all = [...always, ...there.map((one) => one.row)];
					const cut = each.turn % all.length;
					const rows = [...all.slice(cut), ...all.slice(0, cut)];

					const counts = new Map<string, number>();
					const isNew: Row[] = [];
					for (const one of rows) {
						const text = `${one.id} ${one.content}`;
						const copy = counts.get(text) ?? 0;
						counts.set(text, copy + 1);
						if (seen.has(`${text} ${copy}`)) seen.set(`${text} ${copy}`, end);
						else if (isNew.push(one) <= each.most) seen.set(`${text} ${copy}`, end);
					}
					const given = poll(rows, { end, maxRowsPerRun: each.most });
					expect(given.map(({ id, content }) => row(id, content))).toEqual(
						isNew.slice(0, each.most),
					);
					if (event === 'newRows') expect(given.every(({ change }) => change === 'new')).toBe(true);
					if (isNew.length <= each.most) through = end;
					from = Math.max(from, through - POLL.lookBackDays);
					for (const [id, last] of seen) if (last < from) seen.delete(id);
				});
			}),
			{ numRuns: 500 },
		);
	},
	60_000,
);

it('takes, of known rows that are alike, the one that was seen last, so that the others are forgotten', () => {
	const known = { key: 'aaaaaaaa', hash: 'bbbbbbbb' };
	const rows = [97, 99, 98].map((day) => ({ ...known, day }));
	const before = { identity: 'shop', reading: 'query', from: 93, through: 100, rows };
	const daysAfter = (count: number) => {
		const poll = { ...POLL, event: 'newRows', rows: Array(count).fill(known) } as const;
		return diff(before, poll).next.rows.map(({ day }) => day);
	};
	expect(daysAfter(1)).toEqual([97, 100, 98]);
	expect(daysAfter(2)).toEqual([97, 100, 100]);
	expect(daysAfter(4)).toEqual([100, 100, 100, 100]);
});

/**
 * Years of a shop, held against a model that knows everything: a table of all that was ever seen, and
 * the days as JavaScript's own calendar counts them.
 */

const HOUR_MS = 3_600_000;

const zone = fc.constantFrom(
	...['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Pacific/Apia'],
	// Clocks that are off by parts of an hour; the last one is set by half an hour.
	...['America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'],
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
const happening = fc.oneof(
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
const steps = fc.array(fc.tuple(fc.constantFrom(0, 1, 5, 13, 24, 60), happening), {
	maxLength: 80,
});
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
