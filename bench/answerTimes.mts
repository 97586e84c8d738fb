import {
	codeAndHttp,
	httpQuery,
	push,
	query,
	ROWS,
	source,
	SQL_BODY_OF_ITEM,
} from './contestants.mts';
import { type Bench, type Contestants, middle, race, type Run, runNodes } from './race.mts';
import { type Section, time } from './section.mts';

/**
 * A service whose answers take time, each on its own: this package's node, which asks for a few at a
 * time, against n8n's HTTP Request, which asks for all at once.
 */

const ANSWER_MS = [0, 50, 300, 1_000];
/** The answer time that the promises are about. */
const PROMISED_MS = 300;
const ROUNDS = 5;
const SHOPS = 50;
/** A month, day by day. */
const ROWS_PER_SHOP = 31;

/** The runs of this package's node and of what users have otherwise, at one answer time. */
interface Pair {
	own: Run[];
	other: Run[];
}

/** By answer time in ms. */
type Pairs = Map<number, Pair>;

async function raceAtEach(bench: Bench, name: string, own: Start, other: Start): Promise<Pairs> {
	const pairs: Pairs = new Map();
	for (const delayMs of ANSWER_MS) {
		await bench.sink.answer({ delayMs, sqlRows: ROWS_PER_SHOP });
		const told = `${name}, answers take ${time(delayMs)}`;
		const contestants = { [`this node: ${told}`]: own, [`otherwise: ${told}`]: other };
		const [ownRuns, otherRuns] = Object.values(await race(bench, contestants, ROUNDS));
		pairs.set(delayMs, { own: ownRuns!, other: otherRuns! });
	}
	return pairs;
}

type Start = Contestants[string];

function table(pairs: Pairs, other: string): string[][] {
	const atOnce = (runs: Run[]) => String(Math.max(...runs.map((run) => run.atOnce)));
	return [
		['answers take', 'this node', 'at once', other, 'at once', 'against this node'],
		...[...pairs].map(([delayMs, pair]) => [
			time(delayMs),
			time(middle(pair.own)),
			atOnce(pair.own),
			time(middle(pair.other)),
			atOnce(pair.other),
			`${(middle(pair.other) / middle(pair.own)).toFixed(2)} ×`,
		]),
	];
}

export async function benchAnswerTimes(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	const shops = source(SHOPS, 'shops');
	const queries = await raceAtEach(
		bench,
		`${SHOPS} shops`,
		() =>
			runNodes(bench, {
				source: shops,
				nodes: [query('={{ $json.shop }}')],
				items: SHOPS * ROWS_PER_SHOP,
			}),
		() =>
			runNodes(bench, { source: shops, nodes: [httpQuery(url, SQL_BODY_OF_ITEM)], items: SHOPS }),
	);
	const rows = source(ROWS);
	const pushes = await raceAtEach(
		bench,
		`${ROWS.toLocaleString('en')} rows`,
		() => runNodes(bench, { source: rows, nodes: [push] }),
		() => runNodes(bench, { source: rows, nodes: codeAndHttp(url) }),
	);

	const promised = (pairs: Pairs) => pairs.get(PROMISED_MS)!;
	const shopsPair = promised(queries);
	const rowsPair = promised(pushes);
	return {
		title: 'Answers that take time',
		intro: `The service answers each request after a time, whatever else it has to answer, and refuses none. First, a SQL query for each of ${SHOPS} shops, one item each, with ${ROWS_PER_SHOP} rows in an answer; then ${ROWS.toLocaleString('en')} rows to push, in requests of 500. HTTP Request sends all requests at once, and gives the answers as they come; this node holds them within its limits. No run knows of another: each has a credential of its own. The median of ${ROUNDS} runs in turn, and the most requests that waited for their answers at the same time.`,
		tables: [table(queries, 'HTTP Request'), table(pushes, 'Code (batches of 500) + HTTP Request')],
		bounds: [
			{
				text: `${SHOPS} shops against HTTP Request, answers take ${time(PROMISED_MS)}`,
				measured: middle(shopsPair.own) / middle(shopsPair.other),
				limit: 2,
				kind: 'most',
				unit: '×',
			},
			{
				text: `faster than Code + HTTP Request, answers take ${time(PROMISED_MS)}`,
				measured: middle(rowsPair.other) / middle(rowsPair.own),
				limit: 2,
				kind: 'least',
				unit: '×',
			},
		],
	};
}
