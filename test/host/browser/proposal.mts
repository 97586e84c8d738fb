import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../scripts/paths.mts';
import { CLICK, inARow, jsonNode, n8nNode, SHOP } from '../../kit/workflows.mts';
import { createWorld } from '../scenarios/world.mts';
import { sees } from './screens.mts';
import type { Steps } from './suite.mts';

const FILE = readFileSync(join(ROOT, 'test/data/exports/google-ads-us.csv'), 'utf8');

const row = (
	id: string,
	name: string,
	status: string,
	[impressions, clicks, spend, conversions]: number[],
	more = {},
) => ({
	event_date: '2026-11-20',
	campaign: { id, name, status },
	currency: 'USD',
	metrics: { impressions, clicks, spend, conversions },
	...more,
});
const ROWS = [
	row('20123456781', 'Brand, exact', 'Enabled', [12_840, 961, 1_394.37, 31], {
		'Avg. CPC': 0.41,
		CTR: 7.48,
		'Search impr. share': '> 90%',
	}),
	row('20123456799', 'Shopping – all', 'Enabled', [30_112, 702, 617.76, 12.5], {
		'Avg. CPC': 0.88,
		CTR: 2.33,
		'Search impr. share': '41.07%',
	}),
	row('20123456802', 'Display', 'Paused', [0, 0, 0, 0]),
];

/** A file as it lies on a disk, in a workflow to which the node is added by hand. */
const workflowOfFile = (text: string) =>
	inARow([
		CLICK,
		jsonNode({ text }),
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
		const { page } = editor;
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
		await editor.closeAll();
		await editor.paste();
		await editor.connect('File', 'Push ad data1');
		await editor.onCanvas('Push ad data1').dblclick();
		await sees(await editor.execute(), [/google-ads\.csv/]);
		const columns = page.getByText(/^\s*Columns\s*$/).first();
		await columns.evaluate((label) => label.scrollIntoView({ block: 'start' }));
		await shoot('columns');
		const rows = production.pushed('ads', SHOP).map(({ row }) => row);
		assert.deepEqual(rows, ROWS);
	},
};
