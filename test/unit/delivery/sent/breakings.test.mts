import { useSimulatedTime } from '../../../kit/processes.mts';
import { History, type Variant } from './history.mts';
import type { Breaking } from './tryOnce.mts';

useSimulatedTime();

const inOne: Variant = { runs: 2, processes: 1, mayDie: true };
/** Without deaths: each run is in another process. */
const fiveInFive: Variant = { runs: 5, processes: 5, mayDie: false };

const MARK = 'running';
const MARKS = [MARK, 'asking'];

/** Wrong uses of n8n's store, each of which the model must notice. Before the first seed, it would play for seconds. */
const BREAKINGS: ReadonlyArray<[string, Variant, first: number, Breaking]> = [
	[
		'rows are noted before they are accepted',
		inOne,
		1,
		(store) => {
			let all: string[] = [];
			return {
				...store,
				async check(values, kept) {
					if (all.length === 0) all = values.filter((each) => !MARKS.includes(each));
					const noted = values.length > 1 ? [...new Set([...values, ...all])] : values;
					return await store.check(noted, kept);
				},
			};
		},
	],
	[
		'the mark is taken away before rows are sent',
		inOne,
		80,
		(store) => {
			let calls = 0;
			return {
				...store,
				async check(values, kept) {
					const answer = await store.check(values, kept);
					if (++calls === 2) await store.remove([MARK]);
					return answer;
				},
			};
		},
	],
	[
		'no token is checked at the end',
		fiveInFive,
		140,
		(store) => ({
			...store,
			async check(values, kept) {
				const { new: added, processed } = await store.check(values, kept);
				return { new: added, processed: values[0] === MARK ? processed : values.slice(0, 1) };
			},
		}),
	],
	[
		'a run that does not compare leaves the store',
		inOne,
		95,
		(store, onlyChanged) =>
			onlyChanged
				? store
				: {
						check: async () => await Promise.resolve({ new: [], processed: [] }),
						clear: async () => {},
						remove: async () => {},
					},
	],
	[
		'n8n is told to keep no more than the rows',
		inOne,
		60,
		(store) => {
			let most = 0;
			return {
				...store,
				async check(values, kept) {
					most ||= values.length - MARKS.length;
					return await store.check(values, { ...kept, maxEntries: most });
				},
			};
		},
	],
];

it.each(BREAKINGS)(
	'the model notices that %s',
	async (_, variant, first, breaking) => {
		let found: number | undefined;
		for (let seed = first; seed <= 3_000 && !found; seed++)
			await new History(seed, variant, breaking).play().catch(() => (found = seed));
		expect(found).toBeDefined();
	},
	300_000,
);
