import fc from 'fast-check';
import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
import { fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import {
	dayNumber,
	nextPeriod,
	packState,
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

it('starts rows that share a key once each, and a row alone with its key only at first', () => {
	const rows = (event: Poll['event']) =>
		polls(
			...['a:1', 'a:1 a:2 a:2 a:3', 'a:3 a:2', 'a:4', 'a:4 a:1', 'a:4 a:5'].map((give) => ({
				give,
				event,
			})),
		);
	expect(rows('newRows')).toEqual(['', 'new a:2, new a:3', '', '', '', 'new a:5']);
	expect(rows('newOrChangedRows')[3]).toBe('changed a:4');
});

it('tells of a row that is alone with its key when it changes back, too', () => {
	expect(polls(...['a:1', 'a:2', 'a:1'].map((give) => ({ give })))).toEqual([
		'',
		'changed a:2',
		'changed a:1',
	]);
});

it('knows the key of a changed row that had to wait for as long as any other', () => {
	const rows = [{ ...printOf('a:1'), day: 95 }];
	let state: State = { identity: 'shop', reading: 'query', from: 93, through: 100, rows };
	const found = ['x:1 a:2', '', 'a:2'].map((give, index) => {
		const answer = give.split(' ').filter(Boolean).map(printOf);
		const result = diff(state, { ...POLL, rows: answer, end: 105 + index, maxRowsPerRun: 1 });
		state = result.next;
		return result.found.map(({ change }) => change);
	});
	expect(found).toEqual([['new'], [], ['changed']]);
});

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
		const wholeRows = { columns: { key: [], ignore: [] } };
		const after = others.map((give) => ({ give, ...wholeRows, ...edited }));
		return polls({ give: first, ...wholeRows }, ...after);
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

it('reads all rows of a known key anew after an edit, and gives the next ones', () => {
	const first = { give: 'a:1 a:2' };
	const given = [first, { give: 'a:8 a:9', ...edited }, { give: 'a:7 a:9 a:8', ...edited }];
	expect(polls(...given)).toEqual(['', '', 'new a:7']);
});

const place = fc.nat();
const step = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({ do: fc.constant('insert'), id: fc.constantFrom(null, 1, 'x') }),
	},
	{ weight: 2, arbitrary: fc.record({ do: fc.constantFrom('copy', 'change'), row: place }) },
	{ weight: 3, arbitrary: fc.record({ do: fc.constantFrom('remove', 'bringBack'), row: place }) },
	fc.record({ do: fc.constant('day') }),
	{
		weight: 4,
		arbitrary: fc.record({
			do: fc.constant('poll'),
			turn: place,
			// Each second or third row may be left out of the answer.
			leave: fc.constantFrom(Infinity, Infinity, 2, 3),
			most: fc.constantFrom(1_000, 1_000, 3),
		}),
	},
);

/** What polls have seen of a table, by the sentence, as a plain list. */
class Model {
	seen: Array<{ id: Row['id']; content: number; day: number }> = [];

	/** @returns the rows that start the workflow, as `change id content` */
	poll(rows: Row[], end: number, event: Poll['event'], most: number): string[] {
		const found: string[] = [];
		for (const { id, content } of rows) {
			const ofKey = this.seen.filter((one) => one.id === id);
			const same = ofKey.find((one) => one.content === content);
			// A row whose key no other row of the answer has is known by its key alone.
			const isAlone = rows.every((other) => other.id !== id || other.content === content);
			const isChanged = !same && isAlone && ofKey.length > 0;
			const starts = !same && (!isChanged || event === 'newOrChangedRows');
			if (starts && found.length === most) {
				if (isChanged) for (const one of ofKey) one.day = end;
				this.isLeftOver = true;
				continue;
			}
			if (starts) found.push(`${isChanged ? 'changed' : 'new'} ${id} ${content}`);
			// What alone has its key is one row, with one content at a time.
			if (isAlone && ofKey.length === 1) this.seen.splice(this.seen.indexOf(ofKey[0]!), 1);
			else if (same) same.day = end;
			if (!same || !this.seen.includes(same)) this.seen.push({ id, content, day: end });
		}
		return found;
	}

	isLeftOver = false;
}

it.each(EVENTS)(
	'a row is known by its key and content, and a row whose key no other row of the answer has is known by its key alone; two equal rows are one: %s',
	(event) => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
				const table: Array<{ row: Row; isThere: boolean }> = [];
				const model = new Model();
				let [day, through, from] = [100, 100, 93];
				let saved = packState(diff(undefined, { ...POLL, rows: [] }).next);
				steps.forEach((each, index) => {
					const entry = 'row' in each ? table[each.row % table.length] : undefined;
					if (each.do === 'insert')
						table.push({ row: { id: each.id, content: index }, isThere: true });
					if (each.do === 'copy' && entry) table.push({ ...entry, isThere: true });
					if (each.do === 'change' && entry) entry.row = { ...entry.row, content: index };
					if (each.do === 'remove' && entry) entry.isThere = false;
					if (each.do === 'bringBack' && entry) entry.isThere = true;
					if (each.do === 'day') day++;
					if (each.do !== 'poll') return;
					const there = table
						.filter((one, at) => one.isThere && (at + 1) % each.leave !== 0)
						.map(({ row }) => row);
					const cut = each.turn % Math.max(there.length, 1);
					const rows = [...there.slice(cut), ...there.slice(0, cut)];

					const { next, found } = diff(unpackState(saved), {
						...{ ...POLL, event, end: day, maxRowsPerRun: each.most },
						rows: fingerprints(rows, columns, 'salt'),
					});
					saved = packState(next);
					const given = found.map(
						({ index: at, change }) => `${change} ${rows[at]!.id} ${rows[at]!.content}`,
					);
					model.isLeftOver = false;
					expect(given).toEqual(model.poll(rows, day, event, each.most));
					if (!model.isLeftOver) through = day;
					from = Math.max(from, through - POLL.lookBackDays);
					model.seen = model.seen.filter((one) => one.day >= from);
				});
			}),
			{ numRuns: 500 },
		);
	},
	60_000,
);

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

it.each(EVENTS)('gives each version once: %s', (event) => {
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
