import { draws } from '../../../kit/draws.mts';
import { useSimulatedTime } from '../../../kit/processes.mts';
import { History, type Variant } from './history.mts';

useSimulatedTime();

/** With the `MODEL_SEED` of a failure, its history is the first. */
const FIRST_SEED = Number(process.env.MODEL_SEED ?? 1);
const HISTORIES = draws(3_000);

const inOne: Variant = { runs: 2, processes: 1, mayDie: true };
const inTwo: Variant = { runs: 2, processes: 2, mayDie: true };
const threeInTwo: Variant = { runs: 3, processes: 2, mayDie: false };
const fiveInFive: Variant = { runs: 5, processes: 5, mayDie: false };
const VARIANTS: ReadonlyArray<[string, Variant, share: number]> = [
	['two runs at once in one process', inOne, 0.4],
	['two runs at once in two processes', inTwo, 0.4],
	['three runs at once in one process', { ...inOne, runs: 3 }, 0.1],
	['three runs at once in two processes that live on', threeInTwo, 0.1],
	['five runs at once, each in a process that lives on', fiveInFive, 0.1],
];

/** @throws what does not hold in the first history that fails, with the seed that repeats it */
async function play(seed: number, variant: Variant): Promise<void> {
	const history = new History(seed, variant);
	await history.play().catch((error: Error) => {
		throw new Error(`MODEL_SEED=${seed}: ${error.message}\n${history.trace.join('\n')}`, {
			cause: error,
		});
	});
	// Otherwise, a node that always sends everything would pass.
	expect(history.sentAgain).toBe(0);
}

it.each(VARIANTS)(
	'the service has the last input, and each report is true: %s',
	async (_, variant, share) => {
		for (let seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES * share; seed++)
			await play(seed, variant);
	},
	300_000,
);
