import type { IDataObject } from 'n8n-workflow';
import type { Script } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => void jest.useFakeTimers());

const inspect = async (script: Script, options: IDataObject = {}) =>
	await runOperation({ resource: 'apiKey', operation: 'get', options }, script);

it('the record of an API key is requested once per item, and returned unchanged', async () => {
	const record = { name: 'Key', scopes: ['Data Out'], more: { of: [1] } };
	const { sent, items } = await inspect({ replies: [{ body: JSON.stringify(record) }], items: 3 });
	const asked = { method: 'GET', path: '/api/v2/users/api-keys/me', body: undefined };
	expect(sent).toEqual([asked, asked, asked]);
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: record, pairedItem: { item } })));
});

it('the record of an API key is requested within the timeout of the options', async () => {
	const replies = [{ afterMs: Infinity }];
	const { requests, tookMs } = await inspect({ replies }, { timeout: 7, maxWait: 0 });
	expect([requests.length, tookMs]).toEqual([1, 7_000]);
});
