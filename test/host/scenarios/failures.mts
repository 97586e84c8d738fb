import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeResult, type Row, SHOP, shop, TRIGGER, workflowFor } from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { failedWith, onlyTokenCall, statuses, succeeded } from './world.mts';
import type { Scenario, World } from './world.mts';

const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP) };
const GET_KEY = { resource: 'apiKey', operation: 'get' };
/** Requests overlap, so what matters is which rows are there, and how often. */
const pushedNumbers = ({ production }: World) =>
	production
		.pushed('ads')
		.map(({ row }) => Number((row as Row).n))
		.sort((a, b) => a - b);

/** Pushes three rows, one per request. */
const pushSingly = async (world: World, node: Row = {}, options: Row = {}) =>
	await world.run(
		{ ...PUSH, options: { batchSize: 1, ...options } },
		{ items: [{ n: 0 }, { n: 1 }, { n: 2 }], node },
	);

/** A workflow that pushes one row. */
const onePush = async ({ client, credentials }: World) =>
	await client.saveWorkflow(workflowFor({ parameters: PUSH, items: [{ n: 0 }], credentials }));

export const failureScenarios: readonly Scenario[] = [
	{
		name: 'An expired token is refreshed once, the secret in the form body, and no row is lost',
		async run(world) {
			world.production.fail('ads', 'ok', 'expireToken');
			succeeded(await pushSingly(world));
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
			onlyTokenCall(world, 'refresh_token');
		},
	},
	{
		name: 'Ten executions at once with an expired token: one refresh, all succeed',
		async run(world) {
			const { production, client } = world;
			production.set({ tokenDelayMs: 500 });
			const workflow = await onePush(world);
			production.expireAccessTokens();
			const runs = Array.from({ length: 10 }, () => client.run(workflow, TRIGGER));
			for (const execution of await Promise.all(runs)) succeeded(nodeResult(execution));
			assert.equal(production.pushed('ads').length, 10);
			assert.deepEqual(statuses(world, 'token'), [200]);
		},
	},
	{
		name: 'Stopping an execution ends its waiting for a rate limit at once',
		async run(world) {
			const { client, production } = world;
			production.fail('ads', { status: 429, headers: { 'retry-after': '60' } });
			const workflow = await onePush(world);
			const { executionId } = await client.call<{ executionId: string }>(
				'POST',
				`/workflows/${workflow.id}/run`,
				{ workflowData: workflow, startNodes: [], triggerToStartFrom: { name: TRIGGER } },
			);
			await until('the push is refused', 10_000, () => production.pendingFaults === 0);
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
			const result = await pushSingly(world, { onError: 'continueErrorOutput' });
			assert.equal(succeeded(result).length, 2);
			const [failed, ...more] = result.errors;
			assert.equal(more.length, 0);
			assert.equal(failed?.n, 1);
			const { message, outcome, status, shop: sentFor } = failed?.error as Row;
			assert.match(String(message), /^400 Bad Request .*Invalid ad data\./);
			assert.deepEqual([outcome, status, sentFor], ['rejected', 400, SHOP]);
			assert.deepEqual(pushedNumbers(world), [0, 2]);
		},
	},
	{
		name: 'Retry On Fail sends what was refused and doubles nothing',
		async run(world) {
			world.production.fail('ads', 'ok', 400);
			const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 100 };
			assert.equal(succeeded(await pushSingly(world, node)).length, 3);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
		},
	},
	{
		name: 'Retrying an execution from the list sends what was refused and doubles nothing',
		async run(world) {
			const { client, production } = world;
			production.fail('ads', 'ok', 400);
			const first = await pushSingly(world, {}, { maxParallelRequests: 1 });
			failedWith(first, '3 rows: 1 accepted, 1 rejected, 1 not sent');
			const { id } = first.execution;
			await client.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
			await until('the others are pushed', 10_000, () => pushedNumbers(world).length >= 3);
			await sleep(500);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
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
			assert.ok(results.length > 15);
			for (const { id } of results) {
				const stored = JSON.stringify(await client.call('GET', `/executions/${id}`));
				for (const secret of secrets) assert.ok(!stored.includes(secret), `execution ${id}`);
				assert.doesNotMatch(stored, /\b(at|rt)_[\w-]{20,}/);
			}
		},
	},
];
