import { runOperation } from '../../../kit/runOperation.mts';

it('the record of an API key is requested once per item, and returned unchanged', async () => {
	const record = { name: 'Key', scopes: ['Data Out'], more: { of: [1] } };
	const parameters = { resource: 'apiKey', operation: 'get', options: { timeout: 7 } };
	const script = { replies: [{ body: JSON.stringify(record) }], items: 3 };
	const { sent, items, requests } = await runOperation(parameters, script);
	const asked = { method: 'GET', path: '/api/v2/users/api-keys/me', body: undefined };
	expect(sent).toEqual([asked, asked, asked]);
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: record, pairedItem: { item } })));
	expect(requests[0]!.options.timeout).toBe(7_000);
});
