import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { searchShops } from '../../../../nodes/MerchantData/resources/shop/searchShops.ts';
import { createContext, ended, type Reply } from '../../../kit/execution.mts';

beforeEach(() => void jest.useFakeTimers());

const BODY = JSON.stringify({ accountId: 'a.example', additionalShopIds: ['b.example'] });

/** What the Shop field of the editor lists. */
const search = async (reply: Reply, filter?: string) => {
	const { context, requests } = createContext({ replies: [reply] });
	const result = await ended(searchShops.call(context as unknown as ILoadOptionsFunctions, filter));
	return { ...result, requests };
};

const A = { name: 'a.example (primary)', value: 'a.example' };
const B = { name: 'b.example', value: 'b.example' };
it.each([
	[undefined, [A, B]],
	[' B.EX ', [B]],
	['c', []],
])('the menu of shops lists the granted ones that contain %j', async (filter, results) => {
	expect((await search({ body: BODY }, filter)).value).toEqual({ results });
});

it.each([
	['ECONNREFUSED', 3, { throws: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) }],
	['ETIMEDOUT', 2, { afterMs: Infinity }],
])('the menu of shops does not wait long, because a person does: %s', async (...given) => {
	const [code, times, reply] = given;
	const { error, requests, tookMs } = await search(reply);
	expect(error).toMatchObject({ message: expect.stringContaining(code) as string });
	expect(requests.map(({ options }) => options.timeout)).toEqual(Array(times).fill(15_000));
	expect(tookMs).toBeLessThan(40_000);
});
