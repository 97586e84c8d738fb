import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Endpoint, FaultLike } from '../../../sandbox/index.mts';
import { createWorld, type World } from '../scenarios/world.mts';
import { NODE, type Row, SHOP, shop, workflowFor } from '../../kit/workflows.mts';
import type { Editor } from './editor.mts';
import type { Step } from './walk.mts';

/** What a user sees of a node that is set and run: notices, hints and errors, on both lines. */

const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP) };
const QUERY = 'SELECT date, total FROM orders WHERE date BETWEEN @startDate AND @endDate';
const SQL = {
	resource: 'sql',
	operation: 'executeQuery',
	shopDomain: SHOP,
	query: QUERY,
	period: 'custom',
	startDate: '2026-06-01',
	endDate: '2026-06-30',
};
const DELETION = { resource: 'deletionRequest', operation: 'create', shopDomain: SHOP };
const ROWS = [{ campaignName: 'Sommer 1' }, { campaignName: 'Sommer 2' }];

interface Screen {
	name: string;
	parameters: Row;
	items?: Row[];
	/** The name of a file that the node gets instead. */
	file?: string;
	/** Settings of the node. */
	node?: Row;
	/** What stands there before the node runs. */
	shows?: RegExp[];
	/** What the output says once it has run. */
	says?: RegExp[];
	/** What it must not say. */
	hides?: RegExp;
	/** How many requests the service got for it. */
	requests?: number;
	/** What the service answers, one after another, instead of what it would. */
	answers?: FaultLike[];
	/** The rows that the service has of it. */
	pushed?: Row[];
	picture?: string;
}

