import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../../sandbox/index.mts';
import { IN_TURN } from '../../kit/operations.mts';
import { sharedStage, shop, SHOP_OF_ITEM } from '../../kit/stage.mts';

const stage = sharedStage();

const NO_RETRY = { maxWait: 0 };
const SQL = {
	resource: 'sql',
	operation: 'executeQuery',
	query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
	period: 'yesterday',
	shopDomain: '={{ $json.shop }}',
	options: NO_RETRY,
};
const PUSH = {
	resource: 'adData',
	operation: 'push',
	dataMode: 'autoMapInputData',
	shop: SHOP_OF_ITEM,
	options: NO_RETRY,
};
const EMAIL = { ...PUSH, resource: 'emailSmsData' };
const SHOPS = { resource: 'shop', operation: 'getAll', options: NO_RETRY };
const KEY = { resource: 'apiKey', operation: 'get', options: NO_RETRY };
const COMPLIANCE = {
	resource: 'deletionRequest',
	operation: 'create',
	shopDomain: '={{ $json.shop }}',
	emails: 'a@example.com',
	options: NO_RETRY,
};

/** The specification's error table: status, where, and what the user must be told. */
const ROWS: Array<[status: number, endpoint: Endpoint, parameters: IDataObject, told: RegExp]> = [
	[400, 'sql', SQL, /SQL syntax error.*@startDate and @endDate/],
	[400, 'ads', PUSH, /did not accept the shop or one of the rows.*camelCase/],
	[
		400,
		'compliance',
		COMPLIANCE,
		/did not accept the shop, an email address or a phone number\. Check the shop/,
	],
	[401, 'sql', SQL, /key.*Data > APIs/],
	[401, 'apiKey', KEY, /key.*Data > APIs/],
	[401, 'compliance', COMPLIANCE, /key.*Data > APIs/],
	[401, 'grantedShops', SHOPS, /removed the app.*secret.*reconnect/],
	[403, 'sql', SQL, /shopId.*No access token is needed.*plain shop domain/],
	[403, 'ads', PUSH, /among the granted.*scope "Ads: Write".*reconnect/],
	[403, 'emailSms', EMAIL, /among the granted.*scope "Email\/SMS: Write".*reconnect/],
	[403, 'grantedShops', SHOPS, /lacks the scope of this endpoint/],
	[404, 'apiKey', KEY, /renamed or removed.*base URL/],
	[429, 'sql', SQL, /quota.*Max Wait/],
	[500, 'sql', SQL, /shop does not match.*support of the service/],
	// The granted shops were asked, so it is not the shop.
	[500, 'ads', PUSH, /among the granted.*failure of its own.*support of the service/],
	[418, 'apiKey', KEY, /refused the request/],
	[303, 'ads', PUSH, /may have taken the request.*Look at the service/],
	[301, 'apiKey', KEY, /points to another address.*not followed/],
	[599, 'apiKey', KEY, /failure of its own/],
];

it.each(ROWS)('explains %s from %s', async (status, endpoint, parameters, told) => {
	const { sandbox, run } = stage;
	const fault = { status, body: JSON.stringify({ message: `The service says no ${status}` }) };
	// A 401 of an OAuth2 call is followed by a refresh and a second try; an API key has no refresh.
	const isRefreshed = status === 401 && parameters === SHOPS;
	sandbox.fail(endpoint, ...(isRefreshed ? [fault, fault] : [fault]));
	const items = [{ shop: sandbox.shops[0], spend: 1 }];
	const { thrown } = await run({ parameters, items });
	expect(thrown?.message).toContain(String(status));
	expect(thrown?.message).toContain(`The service says no ${status}`);
	expect(thrown?.description).toMatch(told);
});

it.each([
	['{"error":{"message":"deep text"}}', 'deep text'],
	['{"errors":[{"detail":"first"},{"detail":"second"}]}', 'first; second'],
	['{"code":17}', '{"code":17}'],
	['plain words', 'plain words'],
	['<html><head><title>Bad &amp; ugly</title></head><body>x</body></html>', 'Bad &amp; ugly'],
	['', 'the service gave no text'],
])('quotes the text of the error body %s', async (body, text) => {
	stage.sandbox.fail('apiKey', { status: 400, body });
	const { thrown } = await stage.run({ parameters: KEY });
	expect(thrown?.message).toMatch(
		new RegExp(`^400 Bad Request .*: ${text.replace(/[{}]/g, '\\$&')}`),
	);
});

