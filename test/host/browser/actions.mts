import assert from 'node:assert/strict';
import { fromAi, fromAiInList } from '../../kit/fromAi.mts';
import { dataNode, inARow } from '../../kit/workflows.mts';
import { addOrders, saveTrigger, TRIGGER_NODE } from '../scenarios/triggers.mts';
import { createWorld } from '../scenarios/world.mts';
import { sees } from './screens.mts';
import type { Steps } from './suite.mts';

/** The node as a tool, and the trigger. */

export const tool: Steps = {
	async 'A push as a tool: JSON rows, and no input items to map'({ stage, editor, shoot }) {
		const { client, credentials } = await createWorld(stage);
		const rows = { shop: fromAiInList('Shop'), rowsJson: fromAi('Rows', 'json') };
		const parameters = { resource: 'adData', operation: 'push', ...rows };
		const type = 'n8n-nodes-merchant-data.merchantDataTool';
		const node = dataNode(parameters, credentials, { name: 'Push', type });
		await editor.openNode((await client.saveWorkflow(inARow([node]))).id, node.name);
		await sees(editor.page, [
			/^\s*Rows\s*$/,
			/Defined automatically by the\s+model/,
			/For the agent to fill in a field, press the button with the stars beside it: Rows/,
		]);
		const modes = await editor.labelsOf('dataMode');
		assert.deepEqual(modes.sort(), ['JSON', 'Map Each Field Below']);
		await shoot('push-tool');
	},
};

export const fetching: Steps = {
	async 'Trigger: the first rows of the look-back are fetched'({ stage, editor, shoot }) {
		const [order = ''] = addOrders(stage, 1, 0);
		const hourly = { item: [{ mode: 'everyHour', minute: 0 }] };
		await editor.openNode((await saveTrigger(stage, {}, hourly)).id, TRIGGER_NODE);
		await sees(editor.page, [/Each poll sends one query/]);
		await sees(await editor.execute(), [new RegExp(order)]);
		await shoot('trigger');
	},
};

/** On both lines. */
export const publishing: Steps = {
	async 'Trigger with more rows than Max Rows: the test and publishing say what to do'(walk) {
		const { stage, editor } = walk;
		// Orders of other steps may be among them.
		const says =
			/"Max Rows" is 2, but the trigger would have to remember \d+ rows\. Raise it in the options/;
		stage.production.reset();
		addOrders(stage, 3, 0);
		const { id } = await saveTrigger(stage, { maxRows: 2 });
		await editor.openNode(id, TRIGGER_NODE);
		await sees(await editor.execute(), [says]);
		const asked = stage.production.requests('sql').length;
		await editor.publish(id);
		// n8n drops the description of an error here.
		await sees(editor.notice, [says]);
		assert.ok(stage.production.requests('sql').length > asked);
	},
};
