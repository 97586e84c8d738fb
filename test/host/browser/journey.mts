import assert from 'node:assert/strict';
import type { Stage } from '../../kit/host.mts';
import { inARow, itemNodes, type Row, SHOP } from '../../kit/workflows.mts';
import { addOrders, saveTrigger, TRIGGER_NODE } from '../scenarios/triggers.mts';
import { sees } from './screens.mts';
import type { Steps } from './suite.mts';

const PLAIN_HTTP = 'http://merchant-data.example';
/** 1.x gives its own words for every 401. */
const REFUSED_KEY = {
	'n8n-2': /does not accept this API key \(401\)/,
	'n8n-1': /Authorization failed/,
};
const REFUSED = /plain http would send secrets/;

/** A workflow to which the node is added by hand. @param file the name of one that the items are made into */
async function prepare({ client }: Stage, name: string, items: Row[], file?: string) {
	return (await client.saveWorkflow(inARow(itemNodes(items, file), name))).id;
}

/** An operation without a field that must be filled in. */
const plain = (action: string, shows: RegExp, picture: string): Steps => ({
	async [`${action}: run as it stands`]({ stage, editor, shoot }) {
		const id = await prepare(stage, action, [{ shop: SHOP }]);
		await editor.addNode(id, action);
		await sees(await editor.execute(), [shows]);
		await shoot(picture);
	},
});

const adSpend = Array.from({ length: 1_200 }, (_, n) => ({
	date: `2026-06-${String((n % 30) + 1).padStart(2, '0')}`,
	campaignName: `Sommer ${Math.floor(n / 30) + 1}`,
	spend: ((n * 37) % 900) / 100,
}));

/** What both editors show, each in its way. */
export const beginning: Steps = {
	async 'API key typed: the test passes'({ stage: { production }, editor, shoot }) {
		await editor.newCredential('Merchant Data API');
		await editor.fill('baseUrl', production.url);
		await editor.fill('apiKey', production.apiKeys.full ?? '');
		await editor.saveGoodCredential();
		await shoot('credential-api-key');
	},
	async 'Revoked key: the test fails and says why, and the corrected one passes'(walk) {
		const { stage, editor, shoot } = walk;
		const { full = '', revoked = '' } = stage.production.apiKeys;
		await editor.fill('apiKey', revoked);
		await editor.saveCredential();
		await editor.page.getByText('More details').click();
		await sees(editor.page, [REFUSED_KEY[stage.n8n.line]]);
		await shoot('credential-api-key-refused');
		await editor.fill('apiKey', full);
		await editor.saveGoodCredential();
	},
	async 'OAuth2 typed, plain http: refused at consent'({ stage: { production }, editor, shoot }) {
		await editor.newCredential('Merchant Data OAuth2 API');
		await editor.fill('clientId', production.clientId);
		await editor.fill('clientSecret', production.clientSecret);
		await editor.fill('baseUrl', PLAIN_HTTP);
		await editor.fill('appUrl', production.url);
		await editor.fill('accountId', production.accountId);
		await editor.choose('scopes', 'Ads: Write', 'Read Data');
		await editor.saveCredential();
		await editor.toTop();
		await editor.connectButton.click();
		await sees(editor.page, [REFUSED]);
		await shoot('consent-refused-plain-http');
		await editor.dismissNotices();
		await editor.fill('baseUrl', production.url);
		await editor.saveCredential();
	},
	async 'Consent approved: connected'({ editor, shoot }) {
		await editor.toTop();
		const opened = editor.page.waitForEvent('popup');
		const [popup] = await Promise.all([opened, editor.connectButton.click()]);
		await popup.locator('#approve').waitFor();
		await shoot('consent', popup);
		await popup.locator('#approve').click();
		await editor.mark('oauth-connect-success-banner').waitFor();
		await shoot('credential-oauth2');
	},
	async 'Push: a CSV file'({ stage, editor, shoot }) {
		const id = await prepare(stage, 'Ad spend of a file', adSpend, 'ad-spend.csv');
		await editor.addNode(id, 'Push ad data', { after: 'File', search: 'csv' });
		await editor.chooseFromList('shop', 'licht', SHOP);
		await editor.choose('dataMode', 'Binary File');
		await editor.page.getByRole('button', { name: 'Add Column' }).first().click();
		await editor.fill('name', 'spend');
		await editor.choose('sendAs', 'Number');
		await sees(await editor.execute(), [/ad-spend\.csv/]);
		await editor.scrollToTop();
		await shoot('push');
		const rows = stage.production.pushed('ads', SHOP).map(({ row }) => row);
		assert.deepEqual(rows, adSpend);
	},
};

