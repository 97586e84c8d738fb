import type { INode } from 'n8n-workflow';
import type {
	CredentialName,
	EndpointName,
} from '../../../../nodes/MerchantData/service/endpoints.ts';
import { explain, meaningOf } from '../../../../nodes/MerchantData/service/errors/diagnosis.ts';
import { rowOf } from '../../../../nodes/MerchantData/service/errors/errorTable.ts';
import type { Cause } from '../../../../nodes/MerchantData/service/errors/statusRow.ts';
import {
	readError,
	WAITED_IN_VAIN,
} from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { REFRESH_ROWS } from '../../../../nodes/MerchantData/service/errors/unauthorized.ts';
import type {
	Answer,
	FailedAnswer,
} from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import {
	outcomeFields,
	ServiceError,
	serviceErrorOf,
} from '../../../../nodes/MerchantData/service/errors/serviceError.ts';
import { answerOf } from '../../../kit/client.mts';
import { endpoints, namesWith } from '../../../kit/endpoints.mts';
import { SHOP } from '../../../kit/execution.mts';

const ALL = namesWith();

/** A service that answers each question so. */
function asking(answer: Answer | undefined) {
	const asked: EndpointName[] = [];
	const ask = async (question: EndpointName) => {
		asked.push(question);
		return await Promise.resolve(answer);
	};
	/** What a failed answer means for a shop. */
	const meaning = async (name: EndpointName, status: number, shop?: string) =>
		await explain(endpoints[name], answerOf(status as 400), { shop }, ask);
	return { asked, meaning };
}

/** What is said of a failed answer, after what was found out. */
const told = (name: EndpointName, status: number, cause?: Cause, found = {}) =>
	meaningOf(endpoints[name], rowOf(status), { cause, ...found });

it.each<[number, CredentialName, EndpointName]>([
	[401, 'merchantDataApi', 'inspectApiKey'],
	[403, 'merchantDataOAuth2Api', 'grantedShops'],
	[500, 'merchantDataOAuth2Api', 'grantedShops'],
])('after %i with %s, what carries something asks %s', async (status, credential, question) => {
	for (const name of ALL) {
		const { asked, meaning } = asking(answerOf(200, {}));
		await meaning(name, status);
		const isAsking = endpoints[name].carries && endpoints[name].credential === credential;
		expect([name, asked]).toEqual([name, isAsking ? [question] : []]);
	}
});

const GRANTED = { accountId: 'a.example', additionalShopIds: ['B.example'] };

it.each<[string, Answer | undefined, shop?: string, cause?: Cause, shops?: string]>([
	['have the shop', answerOf(299, GRANTED), 'b.EXAMPLE', 'shopGranted'],
	['lack it', answerOf(200, GRANTED), 'c.x', 'shopNotGranted', 'a.example, B.example'],
	['are none', answerOf(200, { additionalShopIds: [] }), 'c.x', 'shopNotGranted', 'there are none'],
	['have an entry that cannot be read', answerOf(200, { ...GRANTED, accountId: 7 }), 'c.x'],
	['say that they failed', answerOf(200, { ...GRANTED, error: 'x' }), 'c.x'],
	['are those of a refused token', answerOf(401, GRANTED), 'a.example'],
	['were lost on the way', undefined, 'a.example'],
])('tells a cause, or none, if the granted shops %s', async (...given) => {
	const [, answer, shop, cause, shops] = given;
	expect(await asking(answer).meaning('pushAds', 403, shop)).toEqual(
		told('pushAds', 403, cause, { shop, shops }),
	);
});

const LISTS = ' Its record lists these scopes:';
it.each<[string, status: number, record: unknown, cause?: Cause, scopes?: string]>([
	['has scopes', 200, { name: 'k', scopes: ['a:read', 'b'] }, 'keyKnown', `${LISTS} a:read, b.`],
	['has no scopes', 200, { scopes: [] }, 'keyKnown', `${LISTS} none.`],
	['is empty', 200, null, 'keyKnown'],
	['is refused, because the key is unknown', 401, { scopes: ['a'] }, 'keyUnknown'],
	['is a text', 200, 'scopes: a'],
	['is not to be had', 403, { scopes: ['a'] }],
])('tells a cause, or none, if the record of an API key %s', async (...given) => {
	const [, status, record, cause, scopes] = given;
	expect(await asking(answerOf(status, record)).meaning('sql', 401)).toEqual(
		told('sql', 401, cause, { scopes }),
	);
});

const node = { id: '1', name: 'Merchant Data', parameters: {} } as unknown as INode;
const account = { id: '7', name: 'Account' };
const ofAccount: INode = { ...node, credentials: { merchantDataOAuth2Api: account } };
const details = {
	code: 'service.403',
	message: 'No',
	description: 'Ask.',
	outcome: 'rejected',
} as const;

it.each([
	// n8n would put texts of its own in the place of these.
	'The service could not be reached (ad data, ECONNREFUSED)',
	'502 Bad Gateway (ad data): Bad Gateway',
])('keeps our words, even if n8n has others: %s', (message) => {
	const error = new ServiceError(node, { ...details, message, description: message });
	expect(error).toMatchObject({ message, description: message });
	// There the editor looks for the full message.
	expect(new Set(error.messages)).toEqual(new Set([message]));
});

