import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { daysAgo } from '../../../scripts/examples.mts';
import { type Execution, failureOf, outputOf } from '../../../scripts/hosts/executions.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { E2E_CACHE, keyCredential, startStage, type Stage } from '../../kit/host.mts';
import { addCredential, inARow, nodeResult, type Row, SHOP } from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { failedWith, type LoneScenario, type Scenario, type World } from './world.mts';

export const TRIGGER_NODE = 'Merchant Data Trigger';
const DAY_MS = 86_400_000;
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

export function triggerWorkflow(key: string, parameters: Row = {}) {
	const trigger = {
		name: TRIGGER_NODE,
		type: 'n8n-nodes-merchant-data.merchantDataTrigger',
		typeVersion: 1,
		parameters: {
			pollTimes: POLL_TIMES,
			shopDomain: SHOP,
			query:
				'SELECT order_id, date, total FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY order_id',
			event: 'newRows',
			keyColumns: 'order_id',
			...parameters,
		},
		credentials: { merchantDataApi: { id: key, name: 'API key' } },
	};
	const end = { name: 'End', type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} };
	return inARow([trigger, end]);
}

type Saved = Awaited<ReturnType<Stage['client']['saveWorkflow']>>;

const ordersOf = (executions: Execution[]) =>
	executions.flatMap((each) =>
		outputOf(each, TRIGGER_NODE).map(({ json }) => String(json.order_id)),
	);

/** The orders that started a workflow, of which no execution failed. */
async function started({ client }: Stage, workflow: Saved): Promise<string[]> {
	const executions = await client.executionsOf(workflow);
	for (const execution of executions) assert.equal(failureOf(execution), null);
	return ordersOf(executions);
}

/** Waits for so many polls to come, whatever they give. */
export async function polls({ production }: Stage, count: number): Promise<void> {
	const wanted = production.requests('sql').length + count;
	await until('n8n has polled', PATIENCE_MS, () => production.requests('sql').length >= wanted);
}

async function startedWith(stage: Stage, workflow: Saved, ids: string[]): Promise<void> {
	const there = await until('the rows have started it', PATIENCE_MS, async () => {
		const orders = await started(stage, workflow);
		return orders.length >= ids.length ? orders : undefined;
	});
	assert.deepEqual(there.sort(), [...ids].sort());
}

/** Saves a workflow that the trigger starts, and activates it while the work is done. */
async function active({ client, key }: World, work: (workflow: Saved) => Promise<void>) {
	const workflow = await client.saveWorkflow(triggerWorkflow(key));
	await whileActive(client, workflow, async () => await work(workflow));
}

export async function whileActive<T>(
	client: Stage['client'],
	workflow: Saved,
	work: () => Promise<T>,
): Promise<T> {
	await client.activate(workflow);
	try {
		return await work();
	} finally {
		await client.deactivate(workflow);
	}
}

/** An n8n of its own, which may crash. @param name of its folder */
async function withOwnStage(
	n8n: Stage['n8n'],
	name: string,
	env: Record<string, string>,
	work: (stage: Stage, workflow: Saved) => Promise<void>,
	parameters: Row = {},
): Promise<void> {
	const stage = await startStage(n8n, `${n8n.name}-${name}`, env);
	try {
		const key = await addCredential(stage, keyCredential(stage));
		await work(stage, await stage.client.saveWorkflow(triggerWorkflow(key, parameters)));
	} finally {
		await stage.close();
	}
}

/** What n8n 2.x keeps polls and what they found together with; 1.x does not know of it. */
const DURABLE = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/**
 * A row between activation and first poll, ten polls, a crash, and rows before, while n8n is gone, and
 * after: each starts the workflow once.
 */
