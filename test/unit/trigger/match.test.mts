import fc from 'fast-check';
import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
import { fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import { packState, unpackState } from '../../../nodes/MerchantData/trigger/state.ts';

/** Rows that share a key: two orders without an id, or rows that a join doubled. */

interface Row {
	[column: string]: number | string | null;
	id: number | string | null;
	content: number;
}

const EVENTS: Array<Poll['event']> = ['newRows', 'newOrChangedRows'];
const POLL = {
	identity: 'shop',
	reading: 'query',
	end: 100,
	lookBackDays: 7,
	startsWithAll: false,
	isKeyless: false,
	maxRowsPerRun: 1_000,
} satisfies Partial<Poll>;
const columns = { key: ['id'], ignore: [] };
const SALT = 'salt';

/** Polls as n8n makes them: what one leaves is a text for the next. @returns the rows that it gives */
function trigger(event: Poll['event']) {
	let saved: string | undefined;
	return (rows: Row[], change: Partial<Poll> = {}): Array<Row & { change: string }> => {
		const before = saved === undefined ? undefined : unpackState(saved)!;
		const poll = { ...POLL, event, ...change, rows: fingerprints(rows, columns, SALT) };
		const { next, found } = diff(before, poll);
		saved = packState(next);
		expect(unpackState(saved)).toBeDefined();
		return found.map(({ index, change: what }) => ({ ...rows[index]!, change: what }));
	};
}

const row = (id: Row['id'], content: number): Row => ({ id, content });

describe.each(EVENTS)('%s', (event) => {
	const [a, b] = [row(null, 1), row(null, 2)];

	it('gives the next day’s row where that of the first day leaves the window', () => {
		const poll = trigger(event);
		const days = Array.from({ length: 20 }, (_, day) => row('campaign', day));
		poll(days.slice(0, 8));
		for (let day = 8; day < 20; day++) {
			const given = poll(days.slice(day - 7, day + 1), { end: 100 + day - 7 });
			expect(given.map(({ content }) => content)).toEqual([day]);
		}
	});

	it('reads as many rows anew after an edit as were known', () => {
		const poll = trigger(event);
		poll([a, b]);
		const edited = { reading: 'edited' };
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
	expect(poll([row(1, 1), row(1, 3), row(1, 4)]).map(({ change }) => change)).toEqual([
		'changed',
		'new',
	]);
});

type Step =
	| { do: 'insert'; id: Row['id'] }
	| { do: 'copy' | 'remove' | 'bringBack'; row: number }
	| { do: 'day' }
	| { do: 'poll'; turn: number; leave: number; most: number };

const IDS = [null, 1, '2', 'x'];
const at = fc.nat();
const step: fc.Arbitrary<Step> = fc.oneof(
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
) as fc.Arbitrary<Step>;

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
