import axios from 'axios';
import { type BenchHost, type BenchNode, benchType } from './host.mts';
import { bodies, BATCH, SHOP } from './nodes/rows.mts';
import type { startNullSinkThread, Taken } from './nullSink.mts';
import { median, megabytes, type Section, time } from './section.mts';

/** Pushing rows: this package's node against what users have otherwise. */

const ROWS = 20_000;
const MANY = 200_000;
/** Contestants take turns, so that whatever else the machine does falls on all of them. */
const ROUNDS = 7;
const ROUNDS_OF_MANY = 3;

type Sink = Awaited<ReturnType<typeof startNullSinkThread>>;
type Run = Taken & { milliseconds: number; peakBytes?: number };

const path = '/api/v2/data-in/ads';
const headers = { 'content-type': 'application/json' };
const credentials = ['merchantDataOAuth2Api'];

const rows = (count: number, as = 'rows'): BenchNode => ({
	name: 'Rows',
	type: benchType('rows'),
	parameters: { count, as },
});

const merchantData: BenchNode = {
	name: 'Merchant Data',
	type: 'n8n-nodes-merchant-data.merchantData',
	parameters: {
		resource: 'adData',
		operation: 'push',
		shop: { __rl: true, mode: 'domain', value: SHOP },
		dataMode: 'autoMapInputData',
		options: {},
	},
	credentials,
};

const batches: BenchNode = {
	name: 'Batches',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode: `const rows = $input.all().map(({ json }) => json);
const batches = [];
for (let start = 0; start < rows.length; start += ${BATCH}) {
	batches.push({ json: { shop: '${SHOP}', data: rows.slice(start, start + ${BATCH}) } });
}
return batches;`,
	},
};

const httpRequest = (url: string, body: string): BenchNode => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url: url + path,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'merchantDataOAuth2Api',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: `={{ JSON.stringify(${body}) }}`,
		options: {},
	},
	credentials,
});

const barePost = (url: string): BenchNode => ({
	name: 'Bare Post',
	type: benchType('barePost'),
	parameters: { url: url + path },
	credentials,
});

/** @param onRun told of each run as it ends */
export async function benchPush(
	host: BenchHost,
	sink: Sink,
	onRun: (name: string, milliseconds: number) => void,
): Promise<Section> {
	const runs = new Map<string, Run[]>();
	const note = (name: string, run: Run) => {
		onRun(name, run.milliseconds);
		runs.set(name, [...(runs.get(name) ?? []), run]);
	};
	async function measure(name: string, source: BenchNode, ...nodes: BenchNode[]): Promise<void> {
		const { milliseconds, peakBytes } = await host.run([source, ...nodes]);
		const sum = nodes.reduce((total, node) => total + milliseconds[node.name]!, 0);
		note(name, { ...(await sink.take()), milliseconds: sum, peakBytes });
	}
	async function measureAxios(): Promise<void> {
		const prepared = bodies(ROWS).map((body) => Buffer.from(body));
		const started = performance.now();
		for (const body of prepared) await axios.post(sink.url + path, body, { headers });
		const milliseconds = performance.now() - started;
		note(NAMES.axios, { ...(await sink.take()), milliseconds });
	}

	// The first run of each warms it up and is not counted.
	for (let round = 0; round <= ROUNDS; round++) {
		await measure(NAMES.node, rows(ROWS), merchantData);
		await measure(NAMES.bare, rows(ROWS, 'bodies'), barePost(sink.url));
		await measure(NAMES.code, rows(ROWS), batches, httpRequest(sink.url, '$json'));
		await measureAxios();
		if (round === 0) runs.clear();
	}
	const perRow = `{ shop: '${SHOP}', data: [$json] }`;
	await measure(NAMES.perRow, rows(ROWS), httpRequest(sink.url, perRow));
	for (let round = 0; round < ROUNDS_OF_MANY; round++) {
		await measure(NAMES.many, rows(MANY), merchantData);
	}

	const middle = (name: string) => median(runs.get(name)!.map(({ milliseconds }) => milliseconds));
	const own = middle(NAMES.node);
	return {
		title: 'Pushing rows',
		intro: `${ROWS.toLocaleString('en')} rows of about 200 bytes to a server that reads the body and answers at once. Times are those of the nodes named, without making the rows: the median of ${ROUNDS} runs in turn (HTTP Request per row: one run; ${MANY.toLocaleString('en')} rows: ${ROUNDS_OF_MANY} runs). Memory is the highest resident size of n8n's process during the runs; a process seldom gives memory back, so it says little about one contestant against another.`,
		tables: [
			[
				['', 'time', 'against this node', 'requests', 'sent', 'peak memory'],
				...[...runs].map(([name, each]) => [
					name,
					time(middle(name)),
					`${(middle(name) / own).toFixed(2)} ×`,
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
				measured: middle(NAMES.perRow) / own,
				limit: 400,
				kind: 'least',
				unit: '×',
			},
			{
				text: 'faster than Code + HTTP Request',
				measured: middle(NAMES.code) / own,
				limit: 6,
				kind: 'least',
				unit: '×',
			},
			{
				text: 'time of a bare node that posts the same bodies',
				measured: own / middle(NAMES.bare),
				limit: 1.3,
				kind: 'most',
				unit: '×',
			},
			{
				text: '200,000 rows against 20,000',
				measured: middle(NAMES.many) / own,
				limit: 12,
				kind: 'most',
				unit: '×',
			},
		],
	};
}

const NAMES = {
	node: 'this node',
	bare: 'bare node, `httpRequestWithAuthentication`, bodies prepared',
	code: 'Code (batches of 500) + HTTP Request',
	axios: 'axios outside n8n, bodies prepared',
	perRow: 'HTTP Request, one request per row',
	many: 'this node, 200,000 rows',
} as const;
