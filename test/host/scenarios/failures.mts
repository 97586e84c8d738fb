import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { ONE_BY_ONE, PUSH, type Row } from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import { failedWith, type Scenarios } from './world.mts';

export const failureScenarios: Scenarios = {
	async 'Retrying an execution from the list sends what was refused and doubles nothing'(world) {
		const { client, production } = world;
		production.fail('ads', 'ok', 400);
		const items = [{ n: 0 }, { n: 1 }, { n: 2 }];
		const first = await world.run({ ...PUSH, options: ONE_BY_ONE }, { items });
		failedWith(first, /Of 3 rows, 1 was accepted, 1 rejected and 1 not sent/);
		await client.call('POST', `/executions/${first.id}/retry`, { loadWorkflow: false });
		const pushed = () => production.pushed('ads').map(({ row }) => Number((row as Row).n));
		await until('the others are pushed', 10_000, () => pushed().length >= 3);
		await sleep(500);
		// Requests overlap, so what matters is which rows are there, and how often.
		assert.deepEqual(pushed().sort(), [0, 1, 2]);
	},
	async 'No stored execution of all these holds a key, a token or the client secret'(world) {
		const { client, production } = world;
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
};
