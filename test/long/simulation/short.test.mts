import { measureCells } from './cells.mts';
import { targetsOf } from './report.mts';

/** The short form of `npm run simulate`, so that no change takes a promise away unseen. */
it('the limiter keeps what it promises', () => {
	expect(targetsOf(measureCells(1, true)).filter(({ holds }) => !holds)).toEqual([]);
});
