import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ROOT } from '../../../scripts/paths.mts';
import { NODE, ONE_BY_ONE, PUSH, type Row, SHOP, workflowFor } from '../../kit/workflows.mts';
import { createWorld, type World } from '../scenarios/world.mts';
import type { Editor } from './editor.mts';
import { ROWS, sees } from './screens.mts';
import type { Steps } from './suite.mts';

/** The buttons of the sandbox's page: each makes happen what it says, and the error reads as the guide says. */

const ERRORS = readFileSync(join(ROOT, 'docs', 'guide', 'errors.md'), 'utf8');

const PUSH_IN_TURN = { ...PUSH, options: { ...ONE_BY_ONE, maxWait: 2 } };
const QUERY = {
	resource: 'sql',
	operation: 'executeQuery',
	shopDomain: SHOP,
	query: 'SELECT count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate',
	period: 'last7Days',
};

interface Press {
	/** Of which requests the button is, by the beginning of its line. */
	of: 'Ads' | 'SQL' | 'Consent';
	button: string;
	state: RegExp;
	error: string;
	says: RegExp[];
}

const PRESSES: Press[] = [
	{
		of: 'Ads',
		button: 'Fail next (500)',
		state: /Next: 500/,
		error: '500 Internal Server Error',
		says: [/1 row may be stored/, /For the support of the service: \| Time/],
	},
	{
		of: 'Ads',
		button: 'Limit (429)',
		state: /Limit: 1 in 10 s/,
		error: '429 Rate Limit Exceeded',
		says: [/1 was accepted and 1 rejected/, /Raise "Max Wait" in the options, or run less often\./],
	},
	{
		of: 'SQL',
		button: 'Refuse next (400)',
		state: /Next: 400/,
		error: '400 Bad Request',
		says: [/Check the SQL/],
	},
	{
		of: 'Consent',
		button: 'Revoke',
		state: /None: pushes get 401/,
		error: 'must be reconnected',
		says: [/Of 2 rows, 1 was rejected and 1 not sent/],
	},
];

const lineOf = (page: Page, of: string) =>
	page.locator('#settings tr', { has: page.locator('th', { hasText: new RegExp(`^${of}$`) }) });

const saveIn = async ({ client, credentials }: World, parameters: Row, items: Row[]) =>
	(await client.saveWorkflow(workflowFor({ parameters, items, credentials }))).id;

/** A step with the sandbox's page, beside that of the editor. */
const onPage =
	(work: (page: Page, editor: Editor, world: World) => Promise<void>): Steps[string] =>
	async ({ stage, editor }) => {
		const world = await createWorld(stage);
		const page = await editor.page.context().newPage();
		try {
			await page.goto(`${world.production.url}/received`);
			await work(page, editor, world);
		} finally {
			await page.close();
		}
	};

const press = ({ of, button, state, error, says }: Press) =>
	onPage(async (page, editor, world) => {
		assert.ok(ERRORS.includes(`\`${error}\``), 'The guide does not name the error');
		const id = await (of === 'SQL'
			? saveIn(world, QUERY, [{}])
			: saveIn(world, PUSH_IN_TURN, ROWS));
		await lineOf(page, of).getByRole('button', { name: button }).click();
		await lineOf(page, of).getByText(state).waitFor();
		await editor.openNode(id, NODE);
		await sees(await editor.execute(), [new RegExp(error), ...says]);
	});

export const received: Steps = {
	...Object.fromEntries(
		PRESSES.map((each) => [
			`The button "${each.button}" of ${each.of}: ${each.error}`,
			press(each),
		]),
	),
	'The buttons "Lift the limit" and "Empty this page": all is well again': onPage(
		async (page, editor, world) => {
			const id = await saveIn(world, PUSH_IN_TURN, ROWS);
			await lineOf(page, 'Ads').getByRole('button', { name: 'Limit (429)' }).click();
			await lineOf(page, 'Ads').getByRole('button', { name: 'Lift the limit' }).click();
			await editor.openNode(id, NODE);
			await sees(await editor.execute(), [/Ad received/]);
			assert.equal(world.production.pushed('ads').length, ROWS.length);
			await page.getByRole('button', { name: 'Empty this page' }).click();
			await page.getByText('No request has come yet.').waitFor();
			assert.equal(world.production.pushed('ads').length, 0);
		},
	),
};
