import type { Cell } from './cells.mts';
import { RULES } from './rules.mts';

/** What the limiter is held to, of the cells that it concerns. */
export interface Target {
	promise: string;
	measured: string;
	holds: boolean;
}

const isLong = ({ requests }: Cell) => requests >= 400;
const times = (value: number) => `${value.toFixed(2)} ×`;
const nameOf = ({ model, answerMs, requests }: Cell) =>
	`${model.name}, ${answerMs} ms, ${requests}`;

function least(cells: Cell[], promise: string, limit: number, of: (cell: Cell) => number): Target {
	const missed = cells.filter((cell) => of(cell) < limit);
	const worst = cells.reduce((low, cell) => (of(cell) < of(low) ? cell : low));
	return {
		promise: `${promise}: at least ${limit} ×`,
		measured: `${cells.length - missed.length} of ${cells.length} cells; least ${times(of(worst))} (${nameOf(worst)})`,
		holds: missed.length === 0,
	};
}

export function targetsOf(cells: Cell[]): Target[] {
	const long = cells.filter(isLong);
	const fast = long.filter(({ againstBest }) => againstBest >= 0.9).length / long.length;
	const busy = cells.filter(({ laterPerWindow }) => laterPerWindow > 0);
	const average = busy.reduce((sum, { laterPerWindow }) => sum + laterPerWindow, 0) / busy.length;
	const against = ({ againstBest }: Cell) => againstBest;
	return [
		{
			promise: '400 or more requests, 90 % of the cells: at least 0.9 × the best fixed number',
			measured: `${(fast * 100).toFixed(0)} %`,
			holds: fast >= 0.9,
		},
		least(long, '400 or more requests, all cells, against the best fixed number', 0.8, against),
		least(
			cells.filter((cell) => !isLong(cell)),
			'40 requests, against the best fixed number',
			0.75,
			against,
		),
		least(
			long.filter(({ model }) => model.name === 'no quota'),
			'no quota, 400 or more requests, against one at a time',
			10,
			({ againstOne }) => againstOne,
		),
		{
			promise:
				'refusals per window and process after the first event, in cells that have any: at most 1 on average',
			measured: `${average.toFixed(2)}; more in ${cells.filter(({ laterPerWindow }) => laterPerWindow > 1).length} of ${cells.length} cells`,
			holds: average <= 1,
		},
		least(cells, 'against one at a time', 0.9, ({ againstOne }) => againstOne),
	];
}

/** The cells that fall short of a target. */
const shortfalls = (cells: Cell[]) =>
	cells.filter((cell) => cell.againstBest < (isLong(cell) ? 0.8 : 0.75) || cell.againstOne < 0.9);

function shortfallTable(cells: Cell[]): string[] {
	const rows = shortfalls(cells).map(({ model, answerMs, requests, againstBest, againstOne }) =>
		row([model.name, `${answerMs} ms`, requests, times(againstBest), times(againstOne)]),
	);
	if (rows.length === 0) return [];
	return [
		'## Where it falls short',
		'',
		'| service | answer time | requests | against the best | against one at a time |',
		'| --- | ---: | ---: | ---: | ---: |',
		...rows,
		'',
	];
}

