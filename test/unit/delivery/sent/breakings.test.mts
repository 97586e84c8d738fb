import { useSimulatedTime } from '../../../kit/processes.mts';
import { History, type Variant } from './history.mts';
import type { Breaking, Store } from './tryOnce.mts';

useSimulatedTime();

const inOne: Variant = { runs: 2, processes: 1, mayDie: true };
/** Without deaths: each run is in another process. */
const fiveInFive: Variant = { runs: 5, processes: 5, mayDie: false };

const MARK = 'running';
const MARKS = [MARK, 'asking'];

/** A node that calls the store's check in another way. */
const checking =
	(change: (store: Store) => Store['check']): Breaking =>
	(store) => ({ ...store, check: change(store) });

const notesRowsEarly = checking((store) => {
	let all: string[] = [];
	return async (values, kept) => {
		if (all.length === 0) all = values.filter((each) => !MARKS.includes(each));
		const noted = values.length > 1 ? [...new Set([...values, ...all])] : values;
		return await store.check(noted, kept);
	};
});

const unmarksEarly = checking((store) => {
	let calls = 0;
	return async (values, kept) => {
		const answer = await store.check(values, kept);
		if (++calls === 2) await store.remove([MARK]);
		return answer;
	};
});

const checksNoToken = checking((store) => async (values, kept) => {
	const answer = await store.check(values, kept);
	return values[0] === MARK ? answer : { ...answer, processed: values.slice(0, 1) };
});

const keepsTooFew = checking((store) => {
	let maxEntries = 0;
	return async (values, kept) => {
		maxEntries ||= values.length - MARKS.length;
		return await store.check(values, { ...kept, maxEntries });
	};
});

/** Wrong uses of n8n's store, each of which the model must notice. Before the first seed, it would play for seconds. */
it.each<[string, Breaking, Variant, first: number]>([
	['rows are noted before they are accepted', notesRowsEarly, inOne, 1],
	['the mark is taken away before rows are sent', unmarksEarly, inOne, 80],
	['no token is checked at the end', checksNoToken, fiveInFive, 140],
	['n8n is told to keep no more than the rows', keepsTooFew, inOne, 60],
])(
	'the model notices that %s',
	async (_, breaking, variant, first) => {
		let found: number | undefined;
		for (let seed = first; seed <= 3_000 && !found; seed++)
			await new History(seed, variant, breaking).play().catch(() => (found = seed));
		expect(found).toBeDefined();
	},
	300_000,
);