const SCREENS: Screen[] = [
	{
		name: 'Automatic mapping: a notice that names go as they are',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS,
		shows: [
			/names of fields must be the service's, which are camelCase/,
			/'Edit Fields \(Set\)' node/,
		],
	},
	{
		name: 'Nothing to send: what to do, without a field that does not exist',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: [{}],
		says: [/No row has a value to send/, /Put a node that gives rows/],
		requests: 0,
	},
	{
		name: 'Preview: says that nothing was sent',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', preview: true },
		items: ROWS,
		says: [/Nothing was sent/],
		requests: 0,
	},
	{
		name: 'Rows of another shop: said before anything is sent, with the ways out',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS.map((row) => ({ ...row, shop: 'casa-limon.example' })),
		says: [
			/2 of 2 rows cannot be sent\. First, row 1: "shop" is casa-limon\.example, but the row would go to/,
			/Fields to Ignore/,
			/Nothing was sent\. Correct this and execute again\./,
		],
		requests: 0,
	},
	{
		name: 'A row that cannot be sent, behind good ones: its place, before anything is sent',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', numberColumns: 'spend' },
		items: ['1.5', '2.5', 'free'].map((spend) => ({ ...ROWS[0], spend })),
		says: [
			/1 of 3 rows cannot be sent\. First, row 3: "spend" holds "free", which is not a number/,
			/Nothing was sent\. Correct this and execute again\./,
		],
		requests: 0,
	},
	{
		name: 'The same with the error output: the others are sent',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', numberColumns: 'spend' },
		items: ['1.5', 'free'].map((spend) => ({ ...ROWS[0], spend })),
		node: { onError: 'continueErrorOutput' },
		says: [/1 of 2 rows was not accepted: see the Error Branch\./],
		requests: 1,
		pushed: [{ ...ROWS[0], spend: 1.5 }],
	},
	{
		name: 'An empty item: left out, with a hint',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: [...ROWS, { campaignName: '' }],
		says: [/Rows left out, because they have no value to send: 1/],
		requests: 1,
		pushed: ROWS,
	},
	{
		name: 'A file where rows are expected: the mode to choose',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS,
		file: 'ad-spend.csv',
		says: [
			/The input item holds a file \("data": ad-spend\.csv\) and no rows/,
			/Choose the Data Mode "Binary File"\./,
		],
		requests: 0,
	},
	{
		name: 'Shop Column: each row of a file goes to its shop',
		parameters: { ...PUSH, dataMode: 'binary', shopColumn: 'shop' },
		items: ROWS.map((row, n) => ({ ...row, shop: n === 0 ? SHOP : 'casa-limon.example' })),
		file: 'ad-spend.csv',
		says: [/casa-limon\.example/],
		requests: 2,
		pushed: ROWS,
	},
	{
		name: 'Shop Column that is mistyped: said before anything is sent',
		parameters: { ...PUSH, dataMode: 'binary', shopColumn: 'shopp' },
		items: ROWS,
		file: 'ad-spend.csv',
		says: [/"Shop Column" names "shopp", which is no column of the file/, /campaignName/],
		requests: 0,
	},
	{
		name: 'Rows failed, and the node is green: the first hint says so',
		parameters: {
			...PUSH,
			dataMode: 'autoMapInputData',
			options: { batchSize: 1, maxParallelRequests: 1 },
		},
		items: ROWS,
		node: { onError: 'continueErrorOutput' },
		answers: ['ok', 400],
		says: [/1 of 2 rows was not accepted: see the Error Branch\./],
		requests: 2,
	},
	{
		name: 'Texts that look like numbers: a hint',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS.map((row, n) => ({ ...row, spend: `1${n},35` })),
		says: [/Sent as text although they look like numbers: spend/],
		requests: 1,
	},
	{
		name: 'Preview of a row that cannot be sent: how many, and the format to choose',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', preview: true, numberColumns: 'spend' },
		items: ROWS.map((row) => ({ ...row, spend: '17,35' })),
		says: [
			/2 of 2 rows cannot be sent/,
			/"spend" holds "17,35"/,
			/"Number Format" is "1234\.56"\. The text would be 17\.35 in "1 234,56", "1\.234,56", "1234,56"/,
		],
		requests: 0,
	},
	{
		name: 'Preview of numbers that look like thousands: a hint that asks for the format',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', preview: true, numberColumns: 'spend' },
		items: ROWS.map((row, n) => ({ ...row, spend: `1${n}.500` })),
		says: [/All values of "spend" look like thousands, such as 10\.500/, /"Number Format"/],
		requests: 0,
	},
	{
		name: 'Numbers in a format with thousands: as numbers',
		parameters: {
			...PUSH,
			dataMode: 'autoMapInputData',
			numberColumns: 'spend',
			numberFormat: 'pointComma',
		},
		items: [{ ...ROWS[0], spend: '1.234,50' }],
		says: [/accepted|200/],
		requests: 1,
		pushed: [{ ...ROWS[0], spend: 1234.5 }],
	},
	{
		name: 'Outcomes of an earlier push: left out',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS.map((row) => ({ ...row, pushOutcome: 'accepted', pushStatus: 200 })),
		says: [/accepted|200/],
		requests: 1,
		pushed: ROWS,
	},
	{
		name: 'Rows that are no JSON: the quotes that are missing',
		parameters: { ...PUSH, dataMode: 'json', rowsJson: "[{ campaignName: 'Spring' }]" },
		says: [/Names and texts need double quotes/],
		requests: 0,
	},
	{
		name: 'An address that is none: its place, not the address',
		parameters: { ...DELETION, emails: 'nathan@example.com, sam' },
		says: [/Entry 2 of "Emails" is not an email address/, /It is not shown/],
		hides: /sam\b/,
		requests: 0,
	},
	{
		name: 'Preview of deletions: what is wrong',
		parameters: { ...DELETION, emails: 'sam, tom', preview: true },
		says: [/1 of 1 contacts cannot be sent/, /Entry 1 of "Emails" is not an email address/],
		requests: 0,
	},
	{
		name: 'Connection: the problems are the first answer',
		parameters: { resource: 'connection', operation: 'check', shopDomain: 'other.example' },
		says: [/2 problems: grantedShops, sql/, /other\.example is not among them/],
		requests: 1,
	},
	{
		name: 'Query: an example that runs as it stands',
		parameters: { ...SQL, query: undefined },
		shows: [/SELECT @startDate AS first_day/],
		says: [/first_day/, /2026-06-01/],
		requests: 1,
	},
	{
		name: 'A fixed JSON row, two items: a hint that it went twice',
		parameters: { ...PUSH, dataMode: 'json', rowsJson: '{ "campaignName": "Sommer" }' },
		items: [{ n: 1 }, { n: 2 }],
		says: [/2 input items/],
		requests: 1,
	},
	{
		name: 'A field to ignore that no row has: a hint',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', fieldsToIgnore: 'internalNote' },
		items: ROWS,
		says: [/internalNote/],
		requests: 1,
	},
	{
		name: 'Rows with their columns: the outcome in each',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', options: { output: 'columns' } },
		items: ROWS,
		says: [/pushOutcome/, /accepted/],
		requests: 1,
		picture: 'push-columns',
	},
	{
		name: 'A part was refused: do not execute again, Retry sends the rest',
		parameters: {
			...PUSH,
			dataMode: 'autoMapInputData',
			options: { batchSize: 1, maxParallelRequests: 1 },
		},
		items: ROWS,
		answers: ['ok', 400],
		says: [
			/2 rows: 1 accepted, 1 rejected\. First rejected: row 2\./,
			/Do not execute again/,
			/1\. Set On Error to "Continue \(using error output\)", and connect a node to the Error Branch/,
			/2\. Save, and choose "Retry with currently saved workflow"/,
		],
		requests: 2,
	},
	{
		name: 'A good status with an answer that says no: not known whether the rows are there',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS,
		answers: [{ status: 200, body: { success: false, message: 'try later' } }],
		says: [/200 Contradictory Answer .*says that the request failed/, /2 rows: 2 unknown/],
		requests: 1,
	},
	{
		name: 'Fields set below: each has a type, and goes as that',
		parameters: {
			...PUSH,
			dataMode: 'defineBelow',
			fields: {
				assignments: [
					{ id: '1', name: 'campaignName', type: 'string', value: 'Sommer' },
					{ id: '2', name: 'spend', type: 'number', value: '12.50' },
				],
			},
		},
		shows: [/or as fields of the type Number/, /^\s*Number Format\s*$/],
		says: [/accepted|200/],
		requests: 1,
		pushed: [{ campaignName: 'Sommer', spend: 12.5 }],
	},
	{
		name: 'An item without a shop: its number, said once',
		parameters: { ...PUSH, shop: shop('={{ $json.shop }}'), dataMode: 'autoMapInputData' },
		items: [{ ...ROWS[0], shop: SHOP }, ROWS[1]!],
		says: [/\[item 1\]/i],
		hides: /Item 1:|\[item [02]\]/,
		requests: 0,
	},
	{
		name: 'Number columns: text goes as a number',
		parameters: { ...PUSH, dataMode: 'autoMapInputData', numberColumns: 'spend' },
		items: [{ ...ROWS[0], spend: '12.50' }],
		says: [/accepted|200/],
		requests: 1,
		pushed: [{ ...ROWS[0], spend: 12.5 }],
	},
	{
		name: 'A push that is refused for its scope: the remedy names it as the form does',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS,
		answers: [403],
		says: [/403/, /Ads: Write/],
		requests: 1,
	},
	{
		name: 'A server error: what to send to the support, readable',
		parameters: { ...PUSH, dataMode: 'autoMapInputData' },
		items: ROWS,
		answers: [500],
		says: [/For the support of the service ---\s*\| Time: .*\| Shop: .*\| Endpoint: POST /s],
		requests: 1,
	},
	{
		name: 'A query that is refused for its shop: one remedy',
		parameters: SQL,
		answers: [403],
		says: [/403 Access Denied/, /Give the plain shop domain/],
		requests: 1,
	},
	{
		name: 'Query: a hint how the period is written',
		parameters: SQL,
		shows: [/Write @startDate and @endDate/],
	},
	{
		name: 'Query: a placeholder in quotes is refused, with the remedy',
		parameters: { ...SQL, query: "SELECT total FROM orders WHERE date > '@startDate'" },
		says: [/remove the quotes/i],
		requests: 0,
	},
	{
		name: 'Limit: a hint that it cut the rows',
		parameters: { ...SQL, options: { limit: 5 } },
		says: [/Limit/],
		requests: 1,
	},
	{
		name: 'Several shops without Include Shop: a hint',
		parameters: { ...SQL, shopDomain: '={{ $json.shop }}' },
		items: [{ shop: SHOP }, { shop: 'casa-limon.example' }],
		says: [/Include Shop/],
		requests: 2,
	},
	{
		name: 'Deletion: a notice that it cannot be undone',
		parameters: { ...DELETION, emails: 'nathan@example.com' },
		shows: [/cannot be undone/],
	},
	{
		name: 'Deletion: semicolons between addresses, one twice: sent once',
		parameters: { ...DELETION, emails: 'ann@example.com; bob@example.com; ann@example.com' },
		says: [/emails/, /200/],
		requests: 1,
	},
];

