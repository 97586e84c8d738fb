import assert from 'node:assert/strict';
import { failureOf } from '../../../scripts/hosts/executions.mts';
import { daysAgo } from '../../../scripts/examples.mts';
import { PATIENCE_MS, POLL_TIMES, polls, whileActive } from '../scenarios/triggers.mts';
import { until } from '../until.mts';
import { SHOP, type ExampleCase } from './stage.mts';

export const ordersCase: ExampleCase = {
	file: 'new-orders-to-messages.json',
	async run(stage, file) {
		const { client, production, inbox } = stage;
		const workflow = await stage.load(file, {}, ({ nodes }) => {
			const trigger = nodes.find(({ type }) => type.endsWith('.merchantDataTrigger'));
			trigger!.parameters.pollTimes = POLL_TIMES;
		});
		return await whileActive(client, workflow, async () => {
			await polls(stage, 2);
			assert.deepEqual(inbox.messages, []);
			const insert = production.database.prepare(
				"INSERT INTO all_orders VALUES (?, ?, ?, ?, 'Tea set, 6 cups', 2, 19.5, 'EUR')",
			);
			insert.run(SHOP, 'fresh', daysAgo(0), 'Zoë García');
			insert.run(SHOP, 'late', daysAgo(5), 'Seán "Jack" O\'Brien');
			await until('the messages', PATIENCE_MS, () => inbox.messages.length >= 2);
			await polls(stage, 2);
			assert.deepEqual(inbox.messages.sort(), [
				'Order fresh: 2 × Tea set, 6 cups for Zoë García, 19.5 EUR',
				'Order late: 2 × Tea set, 6 cups for Seán "Jack" O\'Brien, 19.5 EUR',
			]);
			for (const each of await client.executionsOf(workflow)) assert.equal(failureOf(each), null);
			return 'nothing for the orders that were there; two messages for two new ones, one of them late';
		});
	},
};
