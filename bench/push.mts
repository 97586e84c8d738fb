import { codeAndHttp, httpPush, push, ROWS, source } from './contestants.mts';
import { type BenchNode, benchType } from './host.mts';
import { SHOP } from './nodes/rows.mts';
import { PUSH_PATH } from './nullSink.mts';
import { type Bench, middle, race, runNodes } from './race.mts';
import { atLeast, atMost, type Section, time } from './section.mts';

/** Pushing rows to a service that answers at once: this package's node against what users have otherwise. */

const MANY = 200_000;
const ROUNDS = 7;
const ROUNDS_OF_MANY = 3;

const NAMES = {
	node: 'this node',
	bare: 'bare node, `httpRequestWithAuthentication`, bodies prepared',
	code: 'Code (batches of 500) + HTTP Request',
	perRow: 'HTTP Request, one request per row',
	many: 'this node, 200,000 rows',
} as const;

const barePost = (url: string): BenchNode => ({
	name: 'Bare Post',
	type: benchType('barePost'),
	parameters: { url: url + PUSH_PATH },
	credentials: ['merchantDataOAuth2Api'],
});

export async function benchPush(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	await bench.sink.answer({ delayMs: 0, sqlRows: 0 });
	const perRow = httpPush(url, `{ shop: '${SHOP}', data: [$json] }`);
	const rows = source(ROWS);
	const runs = {
		...(await race(
			bench,
			{
				[NAMES.node]: () => runNodes(bench, { source: rows, nodes: [push] }),
				[NAMES.bare]: () =>
					runNodes(bench, { source: source(ROWS, 'bodies'), nodes: [barePost(url)] }),
				[NAMES.code]: () => runNodes(bench, { source: rows, nodes: codeAndHttp(url) }),
			},
			ROUNDS,
		)),
		...(await race(
			bench,
			{ [NAMES.many]: () => runNodes(bench, { source: source(MANY), nodes: [push] }) },
			ROUNDS_OF_MANY,
			0,
		)),
		// The last, because n8n has 2 GB to give back after it.
		...(await race(
			bench,
			{ [NAMES.perRow]: () => runNodes(bench, { source: rows, nodes: [perRow] }) },
			1,
			0,
		)),
	};

	const took = (name: string) => middle(runs[name]!);
	const own = took(NAMES.node);
	return {
		title: 'Pushing rows',
		intro: `${ROWS.toLocaleString('en')} rows of about 200 bytes to a server that reads the body and answers at once. Times are those of the nodes named, without making the rows: the median of ${ROUNDS} runs in turn (HTTP Request per row: one run; ${MANY.toLocaleString('en')} rows: ${ROUNDS_OF_MANY} runs).`,
		tables: [
			[
				['', 'time', 'against this node', 'requests'],
				...Object.entries(runs).map(([name, each]) => [
					name,
					time(took(name)),
					`${(took(name) / own).toFixed(2)} ×`,
					String(each[0]!.requests),
				]),
			],
		],
		bounds: [
			atLeast('faster than HTTP Request per row', took(NAMES.perRow) / own, 400),
			atLeast('faster than Code + HTTP Request', took(NAMES.code) / own, 8),
			atMost('time of a bare node that posts the same bodies', own / took(NAMES.bare), 1.2),
			atMost('200,000 rows against 20,000', took(NAMES.many) / own, 12),
		],
	};
}
