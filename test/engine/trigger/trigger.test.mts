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

// Each test begins on the last day of the data in the zone of the workflow, with the rows as at first.
beforeEach(() => {
	stopClock('2026-06-29T22:30:00Z');
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
function orders() {
	const id = `workflow-${++workflows}`;
	let saved = '{}';
	return async () => {
		const node: INode = {
			id: 'trigger',
			name: trigger.description.displayName,
			type: `${PACKAGE}.${trigger.description.name}`,
			typeVersion: 1,
			position: [0, 0],
			parameters: ORDERS,
			credentials: credentials.forNode([key]),
		};
		const staticData = JSON.parse(saved) as IDataObject;
		const settings = { timezone: 'Europe/Berlin' };
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
	const body = { period: { startDate: '2026-06-23', endDate: '2026-06-30' } };
	expect(sandbox.requests('sql')).toMatchObject(Array(4).fill({ body }));
});

it('changes nothing if it fails, and names the cause', async () => {
	const poll = orders();
	await poll();
	insert('a');
	sandbox.fail('sql', 'reset');
	await expect(poll()).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
	expect(await poll()).toMatchObject([{ order_id: 'a' }]);
});
