import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';
import { CLICK, inARow, n8nNode, SHOP } from '../../kit/workflows.mts';
import { createWorld } from '../scenarios/world.mts';
import { sees } from './screens.mts';
import type { Steps } from './suite.mts';

const FILE = readFileSync(join(ROOT, 'test/data/exports/google-ads-us.csv'), 'utf8');

interface PushedRow {
	campaign: { name: string };
	metrics: { spend: number };
}

/** Of each row, what tells it from the others. The proposal's tests in the engines have all of them. */
const SPENDS = [
	['Brand, exact', 1_394.37],
	['Shopping – all', 617.76],
	['Display', 0],
];

/** A file as it lies on a disk, in a workflow to which the node is added by hand. */
const workflowOfFile = (text: string) =>
	inARow([
		CLICK,
		n8nNode('Data', 'set', 3.4, {
			mode: 'raw',
			jsonOutput: JSON.stringify({ text }),
			options: {},
		}),
		n8nNode('File', 'convertToFile', 1.1, {
			operation: 'toText',
			sourceProperty: 'text',
			options: { fileName: 'google-ads.csv' },
		}),
	]);

/** From an export of an ad platform to its rows at the service, with a mouse. */
export const proposal: Steps = {
	async 'Preview, copy, paste, connect, execute: a file of Google Ads is pushed'(walk) {
		const { stage, editor, shoot } = walk;
		const { client, production } = await createWorld(stage);
		const { id } = await client.saveWorkflow(workflowOfFile(FILE));
		await editor.addNode(id, 'Push ad data', { after: 'File', search: 'csv' });
		await editor.chooseFromList('shop', 'licht', SHOP);
		await editor.choose('dataMode', 'Binary File');
		await editor.turnOn('preview');
		const output = await editor.execute();
		await sees(output, [/3 rows would be sent to nordlicht-laden\.example in 1 request/]);
		await shoot('preview');
		await editor.copyFromOutput('proposedNode');
		await editor.closeNode();
		await editor.paste();
		await editor.connect('File', 'Push ad data1');
		await editor.onCanvas('Push ad data1').dblclick();
		await sees(await editor.execute(), [/google-ads\.csv/]);
		const columns = editor.page.getByText(/^\s*Columns\s*$/).first();
		await columns.evaluate((label) => label.scrollIntoView({ block: 'start' }));
		await shoot('columns');
		const pushed = production.pushed('ads', SHOP).map(({ row }) => row as PushedRow);
		const spends = pushed.map(({ campaign, metrics }) => [campaign.name, metrics.spend]);
		assert.deepEqual(spends, SPENDS);
	},
};