describe('with the error output on', () => {
	const onError = 'continueErrorOutput' as const;

	/** Items that fail leave with their own input; the others leave as usual. */
	async function failing(parameters: IDataObject, items: IDataObject[], credentials?: string[]) {
		const result = await stage.run({
			parameters,
			items,
			onError,
			...(credentials && { credentials }),
		});
		expect(result.thrown).toBeUndefined();
		for (const { json, pairedItem } of result.error) {
			const { item } = pairedItem as { item: number };
			expect(json).toEqual({ ...items[item], error: expect.anything() });
		}
		return result.error.map(({ json }) => (json.error as IDataObject).message);
	}

	const three = () => [0, 1, 2].map((n) => ({ n, shop: stage.sandbox.shops[0]! }));

	it.each([
		['sql', SQL],
		['adData', PUSH],
		['deletionRequest', COMPLIANCE],
	])('a bad shop leaves on the error branch: %s', async (_, parameters) => {
		const items = three();
		items[1]!.shop = 'https://a.example/admin?x=1';
		expect(await failing(parameters, items)).toEqual([
			expect.stringMatching(/^"Shop" is not a plain shop domain/),
		]);
	});

	it.each([
		['SQL', SQL],
		['push', PUSH],
		['compliance', COMPLIANCE],
		['shop', SHOPS],
		['key', KEY],
	])('an unusable credential leaves on the error branch: %s', async (_, parameters) => {
		const { engine } = stage;
		const credentials = [
			engine.addCredential('merchantDataOAuth2Api', { baseUrl: 'https://nowhere.invalid' }),
			engine.addCredential('merchantDataApi', { baseUrl: 'http://nowhere.invalid', apiKey: 'x' }),
		];
		const messages = await failing(parameters, three(), credentials);
		expect(messages).toHaveLength(3);
	});

	it('bad dates leave on the error branch', async () => {
		const custom = {
			...SQL,
			period: 'custom',
			startDate: '={{ $json.from }}',
			endDate: '2026-02-01',
		};
		const items = ['2026-01-01', '2026-03-01', '01/02/26'].map((from) => ({
			from,
			shop: stage.sandbox.shops[0]!,
		}));
		expect(await failing(custom, items)).toEqual([
			expect.stringMatching(/^"Start Date"/),
			expect.stringMatching(/^"Start Date"/),
		]);
	});

	it('a refused row leaves on the error branch', async () => {
		const items = three();
		stage.sandbox.set({ rejectRows: { field: 'n', value: 1 } } as never);
		const parameters = { ...PUSH, options: { ...NO_RETRY, ...IN_TURN, batchSize: 1 } };
		expect(await failing(parameters, items)).toEqual([expect.stringMatching(/^400 Bad Request/)]);
		expect(stage.sandbox.pushed('ads').map(({ row }) => (row as IDataObject).n)).toEqual([0, 2]);
	});

	it('a node without credentials leaves all items on the error branch', async () => {
		expect(await failing(KEY, three(), [])).toHaveLength(3);
	});
});

describe('before anything is sent', () => {
	it.each([
		['Shop', { ...PUSH, shop: shop('={{ "" }}') }, /"Shop" is empty/],
		['Shop', { ...SQL, shopDomain: 'shop one' }, /"Shop" is not a plain shop domain/],
		['Emails', { ...COMPLIANCE, emails: '' }, /"Emails" and "Phones" are both empty/],
		[
			'Emails',
			{ ...COMPLIANCE, emails: 'a@b.c, nope' },
			/Entry 2 of "Emails" is not an email address/,
		],
		['Rows', { ...PUSH, dataMode: 'json', rowsJson: '[{' }, /"Rows" is not valid JSON/],
		['Rows', { ...PUSH, dataMode: 'json', rowsJson: '[{"a":1}, 7]' }, /"Rows" .* entry 2/],
		['Options', { ...KEY, options: { timeout: -1 } }, /"Timeout \(Seconds\)" must be a number/],
		[
			'Options',
			{ ...PUSH, options: { batchSize: 0 } },
			/"Batch Size" must be a whole number from 1/,
		],
		[
			'Start Date',
			{ ...SQL, period: 'custom', startDate: '2026-13-01', endDate: '2026-12-01' },
			/"Start Date"/,
		],
	])('a bad %s stops the node', async (_, parameters, message) => {
		const items = [{ shop: stage.sandbox.shops[0] }, { shop: stage.sandbox.shops[0] }];
		const { thrown } = await stage.run({ parameters, items });
		expect(thrown?.message).toMatch(message);
		expect(stage.sandbox.log).toEqual([]);
	});
});
