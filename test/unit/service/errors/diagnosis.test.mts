import type { Call, Result } from '../../../../nodes/MerchantData/service/call.ts';
import { type EndpointName, ENDPOINTS } from '../../../../nodes/MerchantData/service/endpoints.ts';
import {
	createDiagnosis,
	questionFor,
	readFinding,
} from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import type { ServiceError } from '../../../../nodes/MerchantData/service/errors/serviceError.ts';
import { answerOf } from '../../../kit/client.mts';

const ALL = Object.keys(ENDPOINTS) as EndpointName[];

it.each<[number, EndpointName[], EndpointName]>([
	[401, ['createDeletionRequest', 'sql'], 'inspectApiKey'],
	[403, ['pushAds', 'pushEmailSms'], 'grantedShops'],
	[500, ['pushAds', 'pushEmailSms'], 'grantedShops'],
])('after %i from %j only, the question is %s', (status, endpoints, question) => {
	const asked = ALL.filter((name) => questionFor(ENDPOINTS[name], status) !== undefined);
	expect(asked.sort()).toEqual(endpoints);
	for (const name of endpoints) expect(questionFor(ENDPOINTS[name], status)).toBe(question);
});

describe('the granted shops', () => {
	const GRANTED = { accountId: 'a.example', additionalShopIds: ['B.example'] };

	it.each([
		[GRANTED, 'b.EXAMPLE', 'shopGranted', ''],
		[GRANTED, 'c.example', 'shopNotGranted', ' (a.example, B.example)'],
		[{ additionalShopIds: [] }, 'c.example', 'shopNotGranted', ' (there are none)'],
	])('%j of %s: %s, and are named', (granted, shop, cause, names) => {
		const not = cause === 'shopNotGranted' ? 'not ' : '';
		expect(readFinding('grantedShops', answerOf(299, granted), shop)).toEqual({
			cause,
			text: `The shop ${shop} is ${not}among the granted shops${names}.`,
		});
	});

	it.each([
		['without a shop', answerOf(200, GRANTED), undefined],
		['with an entry that cannot be read', answerOf(200, { ...GRANTED, accountId: 7 }), 'c.example'],
		['that cannot be read', answerOf(200, 'OK'), 'a.example'],
		['that say that they failed', answerOf(200, { ...GRANTED, error: 'x' }), 'c.example'],
		['of an error', answerOf(500, GRANTED), 'a.example'],
		['of a refused token', answerOf(401, GRANTED), 'a.example'],
	])('%s say nothing', (_, reply, shop) => {
		expect(readFinding('grantedShops', reply, shop)).toBeUndefined();
	});
});

describe('the record of an API key', () => {
	const inspect = (status: number, body: unknown) =>
		readFinding('inspectApiKey', answerOf(status, body), undefined);

	it.each<[unknown, string]>([
		[{ name: 'k', scopes: ['a:read', 'b'] }, ' Its scopes are: a:read, b.'],
		[{ scopes: [] }, ' Its scopes are: none.'],
		[{ name: 'k', owner: { id: 1 } }, ''],
		[null, ''],
	])('proves that the key is known, and shows its scopes: %j', (record, scopes) => {
		expect(inspect(200, record)).toEqual({
			cause: 'keyLacksScope',
			text: `The service knows this API key.${scopes}`,
		});
	});

	it('is refused where the service does not know the key', () => {
		expect(inspect(401, { scopes: ['a'] })).toEqual({
			cause: 'keyUnknown',
			text: expect.stringMatching(/^The service does not know this API key: .+\.$/) as string,
		});
	});

	it.each([
		['a text', 200, 'scopes: a'],
		['a failure beside scopes', 200, { error: 'x', scopes: ['a'] }],
		...[300, 403, 429, 500].map((status) => ['not there', status, { scopes: ['a'] }] as const),
	] as const)('proves nothing that is %s (%i)', (_, status, record) => {
		expect(inspect(status, record)).toBeUndefined();
	});
});

describe('the questions of an execution', () => {
	const limits = { timeout: 1.234, maxWait: 60, maxParallelRequests: 7 };
	const accepted = (body: unknown): Result => ({
		outcome: 'accepted',
		answer: answerOf(200, body),
	});
	const rejected = { outcome: 'rejected', error: {} as ServiceError } as const;
	const failed = (status: number): Result => ({ ...rejected, status, answer: answerOf(status) });
	const lost: Result = { ...rejected, status: null, answer: undefined };
	const GRANTED = accepted({ accountId: 'a.example', additionalShopIds: [] });

	/** A service that answers each question with the next of these, the last one again and again. */
	function asking(...results: Result[]) {
		const asked: Array<[EndpointName, Call]> = [];
		const findOut = createDiagnosis(async (question, call) => {
			asked.push([question, call]);
			return await Promise.resolve(results[Math.min(asked.length, results.length) - 1]!);
		});
		const causeFor = async (endpoint: EndpointName, status: number, shop = 'a.example') => {
			const failed: Call = { limits, shop, body: Buffer.from('rows') };
			return (await findOut(ENDPOINTS[endpoint], status, failed))?.cause;
		};
		return { asked, causeFor };
	}

	it('are asked without waits, and nothing of the failed request is sent along', async () => {
		const { asked, causeFor } = asking(GRANTED);
		expect(await causeFor('pushAds', 403)).toBe('shopGranted');
		const whole = { limits: { ...limits, maxWait: 0 }, mostRetries: 0 };
		expect(asked).toEqual([['grantedShops', whole]]);
	});

	it('are asked once for all, each failure with its own shop', async () => {
		const { asked, causeFor } = asking(GRANTED);
		const both = [causeFor('pushAds', 403), causeFor('pushEmailSms', 500, 'b.example')];
		expect(await Promise.all(both)).toEqual(['shopGranted', 'shopNotGranted']);
		expect(await causeFor('pushAds', 500)).toBe('shopGranted');
		expect(asked).toHaveLength(1);
	});

	it.each<[string, Result]>([
		['refused', failed(503)],
		['lost', lost],
	])('are unclear where the answer is %s, and asked again next time', async (_, first) => {
		const { asked, causeFor } = asking(first, GRANTED);
		const both = [causeFor('pushAds', 403), causeFor('pushAds', 500)];
		expect(await Promise.all(both)).toEqual([undefined, undefined]);
		expect(asked).toHaveLength(1);
		expect(await causeFor('pushAds', 403)).toBe('shopGranted');
		expect(await causeFor('pushAds', 403)).toBe('shopGranted');
		expect(asked).toHaveLength(2);
	});

	it('are not asked again where the answer is that the key is unknown', async () => {
		const { asked, causeFor } = asking(failed(401));
		expect(await causeFor('sql', 401)).toBe('keyUnknown');
		expect(await causeFor('sql', 401)).toBe('keyUnknown');
		expect(asked.map(([question]) => question)).toEqual(['inspectApiKey']);
	});
});
