import { MODELS, type Model } from './services.mts';
import { fixedSender, limiterSender, simulate } from './run.mts';

/** One model of a service, with one answer time and number of requests: the limiter against fixed numbers. */
export type Cell = ReturnType<typeof measure>;

/** *Max Parallel Requests*, if nobody sets it. */
const MOST_AT_ONCE = 16;

const WHOLE = {
	models: MODELS,
	answerTimes: [50, 200, 500, 1_000, 2_000],
	counts: [40, 400, 2_000],
	/** Fixed numbers of requests in flight that the limiter is compared with; 1 is among them. */
	widths: Array.from({ length: MOST_AT_ONCE }, (_, index) => index + 1),
	/** A cell is the sum of runs with so many requests together: in one short run, some fixed number is lucky. */
	together: 5_000,
};

/** What runs in the tests: a few seconds. */
const SHORT: typeof WHOLE = {
	...WHOLE,
	models: MODELS.filter(({ processes }) => processes < 4),
	answerTimes: [50, 500],
	counts: [40, 400],
	widths: [1, 4, 8, 10, 16],
	together: 500,
};

function measure(
	{ widths, together }: typeof WHOLE,
	model: Model,
	answerMs: number,
	requests: number,
	seed: number,
) {
	const runs = Math.min(20, Math.ceil(together / requests));
	function timed(createSender: Parameters<typeof simulate>[4]) {
		const sum = { ms: 0, refusals: 0 };
		for (let run = 0; run < runs; run++) {
			const { ms, refusals } = simulate(model, answerMs, requests, seed + run, createSender);
			sum.ms += ms;
			sum.refusals += refusals;
		}
		return sum;
	}
	const times = widths.map((width) => timed(fixedSender(width)).ms);
	const { ms, refusals } = timed(limiterSender(MOST_AT_ONCE));
	return {
		model,
		answerMs,
		/** For each process. */
		requests,
		/** Time of the best fixed number against that of the limiter, and that of one at a time. */
		againstBest: Math.min(...times) / ms,
		againstOne: times[widths.indexOf(1)]! / ms,
		/** Per 100 requests. */
		refusals: (100 * refusals) / (runs * requests * model.processes),
	};
}

/** @param seed the same gives the same cells */
export function measureCells(seed: number, isShort: boolean): Cell[] {
	const grid = isShort ? SHORT : WHOLE;
	return grid.models.flatMap((model) =>
		grid.counts.flatMap((requests) =>
			grid.answerTimes.map((answerMs) => measure(grid, model, answerMs, requests, seed)),
		),
	);
}
