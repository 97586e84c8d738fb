import { useSimulatedTime } from '../../../kit/processes.mts';
import { History, type Variant } from './history.mts';
import type { Breaking } from './tryOnce.mts';

useSimulatedTime();

/** `.ci/run` raises their number by `MODEL_HISTORIES`; with the `MODEL_SEED` of a failure, its history is the first. */
const FIRST_SEED = Number(process.env.MODEL_SEED ?? 1);
const HISTORIES = Number(process.env.MODEL_HISTORIES ?? 1_000);

const inOne: Variant = { runs: 2, processes: 1, mayDie: true };
const inTwo: Variant = { runs: 2, processes: 2, mayDie: true };
const threeInTwo: Variant = { runs: 3, processes: 2, mayDie: false };
/** Without deaths: each run is in another process. */
const fourInFour: Variant = { runs: 4, processes: 4, mayDie: false };
const VARIANTS: ReadonlyArray<[string, Variant, share: number]> = [
	['two runs at once in one process', inOne, 0.4],
	['two runs at once in two processes', inTwo, 0.4],
	['three runs at once in one process', { ...inOne, runs: 3 }, 0.1],
	['three runs at once in two processes that live on', threeInTwo, 0.1],
];

/** @throws what does not hold in the first history that fails, with the seed that repeats it */
async function play(seed: number, variant: Variant, breaking?: Breaking): Promise<void> {
	const history = new History(seed, variant, breaking);
	await history.play().catch((error: Error) => {
		throw new Error(`MODEL_SEED=${seed}: ${error.message}\n${history.trace.join('\n')}`, {
			cause: error,
		});
	});
	// Otherwise, a node that always sends everything would pass.
	if (!breaking) expect(history.sentAgain).toBe(0);
}

it.each(VARIANTS)(
	'the service has the last input, and each report is true: %s',
	async (_, variant, share) => {
		for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES * share; seed++)
			await play(seed, variant);
	},
	300_000,
);

const MARK = 'running';
const MARKS = [MARK, 'asking'];

/** Wrong uses of n8n's store, each of which the model must notice. */
const BREAKINGS: ReadonlyArray<[string, Variant, Breaking]> = [
	[
		'rows are noted before they are accepted',
		inOne,
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
		fourInFour,
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
	async (_, variant, breaking) => {
		let found: [number, Error] | undefined;
		for (let seed = 1; seed <= 3_000 && !found; seed++)
			await play(seed, variant, breaking).catch((error: Error) => (found = [seed, error]));
		expect(found).toBeDefined();
	},
	300_000,
);