const row = (values: Array<string | number>) => `| ${values.join(' | ')} |`;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/** What it does and how good it is, for who wants to know whether to set a number of their own. */
function forPeople(cells: Cell[]): string[] {
	const long = cells.filter(isLong);
	const against = long.map(({ againstBest }) => againstBest);
	const average = against.reduce((sum, share) => sum + share, 0) / against.length;
	const models = new Set(cells.map(({ model }) => model.name)).size;
	const free = long.filter(({ model }) => model.name === 'no quota');
	const faster = Math.min(...free.map(({ againstOne }) => againstOne));
	return [
		'# The limiter',
		'',
		'The node sends many requests at once. The service does not publish how many it accepts, so the limiter finds out:',
		'',
		'- It starts with a few requests at once, and adds one with each answer.',
		'- After a 502, 503, 504 or a timeout it halves that number: the service is busy.',
		'- After a 429 it sends nothing until the time in `Retry-After` is over.',
		'- From each 429 it learns how many requests the service accepts in a stretch of time, or how many at once. It keeps below that, and now and then sends one more to see whether the service accepts it.',
		'',
		`Nobody has to set a number. How good is that? It was compared with every fixed number of requests at once from 1 to 16, with ${models} models of services. The best of these numbers is another one for each service, and known only afterwards. With 400 or more requests, the limiter reaches **${percent(average)} of its throughput** on average, and ${percent(Math.min(...against))} in the worst of ${long.length} cases. It is faster than any fixed number where a service gives no \`Retry-After\`: it learns how long to wait, where the others guess. Without a quota it is at least ${Math.floor(faster)} times as fast as one request at a time.`,
		'',
		'![Throughput of the limiter, and of one request at a time, against the best fixed number](images/limiter.svg)',
		'',
		'The rest of this page is for those who change the limiter.',
		'',
	];
}

const howMeasured = (command: string): string[] => [
	'## How it was measured',
	'',
	`By \`${command}\`, in virtual time: the limiter (\`service/limiter/limiter.ts\`, up to 16 requests in flight) against fixed numbers of requests in flight from 1 to 16. These wait as \`Retry-After\` says, too.`,
	'',
	'- Answer times vary by a fifth; a refusal takes 50 ms.',
	'- Refusals of the first event are those within 100 ms of the first one. They are not counted.',
	'- A token bucket and a number of open requests have no window: a second is taken in its place. That makes the promise about refusals easier there than the time that a bucket takes to fill would.',
	'- Several processes share one quota. Each sends as many requests as the table says.',
	"- Each cell is the sum of several runs, more of them where there are few requests. In a short run, the best of sixteen fixed numbers is the one that happened to suit the service's clock.",
	'- A service that counts open requests answers `Retry-After: 1`, the least that can be said in seconds, or nothing. There the limiter sends a single request as soon as another was answered, and goes on if it is not refused.',
	'',
];

export function markdown(cells: Cell[], command: string): string {
	const answerTimes = [...new Set(cells.map(({ answerMs }) => answerMs))];
	const names = [...new Set(cells.map(({ model }) => model.name))];
	const tables = names.map((name) => {
		const own = cells.filter(({ model }) => model.name === name);
		const counts = [...new Set(own.map(({ requests }) => requests))];
		return counts.map((requests) =>
			row([
				name,
				requests,
				...own
					.filter((cell) => cell.requests === requests)
					.map(
						({ againstBest, best, refusals, worstWindow }) =>
							`${againstBest.toFixed(2)} (${best}), ${refusals.toFixed(0)}/${worstWindow.toFixed(0)}`,
					),
			]),
		);
	});
	return [
		...forPeople(cells),
		'## What is promised',
		'',
		'| promise | measured |  |',
		'| --- | --- | --- |',
		...targetsOf(cells).map(({ promise, measured, holds }) =>
			row([promise, measured, holds ? 'holds' : '**missed**']),
		),
		'',
		...shortfallTable(cells),
		...howMeasured(command),
		'## What each rule is for',
		'',
		'Each rule was taken out alone. In brackets what is promised.',
		'',
		row(['rule', 'where', 'without it']),
		row(['---', '---', '---']),
		...RULES.map((rule) => row(rule)),
		'',
		'## All cells',
		'',
		'Time of the best fixed number against that of the limiter (that number), refusals in all/in the worst window (or second, where there is none), per process.',
		'',
		row(['service', 'requests', ...answerTimes.map((ms) => `${ms} ms`)]),
		row(['---', '---:', ...answerTimes.map(() => '---:')]),
		...tables.flat(),
		'',
	].join('\n');
}
