import axios from 'axios';
import { type BenchHost, type BenchNode, benchType } from './host.mts';
import { type NullSink, SQL_PATH, SQL_ROWS } from './nullSink.mts';
import { median, type Section, time } from './section.mts';

/** Reading a large SQL answer: this package's node against what users have otherwise. */

/** Contestants take turns, so that whatever else the machine does falls on all of them. */
const ROUNDS = 5;
const QUERY = 'SELECT * FROM orders WHERE date BETWEEN @startDate AND @endDate';
const BODY = JSON.stringify({
	query: QUERY,
	period: { startDate: '2026-01-01', endDate: '2026-01-31' },
	shopId: 'a.example',
});
const NAMES = {
	node: 'this node',
	split: 'HTTP Request + Split Out',
	bare: "bare node that receives the answer by n8n's own helper, without items",
	axios: 'axios outside n8n, parsed and wrapped into items',
} as const;

const credentials = ['merchantDataApi'];

const merchantData: BenchNode = {
	name: 'Merchant Data',
	type: 'n8n-nodes-merchant-data.merchantData',
	parameters: {
		resource: 'sqlQuery',
		operation: 'execute',
		shop: { __rl: true, mode: 'domain', value: 'a.example' },
		query: QUERY,
		period: 'custom',
		startDate: '2026-01-01',
		endDate: '2026-01-31',
		options: {},
	},
	credentials,
};

const splitOut: BenchNode = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'data', options: {} },
};

const httpRequest = (url: string): BenchNode => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'merchantDataApi',
		sendBody: true,
		specifyBody: 'json',
		jsonBody: BODY,
		options: {},
	},
	credentials,
});

const bareReceive = (url: string): BenchNode => ({
	name: 'Bare Receive',
	type: benchType('bareReceive'),
	parameters: { url, body: BODY },
	credentials,
});

/** @param onRun told of each run as it ends */
export async function benchSql(
	host: BenchHost,
	sink: NullSink,
	onRun: (name: string, milliseconds: number) => void,
): Promise<Section> {
	const url = sink.url + SQL_PATH;
	const runs = new Map<string, number[]>();
	const note = (name: string, milliseconds: number) => {
		onRun(name, milliseconds);
		runs.set(name, [...(runs.get(name) ?? []), milliseconds]);
	};
	async function measure(name: string, items: number, ...nodes: BenchNode[]): Promise<void> {
		const run = await host.run(nodes);
		if (run.items !== items) throw new Error(`${name} gave ${run.items} items`);
		note(
			name,
			nodes.reduce((total, node) => total + run.milliseconds[node.name]!, 0),
		);
	}
	async function measureAxios(): Promise<void> {
		const started = performance.now();
		const { data } = await axios.post<string>(url, BODY, { responseType: 'text' });
		const answer = JSON.parse(data) as { data: object[] };
		answer.data.map((json) => ({ json, pairedItem: { item: 0 } }));
		note(NAMES.axios, performance.now() - started);
	}

	// The first run of each warms it up and is not counted.
	for (let round = 0; round <= ROUNDS; round++) {
		await measure(NAMES.node, SQL_ROWS, merchantData);
		await measure(NAMES.split, SQL_ROWS, httpRequest(url), splitOut);
		await measure(NAMES.bare, 1, bareReceive(url));
		await measureAxios();
		if (round === 0) runs.clear();
	}

	const middle = (name: string) => median(runs.get(name)!);
	const own = middle(NAMES.node);
	return {
		title: 'Reading rows',
		intro: `${SQL_ROWS.toLocaleString('en')} rows in one SQL answer. The median of ${ROUNDS} runs in turn.`,
		tables: [
			[
				['', 'time', 'against this node'],
				...[...runs.keys()].map((name) => [
					name,
					time(middle(name)),
					`${(middle(name) / own).toFixed(2)} ×`,
				]),
			],
		],
		bounds: [
			{
				text: 'time of HTTP Request + Split Out against this node',
				measured: middle(NAMES.split) / own,
				limit: 1,
				kind: 'least',
				unit: '×',
			},
			{
				text: 'time of a bare node that only receives the answer',
				measured: own / middle(NAMES.bare),
				limit: 1.2,
				kind: 'most',
				unit: '×',
			},
		],
	};
}
