import { sharedStage } from '../kit/stage.mts';

const stage = sharedStage();

const three = [{ n: 0 }, { n: 1 }, { n: 2 }];

describe('Shop: Get Many', () => {
	const parameters = { resource: 'shop', operation: 'getAll', returnAll: true };

	it('gives the granted shops of every item, the primary one first', async () => {
		const { sandbox, run } = stage;
		const { success } = await run({ parameters, items: three });
		const granted = sandbox.settings.grantedShops;
		expect(success).toEqual(
			three.flatMap((_, item) =>
				granted.map((shop, index) => ({
					json: { shop, isPrimary: index === 0 },
					pairedItem: { item },
				})),
			),
		);
		const [request] = sandbox.requests('grantedShops');
		expect(sandbox.requests('grantedShops')).toHaveLength(3);
		expect(request).toMatchObject({
			method: 'GET',
			path: '/api/v2/developers/oauth2/granted-shops',
			status: 200,
		});
	});

	it('takes the older path where the current one is not found', async () => {
		stage.sandbox.set({ currentGrantedShopsPath: false });
		const { success } = await stage.run({ parameters });
		expect(success).toHaveLength(stage.sandbox.settings.grantedShops.length);
		expect(stage.sandbox.requests('grantedShopsOlder')).toHaveLength(1);
	});
});

describe.each([
	['Shop: Get Many', 'grantedShops', { resource: 'shop', operation: 'getAll' }],
	['API Key: Get', 'apiKey', { resource: 'apiKey', operation: 'get' }],
] as const)('%s', (_, endpoint, parameters) => {
	it.each([
		['{"success":false,"message":"quota"}', 'The answer says that the request failed: quota'],
		['{"statusCode":401}', 'The answer says that the request failed: {"statusCode":401}'],
		['<html><title>Login</title></html>', 'The answer is a web page or XML: Login'],
	])('fails where a good status comes with %s', async (body, message) => {
		stage.sandbox.fail(endpoint, { status: 200, body });
		const { success, error } = await stage.run({
			parameters,
			items: three,
			onError: 'continueErrorOutput',
		});
		expect(error).toMatchObject([{ json: { error: { message } }, pairedItem: { item: 0 } }]);
		expect(new Set(success.map(({ pairedItem }) => (pairedItem as { item: number }).item))).toEqual(
			new Set([1, 2]),
		);
	});
});

it.each([
	['shop', 'getAll', { error: 'asleep' }, 'grantedShops'],
	['shop', 'getAll', { error: 'asleep', message: 'The service is asleep' }, 'grantedShops'],
	['apiKey', 'get', { error: '', message: 'valid' }, 'apiKey'],
] as const)('%s: %s gives an answer of %j as a result', async (...given) => {
	const [resource, operation, answer, endpoint] = given;
	stage.sandbox.fail(endpoint, { status: 200, body: JSON.stringify(answer) });
	const { success, error } = await stage.run({
		parameters: { resource, operation, simplify: false },
		onError: 'continueErrorOutput',
	});
	expect(success).toEqual([{ json: { response: answer }, pairedItem: { item: 0 } }]);
	expect(error).toEqual([]);
});

describe('Integration: Get Link', () => {
	const parameters = { resource: 'integration', operation: 'getLink' };

	it('builds the link for every item and sends nothing', async () => {
		const { sandbox, run } = stage;
		const { success } = await run({ parameters, items: three });
		const url = `${sandbox.url}/platform/integrations?account-id=${sandbox.accountId}&app-id=${sandbox.clientId}`;
		expect(success).toEqual(three.map((_, item) => ({ json: { url }, pairedItem: { item } })));
		expect(sandbox.log).toEqual([]);
		expect((await fetch(url)).status).toBe(200);
	});
});

describe('API Key: Get', () => {
	const parameters = { resource: 'apiKey', operation: 'get' };

	it('gives the record of the key for every item', async () => {
		const { sandbox, run } = stage;
		const { success } = await run({ parameters, items: three });
		expect(success.map(({ pairedItem }) => pairedItem)).toEqual(three.map((_, item) => ({ item })));
		expect(success[0]?.json.scopes).toEqual(
			expect.arrayContaining([expect.stringContaining('Data Out')]),
		);
		expect(sandbox.requests('apiKey').map(({ credential }) => credential)).toEqual(
			three.map(() => 'key:full'),
		);
	});
});
