import type { WorkflowNode } from '../../../scripts/hosts/executions.mts';
import { keyCredential, type Stage } from '../../kit/host.mts';
import { SHOP } from '../../kit/workflows.mts';
import type { Step } from './walk.mts';

/** A workflow that the trigger starts. @returns its id */
async function prepareTrigger(stage: Stage, name: string): Promise<string> {
	const type = 'merchantDataApi';
	const id = await stage.client.saveCredential(keyCredential(stage));
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
		},
		credentials: { [type]: { id, name: type } },
	};
	const settings = { executionOrder: 'v1' };
	const saved = await stage.client.saveWorkflow({ name, nodes: [node], connections: {}, settings });
	return saved.id;
}

export const triggerSteps: Step[] = [
	[
		'Trigger: the first rows of the look-back are fetched',
		async ({ stage, editor, shoot }) => {
			const name = 'New orders';
			const today = new Date().toISOString().slice(0, 10);
			stage.production.database
				.prepare("INSERT INTO all_orders VALUES (?, 'order-1', ?, 'Anna', 'Lamp', 1, 9.5, 'EUR')")
				.run(SHOP, today);
			await editor.openNode(await prepareTrigger(stage, name), name);
			await editor.page.getByText(/Each poll sends one query/).waitFor();
			const output = await editor.execute();
			await output.getByText('order-1').first().waitFor();
			await shoot('trigger');
		},
	],
];
