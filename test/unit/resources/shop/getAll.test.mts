import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

const ANSWER = { accountId: 'a.example', additionalShopIds: ['b.example', 'c.example'] };
const SHOPS = ['a', 'b', 'c'].map((name) => ({ shop: `${name}.example`, isPrimary: name === 'a' }));
const GOOD: Reply = { body: JSON.stringify(ANSWER) };

const list = async (own: IDataObject = {}, reply: Reply = GOOD, items = 1) => {
	const parameters = { resource: 'shop', operation: 'getAll', returnAll: true, ...own };
	return await runOperation(parameters, { replies: [reply], items });
};

it('the list of shops has an item per shop, linked to its input item', async () => {
	const { items, sent, requests } = await list({ options: { timeout: 7 } }, GOOD, 2);
	const ofItem = (item: number) => SHOPS.map((json) => ({ json, pairedItem: { item } }));
	expect(items).toEqual([0, 1].flatMap(ofItem));
	const path = '/api/v2/developers/oauth2/granted-shops';
	expect(sent).toEqual([0, 1].map(() => ({ method: 'GET', path, body: undefined })));
	expect(requests[0]!.options.timeout).toBe(7_000);
});

it.each([
	[{ returnAll: false, limit: 2 }, 2],
	[{ returnAll: true, limit: 2 }, 3],
])('the list of shops has as many as requested: %j', async (own, count) => {
	expect((await list(own)).jsons).toEqual(SHOPS.slice(0, count));
});

const AS_IT_CAME = 'The answer has none of the specified fields, so it is returned unchanged';
const message = 'The answer says that the request failed: asleep';
const CHECK = expect.stringMatching(/^Check the base URL in the credential, and/) as string;
const CONTRADICTION = { code: 'service.contradiction', message, description: CHECK };
const FAILED = expect.objectContaining(CONTRADICTION) as object;
it.each<[simplify: boolean, answer: unknown, given: object, hints: string[]]>([
	[false, ANSWER, ANSWER, []],
	[true, { shops: ['a.example'] }, { shops: ['a.example'] }, [AS_IT_CAME]],
	[true, null, { response: null }, [AS_IT_CAME]],
	[true, { error: 'asleep' }, FAILED, []],
	[false, { error: 'asleep' }, { response: { error: 'asleep' } }, []],
])('the list of shops, simplified (%s), of %j is %j', async (simplify, answer, given, expected) => {
	const { jsons, hints } = await list({ simplify }, { body: JSON.stringify(answer) });
	expect([jsons, hints]).toEqual([[given], expected]);
});