it('tells n8n the status and the item, and callers what became of the data', () => {
	const error = new ServiceError(node, { ...details, status: 403, itemIndex: 3 });
	expect(error).toMatchObject({ httpCode: '403', context: { itemIndex: 3 } });
	expect(outcomeFields(error)).toStrictEqual({ outcome: 'rejected', status: 403 });
	const other = new ServiceError(node, details);
	expect(outcomeFields(other)).toStrictEqual({ outcome: 'rejected' });
	expect(other.pollCause).toBe('temporarily-unavailable');
	expect(outcomeFields(new TypeError('No'))).toStrictEqual({});
});

const REQUEST = { attempts: 1, itemIndex: 3 };
const { quota } = WAITED_IN_VAIN;

it('says why a request was not sent', () => {
	const { reason: message, remedy: description } = quota;
	const rest = { outcome: 'notSent', pollCause: 'rate-limited', context: { itemIndex: 3 } };
	const error = serviceErrorOf(node, endpoints.sql, REQUEST, quota);
	expect(error).toMatchObject({ message, description, ...rest });
});

it.each([
	['pushAds', 'ECONNREFUSED', 'could not be reached', 'Nothing was sent. Check the', 'notSent'],
	['pushAds', 'ETIMEDOUT', 'did not answer in time', 'Check there before you send it', 'unknown'],
	['sql', 'EPIPE', 'did not answer', 'The connection broke or timed out. Try again', 'unknown'],
	['pushAds', 'EPIPE', 'did not answer', 'The connection broke or', 'unknown', { replaces: true }],
] as const)('says what became of %s without an answer: %s', (...given) => {
	const [name, code, says, remedy, outcome, more] = given;
	const error = (attempts: number) =>
		serviceErrorOf(node, endpoints[name], { ...REQUEST, attempts, ...more }, readError({ code }));
	const told = `${endpoints[name].label}, ${code}`;
	const description = expect.stringContaining(remedy) as string;
	const context = { itemIndex: 3 };
	const message = `The service ${says} (${told})`;
	expect(error(1)).toMatchObject({ message, description, outcome, status: undefined, context });
	expect(error(2).message).toContain(` (${told}, after 2 attempts)`);
});

function errorOf(answer: FailedAnswer, more: object = {}, name: EndpointName = 'pushAds') {
	const meaning = meaningOf(endpoints[name], answer.row, {});
	return serviceErrorOf(ofAccount, endpoints[name], { ...REQUEST, ...more }, answer, meaning);
}

it('names status, endpoint, attempts, what the service says, what it means and what to do', () => {
	expect(errorOf(answerOf(400, { message: 'row 2 has no date' }), { attempts: 2 })).toMatchObject({
		message: '400 Bad Request (ad data, after 2 attempts): row 2 has no date',
		description: expect.stringMatching(/^The service did not accept .*\. Compare .*\.$/) as string,
		status: 400,
		outcome: 'rejected',
		supportBlock: '',
		pollCause: 'configuration-invalid',
	});
});

it('says how an answer contradicts its status, or that it has no text', () => {
	const answer = { ...answerOf(400), status: 200, contradiction: 'The answer is a page: Hi' };
	expect(errorOf(answer).message).toMatch(/^200 .* \(ad data\): The answer is a page: Hi$/);
	const { message } = errorOf(answerOf(503));
	expect(message).toBe('503 Service Unavailable (ad data): the service sent no text');
});

const LONG = `${'x'.repeat(1_000)} … ${'y'.repeat(1_000)}`;
it.each([
	['all', { supportPayload: () => '{"data":1}' }, 'Oops', SHOP, 'Oops', '{"data":1}'],
	['nothing', { shop: undefined }, 'Oops', '(none)', 'Oops', '(none)'],
	['too much', { supportPayload: () => LONG }, LONG.replace(/x+/, '$&z'), SHOP, LONG, LONG],
])('the error with a 500 ends in what support asks for: %s', (_, more, text, ...told) => {
	jest.useFakeTimers({ now: new Date('2026-06-30T12:00:00Z') });
	const error = errorOf(answerOf(500, text), { shop: SHOP, ...more });
	const { supportBlock, explanation } = error;
	expect(error.description).toBe(explanation + supportBlock);
	const [shop, response, payload] = told;
	expect(supportBlock.split(' | ')).toEqual([
		' For the support of the service:',
		'Time: 2026-06-30T12:00:00.000Z',
		`Shop: ${shop}`,
		'Endpoint: POST /api/v2/data-in/ads',
		`Response: 500 ${response}`,
		`Payload: ${payload} |`,
	]);
});

it.each([
	['refreshRefused', /^The credential "Account" must be reconnected: .*\(401\)/, /^To reconnect/],
	['refreshFailed', /^The access token of the credential "Account" has .*\(401\)/, /^Try again/],
] as const)('without a new access token it names the way out (%s)', (cause, message, remedy) => {
	const answer = { ...answerOf(401), row: REFRESH_ROWS[cause] };
	const error = errorOf(answer);
	expect(error).toMatchObject({ status: 401, outcome: 'rejected' });
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(remedy);
	expect(error.description).toMatch(/click "Switch account".*the scope "Ads: Write"\.$/);
	// This one needs no scope.
	expect(errorOf(answer, {}, 'grantedShops').description).not.toMatch(/scope|\s$/);
});
