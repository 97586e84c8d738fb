import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => void jest.useFakeTimers());

it('rows of ad data go to their own address', async () => {
	const { sent, jsons } = await runOperation(
		{ resource: 'adData', operation: 'push', shop: SHOP, dataMode: 'autoMapInputData' },
		{ items: 3 },
	);
	const body = { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] };
	expect(sent).toEqual([{ method: 'POST', path: '/api/v2/data-in/ads', body }]);
	expect(jsons).toMatchObject([{ shop: SHOP, rows: 3, status: 200 }]);
});
