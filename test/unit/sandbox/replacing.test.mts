import { PUSH_ENDPOINTS, PUSHES, type PushEndpoint } from '../../../sandbox/literals.mts';
import { OTHER_SHOP, sharedSandbox, SHOP } from '../../kit/sandbox.mts';

/** A row replaces the one with the same channel, day and IDs in the same shop, as reported. */

const { sandbox, post } = sharedSandbox();

async function push(data: object[], shop: string = SHOP, endpoint: PushEndpoint = 'ads') {
	expect((await post(endpoint, { shop, data })).status).toBe(200);
}

async function found(shopId: string = SHOP, table = 'pushed_ads'): Promise<unknown[]> {
	const period = { startDate: '2026-03-01', endDate: '2026-03-31' };
	const query = `SELECT * FROM ${table} ORDER BY request_id, ordinal`;
	const { body } = await post('sql', { shopId, period, query });
	return body.map(({ row }: { row: string }) => JSON.parse(row));
}

const ROW = {
	channel: 'podcast',
	event_date: '2026-03-01',
	campaign: { id: 'c1', name: 'Spring' },
	ad_id: 7,
};

it.each([
	['other values', ROW, { ...ROW, campaign: { id: 'c1', name: 'Summer' }, spend: 2 }],
	['another order of fields', { date: '1', id: 2 }, { id: 2, date: '1' }],
	['an ID under its path', { campaign: { id: 1 } }, { 'campaign.id': 1, n: 2 }],
	['an ID without a value', { id: 1 }, { id: 1, ad_id: null }],
	['a channel alone', { channel: 'podcast' }, { channel: 'podcast', n: 2 }],
])('replaces a row by one with %s', async (_, earlier, later) => {
	await push([earlier]);
	await push([later]);
	expect(await found()).toEqual([later]);
	await push([earlier, later]);
	expect(await found()).toEqual([later]);
});

it.each([
	['another channel', ROW, { ...ROW, channel: 'radio' }],
	['another event_date', ROW, { ...ROW, event_date: '2026-03-02' }],
	['another date', { date: '2026-03-01', id: 1 }, { date: '2026-03-02', id: 1 }],
	['another nested ID', ROW, { ...ROW, campaign: { id: 'c2' } }],
	['an ID in another field', { campaign_id: 1 }, { message_id: 1 }],
	['nothing to be known by', { paid: 1 }, { paid: 1 }],
])('keeps rows apart: %s', async (_, earlier, later) => {
	await push([earlier, later]);
	expect(await found()).toEqual([earlier, later]);
});

it('keeps shops and endpoints apart', async () => {
	for (const endpoint of PUSH_ENDPOINTS)
		for (const shop of [SHOP, OTHER_SHOP]) await push([{ ...ROW, shop, endpoint }], shop, endpoint);
	for (const endpoint of PUSH_ENDPOINTS)
		for (const shop of [SHOP, OTHER_SHOP])
			expect(await found(shop, PUSHES[endpoint].table)).toEqual([{ ...ROW, shop, endpoint }]);
});

it('adds every row if it is to', async () => {
	sandbox.set({ rowsAddUp: true });
	await push([ROW, ROW]);
	await push([ROW]);
	expect(await found()).toEqual([ROW, ROW, ROW]);
});
