import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

it('sends the rows of all items as email and SMS data of their shop', async () => {
	const parameters = {
		resource: 'emailSmsData',
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
			path: '/api/v2/data-in/email-sms',
			body: { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] },
		},
	]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 1 }, { item: 2 }],
	]);
});
