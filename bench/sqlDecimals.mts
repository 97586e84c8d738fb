import { httpQuery, query, splitOut } from './contestants.mts';
import { startBenchHost } from './host.mts';
import { type Bench, type Contestants, middle, race, type Run, runNodes } from './race.mts';
import { type Bound, type Section, time } from './section.mts';

/**
 * A large SQL answer full of decimals, in an n8n that has just started, and later: code that has not
 * been compiled yet is slow, and a workflow that runs once a day meets it each time.
 */

const ROWS = 100_000;
/** n8n is started so often. */
const STARTS = 3;
const FIRST_ROUNDS = 3;
const LATER_ROUNDS = 9;
const LEAST = 1.2;

export async function benchSqlDecimals(bench: Bench): Promise<Section> {
	const first: Run[][] = [[], []];
	const later: Run[][] = [[], []];
	for (let start = 0; start < STARTS; start++) {
		const runs = await measure(bench);
		runs.forEach((each, index) => {
			first[index]!.push(...each.slice(0, FIRST_ROUNDS));
			later[index]!.push(...each.slice(FIRST_ROUNDS));
		});
	}
	const pairs = [
		['the first runs', first],
		['later runs', later],
	] as const;
	const faster = ([own, other]: readonly Run[][]) => middle(other!) / middle(own!);
	return {
		title: 'Reading decimals',
		intro: `${ROWS.toLocaleString('en')} rows with decimals of up to 17 digits in one SQL answer, in an n8n that has just started and has read ten rows: the first ${FIRST_ROUNDS} runs, and the ${LATER_ROUNDS} behind them. The median over ${STARTS} starts.`,
		tables: [
			[
				['', 'this node', 'HTTP Request + Split Out', 'against this node'],
				...pairs.map(([when, runs]) => [
					when,
					...runs.map((each) => time(middle(each))),
					`${faster(runs).toFixed(2)} ×`,
				]),
			],
		],
		bounds: pairs.map(
			([when, runs]): Bound => ({
				text: `time of HTTP Request + Split Out against this node, decimals, ${when}`,
				measured: faster(runs),
				limit: LEAST,
				kind: 'least',
				unit: '×',
			}),
		),
	};
}

/**
 * Each has an n8n of its own: what n8n does with the items of an execution goes on when the nodes have
 * ended, and would fall on the other's next run.
 * @returns the runs of this node, and those of n8n's own
 */
async function measure(whole: Bench): Promise<Run[][]> {
	const hosts = [
		await startBenchHost(whole.credentials, { name: 'bench-own' }),
		await startBenchHost(whole.credentials, { name: 'bench-other' }),
	] as const;
	const own = { ...whole, host: hosts[0] };
	const other = { ...whole, host: hosts[1] };
	const contestants = (items: number): Contestants => ({
		own: async () => await runNodes(own, { nodes: [query()], items }),
		other: async () =>
			await runNodes(other, { nodes: [httpQuery(whole.sink.url), splitOut], items }),
	});
	const answer = { delayMs: 0, sqlRow: 'rates' } as const;
	try {
		// What n8n loads at its first execution is not the nodes'.
		await whole.sink.answer({ ...answer, sqlRows: 10 });
		await race(whole, contestants(10), 1, 0);
		await whole.sink.answer({ ...answer, sqlRows: ROWS });
		return Object.values(await race(whole, contestants(ROWS), FIRST_ROUNDS + LATER_ROUNDS, 0));
	} finally {
		for (const host of hosts) await host.close();
	}
}
