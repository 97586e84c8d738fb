import type { IDataObject } from 'n8n-workflow';
import type { Endpoint } from '../../../sandbox/index.mts';
import { sharedStage, SHOP_OF_ITEM } from '../../kit/stage.mts';

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
	[401, 'sql', SQL, /key.*Data > APIs/],
	[401, 'grantedShops', SHOPS, /removed the app.*secret.*reconnect/],
	[403, 'sql', SQL, /shopId.*No access token is needed.*plain shop domain/],
	[403, 'ads', PUSH, /among the granted.*scope "Ads: Write".*reconnect/],
	[404, 'apiKey', KEY, /renamed or removed.*base URL/],
	[429, 'sql', SQL, /quota.*Max Wait/],
	[500, 'sql', SQL, /shop does not match.*support of the service/],
	// The granted shops were asked, so it is not the shop.
	[500, 'ads', PUSH, /among the granted.*failure of its own.*support of the service/],
	[418, 'apiKey', KEY, /refused the request/],
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

	it('a node without credentials leaves all items on the error branch', async () => {
		expect(await failing(KEY, three(), [])).toHaveLength(3);
	});
});
