import assert from 'node:assert/strict';
import { failureOf, outputOf, type Workflow } from '../../../scripts/hosts/executions.mts';
import {
	dataNode,
	inARow,
	nodeResult,
	type Row,
	SHOP,
	shop,
	TRIGGER,
} from '../../kit/workflows.mts';
import { until } from '../until.mts';
import { PATIENCE_MS, whileActive } from './triggers.mts';
import { failedWith, type Scenario, succeeded, type World } from './world.mts';

/** "Skip Rows Already Sent", as n8n keeps what was sent. */

const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP), skipSentRows: true };

const sheetOf = (count: number): Row[] =>
	Array.from({ length: count }, (_, n) => ({ n, spend: 1 }));

/** The rows that the service has, in order of their numbers; of one number, in the order of arrival. */
const arrived = ({ production }: World, endpoint: 'ads' | 'emailSms' = 'ads') =>
	production
		.pushed(endpoint)
		.map(({ row }) => row as { n: number; spend: number })
		.sort((a, b) => a.n - b.n)
		.map(({ n, spend }) => [n, spend]);

/** The nodes that give rows: a trigger, and what makes items of the rows. */
const given = (trigger: Row, rows: Row[]) => [
	{
		typeVersion: 1,
		parameters: {},
		name: TRIGGER,
		type: 'n8n-nodes-base.manualTrigger',
		...trigger,
	},
	{
		name: 'Data',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: JSON.stringify({ items: rows }), options: {} },
	},
	{
		name: 'Items',
		type: 'n8n-nodes-base.splitOut',
		typeVersion: 1,
		parameters: { fieldToSplitOut: 'items', options: {} },
	},
];

/** A saved workflow whose push is run again with other rows. */
async function sheetWorkflow({ client, credentials }: World, parameters: Row = {}) {
	const workflowOf = (rows: Row[]) =>
		inARow([...given({}, rows), dataNode({ ...PUSH, ...parameters }, credentials)]);
	const saved = await client.saveWorkflow(workflowOf([]));
	return {
		/** Runs it with rows in its "Data". */
		async run(rows: Row[]) {
			const [data] = workflowOf(rows).nodes.filter(({ name }) => name === 'Data');
			const nodes = saved.nodes.map((node) =>
				node.name === 'Data' ? { ...node, parameters: data!.parameters } : node,
			);
			const changed = await client.saveWorkflow({ ...saved, nodes });
			return nodeResult(await client.run(changed, TRIGGER));
		},
	};
}

/** Each second, the orders of a day, which stand for the rows of a sheet. */
const scheduled = ({ credentials }: World): Workflow =>
	inARow([
		{
			name: 'Schedule',
			type: 'n8n-nodes-base.scheduleTrigger',
			typeVersion: 1.2,
			parameters: { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } },
		},
		dataNode(
			{
				resource: 'sql',
				operation: 'executeQuery',
				shopDomain: SHOP,
				query: "SELECT order_id AS n, total AS spend FROM orders WHERE customer = 'Sheet'",
				period: 'yesterday',
			},
			credentials,
			{ name: 'Sheet' },
		),
		dataNode(PUSH, credentials),
	]);

