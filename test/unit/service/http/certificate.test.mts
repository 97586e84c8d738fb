import { Readable } from 'node:stream';
import type { IHttpRequestOptions } from 'n8n-workflow';
import type { RequestContext } from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { certificateEnd } from '../../../../nodes/MerchantData/service/http/certificate.ts';
import { ended } from '../../../kit/execution.mts';

const URL_ASKED = 'https://api.example/api/v2/granted';
const VALID_TO = 'Mar  4 09:00:00 2027 GMT';
const END = Date.UTC(2027, 2, 4, 9);

type HttpRequest = (options: IHttpRequestOptions) => Promise<unknown>;

/** @param httpRequest n8n's helper */
const endBy = async (httpRequest: HttpRequest, timeout = 1_000) =>
	await certificateEnd(
		{ helpers: { httpRequest } } as unknown as RequestContext,
		URL_ASKED,
		timeout,
	);

/** A body of 1.x, which has its socket. */
const bodyOf = (socket?: object) => Object.assign(Readable.from([Buffer.from('{}')]), { socket });

/** As 2.x does, which passes the check of the server's name on. @returns what is wrong with the name */
function checkName({ agentOptions }: IHttpRequestOptions): unknown {
	const check = agentOptions?.checkServerIdentity as (name: string, of: object) => unknown;
	return check('api.example', { valid_to: VALID_TO });
}

it('asks as a stranger, for an answer that is given as it came', async () => {
	const asked: IHttpRequestOptions[] = [];
	await endBy((options) => {
		asked.push(options);
		return Promise.resolve({ body: bodyOf() });
	});
	expect(asked).toEqual([
		{
			url: URL_ASKED,
			headers: { accept: 'application/json', 'accept-encoding': 'identity' },
			timeout: 1_000,
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			agentOptions: { checkServerIdentity: expect.any(Function) },
		},
	]);
});

it.each<[seen: string, request: HttpRequest]>([
	[
		'in the check of the name, on 2.x',
		(options) => {
			checkName(options);
			return Promise.resolve({ body: bodyOf() });
		},
	],
	[
		'in that check even where no answer comes',
		(options) => {
			checkName(options);
			return Promise.reject(new Error('socket hang up'));
		},
	],
	[
		'at the socket of the answer, on 1.x',
		() => Promise.resolve({ body: bodyOf({ getPeerCertificate: () => ({ valid_to: VALID_TO }) }) }),
	],
	[
		'at that socket even where the answer breaks off',
		() => {
			async function* broken() {
				yield Buffer.from('{');
				await Promise.reject(new Error('aborted'));
			}
			const socket = { getPeerCertificate: () => ({ valid_to: VALID_TO }) };
			return Promise.resolve({ body: Object.assign(Readable.from(broken()), { socket }) });
		},
	],
])('finds the end %s', async (_, request) => {
	expect(await endBy(request)).toBe(END);
});

it.each<[what: string, request: HttpRequest]>([
	['nothing answers', () => Promise.reject(new Error('connect ECONNREFUSED'))],
	['the answer has no body', () => Promise.resolve({})],
	['the body has no socket', () => Promise.resolve({ body: bodyOf() })],
	['the connection is not encrypted', () => Promise.resolve({ body: bodyOf({}) })],
	[
		'the connection is gone',
		() => Promise.resolve({ body: bodyOf({ getPeerCertificate: () => null }) }),
	],
	[
		'the certificate names none',
		() => Promise.resolve({ body: bodyOf({ getPeerCertificate: () => ({}) }) }),
	],
])('knows of no end where %s', async (_, request) => {
	expect(await endBy(request)).toBeUndefined();
});

it('lets every name pass, because nothing secret goes there', async () => {
	const wrong: unknown[] = [];
	await endBy((options) => {
		wrong.push(checkName(options));
		return Promise.resolve({ body: bodyOf() });
	});
	expect(wrong).toEqual([undefined]);
});

it('reads the answer, so that its connection is free again', async () => {
	const body = bodyOf();
	await endBy(() => Promise.resolve({ body }));
	expect(body.readableEnded).toBe(true);
});

describe('in time', () => {
	beforeEach(() => jest.useFakeTimers());
	afterEach(() => jest.useRealTimers());

	it.each<[what: string, answer: () => Promise<unknown>]>([
		['the answer', () => new Promise<never>(() => {})],
		['the end of its body', () => Promise.resolve({ body: new Readable({ read() {} }) })],
	])('waits no longer for %s than it may', async (_, answer) => {
		expect(await ended(endBy(answer, 2_000))).toEqual({ value: undefined, tookMs: 2_000 });
	});

	it('leaves no watch behind', async () => {
		await endBy(() => Promise.reject(new Error('no')));
		await jest.advanceTimersByTimeAsync(250);
		expect(jest.getTimerCount()).toBe(0);
	});
});
