import assert from 'node:assert/strict';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { sentAs } from '../../kit/columns.mts';
import { asNodeHolds, inARow, type Row, SHOP, shop, TRIGGER } from '../../kit/workflows.mts';
import { type Scenario, statuses, succeeded, type World } from './world.mts';

type CredentialType = keyof World['credentials'];

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
	const found = succeeded(await world.run({ ...SQL, query }));
	return found.map(({ json }) => JSON.parse(String(json.row)) as unknown);
}

async function listShops({ client, credentials }: World, filter?: string) {
	const path = '/dynamic-node-parameters/resource-locator-results';
	type Answer = { results: Array<{ name: string; value: string }> };
	const { results } = await client.call<Answer>('POST', path, {
		path: 'parameters.shop',
		methodName: 'searchShops',
		filter,
		nodeTypeAndVersion: { name: 'n8n-nodes-merchant-data.merchantData', version: 1 },
		currentNodeParameters: { resource: 'adData', operation: 'push' },
		credentials: asNodeHolds(credentials),
	});
	return results;
}

/** n8n's own node for endpoints that this one does not have. */
const httpRequest = ({ production, credentials }: World, path: string, type: CredentialType) => ({
	name: type,
	type: 'n8n-nodes-base.httpRequest',
	typeVersion: 4.2,
	parameters: {
		url: `${production.url}/api/v2/${path}`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: type,
		options: { redirect: { redirect: { followRedirects: false } } },
	},
	credentials: asNodeHolds({ [type]: credentials[type] }),
});

export const operationScenarios: readonly Scenario[] = [
	{
		name: 'HTTP Request calls with either credential, and refreshes the token',
		async run(world) {
			const { client, production } = world;
			production.expireAccessTokens();
			const trigger = { name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
			const workflow = inARow([
				{ ...trigger, parameters: {} },
				httpRequest(world, 'developers/oauth2/granted-shops', 'merchantDataOAuth2Api'),
				httpRequest(world, 'users/api-keys/me', 'merchantDataApi'),
			]);
			const execution = await client.run(await client.saveWorkflow(workflow), TRIGGER);
			assert.equal(failureOf(execution), null);
			const asked = production.log.map(({ endpoint, status }) => `${endpoint} ${status}`);
			assert.deepEqual(asked, ['grantedShops 401', 'token 200', 'grantedShops 200', 'apiKey 200']);
			const [oauth, key] = production.log.slice(2).map(({ headers }) => headers);
			assert.match(oauth?.authorization ?? '', /^Bearer at_/);
			assert.equal(oauth?.['x-api-key'], undefined);
			assert.equal(key?.['x-api-key'], production.apiKeys.full);
			assert.equal(key?.authorization, undefined);
		},
	},
	{
		name: 'Shop: Get Many and the Shop field give the granted shops, the field those of a part of a name',
		async run(world) {
			const getAll = { resource: 'shop', operation: 'getAll', returnAll: true };
			assert.deepEqual(
				succeeded(await world.run(getAll)).map(({ json }) => json),
				world.production.shops.map((name, n) => ({ shop: name, isPrimary: n === 0 })),
			);
			const [primary, ...others] = world.production.shops.map((name) => ({ name, value: name }));
			const first = { ...primary, name: `${primary?.name} (primary)` };
			assert.deepEqual(await listShops(world), [first, ...others]);
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
					columns: sentAs('leaveOut', 'shop'),
				},
				{ items: rows.map((row) => ({ shop: SHOP, ...row })) },
			);
			const batches = succeeded(result).map(({ json }) => json.rows);
			assert.deepEqual(batches, [500, 500, 200]);
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
			const outcomes = succeeded(result).map(({ json }) => json.outcome);
			assert.deepEqual(outcomes, ['accepted', 'accepted', 'accepted']);
			assert.deepEqual(await foundBySql(world, 'pushed_email_sms'), rows);
		},
	},
	{
		name: 'SQL Query: Execute Query gives one item per row of the period, and a CSV file for each week',
		async run(world) {
			const query =
				'SELECT date, count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate GROUP BY date ORDER BY date';
			const days = succeeded(await world.run({ ...SQL, query }));
			assert.equal(days.length, 30);
			assert.equal(days[29]?.json.date, JUNE.endDate);
			const { startDate, endDate } = JUNE;
			const [request] = world.production.requests('sql');
			assert.deepEqual(request?.body, { shopId: SHOP, query, period: { startDate, endDate } });

			const weekly = { query, outputFormat: 'csv', options: { splitBy: 'week' } };
			const files = succeeded(await world.run({ ...SQL, ...weekly }));
			assert.equal(files.length, 5);
			for (const { binary } of files) assert.match(binary?.data?.fileName ?? '', /\.csv$/);
			assert.equal(statuses(world, 'sql').length, 1 + 5);
		},
	},
];
