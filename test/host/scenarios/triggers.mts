import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { daysAgo } from '../examples/rows.mts';
import { failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { keyCredential, type Stage } from '../../kit/host.mts';
import {
	addCredential,
	asNodeHolds,
	inARow,
	n8nNode,
	type Row,
	SHOP,
} from '../../kit/workflows.mts';
import { until } from '../../../scripts/until.mts';
import type { Scenarios } from './world.mts';

export const TRIGGER_NODE = 'Merchant Data Trigger';
export const PATIENCE_MS = 90_000;

/** Every two seconds. n8n polls once a minute at most, per poll time; a workflow may have many of those. */
export const POLL_TIMES = {
	item: Array.from({ length: 30 }, (_, n) => ({
		mode: 'custom',
		cronExpression: `${n * 2} * * * * *`,
	})),
};

let rows = 0;

export function addOrders({ production }: Stage, count: number, days: number): string[] {
	const insert = production.database.prepare(
		"INSERT INTO all_orders VALUES (?, ?, ?, 'Anna', 'Lamp', 1, 9.5, 'EUR')",
	);
	return Array.from({ length: count }, () => {
		const id = `order-${++rows}`;
		insert.run(SHOP, id, daysAgo(days));
		return id;
	});
}

/** Saves a workflow that the trigger starts. @param pollTimes as people have them, if a picture shows them */
export async function saveTrigger(stage: Stage, options: Row = {}, pollTimes: Row = POLL_TIMES) {
	const merchantDataApi = await addCredential(stage, keyCredential(stage));
	const trigger = {
		name: TRIGGER_NODE,
		type: 'n8n-nodes-merchant-data.merchantDataTrigger',
		typeVersion: 1,
		parameters: {
			pollTimes,
			shopDomain: SHOP,
			query:
				'SELECT order_id, date, total FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY order_id',
			event: 'newRows',
			keyColumns: 'order_id',
			options,
		},
		credentials: asNodeHolds({ merchantDataApi }),
	};
	return await stage.client.saveWorkflow(inARow([trigger, n8nNode('End', 'noOp', 1)]));
}

type Saved = Awaited<ReturnType<typeof saveTrigger>>;

/** Why executions failed, and the orders that started the others. */
async function whatCame({ client }: Stage, workflow: Saved) {
	const executions = await client.executionsOf(workflow);
	const failures = executions.map(failureOf).filter((each) => each !== null);
	const good = executions.filter((each) => failureOf(each) === null);
	const items = good.flatMap((each) => outputOf(each, TRIGGER_NODE));
	return { failures, orders: items.map(({ json }) => String(json.order_id)) };
}

export async function polls({ production }: Stage, count: number): Promise<void> {
	const wanted = production.requests('sql').length + count;
	await until('n8n has polled', PATIENCE_MS, () => production.requests('sql').length >= wanted);
}

/** Waits until these orders have started a workflow, of which no execution failed. */
async function startedWith(stage: Stage, workflow: Saved, ids: string[]): Promise<void> {
	const there = await until('the rows have started it', PATIENCE_MS, async () => {
		const { failures, orders } = await whatCame(stage, workflow);
		assert.deepEqual(failures, []);
		return orders.length >= ids.length ? orders : undefined;
	});
	assert.deepEqual(there.sort(), [...ids].sort());
}

export async function whileActive<T>(
	client: Stage['client'],
	workflow: Saved,
	work: () => Promise<T>,
): Promise<T> {
	await client.setActive(workflow, true);
	try {
		return await work();
	} finally {
		await client.setActive(workflow, false);
	}
}

/** What n8n 2.x keeps polls and what they found together with; 1.x does not know of it. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** Each row starts the workflow once: before the first poll, after ten, while n8n is gone after a crash, and then. */
async function survivesCrash(stage: Stage): Promise<void> {
	const workflow = await saveTrigger(stage);
	addOrders(stage, 20, 2);
	await stage.client.setActive(workflow, true);
	const isActivated = () => stage.production.requests('sql')[0]?.status === 200;
	await until('it is activated', PATIENCE_MS, isActivated);
	const ids = addOrders(stage, 1, 1);
	await startedWith(stage, workflow, ids);
	await polls(stage, 10);
	const crash = stage.crash();
	ids.push(...addOrders(stage, 2, 0));
	await crash;
	ids.push(...addOrders(stage, 2, 5));
	await startedWith(stage, workflow, ids);
	await polls(stage, 3);
	await startedWith(stage, workflow, ids);
}

/** n8n 2.x tries five times in about 15 s to activate a trigger as it starts, then gives it up. */
const LONGER_THAN_N8N_TRIES_MS = 30_000;

/** The service is away as n8n starts, and for long enough that n8n would have given up. */
async function survivesOutageAtStart(stage: Stage): Promise<void> {
	const { client, production } = stage;
	const workflow = await saveTrigger(stage);
	await client.setActive(workflow, true);
	// Until n8n has noted that it is active, what comes after a crash is the same activation again.
	await polls(stage, 4);
	production.chaos({ endpoints: ['sql'], probability: 1, faults: [503] });
	await stage.crash();
	const ids = addOrders(stage, 2, 1);
	const isInVain = () => production.requests('sql').at(-1)?.status === 503;
	await until('n8n has asked in vain', 2 * PATIENCE_MS, isInVain);
	await sleep(LONGER_THAN_N8N_TRIES_MS);
	const failures = async () => (await whatCame(stage, workflow)).failures;
	await until('the failure is seen', PATIENCE_MS, async () => (await failures()).length > 0);
	for (const failure of await failures()) assert.match(failure, /: 503 Service Unavailable/);
	production.clearFaults();
	const orders = async () => (await whatCame(stage, workflow)).orders;
	await until('the rows have come', PATIENCE_MS, async () => (await orders()).length > 0);
	await polls(stage, 3);
	assert.deepEqual(await orders(), ids);
}

const FIRST_PAGE = {
	status: 200,
	body: {
		data: [{ order_id: 'a-1', date: '2026-06-30', total: 1 }],
		paging: { next: 'https://api.example.com/page-2' },
	},
};

/** What is on the next page would never start the workflow. */
async function refusesFirstPage(stage: Stage): Promise<void> {
	const { client, production } = stage;
	const says = /more rows than it has/;
	const workflow = await saveTrigger(stage);
	production.fail('sql', FIRST_PAGE);
	assert.match(failureOf(await client.run(workflow, TRIGGER_NODE)) ?? '', says);
	await whileActive(client, workflow, async () => {
		await polls(stage, 2);
		production.chaos({ endpoints: ['sql'], probability: 1, faults: [FIRST_PAGE] });
		const failures = async () => (await whatCame(stage, workflow)).failures;
		await until('a poll fails', PATIENCE_MS, async () => (await failures()).length > 1);
		for (const failure of await failures()) assert.match(failure, says);
		production.clearFaults();
		const ids = addOrders(stage, 1, 1);
		const orders = async () => (await whatCame(stage, workflow)).orders;
		await until('the row has come', PATIENCE_MS, async () => (await orders()).includes(ids[0]!));
		assert.deepEqual(await orders(), ids);
	});
}

export const triggerScenarios: Scenarios = {
	'An answer that has a next page: the test event and each poll fail and say why, and nothing is lost':
		refusesFirstPage,
	'The service is away as n8n starts: failed executions say so, and the trigger goes on once it is back':
		{ folder: 'outage', run: survivesOutageAtStart },
	'kill -9 after ten polls: nothing is lost or repeated': { folder: 'crash', run: survivesCrash },
	'The same with the durable polls of 2.x, from the row between activation and first poll on': {
		line: 'n8n-2',
		folder: 'durable',
		env: DURABLE,
		run: survivesCrash,
	},
};
