import assert from 'node:assert/strict';
import { NODE, SHOP, shop, workflowFor } from '../../kit/workflows.mts';
import { agentWorkflow, AGENTS } from '../scenarios/agents.mts';
import { createWorld } from '../scenarios/world.mts';
import { until } from '../until.mts';
import { WAIT_MS } from './editor.mts';
import { open, sees } from './screens.mts';
import type { Step } from './walk.mts';

/** What a user does in the editor beside setting a node and running it. */

const PUSH = { resource: 'adData', operation: 'push', shop: shop('') };

/** Some of what people look for who do not know the node's name. */
const WORDS = ['privacy', 'campaign', 'new order', 'newsletter', 'google ads'];

const finding: Step = [
	'Node panel: found by what people look for',
	async ({ stage, editor }) => {
		const { nodes, connections, ...rest } = workflowFor({ parameters: {}, credentials: {} });
		const [trigger] = nodes;
		const { id } = await stage.client.saveWorkflow({ ...rest, nodes: [trigger!], connections: {} });
		await editor.openPanel(id, trigger!.name);
		for (const word of WORDS) await editor.find(word);
	},
];

const PREVIEW = { ...PUSH, shop: shop(SHOP), preview: true };
const ITEMS = [{ campaignName: 'Sommer', spend: 12.5, internalNote: 'not for others' }];

const dragging: Step = [
	'A field dragged onto a list of names: its name, not its value',
	async ({ stage, editor }) => {
		const parameters = { ...PREVIEW, dataMode: 'autoMapInputData' };
		await open(await createWorld(stage), editor, { parameters, items: ITEMS });
		// The input has fields once it is there.
		await editor.execute();
		await editor.dragOnto('internalNote', 'parameter-input-fieldsToIgnore');
		await until(
			'the name is in the field',
			WAIT_MS,
			async () => (await editor.valueOf('fieldsToIgnore')) === 'internalNote',
		);
	},
];

const assigning: Step = [
	'A field dragged onto Fields: its name, type and value',
	async ({ stage, editor }) => {
		const parameters = { ...PREVIEW, dataMode: 'defineBelow' };
		await open(await createWorld(stage), editor, { parameters, items: ITEMS });
		await editor.execute();
		await editor.dragOnto('spend', 'assignment-collection-drop-area');
		const field = (mark: string) => editor.mark(mark).locator('input').first();
		await until(
			'the name is in the field',
			WAIT_MS,
			async () => (await field('assignment-name').inputValue()) === 'spend',
		);
		await sees(await editor.execute(), [/preview/, /12\.5/]);
	},
];

const subtitles: Step = [
	'On the canvas: the operation, as the node panel names it',
	async ({ stage, editor }) => {
		const parameters = { resource: 'deletionRequest', operation: 'create' };
		const run = workflowFor({ parameters, credentials: {} });
		const { id } = await stage.client.saveWorkflow(run);
		await editor.page.goto(`/workflow/${id}`);
		await sees(editor.onCanvas(NODE), [/Create a deletion request/]);
	},
];

const changing: Step = [
	'Another resource, after a shop was chosen from the list: its shop can be typed',
	async ({ stage, editor }) => {
		const parameters = { ...PUSH, shop: { __rl: true, mode: 'list', value: '' } };
		await open(await createWorld(stage), editor, { parameters });
		await editor.chooseFromList('shop', 'licht', SHOP, async () => undefined);
		for (const resource of ['SQL Query', 'Deletion Request']) {
			await editor.choose('resource', resource);
			await editor.fill('shopDomain', SHOP);
			assert.equal(await editor.valueOf('shopDomain'), SHOP);
		}
		assert.equal(await editor.page.getByText('Could not load list').count(), 0);
	},
];

const scopes: Step = [
	'Scopes: what is asked for where nothing is chosen, and what pushing needs',
	async ({ editor }) => {
		await editor.newCredential('Merchant Data OAuth2 API');
		await sees(editor.page, [
			/Pushing ad data needs Ads: Write.*With nothing chosen, only Read Data is asked for/,
		]);
		await editor.mark('parameter-input-scopes').click();
		await sees(editor.page, [/Needed to push ad data/, /Needed to push email, SMS/]);
	},
];

const asTool: Step = [
	'A push as a tool: JSON rows, and no input items to map',
	async ({ stage, editor, shoot }) => {
		const world = await createWorld(stage);
		const { id } = await stage.client.saveWorkflow(agentWorkflow(AGENTS[0]!, '', world));
		await editor.openNode(id, 'Push');
		await sees(editor.page, [
			/^\s*Rows\s*$/,
			/Defined automatically by the\s+model/,
			/For the agent to fill in a field, press the button with the stars beside it: Rows/,
		]);
		const modes = await editor.labelsOf('dataMode');
		assert.deepEqual(modes.sort(), ['JSON', 'Map Each Field Below']);
		await shoot('push-tool');
	},
];

export const actions: readonly Step[] = [
	finding,
	dragging,
	assigning,
	subtitles,
	changing,
	scopes,
	asTool,
];
