import { httpQuery, query, splitOut, SQL_BODY } from './contestants.mts';
import { type BenchNode, benchType } from './host.mts';
import { SQL_PATH } from './nullSink.mts';
import { type Bench, middle, race, runNodes } from './race.mts';
import { atLeast, atMost, type Section, time } from './section.mts';

/** Reading a large SQL answer: this package's node against what users have otherwise. */

const ROUNDS = 11;
const ROWS = 100_000;
const NAMES = {
	node: 'this node',
	split: 'HTTP Request + Split Out',
	bare: "bare node that receives the answer by n8n's own helper, without items",
} as const;

const bareReceive = (url: string): BenchNode => ({
	name: 'Bare Receive',
	type: benchType('bareReceive'),
	parameters: { url: url + SQL_PATH, body: SQL_BODY },
	credentials: ['merchantDataApi'],
});

export async function benchSql(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	await bench.sink.answer({ delayMs: 0, sqlRows: ROWS });
	const runs = await race(
		bench,
		{
			[NAMES.node]: () => runNodes(bench, { nodes: [query()], items: ROWS }),
			[NAMES.split]: () => runNodes(bench, { nodes: [httpQuery(url), splitOut], items: ROWS }),
			[NAMES.bare]: () => runNodes(bench, { nodes: [bareReceive(url)], items: 1 }),
		},
		ROUNDS,
	);
	const took = (name: string) => middle(runs[name]!);
	const own = took(NAMES.node);
	return {
		title: 'Reading rows',
		intro: `${ROWS.toLocaleString('en')} rows in one SQL answer. The median of ${ROUNDS} runs in turn.`,
		tables: [
			[
				['', 'time', 'against this node'],
				...Object.keys(runs).map((name) => [
					name,
					time(took(name)),
					`${(took(name) / own).toFixed(2)} ×`,
				]),
			],
		],
		bounds: [
			atLeast('time of HTTP Request + Split Out against this node', took(NAMES.split) / own, 1),
			atMost('time of a bare node that only receives the answer', own / took(NAMES.bare), 1.2),
		],
	};
}
