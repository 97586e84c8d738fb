import assert from 'node:assert/strict';
import { type Row, SHOP, shop } from '../../kit/workflows.mts';
import { type Scenario, statuses, succeeded, type World } from './world.mts';

const JUNE = { period: 'custom', startDate: '2026-06-01', endDate: '2026-06-30' };
const SQL = { resource: 'sql', operation: 'executeQuery', shopDomain: SHOP, ...JUNE };

const rowsOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, n) => ({
		date: '2026-06-15',
		campaignName: `Frühling "${n}", Größe ∞`,
		spend: n / 100,
	}));

/** Finds pushed rows again by the SQL operation; requests overlap, so that theirs is no order. */
async function foundBySql(world: World, table: string): Promise<unknown[]> {
	const query = `SELECT "row" AS "row" FROM ${table} ORDER BY "row" ->> 'spend'`;
	const result = await world.run({ ...SQL, query });
	succeeded(result);
	return result.success.map(({ json }) => JSON.parse(String(json.row)) as unknown);
}

/** The list that the editor shows for the Shop field. */
async function listShops({ client, credentials }: World, filter?: string) {
	const { results } = await client.call<{ results: Array<{ name: string; value: string }> }>(
		'POST',
		'/dynamic-node-parameters/resource-locator-results',
		{
			path: 'parameters.shop',
			methodName: 'searchShops',
			filter,
			nodeTypeAndVersion: { name: 'n8n-nodes-merchant-data.merchantData', version: 1 },
			currentNodeParameters: { resource: 'adData', operation: 'push' },
			credentials: {
				merchantDataOAuth2Api: { id: credentials.merchantDataOAuth2Api, name: 'OAuth2' },
			},
		},
	);
	return results;
}

export const operationScenarios: readonly Scenario[] = [
	{
		name: 'Shop: Get Many gives the granted shops',
		async run(world) {
			const result = await world.run({ resource: 'shop', operation: 'getAll', returnAll: true });
			succeeded(result);
			const expected = world.production.shops.map((name, n) => ({
				shop: name,
				isPrimary: n === 0,
			}));
			assert.deepEqual(
				result.success.map(({ json }) => json),
				expected,
			);
		},
	},
	{
		name: 'The Shop field lists the granted shops and finds one by a part of its name',
		async run(world) {
			const all = await listShops(world);
			assert.deepEqual(
				all.map(({ value }) => value),
				world.production.shops,
			);
			assert.deepEqual(await listShops(world, 'LICHT'), [{ name: SHOP, value: SHOP }]);
		},
	},
	{
		name: 'Ad Data: Push sends 1,200 items in batches, and SQL finds every row again',
		async run(world) {
			const rows = rowsOf(1_200);
			const result = await world.run(
				{
					resource: 'adData',
					operation: 'push',
					shop: shop('={{ $json.shop }}'),
					fieldsToIgnore: 'shop',
				},
				{ items: rows.map((row) => ({ shop: SHOP, ...row })) },
			);
			succeeded(result);
			assert.deepEqual(
				result.success.map(({ json }) => json.rows),
				[500, 500, 200],
			);
			assert.deepEqual(statuses(world, 'ads'), [200, 200, 200]);
			assert.deepEqual(await foundBySql(world, 'pushed_ads'), rows);
		},
	},
	{
		name: 'Email/SMS Data: Push sends rows from JSON, and SQL finds every row again',
		async run(world) {
			const rows = rowsOf(3);
			const result = await world.run(
				{
					resource: 'emailSmsData',
					operation: 'push',
					shop: shop(`https://${SHOP}/`),
					dataMode: 'json',
					rowsJson: '={{ $json.rows }}',
					options: { output: 'rows' },
				},
				{ items: [{ rows: rows.slice(0, 2) }, { rows: rows[2] }] },
			);
			succeeded(result);
			assert.deepEqual(
				result.success.map(({ json }) => json.outcome),
				['accepted', 'accepted', 'accepted'],
			);
			assert.deepEqual(await foundBySql(world, 'pushed_email_sms'), rows);
		},
	},
	{
		name: 'SQL Query: Execute Query gives one item per row of the period',
		async run(world) {
			const query =
				'SELECT date, count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate GROUP BY date ORDER BY date';
			const result = await world.run({ ...SQL, query });
			succeeded(result);
			assert.equal(result.success.length, 30);
			assert.equal(result.success[29]?.json.date, '2026-06-30');
			const [request] = world.production.requests('sql');
			assert.deepEqual(request?.body, {
				shopId: SHOP,
				query,
				period: { startDate: '2026-06-01', endDate: '2026-06-30' },
			});
		},
	},
	{
		name: 'SQL Query: Execute Query week by week writes CSV files',
		async run(world) {
			const query = 'SELECT * FROM ad_spend WHERE date BETWEEN @startDate AND @endDate';
			const options = { splitBy: 'week' };
			const result = await world.run({ ...SQL, query, outputFormat: 'csv', options });
			succeeded(result);
			const names = result.success.map(({ binary }) => binary?.data?.fileName ?? '');
			assert.equal(names.length, 5);
			for (const name of names) assert.match(name, /\.csv$/);
			assert.equal(statuses(world, 'sql').length, 5);
		},
	},
	{
		name: 'Deletion Request: Create asks per item, and the receipt repeats no personal data',
		async run(world) {
			const result = await world.run(
				{
					resource: 'deletionRequest',
					operation: 'create',
					shopDomain: SHOP,
					emails: '={{ $json.email }}',
					phones: '={{ $json.phones }}',
				},
				{
					items: [
						{ email: 'nathan@example.com, sam@example.com', phones: '' },
						{ email: 'kim@example.com', phones: ['+44 20 7946 0000', '+49 30 1234567'] },
					],
				},
			);
			succeeded(result);
			assert.deepEqual(
				world.production
					.deletionRequests()
					.map(({ emails, phones }) => [emails.length, phones.length]),
				[
					[2, 0],
					[1, 2],
				],
			);
			assert.equal(result.success.length, 2);
			assert.doesNotMatch(JSON.stringify(result.success), /example\.com|7946/);
		},
	},
	{
		name: 'Connection: Check finds both credentials fit for work, an expired token refreshed',
		async run(world) {
			world.production.set({ tellScopes: true });
			world.production.expireAccessTokens();
			const result = await world.run({
				resource: 'connection',
				operation: 'check',
				shopDomain: SHOP,
			});
			succeeded(result);
			assert.equal(result.success.length, 6);
			for (const { json } of result.success) assert.equal(json.status, 'ok', String(json.found));
			assert.deepEqual(statuses(world, 'token'), [200]);
			assert.deepEqual(statuses(world, 'sql'), [200]);
		},
	},
];
