import type { Reply } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

/** Inspects the key once for each of so many items. */
const inspect = async (replies: Reply[], items = 1) =>
	await runOperation({ resource: 'apiKey', operation: 'get' }, { replies, items });

it('asks once per item, and gives the record as it comes', async () => {
	const record = { name: 'Key', scopes: ['Data Out'], more: { of: [1] } };
	const { sent, items } = await inspect([{ body: JSON.stringify(record) }], 3);
	expect(sent).toEqual(
		[0, 1, 2].map(() => ({
			method: 'GET',
			path: '/api/v2/users/api-keys/me',
			body: undefined,
		})),
	);
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: record, pairedItem: { item } })));
});

it('gives what is no object under "response"', async () => {
	expect((await inspect([{ body: '[1]' }])).jsons).toEqual([{ response: [1] }]);
});

it('fails for an answer that is no record, and goes on with the next item', async () => {
	const page = { body: '<html>Sign in</html>' };
	const refusal = { body: '{"error":"asleep"}' };
	const { items } = await inspect([page, refusal, {}], 3);
	expect(items).toMatchObject([
		{ json: {}, pairedItem: { item: 2 } },
		{
			json: { error: { message: 'The answer is a web page or XML: Sign in' } },
			pairedItem: { item: 0 },
		},
		{
			json: { error: { message: 'The answer says that the request failed: asleep' } },
			pairedItem: { item: 1 },
		},
	]);
});

it('keeps to the bounds of the options', async () => {
	const options = { timeout: 7, maxWait: 0 };
	const { requests, tookMs } = await runOperation(
		{ resource: 'apiKey', operation: 'get', options },
		{ replies: [{ afterMs: Infinity }] },
	);
	expect(requests).toHaveLength(1);
	expect(tookMs).toBe(7_000);
});
