import type { IDataObject } from 'n8n-workflow';
import type { Reply } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const ANSWER = { accountId: 'a.example', additionalShopIds: ['b.example', 'c.example'] };
const SHOPS = ['a', 'b', 'c'].map((name) => ({
	shop: `${name}.example`,
	isPrimary: name === 'a',
}));
const GOOD: Reply = { body: JSON.stringify(ANSWER) };
const SAYS_FAILED: Reply = { body: '{"error":"asleep"}' };

/** Lists the shops. @param own values of fields */
const list = async (own: IDataObject = {}, replies: Reply[] = [GOOD], items = 1) =>
	await runOperation(
		{
			resource: 'shop',
			operation: 'getAll',
			returnAll: true,
			limit: 50,
			simplify: true,
			...own,
		},
		{ replies, items },
	);

it('gives an item per shop, linked to the item that asked', async () => {
	const { items, sent } = await list({}, [GOOD], 2);
	expect(items).toEqual(
		[0, 1].flatMap((item) => SHOPS.map((json) => ({ json, pairedItem: { item } }))),
	);
	expect(sent).toEqual(
		[0, 1].map(() => ({
			method: 'GET',
			path: '/api/v2/developers/oauth2/granted-shops',
			body: undefined,
		})),
	);
});

it.each([
	[{ returnAll: false, limit: 2 }, 2],
	[{ returnAll: false, limit: 50 }, 3],
	[{ returnAll: true, limit: 2 }, 3],
])('gives as many as are asked for: %j', async (own, count) => {
	const { jsons } = await list(own);
	expect(jsons).toEqual(SHOPS.slice(0, count));
});

it('gives the answer as it came where it is not to be simplified', async () => {
	const { jsons, hints } = await list({ simplify: false });
	expect([jsons, hints]).toEqual([[ANSWER], []]);
});

it('gives an answer as it came that has no shops, and says so', async () => {
	const { jsons, hints } = await list({}, [{ body: '{"shops":["a.example"]}' }]);
	expect(jsons).toEqual([{ shops: ['a.example'] }]);
	expect(hints).toEqual(['The answer has none of the specified fields, so it is given as it came']);
});

it.each([
	[true, [{ message: 'The answer says that the request failed: asleep' }]],
	[false, [{ response: { error: 'asleep' } }]],
])('of an answer that says that it failed gives, simplified (%s), %j', async (simplify, jsons) => {
	const answered = await list({ simplify }, [SAYS_FAILED]);
	expect(answered.jsons).toMatchObject(jsons);
	expect(answered.hints).toEqual([]);
});

it('keeps to the bounds of the options', async () => {
	const options = { timeout: 7, maxWait: 0 };
	const { tookMs } = await list({ options }, [{ afterMs: Infinity }]);
	expect(tookMs).toBe(7_000);
});
