import { measureCells } from './cells.mts';
import { targetsOf } from './report.mts';

/** The short form of `npm run simulate`, so that no change takes a promise away unseen. */

it('the limiter keeps what it promises, the same for the same seed', () => {
	const cells = measureCells(1, true);
	expect(targetsOf(cells).filter(({ holds }) => !holds)).toEqual([]);
	expect(measureCells(1, true)).toEqual(cells);
});
