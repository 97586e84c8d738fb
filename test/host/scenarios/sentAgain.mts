import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Execution, failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { columns } from '../../kit/columns.mts';
import { oauthCredential, type Stage } from '../../kit/host.mts';
import {
	addCredential,
	CLICK,
	dataNode,
	inARow,
	itemNodes,
	n8nNode,
	NODE,
	ONE_BY_ONE,
	PUSH,
	type Row,
	SHOP,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import { PATIENCE_MS, whileActive } from './triggers.mts';
import { failedWith, type Scenarios, type World } from './world.mts';

/** "It Replaces the Earlier One" and "Send Only What Changed", as n8n keeps what was sent. */

const REPLACES = { ...PUSH, ifSentAgain: 'replaces' };
const ONLY_CHANGED = { ...REPLACES, onlyChanged: true };

const sheetOf = (count: number, spend = 1): Row[] =>
	Array.from({ length: count }, (_, id) => ({ id, spend }));

/** The rows that have arrived, in their order: those of requests that the service took. */
const arrived = ({ production }: Pick<Stage, 'production'>) =>
	production.pushed('ads').map(({ row }) => row as { id: number; spend: number });

/** What the service holds, if a row replaces the one with its id. */
const held = (world: Pick<Stage, 'production'>) =>
	Object.fromEntries(arrived(world).map(({ id, spend }) => [id, spend]));

/** Gives the node other items, in the workflow that is saved already. */
async function runWith(
	{ client }: Pick<World, 'client'>,
	workflow: Awaited<ReturnType<World['client']['saveWorkflow']>>,
	items: Row[],
): Promise<Execution> {
	const data = workflow.nodes.find(({ name }) => name === 'Data')!;
	data.parameters.jsonOutput = JSON.stringify({ items });
	return await client.run(await client.saveWorkflow(workflow), TRIGGER);
}

/** The orders of a day, which stand for the rows of a sheet: by a click, and so seldom that runs do not overlap. */
function scheduled({ credentials }: World) {
	const orders = {
		resource: 'sql',
		operation: 'executeQuery',
		shopDomain: SHOP,
		query: "SELECT order_id AS id, total AS spend FROM orders WHERE customer = 'Sheet'",
		period: 'yesterday',
	};
	const schedule = n8nNode('Schedule', 'scheduleTrigger', 1.2, {
		rule: { interval: [{ field: 'seconds', secondsInterval: 4 }] },
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

/** Items in batches of two, each of which the node pushes, and what follows the last one. */
function loopOver(items: Row[], { credentials }: World) {
	const loop = n8nNode('Loop Over Items', 'splitInBatches', 3, { batchSize: 2, options: {} });
	const workflow = inARow([...itemNodes(items), loop, dataNode(ONLY_CHANGED, credentials)]);
	const to = (node: string) => [{ node, type: 'main', index: 0 }];
	workflow.nodes.push({ id: 'done', position: [900, -200], ...n8nNode('Done', 'noOp', 1) });
	Object.assign(workflow.connections, {
		'Loop Over Items': { main: [to('Done'), to(NODE)] },
		[NODE]: { main: [to('Loop Over Items')] },
	});
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
				await until('the schedule has run twice', PATIENCE_MS, () => queries() >= before + 2);
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
	async 'Send Only What Changed: 10, 12, 10 ends as 10'(world) {
		const { client, credentials } = world;
		const run = { parameters: ONLY_CHANGED, items: [], credentials };
		const workflow = await client.saveWorkflow(workflowFor(run));
		for (const spend of [10, 12, 10, 10])
			assert.equal(failureOf(await runWith(world, workflow, sheetOf(3, spend))), null);
		assert.deepEqual(held(world), { 0: 10, 1: 10, 2: 10 });
		assert.equal(arrived(world).length, 9);
	},
	async 'Send Only What Changed: a loop over a first batch without changes ends at "done"'(world) {
		const { client } = world;
		const workflow = await client.saveWorkflow(loopOver(sheetOf(2), world));
		for (const items of [sheetOf(2), [...sheetOf(2), { id: 2, spend: 5 }]]) {
			const execution = await runWith(world, workflow, items);
			assert.equal(failureOf(execution), null);
			assert.ok(outputOf(execution, 'Done').length > 0);
		}
		assert.deepEqual(held(world), { 0: 1, 1: 1, 2: 5 });
	},
	async 'It Replaces: Columns corrected between two attempts, all rows have the new values'(world) {
		const { client, credentials, production } = world;
		const parameters = { ...REPLACES, options: ONE_BY_ONE };
		const run = { parameters, items: sheetOf(3), credentials };
		const workflow = await client.saveWorkflow(workflowFor(run));
		production.fail('ads', 'ok', 400);
		const first = await client.run(workflow, TRIGGER);
		failedWith(first, /Of 3 rows, 1 was accepted, 1 rejected and 1 not sent/, /then execute again/);
		const push = workflow.nodes.find(({ name }) => name === NODE)!;
		push.parameters.columns = columns(['spend', 'metrics.spend']);
		await client.saveWorkflow(workflow);
		await client.call('POST', `/executions/${first.id}/retry`, { loadWorkflow: true });
		await until('all rows have arrived', 20_000, () => arrived(world).length >= 4);
		assert.deepEqual(
			arrived(world).slice(1),
			[0, 1, 2].map((id) => ({ id, metrics: { spend: 1 } })),
		);
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