export const sentRowsScenarios: readonly Scenario[] = [
	{
		name: 'Skip Rows Already Sent: a published schedule sends the rows of a sheet once, and corrected ones again',
		limitMs: 2 * PATIENCE_MS,
		async run(world) {
			const { client, production } = world;
			const add = production.database.prepare(
				"INSERT INTO all_orders VALUES (?, ?, '2026-06-01', 'Sheet', 'Lamp', 1, ?, 'EUR')",
			);
			const workflow = await client.saveWorkflow(scheduled(world));
			const queries = () => production.requests('sql').length;
			await whileActive(client, workflow, async () => {
				for (let day = 1; day <= 5; day++) {
					add.run(SHOP, String(day), day);
					production.database
						.prepare(
							"UPDATE all_orders SET total = total + 10 WHERE customer = 'Sheet' AND order_id = '1'",
						)
						.run();
					const before = queries();
					await until('the schedule has run twice', PATIENCE_MS, () => queries() >= before + 3);
				}
			});
			const rows = arrived(world).map(([n, spend]) => [Number(n), spend]);
			assert.deepEqual(
				rows.filter(([n]) => n !== 1).sort(),
				[2, 3, 4, 5].map((day) => [day, day]),
			);
			assert.deepEqual(
				rows.filter(([n]) => n === 1).map(([, spend]) => spend),
				[11, 21, 31, 41, 51],
			);
			for (const execution of await client.executionsOf(workflow))
				assert.equal(failureOf(execution), null);
		},
	},
	{
		name: 'Skip Rows Already Sent: rejected rows go out with the next run, a retry sends the rest',
		async run(world) {
			const { client, production } = world;
			const sheet = await sheetWorkflow(world, {
				options: { batchSize: 2, maxParallelRequests: 1 },
			});
			production.fail('ads', 'ok', 400);
			const failed = await sheet.run(sheetOf(6));
			failedWith(failed, 'Of 6 rows: 2 accepted, 2 rejected, 2 not sent', 'execute again');
			await client.call('POST', `/executions/${failed.execution.id}/retry`, {
				loadWorkflow: false,
			});
			await until('the retry has sent them', PATIENCE_MS, () => arrived(world).length === 6);
			const { success, execution } = await sheet.run(sheetOf(7));
			assert.equal(failureOf(execution), null);
			assert.deepEqual(
				success.map(({ json }) => json.rows),
				[1],
			);
			assert.deepEqual(
				arrived(world),
				sheetOf(7).map(({ n, spend }) => [n, spend]),
			);
		},
	},
	{
		name: 'Skip Rows Already Sent: two pushes in one workflow, and a sub-workflow, each remember their own',
		async run(world) {
			const { client, credentials, production } = world;
			const emails = { ...PUSH, resource: 'emailSmsData' };
			const both = inARow([...given({}, sheetOf(3)), dataNode(PUSH, credentials)]);
			const second = {
				...both.nodes.at(-1)!,
				...dataNode(emails, credentials),
				name: 'Emails',
				id: 'emails',
			};
			both.nodes.push(second);
			const [toAds] = (both.connections as Record<string, { main: unknown[][] }>).Items!.main;
			toAds!.push({ node: 'Emails', type: 'main', index: 0 });
			const saved = await client.saveWorkflow(both);
			for (let run = 0; run < 2; run++) succeeded(nodeResult(await client.run(saved, TRIGGER)));
			assert.deepEqual([arrived(world).length, arrived(world, 'emailSms').length], [3, 3]);

			const start = {
				name: 'Start',
				type: 'n8n-nodes-base.executeWorkflowTrigger',
				typeVersion: 1.1,
				parameters: { inputSource: 'passthrough' },
			};
			const sub = await client.saveWorkflow(inARow([start, dataNode(PUSH, credentials)]));
			// 2.x calls published workflows alone, and 1.x cannot activate it.
			if (world.n8n.line === 'n8n-2') await client.activate(sub);
			const caller = await client.saveWorkflow(
				inARow([
					...given({}, sheetOf(4)),
					{
						name: 'Call',
						type: 'n8n-nodes-base.executeWorkflow',
						typeVersion: 1.2,
						parameters: {
							workflowId: { __rl: true, mode: 'id', value: sub.id },
							workflowInputs: { mappingMode: 'defineBelow', value: {} },
							options: {},
						},
					},
				]),
			);
			for (let run = 0; run < 2; run++) {
				const execution = await client.run(caller, TRIGGER);
				assert.equal(failureOf(execution), null);
				assert.equal(outputOf(execution, 'Call').length, run === 0 ? 1 : 0);
			}
			// Its rows were sent by the other workflow, of which it knows nothing.
			assert.equal(arrived(world).length, 3 + 4);
			assert.equal(production.requests('ads').length, 2);
		},
	},
];
