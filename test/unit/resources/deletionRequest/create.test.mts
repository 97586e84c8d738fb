import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

it('creates a deletion request for each item', async () => {
	const parameters = {
		resource: 'deletionRequest',
		operation: 'create',
		shopDomain: SHOP,
		emails: 'ann@x.example',
		phones: '',
	};
	const { sent, items } = await runOperation(parameters, { items: 3 });
	expect(sent).toEqual(
		items.map(() => ({
			method: 'POST',
			path: '/api/v2/compliance/requests/create-request',
			body: { shop: SHOP, emails: ['ann@x.example'] },
		})),
	);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([0, 1, 2].map((item) => [{ item }]));
});
