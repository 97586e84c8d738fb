import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

it('sends the rows of all items as ad data of their shop', async () => {
	const parameters = {
		resource: 'adData',
		operation: 'push',
		shop: SHOP,
		dataMode: 'autoMapInputData',
		fieldsToIgnore: '',
		numberColumns: '',
	};
	const { sent, items } = await runOperation(parameters, { items: 3 });
	expect(sent).toEqual([
		{
			method: 'POST',
			path: '/api/v2/data-in/ads',
			body: { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] },
		},
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 1 }, { item: 2 }],
	]);
});
