import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Connections } from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import type { EndpointName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import type { Answer } from '../../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import {
	ERROR_TABLE,
	QUERY_TIMED_OUT,
} from '../../../../nodes/MerchantData/service/errors/errorTable.ts';
import { CANCELLED, NO_ANSWER } from '../../../../nodes/MerchantData/service/errors/noAnswer.ts';
import { type HttpRequest, sendRequest } from '../../../../nodes/MerchantData/service/http/http.ts';
import { RequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
import { answerOf } from '../../../kit/client.mts';
import { endpoints } from '../../../kit/endpoints.mts';
import {
	BASE_URL,
	createContext,
	ended,
	FIRST_TOKEN,
	type Reply,
	type Script,
	type SentRequest,
} from '../../../kit/execution.mts';

const READ = endpoints.sql;
const PUSH = endpoints.pushAds;
const KEY = 'merchantDataApi';
const OAUTH = 'merchantDataOAuth2Api';
const SECRET = 'key-of-the-account';

function start(endpoint: typeof READ, script: Script, request: Partial<HttpRequest> = {}) {
	const n8n = createContext(script);
	n8n.stored[KEY].ignoreSSLIssues = true;
	const context = new RequestContext(n8n.context);
	const whole = { limits: { timeout: 60, maxWait: 0 }, ...request };
	const answer = new Connections(context)
		.current(endpoint.credential)
		.then(async (connection) => await sendRequest(context, connection, endpoint, whole));
	return { ...n8n, answer: answer as Promise<Answer> };
}

/** The answer of a service that replies so, and what it was asked. */
async function attempt(reply: Reply, request: Partial<HttpRequest> = {}, endpoint = READ) {
	const { answer, requests } = start(endpoint, { replies: [reply] }, request);
	return { answer: await answer, requests };
}

it('sends the bytes of the body as they are, and has n8n interpret nothing', async () => {
	const body = Buffer.from('{"query":"SELECT 1.0"}');
	const { requests } = await attempt({}, { body, limits: { timeout: 1.234, maxWait: 0 } });
	const options = {
		method: 'POST',
		url: 'https://api.example/api/v2/platform/api/sql',
		body,
		headers: { accept: 'application/json', 'content-type': 'application/json' },
		timeout: 1_234,
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		skipSslCertificateValidation: true,
	};
	expect(requests.map((request) => [request.credential, request.options])).toStrictEqual([
		[KEY, options],
	]);
	expect(requests[0]!.options.body).toBe(body);
	const without = (await attempt({})).requests[0]!.options;
	expect(without.headers).toStrictEqual({ accept: 'application/json' });
	expect(without).not.toHaveProperty('body');
});

it('gives a refusal as an answer, with its headers, without secrets and personal data', async () => {
	const headers = { 'retry-after': '7' };
	const body = `bad key ${SECRET} in the request for ada@example.com`;
	const reply = { status: 429, headers, body };
	const { answer } = await attempt(reply, { confidential: ['ada@example.com'] });
	const text = 'bad key [redacted] in the request for [redacted]';
	expect(answer).toMatchObject(answerOf(429, text, headers));
});

const NAMED = { errors: [{ id: 1 }] };
const OF_QUERY = { message: 'Query timed out after 60 s' };
it.each<[EndpointName, number, object, object]>([
	['pushAds', 400, NAMED, { rowErrors: NAMED.errors }],
	['pushAds', 400, { message: 'no' }, { rowErrors: [] }],
	// These are no errors of rows.
	['pushAds', 401, NAMED, { rowErrors: [] }],
	['sql', 400, NAMED, { rowErrors: [] }],
	['sql', 400, OF_QUERY, { row: QUERY_TIMED_OUT }],
])('reads what an answer of %s, %i with %j says', async (name, status, body, expected) => {
	const reply = { status, body: JSON.stringify(body) };
	expect((await attempt(reply, {}, endpoints[name])).answer).toMatchObject(expected);
});

it.each([
	['is no answer to a read', READ, 200, [], { row: NO_ANSWER.undecodable }],
	['is left out of an accepted write', PUSH, 200, [], answerOf(200)],
	['that says no has signs in their place', READ, 400, [], answerOf(400, 'gr\ufffd\ufffde')],
	['that says no may hold half of a name', READ, 400, ['ada@example.com'], answerOf(400)],
])('what is no UTF-8 %s', async (_, endpoint, status, confidential, expected) => {
	const reply = { status, body: Buffer.from('größe', 'latin1') };
	expect((await attempt(reply, { confidential }, endpoint)).answer).toMatchObject(expected);
});

it.each([
	[200, undefined],
	[299, undefined],
	[103, 'größe of [redacted]'],
	[300, 'größe of [redacted]'],
])('a good answer (%i) is left to the caller as a stream, and no other', async (status, read) => {
	const body = Readable.from([Buffer.from(`grö`), Buffer.from(`ße of ${SECRET}`)]);
	const { answer } = await attempt({ status, body }, { answer: 'stream' });
	expect(answer).toMatchObject(answerOf(status, read));
	expect('stream' in answer).toBe(read === undefined);
	expect('stream' in answer ? await text(answer.stream!) : read).toBe('größe of [redacted]');
});

it.each([
	['is not UTF-8', Buffer.from('{"success":false,"message":"ungültig"}', 'latin1')],
	['is long', `{"success":false,"message":"${'x'.repeat(2 ** 18)}"}`],
])('finds that a good answer says no, even if what is shown is empty: %s', async (_, body) => {
	const confidential = ['ada@example.com'];
	const { answer } = await attempt({ body }, { confidential }, endpoints.createDeletionRequest);
	const contradiction = 'The answer says that the request failed';
	expect(answer).toMatchObject({ kind: 'failedAnswer', status: 200, contradiction, text: '' });
});

it.each([
	[429, { kind: 'failedAnswer', status: 429, headers: { 'retry-after': '7' }, text: '' }],
	[200, { kind: 'noAnswer', row: NO_ANSWER.answerLost }],
])('keeps the status of an error whose body breaks: %i', async (status, expected) => {
	const body = new Readable({ read: () => body.destroy(new Error('aborted')) });
	const reply = { status, headers: { 'retry-after': '7' }, body };
	expect((await attempt(reply, {}, PUSH)).answer).toMatchObject(expected);
});

it('takes a good answer to a write for a failed one if it says no; who reads looks for that', async () => {
	const body = '{"success":false,"message":"full"}';
	const { answer } = await attempt({ body }, {}, PUSH);
	const contradiction = 'The answer says that the request failed: full';
	const failed = { kind: 'failedAnswer', row: ERROR_TABLE[2], status: 200, contradiction };
	expect(answer).toMatchObject({ ...failed, text: body });
	expect((await attempt({ body })).answer).toEqual(answerOf(200, body));
});

it('says what kept an answer from coming, and nothing else of the error', async () => {
	const throws = Object.assign(new Error(`connect failed for ${SECRET}`), { code: 'ECONNREFUSED' });
	const { answer } = await attempt({ throws });
	const row = NO_ANSWER.neverOpened;
	expect(answer).toEqual({ kind: 'noAnswer', row, systemCode: 'ECONNREFUSED' });
});

it('has n8n sign with the reading that the address comes from, however old that is', async () => {
	const n8n = createContext({});
	const context = new RequestContext(n8n.context);
	const connection = await new Connections(context).current(OAUTH);
	const oauthTokenData = { access_token: 'another' };
	Object.assign(n8n.stored[OAUTH], { baseUrl: 'https://other.example', oauthTokenData });
	const limits = { timeout: 1, maxWait: 0 };
	await sendRequest(context, connection, endpoints.grantedShops, { limits });
	const [{ options, token }] = n8n.requests as [SentRequest];
	expect([options.url, token]).toEqual([BASE_URL + endpoints.grantedShops.path, FIRST_TOKEN]);
});

describe('with nobody to answer', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	const LATE = { kind: 'noAnswer', row: NO_ANSWER.timedOut, systemCode: 'ETIMEDOUT' };
	const STOPPED = { kind: 'noAnswer', row: NO_ANSWER.cancelled, systemCode: 'ERR_CANCELED' };
	const NEVER = { afterMs: Infinity };
	type Ends = { cancel?: number; poll?: number };
	it.each<[string, typeof READ, Reply, Ends, object, number]>([
		['a read ends after its time', READ, NEVER, {}, LATE, 60_000],
		['a push ends after its time', PUSH, NEVER, {}, LATE, 60_000],
		['a read ends before n8n ends its poll', READ, NEVER, { poll: 3 }, LATE, 3_000],
		['a read ends with its execution', READ, NEVER, { cancel: 3 }, STOPPED, 3_000],
		['a push is left to finish', PUSH, { afterMs: 5_000 }, { cancel: 3 }, answerOf(200, {}), 5_000],
	])('%s', async (_, endpoint, reply, { cancel: cancelAfter, poll = Infinity }, value, tookMs) => {
		const cancel = new AbortController();
		const limits = { timeout: 60, maxWait: 0, endsAt: performance.now() + poll * 1_000 };
		const script = { replies: [reply], signal: cancel.signal };
		const { answer, requests } = start(endpoint, script, { limits });
		if (cancelAfter) setTimeout(() => cancel.abort(), cancelAfter * 1_000);
		expect(await ended(answer)).toEqual({ value, tookMs });
		expect(requests.map(({ signal }) => signal.aborted)).toEqual([!('status' in value)]);
		expect(jest.getTimerCount()).toBe(0);
	});

	it.each([
		[60, 5_000],
		[2, 1_000],
	])('an error whose body stalls has its status, with a timeout of %i s', async (...given) => {
		const [timeout, tookMs] = given;
		const body = new Readable({ read: () => {} });
		const limits = { timeout, maxWait: 0 };
		const { answer } = start(PUSH, { replies: [{ status: 429, body }] }, { limits });
		const value = expect.objectContaining({
			kind: 'failedAnswer',
			status: 429,
			text: '',
		}) as object;
		expect(await ended(answer)).toEqual({ value, tookMs });
		expect(body.destroyed).toBe(true);
	});

	it.each([READ, PUSH])('nothing is sent once it has ended: $label', async (endpoint) => {
		const { answer, requests } = start(endpoint, { signal: AbortSignal.abort() });
		expect(await answer).toEqual(CANCELLED);
		expect(requests).toEqual([]);
	});
});
