import fc from 'fast-check';
import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
import { fingerprints } from '../../../nodes/MerchantData/trigger/fingerprint.ts';
import { packState, type State, unpackState } from '../../../nodes/MerchantData/trigger/state.ts';
import { POLL } from '../../kit/trigger.mts';

/**
 * What polls find one after another. The query is edited after the first one. Rows are written as `key:content`,
 * polls are separated by bars, and a hyphen stands for no rows.
 */
function afterEdit(answers: string, columns = POLL.columns): string {
	let state: State | undefined;
	const polls = answers.split(' | ').map((answer, poll) => {
		const rows = answer === '-' ? [] : answer.split(' ');
		const prints = rows.map((row) => ({ key: row.slice(0, 1), hash: row.slice(2) }));
		const reading = poll === 0 ? 'query' : 'edited query';
		const { next, found } = diff(state, { ...POLL, columns, reading, rows: prints });
		state = next;
		return found.map(({ index, change }) => `${change} ${rows[index]}`).join(', ') || '-';
	});
	return polls.join(' | ');
}

it.each([
	[
		'rows that it does not know, and reads the others silently',
		// "b" was not in the answer after the edit.
		'a:1 b:1 | a:x c:x | a:x b:x c:x | a:y b:y c:x',
		'- | new c:x | - | changed a:y, changed b:y',
	],
	['no row of a shared key at first', 'a:1 a:2 | a:8 a:9 | a:7 a:9', '- | - | new a:7'],
	['nothing until an answer has rows', 'a:1 | - | a:x', '- | - | -'],
])('after an edit, a poll returns %s', (_, answers, found) => {
	expect(afterEdit(answers)).toBe(found);
});

it.each([
	['no row if none is left', 'a:a b:b | - | c:c d:d | c:c d:d e:e', '- | - | - | new e:e'],
	['new rows if one is left', 'a:a b:b | a:a c:c', '- | new c:c'],
	['new rows if there were none before', '- | c:c', '- | new c:c'],
])('after an edit, a poll without key columns returns %s', (_, answers, found) => {
	expect(afterEdit(answers, { key: [], ignore: [] })).toBe(found);
});

type Row = { id: number | string | null; content: number };

/**
 * The model: all that polls have seen, as a plain list. A row is known by its key and content, and a row whose key no
 * other row of the answer has is known by its key alone. Two equal rows are one.
 */
class Model {
	seen: Array<Row & { day: number }> = [];
	/** Where a poll goes on, so that no row waits forever for those before it that always change. */
	private position = 0;
	private through = POLL.end;
	private from = POLL.end - POLL.lookBackDays;

	/** @returns the rows that start the workflow, as `change id content` */
	poll(rows: Row[], end: number, event: Poll['event'], most: number): string[] {
		const found: Array<[index: number, row: string]> = [];
		const leftOver: number[] = [];
		const order = rows.map((_, index) => (index + this.position) % rows.length);
		if (this.position >= rows.length) order.sort((a, b) => a - b);
		for (const index of order) {
			const { id, content } = rows[index]!;
			const ofKey = this.seen.filter((one) => one.id === id);
			const same = ofKey.find((one) => one.content === content);
			// A row whose key no other row of the answer has is known by its key alone.
			const isAlone = rows.every((other) => other.id !== id || other.content === content);
			const isChanged = !same && isAlone && ofKey.length > 0;
			const starts = !same && (!isChanged || event === 'newOrChangedRows');
			if (starts && found.length === most) {
				if (isChanged) for (const one of ofKey) one.day = end;
				leftOver.push(index);
				continue;
			}
			if (starts) found.push([index, `${isChanged ? 'changed' : 'new'} ${id} ${content}`]);
			// What alone has its key is one row, with one content at a time.
			if (isAlone && ofKey.length === 1) this.seen.splice(this.seen.indexOf(ofKey[0]!), 1);
			else if (same) same.day = end;
			if (!same || !this.seen.includes(same)) this.seen.push({ id, content, day: end });
		}
		this.position = leftOver[0] ?? 0;
		if (leftOver.length === 0) this.through = end;
		this.from = Math.max(this.from, this.through - POLL.lookBackDays);
		this.seen = this.seen.filter((one) => one.day >= this.from);
		return found.sort(([a], [b]) => a - b).map(([, each]) => each);
	}
}

const row = fc.record({ id: fc.constantFrom(null, 1, 2, 3, 'x'), content: fc.nat(3) });
const step = fc.record({
	days: fc.constantFrom(0, 0, 1, 5),
	rows: fc.array(row, { maxLength: 6, size: 'max' }),
	maxRowsPerRun: fc.constantFrom(1_000, 1_000, 2),
});

it('finds the rows that the model finds', () => {
	const events = fc.constantFrom<Poll['event']>('newRows', 'newOrChangedRows');
	const steps = fc.array(step, { maxLength: 40, size: 'max' });
	fc.assert(
		fc.property(events, steps, (event, polls) => {
			const model = new Model();
			let { end } = POLL;
			let saved = packState(diff(undefined, { ...POLL, rows: [] }).next);
			for (const { days, rows, maxRowsPerRun } of polls) {
				end += days;
				const prints = fingerprints(rows, POLL.columns, 'salt');
				const poll = { ...POLL, event, end, maxRowsPerRun, rows: prints };
				const { next, found } = diff(unpackState(saved), poll);
				saved = packState(next);
				const given = found.map(
					({ index, change }) => `${change} ${rows[index]!.id} ${rows[index]!.content}`,
				);
				expect(given).toEqual(model.poll(rows, end, event, maxRowsPerRun));
				expect(next.rows).toHaveLength(model.seen.length);
			}
		}),
		{ numRuns: 200 },
	);
});
