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
		const host = await startBenchHost(bench.credentials, { name: 'bench-decimals' });
		try {
			const runs = await measure({ ...bench, host }, start % 2 === 1);
			runs.forEach((each, index) => {
				first[index]!.push(...each.slice(0, FIRST_ROUNDS));
				later[index]!.push(...each.slice(FIRST_ROUNDS));
			});
		} finally {
			await host.close();
		}
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

/** @returns the runs of this node, and those of n8n's own. @param isTurned whether n8n's own begin */
async function measure(bench: Bench, isTurned: boolean): Promise<Run[][]> {
	const contestants = (items: number): Contestants => {
		const own = async () => await runNodes(bench, { nodes: [query()], items });
		const nodes = [httpQuery(bench.sink.url), splitOut];
		const other = async () => await runNodes(bench, { nodes, items });
		return isTurned ? { other, own } : { own, other };
	};
	const answer = { delayMs: 0, sqlRow: 'rates' } as const;
	// What n8n loads at its first execution is not the nodes'.
	await bench.sink.answer({ ...answer, sqlRows: 10 });
	await race(bench, contestants(10), 1, 0);
	await bench.sink.answer({ ...answer, sqlRows: ROWS });
	const { own, other } = await race(bench, contestants(ROWS), FIRST_ROUNDS + LATER_ROUNDS, 0);
	return [own!, other!];
}
