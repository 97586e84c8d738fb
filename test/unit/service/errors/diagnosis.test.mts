import type { Result } from '../../../../nodes/MerchantData/service/call.ts';
import {
	type CredentialName,
	type EndpointName,
	ENDPOINTS,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import { Diagnosis, meaningOf } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import { type Cause, rowOf } from '../../../../nodes/MerchantData/service/errors/errorTable.ts';
import { REFRESH_ROWS } from '../../../../nodes/MerchantData/service/errors/refreshRows.ts';
import type { ServiceError } from '../../../../nodes/MerchantData/service/errors/serviceError.ts';
import type { Limits } from '../../../../nodes/MerchantData/shared/fields.ts';
import { answerOf } from '../../../kit/client.mts';
import { endpoints, namesWith } from '../../../kit/endpoints.mts';

const limits = { timeout: 1.234, maxWait: 60, maxParallelRequests: 7 };
const ALL = namesWith();

/** The result of a question that was answered so. */
function resultOf(status: number, body: unknown = ''): Result {
	const answer = answerOf(status, body);
	if (answer.kind === 'accepted') return { outcome: 'accepted', answer };
	return { outcome: 'rejected', status, answer, error: {} as ServiceError };
}

/** A service that answers each question with the next of these, the last one again and again. */
function asking(...results: Result[]) {
	const asked: Array<[EndpointName, Limits]> = [];
	const diagnosis = new Diagnosis(async (question, asLimits) => {
		asked.push([question, asLimits]);
		return await Promise.resolve(results[Math.min(asked.length, results.length) - 1]!);
	});
	/** What a failed answer means for a shop. */
	const explain = async (name: EndpointName, status: number, shop?: string) =>
		await diagnosis.explain(ENDPOINTS[name], answerOf(status as 400), { limits, shop });
	return { asked, explain };
}

/** What is said of a failed answer, after what was found out. */
const told = (name: EndpointName, status: number, cause?: Cause, found = {}) =>
	meaningOf(ENDPOINTS[name], rowOf(status), { cause, ...found });

it.each<[number, CredentialName, EndpointName]>([
	[401, 'merchantDataApi', 'inspectApiKey'],
	[403, 'merchantDataOAuth2Api', 'grantedShops'],
	[500, 'merchantDataOAuth2Api', 'grantedShops'],
])('after %i with %s, what carries something asks %s', async (status, credential, question) => {
	for (const name of ALL) {
		const { asked, explain } = asking(resultOf(200, {}));
		await explain(name, status);
		const isAsking = endpoints[name].carries && endpoints[name].credential === credential;
		expect([name, asked.map(([each]) => each)]).toEqual([name, isAsking ? [question] : []]);
	}
});

it('needs no question once a refresh has told the cause', async () => {
	const answer = { ...answerOf(401), row: REFRESH_ROWS.refreshFailed };
	const diagnosis = new Diagnosis(async () => await Promise.reject(new Error('asked')));
	const { text } = await diagnosis.explain(ENDPOINTS.pushAds, answer, { limits });
	expect(text).toMatch(/^Try again later\./);
});

describe('the granted shops', () => {
	const GRANTED = { accountId: 'a.example', additionalShopIds: ['B.example'] };

	it.each([
		[GRANTED, 'b.EXAMPLE', 'shopGranted', ''],
		[GRANTED, 'c.example', 'shopNotGranted', ' (a.example, B.example)'],
		[{ additionalShopIds: [] }, 'c.example', 'shopNotGranted', ' (there are none)'],
	] as const)('%j of %s: %s, and are named', async (granted, shop, cause, names) => {
		const not = cause === 'shopNotGranted' ? 'not ' : '';
		const text = `The shop ${shop} is ${not}among the granted shops${names}.`;
		const { explain } = asking(resultOf(299, granted));
		const meaning = await explain('pushAds', 403, shop);
		const shops = names.slice(2, -1);
		if (cause === 'shopNotGranted')
			expect(meaning).toEqual(told('pushAds', 403, cause, { shop, shops }));
		expect(meaning.text.startsWith(text)).toBe(true);
	});

	it.each([
		['without a shop', resultOf(200, GRANTED), undefined],
		['with an entry that cannot be read', resultOf(200, { ...GRANTED, accountId: 7 }), 'c.example'],
		['that say that they failed', resultOf(200, { ...GRANTED, error: 'x' }), 'c.example'],
		['of a refused token', resultOf(401, GRANTED), 'a.example'],
	])('%s say nothing', async (_, result, shop) => {
		expect(await asking(result).explain('pushAds', 403, shop)).toEqual(told('pushAds', 403));
	});
});

describe('the record of an API key', () => {
	it.each<[unknown, string]>([
		[{ name: 'k', scopes: ['a:read', 'b'] }, ' Its record lists these scopes: a:read, b.'],
		[{ scopes: [] }, ' Its record lists these scopes: none.'],
		[null, ''],
	])('proves that the key is known, and shows its scopes: %j', async (record, scopes) => {
		const text = `The service knows this API key, but does not take it here.${scopes}`;
		const meaning = await asking(resultOf(200, record)).explain('sql', 401);
		expect(meaning).toEqual(told('sql', 401, 'keyKnown', { scopes }));
		expect(meaning.text.startsWith(`${text} It may lack`)).toBe(true);
	});

	it('is refused if the service does not know the key, which is not asked again', async () => {
		const { asked, explain } = asking(resultOf(401, { scopes: ['a'] }));
		for (let times = 0; times < 2; times++)
			expect(await explain('sql', 401)).toEqual(told('sql', 401, 'keyUnknown'));
		expect(asked).toHaveLength(1);
	});

	it.each([
		['a text', 200, 'scopes: a'],
		['a failure beside scopes', 200, { error: 'x', scopes: ['a'] }],
		['not there', 403, { scopes: ['a'] }],
	] as const)('proves nothing that is %s (%i)', async (_, status, record) => {
		expect(await asking(resultOf(status, record)).explain('sql', 401)).toEqual(told('sql', 401));
	});
});

describe('the questions of an execution', () => {
	const lost: Result = { outcome: 'unknown', status: null, error: {} as ServiceError };
	const GRANTED = resultOf(200, { accountId: 'a.example', additionalShopIds: [] });
	const IS_GRANTED = expect.stringMatching(/^The shop a.example is among the granted/) as string;

	it('are asked once for all, each failure with its own shop', async () => {
		const { asked, explain } = asking(GRANTED);
		const both = [explain('pushAds', 403, 'a.example'), explain('pushEmailSms', 500, 'b.example')];
		const [first, second] = await Promise.all(both);
		expect(first!.text).toEqual(IS_GRANTED);
		expect(second!.text).toMatch(/^The shop b.example is not among the granted/);
		expect((await explain('pushAds', 500, 'a.example')).text).toEqual(IS_GRANTED);
		expect(asked).toEqual([['grantedShops', limits]]);
	});

	it.each<[string, Result]>([
		['refused', resultOf(503)],
		['lost', lost],
	])('are unclear if the answer is %s, and asked again next time', async (_, first) => {
		const { asked, explain } = asking(first, GRANTED);
		const both = [explain('pushAds', 403, 'a.example'), explain('pushAds', 403, 'a.example')];
		expect(await Promise.all(both)).toEqual([told('pushAds', 403), told('pushAds', 403)]);
		expect(asked).toHaveLength(1);
		for (let times = 0; times < 2; times++)
			expect((await explain('pushAds', 403, 'a.example')).text).toEqual(IS_GRANTED);
		expect(asked).toHaveLength(2);
	});
});
