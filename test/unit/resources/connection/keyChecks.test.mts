import {
	API_KEY,
	KEY_SCOPES,
	SQL,
} from '../../../../nodes/MerchantData/resources/connection/keyChecks.ts';
import { type Reply, SHOP } from '../../../kit/execution.mts';
import { accepted, evidenceOf, INPUT, refused, resultOf } from './cases.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z') });
});

const FIT = evidenceOf(accepted({ scopes: ['Data Out'] }));

it.each([
	['accepted', accepted({}), 'ok', 'The service accepts the key'],
	['refused', refused(401), 'problem', 'It failed'],
])('the key is %s', async (_, result, status, found) => {
	expect(await resultOf(API_KEY, evidenceOf(result))).toMatchObject({ status, found });
});

it.each([
	[{ scopes: ['Data Out'] }, 'ok', ''],
	[{ scopes: ['Other'] }, 'problem', 'Give the key that scope'],
	[{ name: 'a key' }, 'skipped', ''],
])('compares the scopes of the key %j with the uses', async (record, status, remedy) => {
	const result = await resultOf(KEY_SCOPES, evidenceOf(accepted(record)));
	expect(result.status).toBe(status);
	expect(result.remedy).toContain(remedy);
});

describe('SQL', () => {
	it.each([
		[
			'it is not used',
			{ uses: ['adData' as const] },
			FIT,
			'SQL is not among the entries of "Used For"',
		],
		['no shop is named', { shop: '' }, FIT, 'No shop is given'],
		[
			'the key lacks the scope',
			{},
			evidenceOf(accepted({ scopes: ['Other'] })),
			'Not checked, because the key does not have the scope "Data Out"',
		],
	])('is not asked where %s', async (_, input, evidence, found) => {
		const result = await resultOf(SQL, evidence, input);
		expect(result).toMatchObject({ status: 'skipped', found, requests: [] });
	});

	it.each([
		['names the scope', FIT],
		['names no scopes at all', evidenceOf(accepted({}))],
	])('is asked for one row of today where the key %s', async (_, evidence) => {
		const { status, found, requests } = await resultOf(
			SQL,
			evidence,
			{},
			{ replies: [{ body: '[]' }] },
		);
		expect([status, found]).toEqual(['ok', `A SQL query for ${SHOP} works`]);
		expect(requests.map(({ path, credential }) => [path, credential])).toEqual([
			['/api/v2/platform/api/sql', 'merchantDataApi'],
		]);
		expect(JSON.parse(String(requests[0]!.options.body))).toEqual({
			query: 'SELECT 1 AS one',
			period: { startDate: '2026-11-21', endDate: '2026-11-21' },
			shopId: SHOP,
		});
	});

	it.each<[reply: Reply, status: string, found: RegExp, remedy: RegExp]>([
		[{ status: 403 }, 'problem', /^403/, /./],
		// Another query may run.
		[{ status: 400 }, 'warning', /^400/, /Run one of your own to see whether/],
		[{ body: '{"error":"no"}' }, 'problem', /request failed: no$/, /with "Simplify" turned off/],
		[{ body: '<html></html>' }, 'problem', /is a web page/, /with "Simplify" turned off/],
	])('answers %j: %s', async (reply, status, found, remedy) => {
		const result = await resultOf(SQL, FIT, {}, { replies: [reply] });
		expect(result).toMatchObject({
			status,
			found: expect.stringMatching(found) as string,
			remedy: expect.stringMatching(remedy) as string,
		});
	});

	it('keeps to the limits of the check', async () => {
		const limits = { ...INPUT.limits, maxWait: 60 };
		const refused = { throws: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) };
		const { requests } = await resultOf(SQL, FIT, { limits }, { replies: [refused] });
		expect(requests).toHaveLength(3);
	});
});
