import axios from 'axios';
import { codeAndHttp, httpPush, push, ROWS, source } from './contestants.mts';
import { type BenchNode, benchType } from './host.mts';
import { bodies, SHOP } from './nodes/rows.mts';
import { PUSH_PATH } from './nullSink.mts';
import { type Bench, middle, race, runNodes, runOutside } from './race.mts';
import { megabytes, type Section, time } from './section.mts';

/** Pushing rows to a service that answers at once: this package's node against what users have otherwise. */

const MANY = 200_000;
const ROUNDS = 7;
const ROUNDS_OF_MANY = 3;

const NAMES = {
	node: 'this node',
	bare: 'bare node, `httpRequestWithAuthentication`, bodies prepared',
	code: 'Code (batches of 500) + HTTP Request',
	axios: 'axios outside n8n, bodies prepared',
	perRow: 'HTTP Request, one request per row',
	many: 'this node, 200,000 rows',
} as const;

const headers = { 'content-type': 'application/json' };

const barePost = (url: string): BenchNode => ({
	name: 'Bare Post',
	type: benchType('barePost'),
	parameters: { url: url + PUSH_PATH },
	credentials: ['merchantDataOAuth2Api'],
});

async function postByAxios(url: string, prepared: Buffer[]): Promise<void> {
	for (const body of prepared) await axios.post(url + PUSH_PATH, body, { headers });
}

export async function benchPush(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	await bench.sink.answer({ delayMs: 0, sqlRows: 0 });
	const prepared = bodies(ROWS).map((body) => Buffer.from(body));
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
				[NAMES.axios]: () => runOutside(bench, () => postByAxios(url, prepared)),
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
		intro: `${ROWS.toLocaleString('en')} rows of about 200 bytes to a server that reads the body and answers at once. Times are those of the nodes named, without making the rows: the median of ${ROUNDS} runs in turn (HTTP Request per row: one run; ${MANY.toLocaleString('en')} rows: ${ROUNDS_OF_MANY} runs). Memory is the highest resident size of n8n's process during the runs; a process seldom gives memory back, so it says little about one contestant against another.`,
		tables: [
			[
				['', 'time', 'against this node', 'requests', 'sent', 'peak memory'],
				...Object.entries(runs).map(([name, each]) => [
					name,
					time(took(name)),
					`${(took(name) / own).toFixed(2)} ×`,
					String(each[0]!.requests),
					megabytes(each[0]!.bytes),
					megabytes(
						each.some((run) => run.peakBytes)
							? Math.max(...each.map((run) => run.peakBytes ?? 0))
							: undefined,
					),
				]),
			],
		],
		bounds: [
			{
				text: 'faster than HTTP Request per row',
				measured: took(NAMES.perRow) / own,
				limit: 400,
				kind: 'least',
				unit: '×',
			},
			{
				text: 'faster than Code + HTTP Request',
				measured: took(NAMES.code) / own,
				limit: 8,
				kind: 'least',
				unit: '×',
			},
			{
				text: 'time of a bare node that posts the same bodies',
				measured: own / took(NAMES.bare),
				limit: 1.2,
				kind: 'most',
				unit: '×',
			},
			{
				text: '200,000 rows against 20,000',
				measured: took(NAMES.many) / own,
				limit: 12,
				kind: 'most',
				unit: '×',
			},
		],
	};
}
