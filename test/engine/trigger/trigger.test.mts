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

const { sandbox } = sharedSandbox({ seedEndDate: '2026-06-30' });
const credentials = new MemoryCredentials([MerchantDataApi]);
const nodeTypes = createNodeTypes(MerchantDataTrigger);
const trigger = new MerchantDataTrigger();
let key: string;
let workflows = 0;

// Each test begins at noon of the last day of the data, with the rows as at first.
beforeEach(() => {
	stopClock('2026-06-30T12:00:00Z');
	sandbox.database.exec('SAVEPOINT test');
	// What a process learns of a service goes by the credential.
	key = credentials.add('merchantDataApi', keyFields(sandbox));
});
afterEach(() => {
	jest.useRealTimers();
	sandbox.database.exec('ROLLBACK TO test; RELEASE test');
	expect(sandbox.pendingFaults).toBe(0);
});

/** A poll of a workflow with one trigger. Each begins with the text that n8n saved, as after a restart. */
function orders(own: IDataObject = {}, timezone = 'UTC') {
	const id = `workflow-${++workflows}`;
	let saved = '{}';
	return async () => {
		const node: INode = {
			id: 'trigger',
			name: trigger.description.displayName,
			type: `${PACKAGE}.${trigger.description.name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: { ...ORDERS, ...own } as INode['parameters'],
			credentials: credentials.forNode([key]),
		};
		const staticData = JSON.parse(saved) as IDataObject;
		const settings = { timezone };
		const parts = { id, nodes: [node], connections: {}, active: true, staticData, settings };
		const workflow = new Workflow({ ...parts, nodeTypes });
		const additional = credentials.additionalData();
		const context = new PollContext(workflow, node, additional, 'trigger', 'activate');
		const output = await trigger.poll.call(context);
		// After its first poll, which activates it, n8n saves whatever it returned.
		if (output !== null || saved === '{}') saved = JSON.stringify(workflow.staticData);
		return (output ?? []).flat().map(({ json }) => json);
	};
}

const insert = (id: string, date = '2026-06-29', total = 1) =>
	sandbox.database
		.prepare("INSERT INTO all_orders VALUES (?, ?, ?, 'Anna', 'Lamp', 1, ?, 'EUR')")
		.run(SHOP, id, date, total);
const asked = () =>
	sandbox.requests('sql').map(({ body }) => {
		const { period } = body as { period: { startDate: string; endDate: string } };
		return `${period.startDate} ${period.endDate}`;
	});

it('starts the workflow with new and late rows, and with none at activation', async () => {
	const poll = orders();
	expect(await poll()).toEqual([]);
	expect(await poll()).toEqual([]);
	insert('today', '2026-06-30', 12.5);
	insert('late', '2026-06-25');
	expect(await poll()).toEqual([
		{ order_id: 'late', date: '2026-06-25', total: 1 },
		{ order_id: 'today', date: '2026-06-30', total: 12.5 },
	]);
	expect(await poll()).toEqual([]);
	expect(new Set(asked())).toEqual(new Set(['2026-06-23 2026-06-30']));
});

it('asks for days in the zone of the workflow, or of the option', async () => {
	stopClock('2026-06-30T22:30:00Z');
	await orders({}, 'Europe/Berlin')();
	await orders({ options: { timezone: 'Pacific/Auckland' }, lookBackDays: 0 })();
	expect(asked()).toEqual(['2026-06-24 2026-07-01', '2026-07-01 2026-07-01']);
});

it('takes an expression in the query for the same query at each poll', async () => {
	const poll = orders({ query: `=${ORDERS.query} -- {{ Math.random() }}` });
	insert('a');
	await poll();
	sandbox.database.exec("UPDATE all_orders SET total = 2 WHERE order_id = 'a'");
	expect(await poll()).toMatchObject([{ order_id: 'a', total: 2 }]);
});

it.each([
	[400, 'configuration-invalid'],
	[401, 'credential-invalid'],
	['reset', 'temporarily-unavailable'],
] as const)('a poll that fails with %s changes nothing, and names the cause', async (...given) => {
	const [fault, cause] = given;
	const poll = orders();
	await poll();
	insert('a');
	sandbox.fail('sql', fault);
	await expect(poll()).rejects.toMatchObject({ failure: { cause } });
	expect(await poll()).toMatchObject([{ order_id: 'a' }]);
});
