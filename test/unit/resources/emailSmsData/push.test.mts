import { SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => void jest.useFakeTimers());

it('rows of email and SMS data go to their own address', async () => {
	const { sent, jsons } = await runOperation(
		{ resource: 'emailSmsData', operation: 'push', shop: SHOP, dataMode: 'autoMapInputData' },
		{ items: 3 },
	);
	const body = { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] };
	expect(sent).toEqual([{ method: 'POST', path: '/api/v2/data-in/email-sms', body }]);
	expect(jsons).toMatchObject([{ shop: SHOP, rows: 3, status: 200 }]);
});
