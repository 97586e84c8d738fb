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

const GRANTED = { accountId: 'a.example', additionalShopIds: ['B.example'] };

it.each<[string, Result, shop?: string, cause?: Cause, shops?: string]>([
	['have the shop', resultOf(299, GRANTED), 'b.EXAMPLE', 'shopGranted'],
	['lack it', resultOf(200, GRANTED), 'c.x', 'shopNotGranted', 'a.example, B.example'],
	['are none', resultOf(200, { additionalShopIds: [] }), 'c.x', 'shopNotGranted', 'there are none'],
	['are asked for no shop', resultOf(200, GRANTED)],
	['have an entry that cannot be read', resultOf(200, { ...GRANTED, accountId: 7 }), 'c.x'],
	['say that they failed', resultOf(200, { ...GRANTED, error: 'x' }), 'c.x'],
	['are those of a refused token', resultOf(401, GRANTED), 'a.example'],
])('tells a cause, or none, if the granted shops %s', async (...given) => {
	const [, result, shop, cause, shops] = given;
	const meaning = await asking(result).explain('pushAds', 403, shop);
	expect(meaning).toEqual(told('pushAds', 403, cause, { shop, shops }));
});

const LISTS = ' Its record lists these scopes:';
it.each<[string, status: number, record: unknown, cause?: Cause, scopes?: string]>([
	['has scopes', 200, { name: 'k', scopes: ['a:read', 'b'] }, 'keyKnown', `${LISTS} a:read, b.`],
	['has no scopes', 200, { scopes: [] }, 'keyKnown', `${LISTS} none.`],
	['is empty', 200, null, 'keyKnown'],
	['is refused, because the key is unknown', 401, { scopes: ['a'] }, 'keyUnknown'],
	['is a text', 200, 'scopes: a'],
	['says that it failed', 200, { error: 'x', scopes: ['a'] }],
	['is not to be had', 403, { scopes: ['a'] }],
])('tells a cause, or none, if the record of an API key %s', async (...given) => {
	const [, status, record, cause, scopes] = given;
	const meaning = await asking(resultOf(status, record)).explain('sql', 401);
	expect(meaning).toEqual(told('sql', 401, cause, { scopes }));
});

it('asks once in an execution, and tells each failure of its own shop', async () => {
	const { asked, explain } = asking(resultOf(200, GRANTED));
	const both = [explain('pushAds', 403, 'a.example'), explain('pushEmailSms', 500, 'c.example')];
	const [first, second] = (await Promise.all(both)).map(({ text }) => text);
	expect(first).toMatch(/^The shop a.example is among the granted shops\./);
	expect(second).toMatch(/^The shop c.example is not among .* \(a.example, B.example\)\./);
	expect((await explain('pushAds', 500, 'a.example')).text).toMatch(/^The shop a.example is among/);
	expect(asked).toEqual([['grantedShops', limits]]);
	const unknown = asking(resultOf(401));
	for (let times = 0; times < 2; times++) await unknown.explain('sql', 401);
	expect(unknown.asked).toHaveLength(1);
});

it.each<[string, Result]>([
	['refused', resultOf(503)],
	['lost', { outcome: 'unknown', status: null, error: {} as ServiceError }],
])('asks again next time if the answer is %s, and tells no cause till then', async (_, first) => {
	const { asked, explain } = asking(first, resultOf(200, GRANTED));
	const tell = async () => await explain('pushAds', 403, 'a.example');
	const unclear = told('pushAds', 403);
	expect(await Promise.all([tell(), tell()])).toEqual([unclear, unclear]);
	expect(asked).toHaveLength(1);
	const clear = told('pushAds', 403, 'shopGranted', { shop: 'a.example' });
	expect([await tell(), await tell()]).toEqual([clear, clear]);
	expect(asked).toHaveLength(2);
});