/** Where the requests of a resource arrive. */
const ENDPOINT_OF: Record<string, Endpoint> = {
	adData: 'ads',
	sql: 'sql',
	deletionRequest: 'compliance',
	connection: 'grantedShops',
};

/** Waits for texts, wherever they stand; n8n repeats some of them. */
export async function sees(
	place: Editor['page'] | Locator,
	texts: readonly RegExp[] = [],
): Promise<void> {
	for (const text of texts) await place.getByText(text).first().waitFor();
}

/** A workflow with the node set, opened in the editor. */
export async function open(
	{ client, credentials }: World,
	editor: Editor,
	{ parameters, items, file, node }: Pick<Screen, 'parameters' | 'items' | 'file' | 'node'>,
): Promise<void> {
	const run = workflowFor({ parameters, items, file, node, credentials });
	const workflow = await client.saveWorkflow(run);
	await editor.openNode(workflow.id, NODE);
}

export const screens: readonly Step[] = SCREENS.map(
	(screen): Step => [
		screen.name,
		async ({ stage, editor, shoot }) => {
			const world = await createWorld(stage);
			await open(world, editor, screen);
			await sees(editor.page, screen.shows);
			if (screen.says) {
				const endpoint = ENDPOINT_OF[String(screen.parameters.resource)]!;
				world.production.fail(endpoint, ...(screen.answers ?? []));
				const output = await editor.execute();
				await sees(output, screen.says);
				if (screen.hides) assert.doesNotMatch(await output.innerText(), screen.hides);
				assert.equal(world.production.requests(endpoint).length, screen.requests);
				if (screen.pushed) {
					const rows = world.production.pushed('ads').map(({ row }) => row);
					assert.deepEqual(rows, screen.pushed);
				}
			}
			if (screen.picture) await shoot(screen.picture);
		},
	],
);
