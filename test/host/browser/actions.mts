import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFields } from '../../../scripts/credentialFields.mts';
import type { Workflow } from '../../../scripts/hosts/executions.mts';
import { ROOT } from '../../../scripts/paths.mts';
import { asNodeHolds, NODE, type Row, SHOP, shop, workflowFor } from '../../kit/workflows.mts';
import { createWorld } from '../scenarios/world.mts';
import { noFile } from '../examples/case.mts';
import { expect } from './expect.mts';
import { open, sees } from './screens.mts';
import type { Step } from './walk.mts';

/** What a user does in the editor beside setting a node and running it, on both lines. */

const PUSH = { resource: 'adData', operation: 'push', shop: shop('') };

/** What people look for who do not know the node's name. */
const WORDS = [
	...['push', 'query', 'privacy', 'campaign', 'marketing', 'email', 'sms', 'deletion', 'new order'],
	...['orders', 'revenue', 'report', 'csv', 'import', 'newsletter', 'ecommerce', 'erase'],
	...['google ads', 'meta ads', 'facebook ads'],
];

/** Addresses as people paste them, and what is said of them. */
const ADDRESSES: Array<[mistake: string, typed: (url: string) => string]> = [
	['no scheme', () => 'api.example.com'],
	['a slip in it', () => 'htps://api.example.com'],
	['plain http', () => 'http://api.example.com'],
	['a path', (url) => `${url}/api/v1/data`],
];
const REFUSED_ADDRESS = /The base URL must be an address such as https:\/\//;

/** The examples that read a file, which is not there yet. */
const FILE_EXAMPLES: Array<[example: string, file: string]> = [
	['ad-spend-to-ads', 'ad-spend.csv'],
	['large-file-to-ads', 'large-ad-spend.csv'],
	['contacts-to-deletion-requests', 'contacts.csv'],
];

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

/** Fields that take the names of others. */
const NAMING = ['fieldsToIgnore', 'numberColumns', 'booleanColumns'];

const PREVIEW = { ...PUSH, shop: shop(SHOP), preview: true };
const ITEMS = [{ campaignName: 'Sommer', spend: 12.5, internalNote: 'not for others' }];

const dragging = NAMING.map(
	(parameter): Step => [
		`A field dragged onto ${parameter}: its name, not its value`,
		async ({ stage, editor }) => {
			const options = { booleanColumns: '' };
			const parameters = { ...PREVIEW, dataMode: 'autoMapInputData', options };
			await open(await createWorld(stage), editor, { parameters, items: ITEMS });
			// The input has fields once it is there.
			await editor.execute();
			await editor.drag('internalNote', parameter);
			await expect(
				async () => (await editor.valueOf(parameter)) === 'internalNote',
				'the name stands in the field',
			);
		},
	],
);

const assigning: Step = [
	'A field dragged onto Fields: its name, type and value',
	async ({ stage, editor }) => {
		const parameters = { ...PREVIEW, dataMode: 'defineBelow' };
		await open(await createWorld(stage), editor, { parameters, items: ITEMS });
		await editor.execute();
		await editor.dragOnto('spend', 'assignment-collection-drop-area');
		const field = (mark: string) => editor.mark(mark).locator('input').first();
		await expect(
			async () => (await field('assignment-name').inputValue()) === 'spend',
			'the name stands there',
		);
		await sees(await editor.execute(), [/preview/, /12\.5/]);
	},
];

/** Lists in the form whose order counts. */
const LISTS: Array<[parameter: string, set: Row, labels: string[]]> = [
	[
		'outputFormat',
		{ resource: 'sql', operation: 'executeQuery' },
		['Items', 'CSV File', 'JSON File', 'NDJSON File'],
	],
	[
		'credentialsToCheck',
		{ resource: 'connection', operation: 'check' },
		['Both', 'API Key', 'OAuth2'],
	],
	[
		'splitBy',
		{ resource: 'sql', operation: 'executeQuery', options: { splitBy: 'day' } },
		['None', 'Day', 'Week', 'Month'],
	],
];

const lists = LISTS.map(
	([parameter, parameters, labels]): Step => [
		`In the form: what ${parameter} offers, the most used first`,
		async ({ stage, editor }) => {
			await open(await createWorld(stage), editor, { parameters });
			assert.deepEqual(await editor.labelsOf(parameter), labels);
		},
	],
);

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
		await sees(editor.page, [/With nothing chosen, only Read Data is asked for\. Pushing needs/]);
		await editor.mark('parameter-input-scopes').click();
		await sees(editor.page, [/Needed to push ad data/, /Needed to push email, SMS/]);
	},
];

const addresses = ADDRESSES.map(
	([mistake, typed]): Step => [
		`An address with ${mistake}: what it must be`,
		async ({ stage, editor }) => {
			const world = await createWorld(stage);
			const { production, client } = stage;
			const key = await client.saveCredential({
				name: mistake,
				type: 'merchantDataApi',
				data: { ...keyFields(production), baseUrl: typed(production.url) },
			});
			const parameters = { resource: 'apiKey', operation: 'get' };
			await open({ ...world, credentials: { merchantDataApi: key } }, editor, { parameters });
			await sees(await editor.execute(), [REFUSED_ADDRESS]);
			assert.deepEqual(production.log, []);
		},
	],
);

const missingFiles = FILE_EXAMPLES.map(
	([example, file]): Step => [
		`Example ${example} without its file: ends in an error`,
		async ({ stage, editor }) => {
			const { credentials } = await createWorld(stage);
			const text = readFileSync(join(ROOT, 'examples', `${example}.json`), 'utf8');
			const workflow = JSON.parse(text) as Workflow;
			const node = workflow.nodes.find(({ type }) => type.endsWith('.merchantData'))!;
			node.credentials = asNodeHolds(credentials);
			const { id } = await stage.client.saveWorkflow(workflow);
			await editor.runWorkflow(id);
			await editor.page
				.getByText(noFile(`/home/node/.n8n-files/${file}`))
				.first()
				.waitFor();
		},
	],
);

export const actions: readonly Step[] = [
	finding,
	...dragging,
	assigning,
	...lists,
	subtitles,
	changing,
	scopes,
	...addresses,
	...missingFiles,
];
