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

const edited = { reading: 'edited' };
const keyless = { columns: { key: [], ignore: [] } };

it.each<[what: string, ...Array<[found: string, step: Partial<Poll> & { give: string }]>]>([
	[
		'a changed row that had to wait as a changed one, for as long as any other',
		['', { give: 'a:1' }],
		['new x:1', { give: 'x:1 a:2', end: 105, maxRowsPerRun: 1 }],
		['', { give: 'x:1', end: 108 }],
		['changed a:2', { give: 'x:1 a:2', end: 109 }],
	],
	[
		'after an edit those that it does not know, and reads the others silently',
		['', { give: 'a:1 b:1' }],
		['new c:x', { give: 'a:x c:x', ...edited }],
		// This one was not in the answer after the edit.
		['', { give: 'a:x b:x c:x', ...edited }],
		['changed a:y, changed b:y', { give: 'a:y b:y c:x', ...edited }],
	],
	[
		'after an edit nothing of a key that rows share, and then the next ones',
		['', { give: 'a:1 a:2' }],
		['', { give: 'a:8 a:9', ...edited }],
		['new a:7', { give: 'a:7 a:9 a:8', ...edited }],
	],
	[
		'nothing after an edit until an answer has rows',
		['', { give: 'a:1' }],
		['', { give: '', ...edited }],
		['', { give: 'a:x', ...edited }],
	],
	[
		'no rows without key columns for new, if an edit leaves none of them',
		['', { give: 'a:a b:b', ...keyless }],
		['', { give: '', ...keyless, ...edited }],
		['', { give: 'c:c d:d', ...keyless, ...edited }],
		['new e:e', { give: 'c:c d:d e:e', ...keyless, ...edited }],
	],
	[
		'new rows without key columns, if an edit leaves one of them',
		['', { give: 'a:a b:b', ...keyless }],
		['new c:c', { give: 'a:a c:c', ...keyless, ...edited }],
	],
	[
		'new rows without key columns after an edit, if there were none before',
		['', { give: '', ...keyless }],
		['new c:c', { give: 'c:c', ...keyless, ...edited }],
	],
])('gives %s', (_, ...steps) => {
	expect(polls(...steps.map(([, step]) => step))).toEqual(steps.map(([found]) => found));
});

type Row = { id: number | string | null; content: number };

const step = fc.record({
	do: fc.constantFrom(
		...'insert insert insert copy change remove bringBack day poll poll poll'.split(' '),
	),
	id: fc.constantFrom(null, 1, 'x'),
	row: fc.nat(),
	turn: fc.nat(),
	// Each second or third row may be left out of the answer.
	leave: fc.constantFrom(Infinity, Infinity, 2, 3),
	most: fc.constantFrom(1_000, 1_000, 3),
});

/**
 * The model: all that polls have seen, as a plain list. A row is known by its key and content, and a row whose key no
 * other row of the answer has is known by its key alone. Two equal rows are one.
 */
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

it.each<Poll['event']>(['newRows', 'newOrChangedRows'])(
	'finds the rows that the model finds: %s',
	(event) => {
		fc.assert(
			fc.property(fc.array(step, { maxLength: 120, size: 'max' }), (steps) => {
				const table: Array<{ row: Row; isThere: boolean }> = [];
				const model = new Model();
				let [day, through, from] = [100, 100, 93];
				let saved = packState(diff(undefined, { ...POLL, rows: [] }).next);
				steps.forEach((each, index) => {
					const entry = table[each.row % table.length];
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
						...POLL,
						event,
						end: day,
						maxRowsPerRun: each.most,
						rows: fingerprints(rows, POLL.columns, 'salt'),
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
					expect(next.rows).toHaveLength(model.seen.length);
				});
			}),
			{ numRuns: 100 },
		);
	},
	60_000,
);
