import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { keyCredential } from '../../kit/host.mts';
import {
	addCredential,
	nodeResult,
	type NodeRun,
	type Row,
	shop,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';
import {
	failedWith,
	isFormCall,
	type Scenario,
	statuses,
	succeeded,
	type World,
} from './world.mts';

const SHOP = 'casa-limon.example';
const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP) };
const GET_KEY = { resource: 'apiKey', operation: 'get' };
const SQL = {
	resource: 'sql',
	operation: 'executeQuery',
	shopDomain: SHOP,
	query: 'SELECT 1 AS one',
};
const ERROR_OUTPUT = { onError: 'continueErrorOutput' };
/** Where it is to be known which row meets a fault, and what has been sent by then. */
const ONE_AFTER_ANOTHER = { maxParallelRequests: 1 };
const RATE_LIMIT = { status: 429, headers: { 'retry-after': '2' } };

const items = (count: number): Row[] => Array.from({ length: count }, (_, n) => ({ n }));
/** Requests overlap, so what matters is which rows are there, and how often. */
const pushedNumbers = ({ production }: World) =>
	production
		.pushed('ads')
		.map(({ row }) => Number((row as Row).n))
		.sort((a, b) => a - b);

/** Pushes one row per request. */
const pushSingly = async (world: World, count: number, node?: NodeRun['node'], options: Row = {}) =>
	await world.run(
		{ ...PUSH, options: { batchSize: 1, ...options } },
		{ items: items(count), ...(node && { node }) },
	);

