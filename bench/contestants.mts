import { type BenchNode, benchType } from './host.mts';
import { BATCH, mapped, SHOP } from './nodes/rows.mts';
import { PUSH_PATH, SQL_PATH } from './nullSink.mts';

/** The nodes that are raced against each other, as a user would set them. */

export const ROWS = 20_000;

const QUERY = 'SELECT * FROM orders WHERE date BETWEEN @startDate AND @endDate';
const PERIOD = { startDate: '2026-01-01', endDate: '2026-01-31' };

export const SQL_BODY = JSON.stringify({ query: QUERY, period: PERIOD, shopId: SHOP });

/** Items: rows from a number on, prepared request bodies of them, or shops. */
export const source = (count: number, as: 'rows' | 'bodies' | 'shops' = 'rows', from = 0) => ({
	name: 'Source',
	type: benchType('source'),
	parameters: { count, as, from },
});

const merchantData = (parameters: BenchNode['parameters'], credential: string): BenchNode => ({
	name: 'Merchant Data',
	type: 'n8n-nodes-merchant-data.merchantData',
	parameters,
	credentials: [credential],
});

const NUMBERS = ['rowId', 'impressions', 'clicks', 'spend', 'conversions'];

/** This package's push. Eight columns get other names, most of them in an object; one is a day, four are numbers. */
const pushOf = (dataMode: string, columns: Record<string, string>) =>
	merchantData(
		{
			resource: 'adData',
			operation: 'push',
			shop: { __rl: true, mode: 'domain', value: SHOP },
			dataMode,
			columns: {
				column: Object.entries(columns).map(([name, field]) => ({
					name,
					field,
					...(NUMBERS.includes(name) && { sendAs: 'number' }),
					...(name === 'date' && { sendAs: 'date' }),
				})),
			},
			options: {},
		},
		'merchantDataOAuth2Api',
	);

const COLUMNS = {
	date: 'event_date',
	campaignId: 'campaign.id',
	campaignName: 'campaign.name',
	impressions: 'metrics.impressions',
	clicks: 'metrics.clicks',
	spend: 'metrics.spend',
	currency: 'currency_code',
};
const OF_FILE = { ...COLUMNS, conversions: 'metrics.conversions' };

/** A row per item. */
export const push = pushOf('autoMapInputData', { ...COLUMNS, rowId: 'metrics.row' });

/** The same, which sends no row that the last run had. */
export const pushChanged: BenchNode = {
	...push,
	parameters: { ...push.parameters, ifSentAgain: 'replaces', onlyChanged: true },
};

/** The file of an item, read in pieces. */
export const pushFile = pushOf('binary', OF_FILE);

/** The same columns of items that n8n has made of the file. */
export const pushExtracted = pushOf('autoMapInputData', OF_FILE);

/** This package's node: a query per item, with its defaults. @param shopDomain may be an expression */
export const query = (shopDomain = SHOP, options = {}, outputFormat = 'items'): BenchNode =>
	merchantData(
		{
			resource: 'sql',
			operation: 'executeQuery',
			shopDomain,
			query: QUERY,
			period: 'custom',
			...PERIOD,
			outputFormat,
			options,
		},
		'merchantDataApi',
	);

const httpRequest = (url: string, jsonBody: string, credential: string): BenchNode => ({
	name: 'HTTP Request',
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		method: 'POST',
		url,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: credential,
		sendBody: true,
		specifyBody: 'json',
		jsonBody,
		options: {},
	},
	credentials: [credential],
});

/** n8n's HTTP Request, which sends the requests of all items at once. @param body an expression */
export const httpPush = (url: string, body: string): BenchNode =>
	httpRequest(url + PUSH_PATH, `={{ JSON.stringify(${body}) }}`, 'merchantDataOAuth2Api');

/** The same for queries. @param body JSON, or an expression */
export const httpQuery = (url: string, body = SQL_BODY): BenchNode =>
	httpRequest(url + SQL_PATH, body, 'merchantDataApi');

export const splitOut: BenchNode = {
	name: 'Split Out',
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'data', options: {} },
};

/** The body of {@link httpQuery} for the shop of each item. */
export const SQL_BODY_OF_ITEM = `={{ JSON.stringify({ query: ${JSON.stringify(QUERY)}, period: ${JSON.stringify(PERIOD)}, shopId: $json.shop }) }}`;

const batches: BenchNode = {
	name: 'Batches',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		// Node.js has taken out the types of the function.
		jsCode: `const mapped = ${mapped};
const rows = $input.all().map(({ json }) => mapped(json));
const batches = [];
for (let start = 0; start < rows.length; start += ${BATCH}) {
	batches.push({ json: { shop: '${SHOP}', data: rows.slice(start, start + ${BATCH}) } });
}
return batches;`,
	},
};

export const codeAndHttp = (url: string): BenchNode[] => [batches, httpPush(url, '$json')];
