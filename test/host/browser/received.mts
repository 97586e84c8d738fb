import assert from 'node:assert/strict';
import { NODE, SHOP, shop, workflowFor } from '../../kit/workflows.mts';
import { createWorld } from '../scenarios/world.mts';
import { sees } from './screens.mts';
import type { Steps } from './suite.mts';

const PUSH = {
	resource: 'adData',
	operation: 'push',
	shop: shop(SHOP),
	dataMode: 'autoMapInputData',
	options: { batchSize: 1, maxParallelRequests: 1 },
};
const ROWS = [{ campaignName: 'Sommer 1' }, { campaignName: 'Sommer 2' }];

/** The buttons of the sandbox's page, as a person presses them. Its unit tests press each of them. */
export const received: Steps = {
	async "The sandbox's buttons: a request is refused, then all is well again"({ stage, editor }) {
		const { client, credentials, production } = await createWorld(stage);
		const push = workflowFor({ parameters: PUSH, items: ROWS, credentials });
		const { id } = await client.saveWorkflow(push);
		const page = await editor.page.context().newPage();
		const ads = page.locator('#settings tr', { has: page.getByText('Ads', { exact: true }) });
		const press = async (name: string) => await ads.getByRole('button', { name }).click();
		const execute = async () => {
			await editor.openNode(id, NODE);
			return await editor.execute();
		};
		try {
			await page.goto(`${production.url}/received`);
			await press('Refuse next (400)');
			await ads.getByText('Next: 400').waitFor();
			const refused = [/400 Bad Request/, /Of 2 rows, 1 was rejected and 1 not sent/];
			await sees(await execute(), refused);
			await press('Limit (429)');
			await press('Lift the limit');
			await sees(await execute(), [/Ad received/]);
			assert.equal(production.pushed('ads').length, ROWS.length);
			await page.getByRole('button', { name: 'Empty this page' }).click();
			await page.getByText('No request has come yet.').waitFor();
			assert.equal(production.pushed('ads').length, 0);
		} finally {
			await page.close();
		}
	},
};
