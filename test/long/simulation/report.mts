import { reportText } from '../../../scripts/report.mts';
import type { Cell } from './cells.mts';

/** What the limiter is held to, and the page that tells it. */

const against = ({ againstBest }: Cell) => againstBest;
const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const leastOf = (cells: Cell[]) => Math.min(...cells.map(against));
/** What nine of ten cells do not exceed. */
const refusalsOf = (cells: Cell[]) =>
	cells.map(({ refusals }) => refusals).sort((a, b) => a - b)[Math.floor(0.9 * cells.length)]!;

const atLeast = (promise: string, limit: number, value: number) => ({
	promise: `${promise}: at least ${limit} ×`,
	measured: `${value.toFixed(2)} ×`,
	holds: value >= limit,
});

export function targetsOf(cells: Cell[]) {
	const specified = cells.filter(({ model }) => model.isSpecified);
	const others = cells.filter(({ model }) => !model.isSpecified);
	const long = others.filter(({ requests }) => requests >= 400);
	const free = cells.filter(({ model }) => model.kind === 'No quota');
	const timesOfOne = free.map(({ againstOne }) => againstOne);
	const refusals = refusalsOf(specified);
	return [
		atLeast('a quota and `Retry-After`, mean', 0.9, meanOf(specified.map(against))),
		atLeast('a quota and `Retry-After`, least', 0.5, leastOf(specified)),
		{
			promise:
				'a quota and `Retry-After`, refusals per 100 requests in 90 % of the cells: at most 60',
			measured: refusals.toFixed(0),
			holds: refusals <= 60,
		},
		atLeast('all other services, mean', 0.8, meanOf(others.map(against))),
		atLeast('all other services, least with 400 or more requests', 0.3, leastOf(long)),
		atLeast('no quota, against one request at a time', 10, Math.min(...timesOfOne)),
	];
}

const lines = (...all: string[]) => all.join('\n');
const row = (values: Array<string | number>) => `| ${values.join(' | ')} |`;
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** @returns docs/reports/limiter.md */
export function markdown(cells: Cell[]): string {
	const models = new Set(cells.map(({ model }) => model)).size;
	const specified = cells.filter(({ model }) => model.isSpecified);
	const worst = cells.reduce((low, cell) => (against(cell) < against(low) ? cell : low));
	const share = percent(meanOf(specified.map(against)));
	return reportText(
		'How fast the limiter is',
		'npm run simulate',
		`[The limiter](../decisions.md#the-limiter) was compared with every fixed number of requests at once from 1 to 16, with ${models} models of services. The best of these numbers is another one for each service, and known only afterwards. If the service has a quota and says \`Retry-After\`, as it is specified, the limiter reaches **${share} of the throughput of the best number** on average.`,
		'## What is promised',
		'Throughput is that of the best fixed number, unless something else is said.',
		lines(
			'| promise | measured |  |',
			'| --- | ---: | --- |',
			...targetsOf(cells).map(({ promise, measured, holds }) =>
				row([promise, measured, holds ? 'holds' : '**missed**']),
			),
		),
		`The least of all cells is ${against(worst).toFixed(2)} × (${worst.model.name}, ${worst.answerMs} ms, ${worst.requests} requests).`,
		'## By kind of service',
		lines(
			'| service | mean | least | refusals per 100 requests, in 90 % of the cells |',
			'| --- | ---: | ---: | ---: |',
			...[...Map.groupBy(cells, ({ model }) => model.kind)].map(([kind, own]) =>
				row([
					kind,
					meanOf(own.map(against)).toFixed(2),
					leastOf(own).toFixed(2),
					refusalsOf(own).toFixed(0),
				]),
			),
		),
		'## How it was measured',
		'In virtual time (`test/long/simulation/`): the limiter (`lib/limiter.ts`) with up to 16 requests in flight, against fixed numbers that keep the same cool-down. A cell is a model of a service with an answer time from 50 to 2000 ms and 40, 400 or 2000 requests.',
		lines(
			'- Answer times vary by a fifth; a refusal takes 50 ms.',
			'- Several processes share one quota. Each sends as many requests as the cell says.',
			"- Each cell is the sum of several runs, more of them if there are few requests. In a short run, the best of sixteen fixed numbers is the one that happened to suit the service's clock.",
			'- No promise is made of the least of runs with 40 requests, because no rule can keep it. To be ten times as fast as one at a time without a quota, 12 requests must be in flight at once. A service that takes 10 answers the others with `Retry-After: 1`, the least that can be said in seconds. If an answer takes 50 ms, ten at once are done in 0.22 s, and whoever was refused needs 1.05 s at least: 0.21 ×.',
		),
	);
}
