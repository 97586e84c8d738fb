import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { Connection } from '../../../nodes/MerchantData/transport/connection.ts';
import { ENDPOINTS } from '../../../nodes/MerchantData/transport/endpoints.ts';
import { type Answer, type HttpRequest, send } from '../../../nodes/MerchantData/transport/http.ts';
import { createRedactor } from '../../../nodes/MerchantData/transport/redact.ts';
import { BASE_URL, createContext, type Reply } from './context.mts';

const CONNECTION: Connection = {
	credential: 'merchantDataApi',
	id: 'key',
	address: BASE_URL,
	ignoreSslIssues: true,
	accessToken: '',
};
const SECRET = 'key-of-the-account';

/** Sends one request to a service that does what `reply` says. */
async function exchange(reply: Reply, request: Partial<HttpRequest> = {}) {
	const { context, requests } = createContext({ replies: [reply] });
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const whole = { timeout: 1_234, ...request };
	const answer = await send(context, CONNECTION, ENDPOINTS.sql, whole, redactor);
	return { answer: answer as Answer, requests };
}

it('sends the bytes of the body as they are, and has n8n interpret nothing', async () => {
	const body = Buffer.from('{"query":"SELECT 1.0"}');
	const { requests } = await exchange({}, { body });
	expect(requests.map(({ credential, options }) => [credential, options])).toStrictEqual([
		[
			'merchantDataApi',
			{
				method: 'POST',
				url: 'https://api.example/api/v2/platform/api/sql',
				headers: { accept: 'application/json', 'content-type': 'application/json' },
				body,
				timeout: 1_234,
				encoding: 'text',
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				skipSslCertificateValidation: true,
			},
		],
	]);
	expect(requests[0]!.options.body).toBe(body);
});

it('names no content type where there is no body', async () => {
	const { requests } = await exchange({});
	expect(requests[0]!.options.headers).toStrictEqual({ accept: 'application/json' });
	expect(requests[0]!.options).not.toHaveProperty('body');
});

it.each([200, 302, 401, 429, 500])('gives a %i as an answer, with its headers', async (status) => {
	const headers = { 'retry-after': '7' };
	const { answer } = await exchange({ status, headers, body: 'as it came' });
	expect(answer).toEqual({ status, headers, text: 'as it came' });
});

it.each([
	['a text', 'größe', 'größe'],
	['bytes', Buffer.from('größe'), 'größe'],
	['nothing', null, ''],
	['an object, parsed against our wish', { pipe: 'oak' }, '{"pipe":"oak"}'],
])('reads a body that n8n gives as %s', async (_, body, expected) => {
	const { answer } = await exchange({ body });
	expect(answer.text).toBe(expected);
});

it('reads an answer without a body as an empty text', async () => {
	const { context } = createContext({});
	context.helpers.httpRequestWithAuthentication = async () =>
		await Promise.resolve({ statusCode: 204, headers: {} });
	const answer = await send(
		context,
		CONNECTION,
		ENDPOINTS.sql,
		{ timeout: 1_000 },
		createRedactor(),
	);
	expect(answer).toEqual({ status: 204, headers: {}, text: '' });
});

it('removes secrets, and the people that the request was about', async () => {
	const body = `bad key ${SECRET} in the request for ada@example.com`;
	const { answer } = await exchange({ status: 400, body }, { confidential: ['ada@example.com'] });
	expect(answer.text).toBe('bad key [redacted] in the request for [redacted]');
});

describe('a stream', () => {
	const streamed = async (status: number) => {
		const body = Readable.from([Buffer.from(`grö`), `ße of ${SECRET}`]);
		return await exchange({ status, body }, { answer: 'stream' });
	};

	it.each([200, 299])(
		'of a good answer (%i) is left to the caller, secrets removed',
		async (status) => {
			const { answer, requests } = await streamed(status);
			expect(requests[0]!.options.encoding).toBe('stream');
			expect(answer).toMatchObject({ status, text: '' });
			expect(await text(answer.stream!)).toBe('größe of [redacted]');
		},
	);

	it.each([103, 300, 500])('of any other answer (%i) is read as a text', async (status) => {
		const { answer } = await streamed(status);
		expect(answer).toEqual({ status, headers: {}, text: 'größe of [redacted]' });
	});

	it('that breaks off is no answer', async () => {
		const body = new Readable({
			read() {
				this.destroy(Object.assign(new Error('broken off'), { code: 'ECONNRESET' }));
			},
		});
		const { answer } = await exchange({ status: 500, body }, { answer: 'stream' });
		expect(answer).toEqual({ code: 'ECONNRESET' });
	});
});

it.each<[string, object, string]>([
	["axios' own", { code: 'ECONNRESET' }, 'ECONNRESET'],
	['that of the cause', { code: 'ERR', cause: { code: 'ENOTFOUND' } }, 'ENOTFOUND'],
	["n8n 1.x's", { httpCode: 'ECONNABORTED' }, 'ECONNABORTED'],
	['the next best to an empty one', { code: '', httpCode: 'ETIMEDOUT' }, 'ETIMEDOUT'],
	['the next best to a number', { cause: {}, code: 500, httpCode: 'EPIPE' }, 'EPIPE'],
	['unknown', new Error('of another kind'), 'UNKNOWN'],
])('where no answer comes, the error code is %s', async (_, error, code) => {
	const { answer } = await exchange({ throws: error });
	expect(answer).toEqual({ code });
});
