import assert from 'node:assert/strict';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import {
	dataNode,
	inARow,
	itemNodes,
	n8nNode,
	type Row,
	SHOP,
	shop,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { PATIENCE_MS, whileActive } from './triggers.mts';
import type { Scenarios, World } from './world.mts';

/** "Skip Rows Already Sent", as n8n keeps what was sent. */

const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP), skipSentRows: true };

const sheetOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, n) => ({ n, spend: 1 }));

/** The rows that the service has, in order of their numbers; of one number, in the order of arrival. */
const arrived = ({ production }: World, endpoint: 'ads' | 'emailSms' = 'ads') =>
	production
		.pushed(endpoint)
		.map(({ row }) => row as { n: number; spend: number })
		.sort((a, b) => a.n - b.n);

/** Each second, the orders of a day, which stand for the rows of a sheet. */
const scheduled = ({ credentials }: World) =>
	inARow([
		n8nNode('Schedule', 'scheduleTrigger', 1.2, {
			rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] },
		}),
		dataNode(
			{
				resource: 'sql',
				operation: 'executeQuery',
				shopDomain: SHOP,
				query: "SELECT order_id AS n, total AS spend FROM orders WHERE customer = 'Sheet'",
				period: 'yesterday',
			},
			credentials,
			{ name: 'Orders' },
		),
		dataNode(PUSH, credentials),
	]);

const START = n8nNode('Start', 'executeWorkflowTrigger', 1.1, { inputSource: 'passthrough' });

const callOf = (id: string) =>
	n8nNode('Call', 'executeWorkflow', 1.2, {
		workflowId: { __rl: true, mode: 'id', value: id },
		workflowInputs: { mappingMode: 'defineBelow', value: {} },
		options: {},
	});

export const sentRowsScenarios: Scenarios = {
	async 'Skip Rows Already Sent: a published schedule sends the rows of a sheet once, and corrected ones again'(
		world,
	) {
		const { client, production } = world;
		const { database } = production;
		const add = database.prepare(
			"INSERT INTO all_orders VALUES (?, ?, '2026-06-01', 'Sheet', 'Lamp', 1, ?, 'EUR')",
		);
		const correctFirst = database.prepare(
			"UPDATE all_orders SET total = total + 10 WHERE customer = 'Sheet' AND order_id = '1'",
		);
		const workflow = await client.saveWorkflow(scheduled(world));
		const queries = () => production.requests('sql').length;
		await whileActive(client, workflow, async () => {
			for (let day = 1; day <= 3; day++) {
				add.run(SHOP, String(day), day);
				correctFirst.run();
				const before = queries();
				await until('the schedule has run twice', PATIENCE_MS, () => queries() >= before + 3);
			}
		});
		const rows = arrived(world).map(({ n, spend }) => `${n}: ${spend}`);
		assert.deepEqual(rows, ['1: 11', '1: 21', '1: 31', '2: 2', '3: 3']);
		for (const execution of await client.executionsOf(workflow))
			assert.equal(failureOf(execution), null);
	},
	async 'Skip Rows Already Sent: two pushes in one workflow, and a sub-workflow, each remember their own'(
		world,
	) {
		const { client, credentials, production } = world;
		const both = workflowFor({ parameters: PUSH, items: sheetOf(3), credentials });
		const emails = { ...PUSH, resource: 'emailSmsData' };
		const more = { name: 'Emails', id: 'emails', position: [660, 220] };
		both.nodes.push(dataNode(emails, credentials, more));
		const [toAds] = (both.connections as Record<string, { main: unknown[][] }>).Items!.main;
		toAds!.push({ node: 'Emails', type: 'main', index: 0 });
		const saved = await client.saveWorkflow(both);
		for (let run = 0; run < 2; run++)
			assert.equal(failureOf(await client.run(saved, TRIGGER)), null);
		assert.deepEqual([arrived(world).length, arrived(world, 'emailSms').length], [3, 3]);

		const sub = await client.saveWorkflow(inARow([START, dataNode(PUSH, credentials)]));
		// 2.x calls published workflows alone, and 1.x cannot activate it.
		if (world.n8n.line === 'n8n-2') await client.activate(sub);
		const call = inARow([...itemNodes(sheetOf(4)), callOf(sub.id)]);
		const caller = await client.saveWorkflow(call);
		for (const given of [1, 0]) {
			const execution = await client.run(caller, TRIGGER);
			assert.equal(failureOf(execution), null);
			assert.equal(outputOf(execution, 'Call').length, given);
		}
		// Its rows were sent by the other workflow, of which it knows nothing.
		assert.equal(arrived(world).length, 3 + 4);
		assert.equal(production.requests('ads').length, 2);
	},
};