/** A new user's way, from the credentials to each operation. */
export const journey: Steps = {
	...beginning,
	async 'Push: node found, shop chosen, error shown'({ stage, editor, shoot }) {
		const id = await prepare(stage, 'Ad spend', adSpend);
		const look = async () => await shoot('node-panel');
		await editor.addNode(id, 'Push ad data', { look });
		await editor.chooseFromList('shop', 'licht', SHOP, async () => await shoot('shop-list'));
		stage.production.set({ rejectRows: { field: 'campaignName', value: 'Sommer 20' } });
		const output = await editor.execute();
		await sees(output, [
			/400 Bad Request/,
			/Of 1,200 rows, 700 were accepted and 500 rejected/,
			/Do not execute again/,
		]);
		await editor.dismissNotices();
		stage.production.set({ rejectRows: null });
		await shoot('push-error');
	},
	async 'SQL: rows of a period'({ stage, editor, shoot }) {
		const id = await prepare(stage, 'Orders by day', [{ shop: SHOP }]);
		await editor.addNode(id, 'Execute a SQL query');
		await editor.fill('shopDomain', SHOP);
		// The query that is there at first.
		await sees(await editor.execute(), [/first_day/]);
		await editor.fillCode(
			'query',
			'SELECT date, count(*) AS orders, round(sum(total), 2) AS revenue FROM orders WHERE date BETWEEN @startDate AND @endDate GROUP BY date ORDER BY date',
		);
		await editor.choose('period', 'Custom');
		await editor.fill('startDate', '2026-06-01');
		await editor.fill('endDate', '2026-06-30');
		await sees(await editor.execute(), [/2026-06-05/]);
		await editor.scrollToTop();
		await shoot('sql');
		assert.equal(stage.production.requests('sql').at(-1)?.status, 200);
	},
	async 'Deletion requested'({ stage, editor, shoot }) {
		const id = await prepare(stage, 'Deletion requests', [{ name: 'Nathan' }]);
		await editor.addNode(id, 'Create a deletion request');
		await editor.fill('shopDomain', SHOP);
		await editor.fill('emails', 'nathan@example.com, sam@example.com');
		await editor.fill('phones', '+44 20 7946 0000');
		await sees(await editor.execute(), [new RegExp(SHOP)]);
		await shoot('deletion-request');
		const request = stage.production.deletionRequests().at(-1);
		const asked = [request?.shop, request?.emails.length, request?.phones.length];
		assert.deepEqual(asked, [SHOP, 2, 1]);
	},
	async 'Trigger: the first rows of the look-back are fetched'({ stage, editor, shoot }) {
		const [order = ''] = addOrders(stage, 1, 0);
		const hourly = { item: [{ mode: 'everyHour', minute: 0 }] };
		await editor.openNode((await saveTrigger(stage, {}, hourly)).id, TRIGGER_NODE);
		await sees(editor.page, [/Each poll sends one query/]);
		await sees(await editor.execute(), [new RegExp(order)]);
		await shoot('trigger');
	},
	async 'Connection: both credentials checked'({ stage, editor, shoot }) {
		const id = await prepare(stage, 'Connection', [{ shop: SHOP }]);
		await editor.addNode(id, 'Check the connection');
		await editor.chooseCredential(0, 'Merchant Data account 2');
		await editor.chooseCredential(1, 'Merchant Data account');
		await editor.fill('shopDomain', SHOP);
		await sees(await editor.execute(), [/problems?: |No problems/]);
		await editor.scrollToTop();
		await shoot('connection-check');
	},
	...plain('Get many shops', /nordlicht-laden\.example/, 'shop-get-many'),
	...plain('Inspect an API key', /summary-page:read/, 'api-key-get'),
	...plain(
		'Get the link to the integrations app',
		/platform\/integrations\?account-id=/,
		'integration-get-link',
	),
};
