import { PollContext } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { MerchantDataApi } from '../../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataTrigger } from '../../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { keyFields } from '../../../scripts/credentialFields.mts';
import { stopClock } from '../../kit/clock.mts';
import { MemoryCredentials } from '../../kit/credentials.mts';
import { createNodeTypes, PACKAGE } from '../../kit/nodeTypes.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

/** Polls as n8n makes them. test/unit/trigger compares their rows with a model. */

/** Noon of the last day of the sandbox's data. */
const NOON = '2026-06-30T12:00:00Z';

let workflows = 0;

/** A sandbox, and the engine's polls of one n8n line. Each test begins at noon, with the rows as at first. */
function sharedTriggerStage() {
	const { sandbox } = sharedSandbox({ seedEndDate: '2026-06-30' });
	const credentials = new MemoryCredentials([MerchantDataApi]);
	const nodeTypes = createNodeTypes(MerchantDataTrigger);
	const trigger = new MerchantDataTrigger();
	let key: string;

	beforeEach(() => {
		stopClock(NOON);
		sandbox.database.exec('SAVEPOINT test');
		// What a process learns of a service goes by the credential.
		key = credentials.add('merchantDataApi', keyFields(sandbox));
	});
	afterEach(() => {
		jest.useRealTimers();
		sandbox.database.exec('ROLLBACK TO test; RELEASE test');
		expect(sandbox.pendingFaults).toBe(0);
	});

	/** A workflow with one trigger: only a text in n8n's database outlives the process. */
	function workflow(parameters: IDataObject, timezone = 'UTC') {
		const id = `workflow-${++workflows}`;
		let saved = '{}';
		let live: ReturnType<typeof load>;

		function load() {
			const node: INode = {
				id: 'trigger',
				name: trigger.description.displayName,
				type: `${PACKAGE}.${trigger.description.name}`,
				typeVersion: 1,
				position: [0, 0],
				parameters: parameters as INode['parameters'],
				credentials: credentials.forNode([key]),
			};
			const loaded = new Workflow({
				id,
				nodes: [node],
				connections: {},
				active: true,
				nodeTypes,
				staticData: JSON.parse(saved) as IDataObject,
				settings: { timezone },
			});
			const context = new PollContext(
				loaded,
				loaded.getNode(node.name)!,
				credentials.additionalData(),
				'trigger',
				'activate',
			);
			return {
				/** @returns the rows that start the workflow; null if n8n saves nothing */
				poll: async () =>
					(await trigger.poll.call(context))?.flat().map(({ json }) => json) ?? null,
				save: () => void (saved = JSON.stringify(loaded.staticData)),
			};
		}

		return {
			/** An activation polls once. */
			async activate() {
				live = load();
				const rows = await live.poll();
				// n8n saves after an activation, whatever its poll gave.
				live.save();
				return rows ?? [];
			},
			async poll() {
				const rows = await live.poll();
				if (rows !== null) live.save();
				return rows ?? [];
			},
		};
	}
	return { sandbox, workflow };
}

const SHOP = 'harbour-goods.example';
const FROM = 'FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY order_id';
const ORDERS = {
	shopDomain: SHOP,
	query: `SELECT order_id, date, total ${FROM}`,
	event: 'newOrChangedRows',
	keyColumns: 'order_id',
	lookBackDays: 7,
	startWith: 'onlyNew',
	options: { maxWait: 0 },
};

const { sandbox, workflow } = sharedTriggerStage();

const run = (sql: string, ...values: Array<string | number>) =>
	sandbox.database.prepare(sql).run(...values);
const insert = (id: string, date = '2026-06-29', total = 1) =>
	run(
		"INSERT INTO all_orders VALUES (?, ?, ?, 'Anna', 'Lamp', 1, ?, 'EUR')",
		SHOP,
		id,
		date,
		total,
	);
const restate = (id: string, total: number) =>
	run('UPDATE all_orders SET total = ? WHERE order_id = ?', total, id);
const orders = (parameters: IDataObject = {}) => workflow({ ...ORDERS, ...parameters });
const ids = (rows: IDataObject[]) => rows.map((row) => row.order_id);
const asked = () =>
	sandbox.requests('sql').map(({ body }) => {
		const { period } = body as { period: { startDate: string; endDate: string } };
		return `${period.startDate} ${period.endDate}`;
	});

it('starts the workflow with new and late rows, and with none at activation', async () => {
	const trigger = orders();
	expect(await trigger.activate()).toEqual([]);
	expect(await trigger.poll()).toEqual([]);
	insert('today', '2026-06-30', 12.5);
	insert('late', '2026-06-25');
	expect(await trigger.poll()).toEqual([
		{ order_id: 'late', date: '2026-06-25', total: 1 },
		{ order_id: 'today', date: '2026-06-30', total: 12.5 },
	]);
	expect(await trigger.poll()).toEqual([]);
	expect(new Set(asked())).toEqual(new Set(['2026-06-23 2026-06-30']));
});

it('asks for days in the zone of the workflow or of the option, to today or yesterday', async () => {
	stopClock('2026-06-30T22:30:00Z');
	await workflow(ORDERS, 'Europe/Berlin').activate();
	await orders({ options: { timezone: 'Pacific/Auckland' } }).activate();
	await orders({ options: { includeToday: false } }).activate();
	await orders({ lookBackDays: 0 }).activate();
	expect(asked()).toEqual([
		'2026-06-24 2026-07-01',
		'2026-06-24 2026-07-01',
		'2026-06-22 2026-06-29',
		'2026-06-30 2026-06-30',
	]);
});

it('takes an expression in the query for the same query at each poll', async () => {
	insert('a');
	const trigger = orders({ query: `=${ORDERS.query} -- {{ Math.random() }}` });
	await trigger.activate();
	restate('a', 2);
	expect(ids(await trigger.poll())).toEqual(['a']);
});

it.each([
	[503, 'temporarily-unavailable'],
	[400, 'configuration-invalid'],
	[401, 'credential-invalid'],
	['reset', 'temporarily-unavailable'],
] as const)(
	'a poll that fails with %s changes nothing, and names its cause: %s',
	async (...given) => {
		const [fault, cause] = given;
		const trigger = orders();
		await trigger.activate();
		insert('a');
		sandbox.fail('sql', fault);
		await expect(trigger.poll()).rejects.toMatchObject({ failure: { cause } });
		expect(ids(await trigger.poll())).toEqual(['a']);
	},
);
