import assert from 'node:assert/strict';
import type { WorkflowNode } from '../../../scripts/hosts/executions.mts';
import { keyCredential, type Stage } from '../../kit/host.mts';
import { SHOP } from '../../kit/workflows.mts';
import { sees } from './screens.mts';
import type { Step } from './walk.mts';

/** A workflow that the trigger starts. @returns its id */
async function prepareTrigger(stage: Stage, name: string, options = {}): Promise<string> {
	const type = 'merchantDataApi';
	const credential = keyCredential(stage);
	const id = await stage.client.saveCredential(credential);
	const node: WorkflowNode = {
		id: name,
		name,
		type: 'n8n-nodes-merchant-data.merchantDataTrigger',
		typeVersion: 1,
		position: [0, 0],
		parameters: {
			shopDomain: SHOP,
			query:
				'SELECT order_id, product, total FROM orders WHERE date BETWEEN @startDate AND @endDate',
			keyColumns: 'order_id',
			options,
		},
		credentials: { [type]: { id, name: credential.name } },
	};
	const settings = { executionOrder: 'v1' };
	const saved = await stage.client.saveWorkflow({ name, nodes: [node], connections: {}, settings });
	return saved.id;
}

/** Puts orders of today into the service. */
function addOrders({ production }: Stage, count: number): void {
	const today = new Date().toISOString().slice(0, 10);
	const order = production.database.prepare(
		"INSERT INTO all_orders VALUES (?, ?, ?, 'Anna', 'Lamp', 1, 9.5, 'EUR')",
	);
	for (let n = 1; n <= count; n++) order.run(SHOP, `order-${n}`, today);
}

export const triggerSteps: readonly Step[] = [
	[
		'Trigger: the first rows of the look-back are fetched',
		async ({ stage, editor, shoot }) => {
			const name = 'New orders';
			addOrders(stage, 1);
			await editor.openNode(await prepareTrigger(stage, name), name);
			await editor.page.getByText(/Each poll sends one query/).waitFor();
			const output = await editor.execute();
			await output.getByText('order-1').first().waitFor();
			await shoot('trigger');
		},
	],
];

/** On both lines. */
export const publishing: readonly Step[] = [
	[
		'Trigger with more rows than Max Rows: the test and publishing say what to do',
		async ({ stage, editor }) => {
			const name = 'Too many orders';
			// Orders of other steps may be among them.
			const says =
				/"Max Rows" is 2, but the trigger would have to remember \d+ rows\. Raise it in the options/;
			stage.production.reset();
			addOrders(stage, 3);
			const id = await prepareTrigger(stage, name, { maxRows: 2 });
			await editor.openNode(id, name);
			await sees(await editor.execute(), [says]);
			const asked = stage.production.requests('sql').length;
			await editor.publish(id);
			// n8n drops the description of an error here.
			await sees(editor.notice, [says]);
			assert.ok(stage.production.requests('sql').length > asked);
		},
	],
];
