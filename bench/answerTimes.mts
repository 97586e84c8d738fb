import {
	codeAndHttp,
	httpQuery,
	push,
	query,
	ROWS,
	source,
	SQL_BODY_OF_ITEM,
} from './contestants.mts';
import { type Bench, middle, race, runNodes } from './race.mts';
import { atLeast, atMost, type Section, time } from './section.mts';

/**
 * A service whose answers take time, each on its own: this package's node, which asks for a few at a
 * time, against n8n's HTTP Request, which asks for all at once.
 */

const ANSWER_MS = 300;
const ROUNDS = 5;
const SHOPS = 50;
const ROWS_PER_SHOP = 31;

const NAMES = {
	queries: `this node: ${SHOPS} shops`,
	otherQueries: `HTTP Request: ${SHOPS} shops`,
	pushes: `this node: ${ROWS.toLocaleString('en')} rows`,
	otherPushes: `Code (batches of 500) + HTTP Request: ${ROWS.toLocaleString('en')} rows`,
} as const;

export async function benchAnswerTimes(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	await bench.sink.answer({ delayMs: ANSWER_MS, sqlRows: ROWS_PER_SHOP });
	const shops = source(SHOPS, 'shops');
	const rows = source(ROWS);
	const ownQueries = {
		source: shops,
		nodes: [query('={{ $json.shop }}')],
		items: SHOPS * ROWS_PER_SHOP,
	};
	const otherQueries = { source: shops, nodes: [httpQuery(url, SQL_BODY_OF_ITEM)], items: SHOPS };
	const runs = await race(
		bench,
		{
			[NAMES.queries]: () => runNodes(bench, ownQueries),
			[NAMES.otherQueries]: () => runNodes(bench, otherQueries),
			[NAMES.pushes]: () => runNodes(bench, { source: rows, nodes: [push] }),
			[NAMES.otherPushes]: () => runNodes(bench, { source: rows, nodes: codeAndHttp(url) }),
		},
		ROUNDS,
	);
	const took = (name: string) => middle(runs[name]!);
	return {
		title: 'Answers that take time',
		intro: `The service answers each request after ${time(ANSWER_MS)}, whatever else it has to answer, and refuses none. First, a SQL query for each of ${SHOPS} shops, one item each, with ${ROWS_PER_SHOP} rows in an answer; then ${ROWS.toLocaleString('en')} rows to push, in requests of 500. HTTP Request sends all requests at once; this node holds them within its limits. No run knows of another: each has a credential of its own. The median of ${ROUNDS} runs in turn, and the most requests that waited for their answers at the same time.`,
		tables: [
			[
				['', 'time', 'at once'],
				...Object.entries(runs).map(([name, each]) => [
					name,
					time(took(name)),
					String(Math.max(...each.map(({ atOnce }) => atOnce))),
				]),
			],
		],
		bounds: [
			atMost(
				`${SHOPS} shops against HTTP Request, answers take ${time(ANSWER_MS)}`,
				took(NAMES.queries) / took(NAMES.otherQueries),
				2,
			),
			atLeast(
				`faster than Code + HTTP Request, answers take ${time(ANSWER_MS)}`,
				took(NAMES.otherPushes) / took(NAMES.pushes),
				2,
			),
		],
	};
}
