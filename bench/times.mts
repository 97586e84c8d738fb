import {
	codeAndHttp,
	httpPush,
	httpQuery,
	push,
	pushChanged,
	query,
	ROWS,
	source,
	splitOut,
	SQL_BODY,
	SQL_BODY_OF_ITEM,
} from './contestants.mts';
import { type BenchNode, benchType } from './host.mts';
import { SHOP } from './nodes/rows.mts';
import { PUSH_PATH, SQL_PATH } from './nullSink.mts';
import { type Bench, middle, race, type Run } from './race.mts';
import { atLeast, atMost, type Section, time } from './section.mts';

/** How long this package's node takes against what users have otherwise. */

const inEnglish = (count: number) => count.toLocaleString('en');

const bareNode = (
	type: string,
	parameters: BenchNode['parameters'],
	credential: string,
): BenchNode => ({ name: 'Bare', type: benchType(type), parameters, credentials: [credential] });

/** Median times of contestants, this node's first. */
function timesOf(runs: Record<string, Run[]>) {
	const took = (name: string) => middle(runs[name]!);
	const own = took(Object.keys(runs)[0]!);
	const table = [
		['', 'time', 'against the first', 'requests', 'at once'],
		...Object.entries(runs).map(([name, each]) => [
			name,
			time(took(name)),
			`${(took(name) / own).toFixed(2)} ×`,
			String(each[0]!.requests),
			String(Math.max(...each.map(({ atOnce }) => atOnce))),
		]),
	];
	/** The time of one against that of another. */
	const ratio = (one: string, other: string) => took(one) / took(other);
	return { took, ratio, tables: [table] };
}

export async function benchSql(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	const rows = 100_000;
	const rounds = 11;
	await bench.sink.answer({ delayMs: 0, sqlRows: rows });
	const bare = bareNode('bareReceive', { url: url + SQL_PATH, body: SQL_BODY }, 'merchantDataApi');
	const contestants = {
		'this node': { nodes: [query()], items: rows },
		'HTTP Request + Split Out': { nodes: [httpQuery(url), splitOut], items: rows },
		'bare node that only receives the answer, without items': { nodes: [bare], items: 1 },
	};
	const [own, split, received] = Object.keys(contestants) as [string, string, string];
	const { ratio, tables } = timesOf(await race(bench, contestants, rounds));
	return {
		title: 'Reading rows',
		intro: `${inEnglish(rows)} rows in one SQL answer. The median of ${rounds} runs in turn.`,
		tables,
		bounds: [
			atLeast('time of HTTP Request + Split Out against this node', ratio(split, own), 1),
			atMost('time of a bare node that only receives the answer', ratio(own, received), 1.2),
		],
	};
}

/** The node asks for a few answers at a time; HTTP Request asks for all at once. */
export async function benchAnswerTimes(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	const shops = source(50, 'shops');
	const rows = source(ROWS);
	const rowsPerShop = 31;
	const rounds = 5;
	await bench.sink.answer({ delayMs: 300, sqlRows: rowsPerShop });
	const contestants = {
		'this node: 50 shops': {
			source: shops,
			nodes: [query('={{ $json.shop }}')],
			items: 50 * rowsPerShop,
		},
		'HTTP Request: 50 shops': {
			source: shops,
			nodes: [httpQuery(url, SQL_BODY_OF_ITEM)],
			items: 50,
		},
		'this node: 20,000 rows': { source: rows, nodes: [push] },
		'Code (batches of 500) + HTTP Request: 20,000 rows': { source: rows, nodes: codeAndHttp(url) },
	};
	const names = Object.keys(contestants) as [string, string, string, string];
	const { ratio, tables } = timesOf(await race(bench, contestants, rounds));
	return {
		title: 'Answers that take time',
		intro: `The service answers each request after 300 ms, whatever else it has to answer, and refuses none. First, a SQL query for each of 50 shops, one item each, with ${rowsPerShop} rows in an answer; then ${inEnglish(ROWS)} rows to push, in requests of 500. HTTP Request sends all requests at once; this node holds them within its limits. No run knows of another: each has a credential of its own. The median of ${rounds} runs in turn, and the most requests that waited for their answers at the same time.`,
		tables,
		bounds: [
			atMost('50 shops against HTTP Request, answers take 300 ms', ratio(names[0], names[1]), 2),
			atLeast('faster than Code + HTTP Request, answers take 300 ms', ratio(names[3], names[2]), 2),
		],
	};
}

