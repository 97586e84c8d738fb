import { diff, type Poll } from '../../../nodes/MerchantData/trigger/diff.ts';
import type { State } from '../../../nodes/MerchantData/trigger/state.ts';

const POLL = {
	identity: 'shop',
	reading: 'query',
	end: 100,
	lookBackDays: 7,
	event: 'newOrChangedRows',
	startsWithAll: false,
	isKeyless: false,
	maxRowsPerRun: 1_000,
} satisfies Omit<Poll, 'rows'>;

/** Polls one after another; rows are written as `key:content`. @returns what each one found */
function polls(...steps: Array<Partial<Poll> & { give: string }>): string[] {
	let state: State | undefined;
	return steps.map(({ give, ...poll }) => {
		const rows = give.split(' ').filter(Boolean);
		const prints = rows.map((row) => {
			const [key, hash] = row.split(':');
			return { key: key!, hash: hash! };
		});
		const { next, found } = diff(state, { ...POLL, ...poll, rows: prints });
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
	const few = { maxRowsPerRun: 2 };
	expect(
		polls(
			{ give: 'a:1' },
			{ give: 'a:2 b:1 c:1 d:1 e:1', ...few },
			{ give: 'a:2 b:1 c:1 d:1 e:1', ...few },
			{ give: 'a:2 b:1 c:1 d:1 e:1', ...few },
			{ give: 'a:2 b:1 c:1 d:1 e:1', ...few },
		),
	).toEqual(['', 'changed a:2, new b:1', 'new c:1, new d:1', 'new e:1', '']);
});

it('keeps the window where rows are left over', () => {
	const first = diff(undefined, { ...POLL, rows: [] }).next;
	const rows = ['a', 'b'].map((key) => ({ key, hash: '1' }));
	const second = diff(first, { ...POLL, rows, end: 105, maxRowsPerRun: 1 }).next;
	expect([second.from, second.through]).toEqual([93, 100]);
	const third = diff(second, { ...POLL, rows, end: 106, maxRowsPerRun: 1 }).next;
	expect([third.from, third.through]).toEqual([99, 106]);
});

it('reads known rows silently after an edit, and gives those that it does not know', () => {
	const edited = { reading: 'edited' };
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
	const edited = { reading: 'edited' };
	expect(polls({ give: 'a:1' }, { give: '', ...edited }, { give: 'a:x', ...edited })).toEqual([
		'',
		'',
		'',
	]);
});

it('takes rows without key columns for the same ones where an edit leaves none of them', () => {
	const edited = { reading: 'edited', isKeyless: true };
	expect(
		polls(
			{ give: 'a:a b:b', isKeyless: true },
			{ give: '', ...edited },
			{ give: 'c:c d:d', ...edited },
			{ give: 'c:c d:d e:e', ...edited },
		),
	).toEqual(['', '', '', 'new e:e']);
	expect(polls({ give: 'a:a b:b', isKeyless: true }, { give: 'a:a c:c', ...edited })).toEqual([
		'',
		'new c:c',
	]);
});

it('does not change the state that it is given', () => {
	const { next: before } = diff(undefined, { ...POLL, rows: [{ key: 'a', hash: '1' }] });
	const copy = structuredClone(before);
	diff(before, { ...POLL, reading: 'edited', end: 200, rows: [{ key: 'b', hash: '1' }] });
	expect(before).toEqual(copy);
});
