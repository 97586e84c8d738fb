import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { oauthCredential, type Stage } from '../../kit/host.mts';
import {
	addCredential,
	CLICK,
	dataNode,
	inARow,
	n8nNode,
	NODE,
	type Row,
	SHOP,
	shop,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { PATIENCE_MS, whileActive } from './triggers.mts';
import type { Scenarios, World } from './world.mts';

/** "Send Only What Changed", as n8n keeps what was sent. */

const ONLY_CHANGED = {
	resource: 'adData',
	operation: 'push',
	shop: shop(SHOP),
	ifSentAgain: 'replaces',
	onlyChanged: true,
};
const ONE_BY_ONE = { batchSize: 1, maxParallelRequests: 1 };

const sheetOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, id) => ({ id, spend: 1 }));

type Production = Stage['production'];

/** The rows that have arrived, in their order: those of requests that the service took. */
const arrived = ({ production }: { production: Production }) =>
	production.pushed('ads').map(({ row }) => row as { id: number; spend: number });

/** What the service holds, if a row replaces the one with its id. */
const held = (world: { production: Production }) =>
	Object.fromEntries(arrived(world).map(({ id, spend }) => [id, spend]));

/** Each second, the orders of a day, which stand for the rows of a sheet; also by a click. */
function scheduled({ credentials }: World) {
	const orders = {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: SHOP,
		query: "SELECT order_id AS id, total AS spend FROM orders WHERE customer = 'Sheet'",
		period: 'yesterday',
	};
	const schedule = n8nNode('Schedule', 'scheduleTrigger', 1.2, {
		rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] },
	});
	const workflow = inARow([
		schedule,
		dataNode(orders, credentials, { name: 'Orders' }),
		dataNode(ONLY_CHANGED, credentials),
	]);
	workflow.nodes.push({ id: 'click', position: [0, 200], ...CLICK });
	workflow.connections[TRIGGER] = { main: [[{ node: 'Orders', type: 'main', index: 0 }]] };
	return workflow;
}

/** Killed while its requests wait for a rate limit to end: the run after the next start sends all rows. */
async function survivesKill(stage: Stage): Promise<void> {
	const { client, production } = stage;
	const oauth = await addCredential(stage, oauthCredential(stage));
	await client.connectOAuth(oauth);
	const credentials = { merchantDataOAuth2Api: oauth };
	const options = { batchSize: 10 };
	const items = sheetOf(200);
	const workflow = await client.saveWorkflow(
		workflowFor({ parameters: { ...ONLY_CHANGED, options }, items, credentials }),
	);
	// Late, so that all are in flight before the first answer.
	const limited = { status: 429, headers: { 'retry-after': '120' }, delayMs: 5_000 };
	production.fail('ads', 'ok', 'ok', ...Array.from({ length: 14 }, () => limited));
	await client.start(workflow, TRIGGER);
	const isWaiting = () => production.requests('ads').length >= 16;
	await until('16 requests were answered', PATIENCE_MS, isWaiting);
	await stage.crash();
	production.clearFaults();
	for (let run = 0; run < 2; run++)
		assert.equal(failureOf(await client.run(workflow, TRIGGER)), null);
	assert.equal(Object.keys(held(stage)).length, items.length);
}

export const sentAgainScenarios: Scenarios = {
	'SIGKILL while 16 requests wait for a rate limit: the next run sends what is missing': {
		folder: 'kill-in-cool-down',
		run: survivesKill,
	},
	async 'Send Only What Changed: a schedule and a click share what is known, and corrected rows are sent'(
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
		for (const execution of await client.executionsOf(workflow))
			assert.equal(failureOf(execution), null);
		assert.deepEqual(held(world), { 1: 31, 2: 2, 3: 3 });
		const before = arrived(world).length;
		const byHand = await client.run(workflow, TRIGGER);
		assert.deepEqual(
			outputOf(byHand, NODE).map(({ json }) => json),
			[{ unchanged: 3 }],
		);
		assert.equal(arrived(world).length, before);
	},
	async 'Stopping an execution ends its waiting for a rate limit at once; the next run sends what is missing'(
		world,
	) {
		const { client, credentials, production } = world;
		const parameters = { ...ONLY_CHANGED, options: ONE_BY_ONE };
		const run = { parameters, items: sheetOf(3), credentials };
		const workflow = await client.saveWorkflow(workflowFor(run));
		production.fail('ads', 'ok', { status: 429, headers: { 'retry-after': '20' } });
		const executionId = await client.start(workflow, TRIGGER);
		await until('the second row is refused', 20_000, () => production.pendingFaults === 0);
		const stopped = Date.now();
		await client.call('POST', `/executions/${executionId}/stop`);
		const { status } = await client.waitForExecution(executionId, 10_000);
		assert.equal(status, 'canceled');
		assert.ok(Date.now() - stopped < 5_000);
		await sleep(500);
		const statuses = production.requests('ads').map((request) => request.status);
		assert.deepEqual(statuses, [200, 429]);
		assert.equal(failureOf(await client.run(workflow, TRIGGER)), null);
		assert.deepEqual(
			arrived(world).map(({ id }) => id),
			[0, 1, 2],
		);
	},
};