export async function benchPush(bench: Bench): Promise<Section> {
	const { url } = bench.sink;
	await bench.sink.answer({ delayMs: 0, sqlRows: 0 });
	const rows = source(ROWS);
	const perRow = httpPush(url, `{ shop: '${SHOP}', data: [$json] }`);
	const bare = bareNode('barePost', { url: url + PUSH_PATH }, 'merchantDataOAuth2Api');
	const rounds = 7;
	const contestants = {
		'this node': { source: rows, nodes: [push] },
		'bare node, `httpRequestWithAuthentication`, bodies prepared': {
			source: source(ROWS, 'bodies'),
			nodes: [bare],
		},
		'Code (batches of 500) + HTTP Request': { source: rows, nodes: codeAndHttp(url) },
	};
	const larger = { 'this node, 200,000 rows': { source: source(200_000), nodes: [push] } };
	// The last, because n8n has 2 GB to give back after it.
	const slow = { 'HTTP Request, one request per row': { source: rows, nodes: [perRow] } };
	const { ratio, tables } = timesOf({
		...(await race(bench, contestants, rounds)),
		...(await race(bench, larger, 3, 0)),
		...(await race(bench, slow, 1, 0)),
	});
	const [own, posted, code] = Object.keys(contestants) as [string, string, string];
	return {
		title: 'Pushing rows',
		intro: `${inEnglish(ROWS)} rows of about 200 bytes to a server that reads the body and answers at once. Times are those of the nodes named, without making the rows: the median of ${rounds} runs in turn (HTTP Request per row: one run; 200,000 rows: 3 runs).`,
		tables,
		bounds: [
			atLeast('faster than HTTP Request per row', ratio(Object.keys(slow)[0]!, own), 400),
			atLeast('faster than Code + HTTP Request', ratio(code, own), 8),
			atMost('time of a bare node that posts the same bodies', ratio(own, posted), 1.2),
			atMost('200,000 rows against 20,000', ratio(Object.keys(larger)[0]!, own), 12),
		],
	};
}

/** "Send Only What Changed" at the answer time of a real service: what it costs, and what it saves. */
export async function benchOnlyChanged(bench: Bench): Promise<Section> {
	/** As many as are compared at most. */
	const many = source(100_000);
	const rounds = 5;
	await bench.sink.answer({ delayMs: 300, sqlRows: 0 });
	const changed = { before: source(ROWS), source: source(ROWS, 'rows', 100) };
	const contestants = {
		'100 rows, without it': { source: source(100), nodes: [push] },
		'20,000 rows of which 19,900 are unchanged': { ...changed, nodes: [pushChanged] },
		'100,000 rows, without it': { source: many, nodes: [push] },
		'100,000 new rows, with it': { source: many, nodes: [pushChanged] },
	};
	const names = Object.keys(contestants) as [string, string, string, string];
	const { took, ratio, tables } = timesOf(await race(bench, contestants, rounds));
	return {
		title: 'Send Only What Changed',
		intro: `Rows of about 200 bytes to a service that answers after 300 ms: the median of ${rounds} runs in turn. Unchanged rows were sent by a run of the same workflow before.`,
		tables,
		bounds: [
			atMost(
				'time with 19,900 unchanged rows, less 1 s, against 100 rows',
				(took(names[1]) - 1_000) / took(names[0]),
				1.5,
			),
			atMost('time of 100,000 new rows against without it', ratio(names[3], names[2]), 1.3),
		],
	};
}
