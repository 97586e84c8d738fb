import { MODELS, type Model } from './services.mts';
import { fixedSender, limiterSender, simulate } from './run.mts';

/** One model of a service, with one answer time and number of requests: the limiter against fixed numbers. */
export interface Cell {
	model: Model;
	answerMs: number;
	/** Of each process. */
	requests: number;
	/** Time of the best fixed number against that of the limiter. */
	againstBest: number;
	best: number;
	/** Time of one request at a time against that of the limiter. */
	againstOne: number;
	/** Per process. */
	refusals: number;
	worstWindow: number;
	/** Per process and window, after the first event. */
	laterPerWindow: number;
}

export interface Grid {
	models: Model[];
	answerTimes: number[];
	counts: number[];
	/** Fixed numbers of requests in flight that the limiter is compared with; 1 is among them. */
	widths: number[];
	/**
	 * Each cell is the sum of runs with so many requests together. A short run depends on where in its
	 * window the service's clock is, and the best of many fixed numbers is then one that was lucky.
	 */
	together: number;
}

const CEILING = 16;

const WHOLE: Grid = {
	models: MODELS,
	answerTimes: [50, 200, 500, 1_000, 2_000],
	counts: [40, 400, 2_000],
	widths: Array.from({ length: CEILING }, (_, index) => index + 1),
	together: 5_000,
};

/** What runs in the tests: a few seconds. */
const SHORT: Grid = {
	...WHOLE,
	models: MODELS.filter(({ processes }) => processes < 4),
	answerTimes: [50, 500],
	counts: [40, 400],
	widths: [1, 4, 8, 10, 16],
	together: 500,
};

function measure(
	{ widths, together }: Grid,
	model: Model,
	answerMs: number,
	requests: number,
	seed: number,
): Cell {
	const runs = Math.min(20, Math.ceil(together / requests));
	const seeds = Array.from({ length: runs }, (_, run) => seed + run);
	const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
	const times = widths.map((width) =>
		total(
			seeds.map(
				(one) =>
					simulate(model, answerMs, requests, one, (random) => fixedSender(width, random)).ms,
			),
		),
	);
	const limited = seeds.map((one) =>
		simulate(model, answerMs, requests, one, (random) => limiterSender(CEILING, random)),
	);
	const ms = total(limited.map((run) => run.ms));
	const fastest = Math.min(...times);
	const later = total(limited.map((run) => run.laterRefusals)) / model.processes;
	return {
		model,
		answerMs,
		requests,
		againstBest: fastest / ms,
		best: widths[times.indexOf(fastest)]!,
		againstOne: times[widths.indexOf(1)]! / ms,
		refusals: total(limited.map((run) => run.refusals)) / runs / model.processes,
		worstWindow: Math.max(...limited.map((run) => run.worstWindow)) / model.processes,
		laterPerWindow: later / total(limited.map((run) => run.laterWindows)),
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
