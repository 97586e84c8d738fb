import { type Cell, measureCells } from './cells.mts';

/** The short form of `npm run simulate`: what the limiter reaches, so that no change takes it away unseen. */
let cells: Cell[];
beforeAll(() => {
	cells = measureCells(1, true);
});

const share = (some: Cell[], holds: (cell: Cell) => boolean) =>
	some.filter(holds).length / some.length;
const long = () => cells.filter(({ requests }) => requests >= 400);

it('is close to the best fixed number of requests in flight', () => {
	expect(share(long(), ({ againstBest }) => againstBest >= 0.9)).toBeGreaterThan(0.9);
	expect(share(long(), ({ againstBest }) => againstBest >= 0.8)).toBe(1);
	expect(share(cells, ({ againstBest }) => againstBest >= 0.75)).toBe(1);
});

it('is ten times as fast as one at a time where there is no quota', () => {
	const free = long().filter(({ model }) => model.name === 'no quota');
	expect(share(free, ({ againstOne }) => againstOne >= 10)).toBe(1);
});

it('is never slower than one at a time', () => {
	expect(share(cells, ({ againstOne }) => againstOne >= 0.9)).toBe(1);
});

it('is refused at most once per window, on average', () => {
	const busy = cells.filter(({ laterPerWindow }) => laterPerWindow > 0);
	const average = busy.reduce((sum, { laterPerWindow }) => sum + laterPerWindow, 0) / busy.length;
	expect(average).toBeLessThan(1);
});

it('gives the same for the same seed', () => {
	expect(measureCells(1, true)).toEqual(cells);
});
