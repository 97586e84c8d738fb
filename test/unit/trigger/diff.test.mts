import fc from 'fast-check';
import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
import { fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import { packState, type State, unpackState } from '../../../nodes/MerchantData/trigger/state.ts';
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
