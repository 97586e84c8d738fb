import { sharedStage } from '../kit/stage.mts';

const stage = sharedStage();

const three = [{ n: 0 }, { n: 1 }, { n: 2 }];

it('Shop: Get Many gives the granted shops of every item, the primary one first', async () => {
	const { sandbox, run } = stage;
	const parameters = { resource: 'shop', operation: 'getAll', returnAll: true };
	const { success } = await run({ parameters, items: three });
	const shops = sandbox.shops.map((shop, index) => ({ shop, isPrimary: index === 0 }));
	expect(success).toEqual(
		three.flatMap((_, item) => shops.map((json) => ({ json, pairedItem: { item } }))),
	);
	const request = { method: 'GET', path: '/api/v2/developers/oauth2/granted-shops', status: 200 };
	expect(sandbox.log).toMatchObject([request, request, request]);
});

it('Integration: Get Link builds the link for every item and sends nothing', async () => {
	const { sandbox, run } = stage;
	const parameters = { resource: 'integration', operation: 'getLink' };
	const { success } = await run({ parameters, items: three });
	const url = `${sandbox.url}/platform/integrations?account-id=${sandbox.accountId}&app-id=${sandbox.clientId}`;
	expect(success).toEqual(three.map((_, item) => ({ json: { url }, pairedItem: { item } })));
	expect(sandbox.log).toEqual([]);
	expect((await fetch(url)).status).toBe(200);
});

// n8n would take these for failed items.
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
