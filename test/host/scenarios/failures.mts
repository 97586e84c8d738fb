import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeResult, type Row, SHOP, shop, TRIGGER, workflowFor } from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { failedWith, onlyTokenCall, statuses, succeeded } from './world.mts';
import type { Scenario, World } from './world.mts';

const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP) };
/** Requests overlap, so what matters is which rows are there, and how often. */
const pushedNumbers = ({ production }: World) =>
	production
		.pushed('ads')
		.map(({ row }) => Number((row as Row).n))
		.sort((a, b) => a - b);

const onePush = async ({ client, credentials }: World) =>
	await client.saveWorkflow(workflowFor({ parameters: PUSH, items: [{ n: 0 }], credentials }));

export const failureScenarios: readonly Scenario[] = [
	{
		name: 'Ten executions at once with an expired token: one refresh, the secret in the form body, all succeed',
		async run(world) {
			const { production, client } = world;
			production.set({ tokenDelayMs: 500 });
			const workflow = await onePush(world);
			production.expireAccessTokens();
			const runs = Array.from({ length: 10 }, () => client.run(workflow, TRIGGER));
			for (const execution of await Promise.all(runs)) succeeded(nodeResult(execution));
			assert.equal(production.pushed('ads').length, 10);
			onlyTokenCall(world, 'refresh_token');
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
		name: 'Retrying an execution from the list sends what was refused and doubles nothing',
		async run(world) {
			const { client, production } = world;
			production.fail('ads', 'ok', 400);
			const options = { batchSize: 1, maxParallelRequests: 1 };
			const first = await world.run(
				{ ...PUSH, options },
				{ items: [{ n: 0 }, { n: 1 }, { n: 2 }] },
			);
			failedWith(first, '3 rows: 1 accepted, 1 rejected, 1 not sent');
			const { id } = first.execution;
			await client.call('POST', `/executions/${id}/retry`, { loadWorkflow: false });
			await until('the others are pushed', 10_000, () => pushedNumbers(world).length >= 3);
			await sleep(500);
			assert.deepEqual(pushedNumbers(world), [0, 1, 2]);
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
