import { measureCells } from './cells.mts';
import { targetsOf } from './report.mts';
import { limiterSender, simulate } from './run.mts';
import { MODELS } from './services.mts';

/** The short form of `npm run simulate`, so that no change takes a promise away unseen. */

it('the limiter keeps what it promises', () => {
	expect(targetsOf(measureCells(1, true)).filter(({ holds }) => !holds)).toEqual([]);
});

it('a run is the same for the same seed', () => {
	const run = (seed: number) => simulate(MODELS[0]!, 500, 400, seed, limiterSender(16));
	expect(run(1)).toEqual(run(1));
	expect(run(2)).not.toEqual(run(1));
});