export const failureScenarios: readonly Scenario[] = [
	{
		name: 'An expired token is refreshed once, the secret in the form body, and no row is lost',
		async run(world) {
			const { production } = world;
			production.fail('ads', 'ok', 'expireToken');
			succeeded(await pushSingly(world, 3));
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
			const [call, ...more] = production.requests('token');
			assert.equal(more.length, 0);
			const { clientId, clientSecret } = production;
			isFormCall(call!, { grant_type: 'refresh_token', client_id: clientId }, clientSecret);
		},
	},
	{
		name: 'Ten executions at once with an expired token: one refresh, all succeed',
		async run(world) {
			const { production, client, credentials } = world;
			production.set({ tokenDelayMs: 500 });
			const workflow = await client.saveWorkflow(
				workflowFor({ parameters: PUSH, items: items(1), credentials }),
			);
			production.expireAccessTokens();
			const runs = Array.from({ length: 10 }, () => client.run(workflow, TRIGGER));
			for (const execution of await Promise.all(runs)) succeeded(nodeResult(execution));
			assert.equal(production.pushed('ads').length, 10);
			assert.deepEqual(statuses(world, 'token'), [200]);
		},
	},
	{
		name: 'A dead refresh token: the credential must be reconnected, the rest is not sent',
		async run(world) {
			const { production } = world;
			production.expireAccessTokens();
			production.expireRefreshTokens();
			const result = await pushSingly(world, 40);
			failedWith(result, 'must be reconnected', 'click "Switch account"', 'Of 40 rows: ');
			const sent = statuses(world, 'ads');
			assert.ok(sent.length <= 16, `${sent.length} requests`);
			assert.ok(sent.every((status) => status === 401));
			assert.ok(statuses(world, 'token').length <= 2);
		},
	},
	{
		name: 'A rate limit is waited out, and a hint tells for how long',
		async run(world) {
			world.production.fail('ads', 'ok', RATE_LIMIT);
			const started = Date.now();
			const result = await pushSingly(world, 3);
			succeeded(result);
			assert.ok(Date.now() - started >= 2_000);
			assert.deepEqual(statuses(world, 'ads').sort(), [200, 200, 200, 429]);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
			assert.match(result.hints.join(), /Waited 1 time, 2\.\d s in all, for rate limits/);
		},
	},
	{
		name: 'A rate limit beyond Max Wait stops the node and names the option',
		async run(world) {
			world.production.set({ quotas: { ads: { limit: 2, windowMs: 60_000 } } });
			const result = await pushSingly(world, 4, undefined, { maxWait: 1 });
			failedWith(result, '429 Rate Limit Exceeded', 'Raise "Max Wait"', '4 rows: 2 accepted');
			assert.equal(pushedNumbers(world).length, 2);
		},
	},
	{
		name: 'Stopping an execution ends its waiting for a rate limit at once',
		async run(world) {
			const { client, production, credentials } = world;
			production.fail('ads', { status: 429, headers: { 'retry-after': '60' } });
			const workflow = await client.saveWorkflow(
				workflowFor({ parameters: PUSH, items: items(1), credentials }),
			);
			const { executionId } = await client.call<{ executionId: string }>(
				'POST',
				`/workflows/${workflow.id}/run`,
				{ workflowData: workflow, startNodes: [], triggerToStartFrom: { name: TRIGGER } },
			);
			for (let n = 0; n < 100 && production.pendingFaults > 0; n++) await sleep(50);
			const stopped = Date.now();
			await client.call('POST', `/executions/${executionId}/stop`);
			const { status } = await client.waitForExecution(executionId, 10_000);
			assert.equal(status, 'canceled');
			assert.ok(Date.now() - stopped < 5_000);
			await sleep(500);
			assert.deepEqual(statuses(world, 'ads'), [429]);
		},
	},
	{
		name: 'Error output: accepted rows leave on one branch, others with their input on the other',
		async run(world) {
			world.production.set({ rejectRows: { field: 'n', value: 1 } });
			const result = await pushSingly(world, 3, ERROR_OUTPUT);
			succeeded(result);
			assert.equal(result.success.length, 2);
			const [failed, ...more] = result.errors;
			assert.equal(more.length, 0);
			assert.equal(failed?.n, 1);
			const { message, ...details } = failed?.error as Row;
			assert.match(String(message), /^400 Bad Request .*A row is not valid in the field n/);
			assert.deepEqual(
				{ outcome: details.outcome, status: details.status, shop: details.shop },
				{ outcome: 'rejected', status: 400, shop: SHOP },
			);
			assert.deepEqual(pushedNumbers(world), [0, 2]);
		},
	},
	{
		name: 'Error output with an unusable credential: every item leaves on the error branch',
		async run(world) {
			const key = await addCredential(
				world,
				keyCredential(world, { baseUrl: 'no-scheme.example' }),
			);
			const credentials = { merchantDataApi: key };
			const result = await world.run(SQL, { items: items(3), credentials, node: ERROR_OUTPUT });
			succeeded(result);
			assert.equal(result.success.length, 0);
			assert.deepEqual(
				result.errors.map(({ n }) => n),
				[0, 1, 2],
			);
		},
	},
	{
		name: 'Error output off: the first failure stops the node and counts the outcomes',
		async run(world) {
			world.production.set({ rejectRows: { field: 'n', value: 1 } });
			failedWith(
				await pushSingly(world, 4, undefined, ONE_AFTER_ANOTHER),
				'400 Bad Request',
				'4 rows: 1 accepted, 1 rejected, 2 not sent',
				'First rejected: row 2',
				'Isolate Rejected Rows',
			);
		},
	},
	{
		name: 'A lost answer is reported as unknown, and the rows are not sent twice',
		async run(world) {
			world.production.fail('ads', 'ok', 'lostAnswer');
			const result = await pushSingly(world, 3, ERROR_OUTPUT, ONE_AFTER_ANOTHER);
			succeeded(result);
			assert.deepEqual(
				result.errors.map(({ n, error }) => [n, (error as Row).outcome]),
				[[1, 'unknown']],
			);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
		},
	},
	{
		name: 'Retry On Fail sends what was refused and doubles nothing',
		async run(world) {
			world.production.fail('ads', 'ok', 400);
			const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
			const result = await pushSingly(world, 3, node);
			succeeded(result);
			assert.equal(result.success.length, 3);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
		},
	},
	{
		name: 'Retrying an execution from the list sends what was refused and doubles nothing',
		async run(world) {
			const { client, production } = world;
			production.fail('ads', 'ok', 400);
			const first = await pushSingly(world, 3, undefined, ONE_AFTER_ANOTHER);
			failedWith(first, '3 rows: 1 accepted, 1 rejected, 1 not sent');
			const { id } = first.execution;
			await client.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
			for (let n = 0; n < 100 && pushedNumbers(world).length < 3; n++) await sleep(100);
			await sleep(500);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
		},
	},
	{
		name: 'SQL: a 403 that asks for an access token is explained by the shop identifier',
		async run(world) {
			world.production.fail('sql', {
				status: 403,
				body: { message: 'Access denied: an access token is required' },
			});
			failedWith(await world.run(SQL), '403 Access Denied', 'shopId', 'plain shop domain');
		},
	},
	{
		name: 'SQL: a key without Data Out is told apart from a wrong key',
		async run(world) {
			const { production } = world;
			const apiKey = production.apiKeys.noDataOut;
			const key = await addCredential(world, keyCredential(world, { apiKey }));
			const result = await world.run(SQL, { credentials: { merchantDataApi: key } });
			failedWith(result, '401 Unauthorized', 'Data Out');
		},
	},
	{
		name: 'A 500 that stays ends in a block for the support of the service',
		async run(world) {
			world.production.fail('sql', 500, 500);
			const result = await world.run(SQL);
			failedWith(result, 'For the support of the service', SHOP, 'POST /api/v2/platform/api/sql');
			assert.deepEqual(statuses(world, 'sql'), [500, 500]);
		},
	},
	{
		name: 'A mistake in a field stops before anything is sent, and names item and field',
		async run(world) {
			const result = await world.run(
				{ ...SQL, shopDomain: '={{ $json.shop }}' },
				{ items: [{ shop: SHOP }, { shop: 'https://shop.example/admin?x' }] },
			);
			failedWith(result, '"Shop" is not a plain shop domain');
			assert.deepEqual(world.production.log, []);
		},
	},
	{
		name: 'A redirect is not followed, so that the key goes nowhere else',
		async run(world) {
			world.production.fail('apiKey', 'redirect');
			failedWith(await world.run(GET_KEY), '302', 'was not followed');
			assert.deepEqual(world.production.requests('elsewhere'), []);
		},
	},
	{
		name: 'No stored execution of all these holds a key, a token or the client secret',
		async run({ client, production }) {
			const secrets = [production.clientSecret, ...Object.values(production.apiKeys)];
			const { results } = await client.call<{ results: Array<{ id: string }> }>(
				'GET',
				'/executions?limit=100',
			);
			assert.ok(results.length > 20);
			for (const { id } of results) {
				const stored = JSON.stringify(await client.call('GET', `/executions/${id}`));
				for (const secret of secrets) assert.ok(!stored.includes(secret), `execution ${id}`);
				assert.doesNotMatch(stored, /\b(at|rt)_[\w-]{20,}/);
			}
		},
	},
];