async function survivesCrash(stage: Stage, workflow: Saved): Promise<void> {
	addOrders(stage, 20, 2);
	await stage.client.activate(workflow);
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
async function survivesOutageAtStart(stage: Stage, workflow: Saved): Promise<void> {
	const { client, production } = stage;
	await client.activate(workflow);
	// Until n8n has noted that it is active, what comes after a crash is the same activation again.
	await polls(stage, 4);
	production.chaos({ endpoints: ['sql'], probability: 1, faults: [503] });
	await stage.crash();
	const ids = addOrders(stage, 2, 1);
	const isInVain = () => production.requests('sql').at(-1)?.status === 503;
	await until('n8n has asked in vain', 2 * PATIENCE_MS, isInVain);
	await sleep(LONGER_THAN_N8N_TRIES_MS);
	const failures = async () =>
		(await client.executionsOf(workflow)).map((each) => failureOf(each) ?? '');
	await until('the failure is seen', PATIENCE_MS, async () => (await failures()).length > 0);
	for (const failure of await failures()) assert.match(failure, /: 503 Service Unavailable/);
	production.clearFaults();
	const given = async () => {
		const executions = await client.executionsOf(workflow);
		return ordersOf(executions.filter((each) => failureOf(each) === null));
	};
	await until('the rows have come', PATIENCE_MS, async () => (await given()).length > 0);
	await polls(stage, 3);
	assert.deepEqual(await given(), ids);
}

/**
 * Polls while the clock of n8n is ahead, by less than the look-back, then with the right one, before and
 * after a restart: rows that were given once are not given again, and those of the meantime are.
 */
async function survivesWrongClock(n8n: Stage['n8n']): Promise<void> {
	const clock = join(E2E_CACHE, `${n8n.name}-clock.ms`);
	const setAhead = (days: number) => writeFileSync(clock, String(days * DAY_MS));
	mkdirSync(E2E_CACHE, { recursive: true });
	setAhead(0);
	const env = {
		NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'test', 'kit', 'movedClock.mjs')).href}`,
		MOVED_CLOCK: clock,
	};
	async function work(stage: Stage, workflow: Saved): Promise<void> {
		const { client, production } = stage;
		/** Waits for a poll whose last day is that many days from today. */
		const pollUpTo = async (days: number) =>
			await until(`a poll up to ${days} days from today`, 2 * PATIENCE_MS, () => {
				const body = production.requests('sql').at(-1)?.body as { period: { endDate: string } };
				return body?.period.endDate === daysAgo(-days);
			});
		addOrders(stage, 20, 1);
		await client.activate(workflow);
		await polls(stage, 2);
		const ids = addOrders(stage, 1, 1);
		await startedWith(stage, workflow, ids);
		for (const isRestarted of [false, true]) {
			setAhead(5);
			await pollUpTo(5);
			await polls(stage, 2);
			ids.push(...addOrders(stage, 1, 0));
			setAhead(0);
			if (isRestarted) await stage.crash();
			await pollUpTo(0);
			await startedWith(stage, workflow, ids);
			ids.push(...addOrders(stage, 2, 1));
			await startedWith(stage, workflow, ids);
			await polls(stage, 2);
			await startedWith(stage, workflow, ids);
		}
	}
	await withOwnStage(n8n, 'clock', env, work, { lookBackDays: 7 });
}

export const triggerScenarios: readonly Scenario[] = [
	{
		name: 'Activation over 5,000 rows starts nothing, then 3 rows dated 5 days back exactly 3',
		limitMs: 240_000,
		async run(world) {
			addOrders(world, 5_000, 3);
			await active(world, async (workflow) => {
				await polls(world, 3);
				assert.deepEqual(await started(world, workflow), []);
				const ids = addOrders(world, 3, 5);
				await startedWith(world, workflow, ids);
				await polls(world, 3);
				await startedWith(world, workflow, ids);
			});
		},
	},
	{
		name: 'A deactivated trigger goes on where it was',
		limitMs: 240_000,
		async run(world) {
			await active(world, async (workflow) => {
				await polls(world, 1);
				await world.client.deactivate(workflow);
				const ids = addOrders(world, 2, 4);
				await world.client.activate(workflow);
				await startedWith(world, workflow, ids);
			});
		},
	},
	{
		name: '"Fetch test event" gives the first rows, or says if there are none',
		async run(world) {
			const { client, key, production } = world;
			addOrders(world, 20, 1);
			const good = await client.saveWorkflow(triggerWorkflow(key));
			const items = outputOf(await client.run(good, TRIGGER_NODE), TRIGGER_NODE);
			assert.equal(items.length, 10);
			assert.equal(production.requests('sql').length, 1);
			const query = 'SELECT order_id FROM orders WHERE date BETWEEN @startDate AND @endDate AND 0';
			const none = await client.saveWorkflow(triggerWorkflow(key, { query }));
			failedWith(
				nodeResult(await client.run(none, TRIGGER_NODE)),
				`There are no rows for ${SHOP}, ${daysAgo(7)} to ${daysAgo(0)}`,
			);
		},
	},
];

export const loneTriggerScenarios: readonly LoneScenario[] = [
	{
		name: 'The service is away as n8n starts: failed executions say so, and the trigger goes on once it is back',
		runAlone: async (n8n) => await withOwnStage(n8n, 'outage', {}, survivesOutageAtStart),
	},
	{
		name: 'kill -9 after ten polls: nothing is lost or repeated',
		runAlone: async (n8n) => await withOwnStage(n8n, 'crash', {}, survivesCrash),
	},
	{
		name: 'The same with the durable polls of 2.x, from the row between activation and first poll on',
		line: 'n8n-2',
		runAlone: async (n8n) => await withOwnStage(n8n, 'durable', DURABLE, survivesCrash),
	},
	{
		name: 'A clock that was ahead by days: the trigger goes on when it is right, after a restart too',
		runAlone: survivesWrongClock,
	},
];
