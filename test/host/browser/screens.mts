import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Locator } from 'playwright-core';
import type { FaultLike } from '../../../sandbox/index.mts';
import { PUSH_TOOL, TOOL_TYPE } from '../../kit/fromAi.mts';
import {
	dataNode,
	inARow,
	NODE,
	ONE_BY_ONE,
	PUSH,
	type Row,
	SHOP,
	shop,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';
import { addOrders, saveTrigger, TRIGGER_NODE } from '../scenarios/triggers.mts';
import { createWorld } from '../scenarios/world.mts';
import type { Editor } from './editor.mts';
import type { Steps } from './suite.mts';

/** What a user sees of a node that is set and run, also as a tool, and of the trigger. */

export const ROWS = [{ campaignName: 'Sommer 1' }, { campaignName: 'Sommer 2' }];

interface Screen {
	parameters: Row;
	/** {@link ROWS} by default. */
	items?: Row[];
	/** The name of a file of the items, which the node gets instead of them. */
	file?: string;
	earlier?: Row[];
	/** What stands there before the node runs. */
	shows?: RegExp[];
	says: RegExp[];
	hides?: RegExp;
	requests: number;
	answers?: FaultLike[];
	picture?: string;
}

const SCREENS: Record<string, Screen> = {
	'Rows with their columns: the outcome in each': {
		parameters: { ...PUSH, options: { output: 'columns' } },
		says: [/pushOutcome/, /accepted/],
		requests: 1,
		picture: 'push-columns',
	},
	'Rows of a file that have not changed: the report counts them': {
		parameters: { ...PUSH, dataMode: 'binary', ifSentAgain: 'replaces', onlyChanged: true },
		file: 'campaigns.csv',
		earlier: ROWS.slice(0, 1),
		shows: [/^\s*If a Row Is Sent Again\s*$/, /^\s*Send Only What Changed\s*$/],
		says: [/1 of 2 rows has not changed since the last run and was not sent/, /unchanged/],
		requests: 2,
		picture: 'only-changed',
	},
	'No row has changed: one item says so': {
		parameters: { ...PUSH, ifSentAgain: 'replaces', onlyChanged: true },
		earlier: ROWS,
		says: [/Nothing was sent: all 2 rows are the same as in the last run/, /unchanged/],
		requests: 1,
	},
	'Nothing was accepted: execute again, and how to find the bad rows': {
		parameters: PUSH,
		answers: [400],
		says: [/No row was accepted\. Correct the cause/, /turn on "Isolate Rejected Rows"/],
		requests: 1,
	},
	'A part was refused: do not execute again, Retry sends the rest': {
		parameters: { ...PUSH, options: ONE_BY_ONE },
		answers: ['ok', 400],
		says: [
			/Of 2 rows, 1 was accepted and 1 rejected\. First rejected: row 2/,
			/Do not execute again, or 1 row/,
			/3\. In the list of executions, choose "Retry with currently saved workflow"/,
			/If the service replaces rows, skip these steps/,
		],
		requests: 2,
	},
	'An answer was lost: which rows may be stored': {
		parameters: { ...PUSH, options: ONE_BY_ONE },
		answers: ['ok', 502],
		says: [
			/1 row may be stored \(row 2 of nordlicht-laden\.example\)/,
			/2\. Push the missing ones/,
		],
		requests: 2,
	},
	'Access was taken away after a part: the rows are fine': {
		parameters: { ...PUSH, options: ONE_BY_ONE },
		answers: ['ok', 403],
		says: [/The rows are fine\. Do not execute again/, /1\. Correct the credential or the shop/],
		requests: 2,
	},
	'An item without a shop: its number, said once': {
		parameters: { ...PUSH, shop: shop('={{ $json.shop }}') },
		items: [{ ...ROWS[0], shop: SHOP }, ROWS[1]!],
		// n8n adds "[item 1]", but only if it has loaded the input before.
		says: [/Row 2 cannot be sent: "Shop" is empty/],
		hides: /Item 1:|\[item [02]\]/,
		requests: 0,
	},
};

/** Waits for texts, wherever they stand; n8n repeats some of them. */
export async function sees(place: Editor['page'] | Locator, texts: readonly RegExp[] = []) {
	for (const text of texts) {
		try {
			await place.getByText(text).first().waitFor();
		} catch (cause) {
			const shown = await place.locator(':scope').innerText();
			throw new Error(`${text} is not shown, but: ${shown.slice(0, 1_000)}`, { cause });
		}
	}
}

const walkOf =
	({ items = ROWS, earlier, ...screen }: Screen): Steps[string] =>
	async ({ stage, editor, shoot }) => {
		const { client, credentials, production } = await createWorld(stage);
		const run = { ...screen, credentials, node: { id: randomUUID() } };
		const save = async (given: Row[]) =>
			await client.saveWorkflow({ ...workflowFor({ ...run, items: given }), name: run.node.id });
		if (earlier) await client.run(await save(earlier), TRIGGER);
		await editor.openNode((await save(items)).id, NODE);
		await sees(editor.page, screen.shows);
		production.fail('ads', ...(screen.answers ?? []));
		const output = await editor.execute();
		await sees(output, screen.says);
		if (screen.hides) assert.doesNotMatch(await output.innerText(), screen.hides);
		assert.equal(production.requests('ads').length, screen.requests);
		if (!screen.picture) return;
		const [field] = screen.shows ?? [];
		if (field) await editor.page.getByText(field).first().scrollIntoViewIfNeeded();
		await shoot(screen.picture);
	};

export const screens: Steps = {
	...Object.fromEntries(Object.entries(SCREENS).map(([name, screen]) => [name, walkOf(screen)])),
	async 'A push as a tool: JSON rows, and no input items to map'({ stage, editor, shoot }) {
		const { client, credentials } = await createWorld(stage);
		const node = dataNode(PUSH_TOOL, credentials, { name: 'Push', type: TOOL_TYPE });
		await editor.openNode((await client.saveWorkflow(inARow([node]))).id, node.name);
		await sees(editor.page, [
			/^\s*Rows\s*$/,
			/Defined automatically by the\s+model/,
			/To let the agent fill in a field, click the stars beside it: Rows/,
		]);
		const modes = await editor.labelsOf('dataMode');
		assert.deepEqual(modes.sort(), ['JSON', 'Map Each Field Below']);
		await shoot('push-tool');
	},
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
