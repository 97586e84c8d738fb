import { sharedStage } from '../kit/stage.mts';

const stage = sharedStage();

it.each([
	['shop', 'getAll'],
	['apiKey', 'get'],
	['integration', 'getLink'],
])('%s: %s gives results for every item', async (resource, operation) => {
	const items = [{ n: 0 }, { n: 1 }, { n: 2 }];
	const { success } = await stage.run({ parameters: { resource, operation }, items });
	const linked = success.map(({ pairedItem }) => (pairedItem as { item: number }).item);
	expect([...new Set(linked)]).toEqual([0, 1, 2]);
	expect(stage.sandbox.log).toHaveLength(operation === 'getLink' ? 0 : 3);
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
