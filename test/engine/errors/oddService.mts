import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { Endpoint } from '../../../sandbox/index.mts';
import { PATHS } from '../../../sandbox/literals.mts';
import { listen } from '../../kit/listen.mts';

// Answers that a service, or whatever stands between, may give: fast-check draws them, and a service
// gives them. A reply is data, so that a failing one can be read and shrunk.

const FRAMES = {
	plain: (text: string) => text,
	message: (text: string) => JSON.stringify({ message: text }),
	failure: (text: string) => JSON.stringify({ success: false, errors: [{ detail: text }] }),
	html: (text: string) => `<!doctype html><html><body><p>${text}</p></body></html>`,
};

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
/** What a body holds: a text, or a part of the request. Unit tests spell secrets and people in any way. */
const part = fc.oneof(
	fc.record({
		text: fc.oneof(
			fc.string({ maxLength: 40, unit: 'grapheme' }),
			fc.constantFrom('%', '\\', '\\u00', '&#', '{"a":', '%25'.repeat(2_000)),
		),
	}),
	fc.record({ echo: fc.constantFrom('credential', 'body', 'headers') }),
);

/** Values that JSON has; numbers beyond what JavaScript holds come as texts of `parts`. */
export const jsonValue = fc.jsonValue({ maxDepth: 3 });

const body = fc.oneof(
	// What the specification lets expect of the endpoint.
	{ weight: 4, arbitrary: fc.record({ kind: fc.constant('good') }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('parts'),
			frame: fc.constantFrom(...(Object.keys(FRAMES) as Array<keyof typeof FRAMES>)),
			parts: fc.array(part, { maxLength: 4 }),
		}),
	},
	fc.record({ kind: fc.constant('json'), value: jsonValue, bom: fc.boolean() }),
	fc.record({
		kind: fc.constant('deep'),
		depth: fc.constantFrom(1, 50, 5_000, 60_000),
		open: fc.constantFrom('[', '{"a":'),
		isClosed: fc.boolean(),
	}),
	fc.record({ kind: fc.constant('bytes'), bytes: fc.array(fc.nat(255), { maxLength: 60 }) }),
);

const STATUSES = [
	200, 200, 200, 200, 201, 202, 204, 206, 207, 226, 299, 300, 301, 302, 303, 304, 307, 308, 399,
	400, 400, 401, 402, 403, 403, 404, 405, 408, 409, 413, 415, 418, 422, 425, 429, 429, 431, 451,
	499, 500, 500, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 524, 530, 599, 600, 799, 999,
];

const headers = fc
	.record(
		{
			'retry-after': fc.constantFrom('0', '0.3', '-1', 'soon', '86400', '9'.repeat(400)),
			'content-type': fc.constantFrom(
				'application/json',
				'text/html',
				'text/plain; charset=utf-16',
				'application/json; charset=nonsense',
				'',
			),
			location: fc.constantFrom('/stolen', 'http://[', 'https://127.0.0.1:1/stolen'),
			connection: fc.constantFrom('close', 'keep-alive'),
		},
		{ requiredKeys: [] },
	)
	.map((drawn) => ({ ...drawn }) as Record<string, string>);

/** One answer. */
export const reply = fc.record({
	status: fc.constantFrom(...STATUSES),
	/** Whether the service took the data; counts only if the answer leaves that open. */
	takes: fc.boolean(),
	headers,
	body,
	/** `falseGzip`: the headers say gzip, but the body is plain. */
	encoding: fc.constantFrom('none', 'none', 'none', 'gzip', 'falseGzip'),
	/** What Content-Length says; `chunked` names none. */
	length: fc.constantFrom('chunked', 'right', 'right', 'right', 'larger', 'smaller'),
	delivery: fc.record({
		kind: fc.oneof(
			{ weight: 10, arbitrary: fc.constant('whole') },
			{
				weight: 6,
				arbitrary: fc.constantFrom('cut', 'stall', 'noAnswer', 'silence', 'resetAfter'),
			},
		),
		/** How much of the body goes out before it, of 1. */
		at: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
	}),
});

export type Reply = Drawn<typeof reply>;
/** What of its request a service repeats. */
type Echo = Extract<Drawn<typeof part>, { echo: string }>['echo'];

const GOOD: Reply = {
	status: 200,
	takes: true,
	headers: { 'content-type': 'application/json' },
	body: { kind: 'good' },
	encoding: 'none',
	length: 'right',
	delivery: { kind: 'whole', at: 1 },
};

/** A body before it is packed. @param good what the endpoint would answer @param echoes parts of the request */
function plainBytes(
	body: Reply['body'],
	good: () => unknown,
	echoes: Record<Echo, string>,
): Buffer {
	switch (body.kind) {
		case 'good':
			return Buffer.from(JSON.stringify(good()));
		case 'json':
			return Buffer.from(`${body.bom ? '\uFEFF' : ''}${JSON.stringify(body.value)}`);
		case 'deep': {
			const [inner, close] = body.open === '[' ? ['', ']'] : ['null', '}'];
			const end = body.isClosed ? inner + close.repeat(body.depth) : '';
			return Buffer.from(body.open.repeat(body.depth) + end);
		}
		case 'bytes':
			return Buffer.from(body.bytes);
		case 'parts': {
			const texts = body.parts.map((each) => ('text' in each ? each.text : echoes[each.echo]));
			return Buffer.from(FRAMES[body.frame](texts.join(' ')));
		}
	}
}

function endpointAt(url: string | undefined): Endpoint | undefined {
	const name = (Object.keys(PATHS) as Endpoint[]).find((each) => PATHS[each] === url);
	return name === 'grantedShopsOlder' ? 'grantedShops' : name;
}

interface OddServiceOptions {
	/** What the service does, endpoint by endpoint, in order; afterwards it behaves. */
	script: Partial<Record<Endpoint, Reply[]>>;
	/** `tokenEnd` is what every token ends in. */
	secrets: Record<'apiKey' | 'clientSecret' | 'tokenEnd', string>;
	/** The answer to a good query. */
	rows: unknown[];
	granted: { accountId: string; additionalShopIds: unknown[] };
	/** Whether a request to a shop that is not granted is what 500 means. */
	isGranted: boolean;
	isExpired: boolean;
}

/** What became of one request at the service. */
export interface Met {
	endpoint: Endpoint | 'elsewhere';
	body: string;
	reply: Reply;
	took: boolean;
}

export type OddService = Awaited<ReturnType<typeof startOddService>>;

/**
 * Whether the service has the data after an answer: what it accepted it took, what it refused
 * itself it did not; in between, and where 303 points elsewhere for the outcome, it may have.
 */
function takesWith({ status, takes, delivery }: Reply): boolean {
	if (delivery.kind === 'noAnswer' || delivery.kind === 'silence') return takes;
	if (status >= 200 && status < 300) return true;
	return (status === 303 || (status >= 500 && status !== 503)) && takes;
}

/** A service on loopback that keeps to the specification only as far as its script lets it. */
export async function startOddService(options: OddServiceOptions) {
	const { script, secrets, rows, granted, isGranted, isExpired } = options;
	const met: Met[] = [];
	/** Every token that was ever issued. */
	const tokens = new Set<string>();
	const issue = () => {
		const issued = tokens.size / 2 + 1;
		const pair = {
			access_token: `access-${issued}-${secrets.tokenEnd}`,
			refresh_token: `refresh-${issued}-${secrets.tokenEnd}`,
			token_type: 'Bearer',
		};
		tokens.add(pair.access_token).add(pair.refresh_token);
		return pair;
	};
	/** The tokens of the credential at the start. */
	const oauthTokenData = issue();
	let current = isExpired ? undefined : oauthTokenData;
	let refreshToken = oauthTokenData.refresh_token;
	const left = new Map(Object.entries(script).map(([name, replies]) => [name, [...replies]]));

	const GOOD_ANSWERS: Partial<Record<Endpoint, () => unknown>> = {
		token: () => ({ ...current, expires_in: 3_600 }),
		grantedShops: () => granted,
		sql: () => rows,
		apiKey: () => ({ name: 'full', scopes: ['Data Out'] }),
	};

	function isAuthorized(endpoint: Endpoint, { headers }: IncomingMessage, body: string) {
		if (endpoint === 'token') {
			const form = new URLSearchParams(body);
			const isCurrent = form.get('refresh_token') === refreshToken;
			return isCurrent && form.get('client_secret') === secrets.clientSecret;
		}
		const key = headers['x-api-key'];
		if (key !== undefined) return key === secrets.apiKey;
		return !!current && headers.authorization === `Bearer ${current.access_token}`;
	}

	async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { url, headers } = request;
		const body = (await request.toArray()).join('');
		const endpoint = endpointAt(url);
		if (endpoint === undefined) {
			met.push({ endpoint: 'elsewhere', body, reply: GOOD, took: false });
			return void response.writeHead(404).end();
		}
		let reply = GOOD;
		let took = false;
		if (isAuthorized(endpoint, request, body)) {
			reply = left.get(endpoint)?.shift() ?? GOOD;
			// A service that says which shops are granted does not take data for others in silence.
			took = takesWith(reply) && (isGranted || (reply.status >= 200 && reply.status < 300));
			if (endpoint === 'token' && took) {
				current = issue();
				refreshToken = current.refresh_token;
			}
		} else {
			const [status, error] = endpoint === 'token' ? [400, 'invalid_grant'] : [401, 'no'];
			const value = { kind: 'json', value: { error }, bom: false } as const;
			reply = { ...GOOD, status, takes: false, body: value };
		}
		met.push({ endpoint, body, reply, took });
		const good = GOOD_ANSWERS[endpoint] ?? (() => ({ id: 'request-1' }));
		const bytes = plainBytes(reply.body, good, {
			body,
			headers: JSON.stringify(headers),
			credential: String(headers['x-api-key'] ?? headers.authorization ?? secrets.clientSecret),
		});
		await give(reply, reply.encoding === 'gzip' ? gzipSync(bytes) : bytes, response);
	}

	const server = createServer((request, response) => {
		request.setEncoding('utf8');
		response.on('error', () => {});
		answer(request, response).catch(() => request.socket.destroy());
	});
	return { ...(await listen(server)), met, tokens, oauthTokenData };
}

async function give(reply: Reply, bytes: Buffer, response: ServerResponse): Promise<void> {
	const { status, headers, encoding, length, delivery } = reply;
	const { socket } = response;
	if (delivery.kind === 'noAnswer') return void socket?.resetAndDestroy();
	if (delivery.kind === 'silence') return;
	const all = { ...headers };
	if (encoding !== 'none') all['content-encoding'] = 'gzip';
	if (length !== 'chunked' && status !== 204 && status !== 304) {
		const announced = { right: bytes.length, larger: bytes.length + 7, smaller: bytes.length / 2 };
		all['content-length'] = String(Math.floor(announced[length]));
	}
	response.writeHead(status, all);
	response.flushHeaders();
	const isAll = delivery.kind === 'whole' || delivery.kind === 'resetAfter';
	const first = bytes.subarray(0, Math.floor(bytes.length * delivery.at));
	if (isAll) await new Promise<void>((resolve) => response.end(bytes, resolve));
	else await new Promise((resolve) => response.write(first, resolve));
	if (delivery.kind === 'whole' || delivery.kind === 'stall') return;
	await sleep(isAll ? 20 : 5);
	socket?.resetAndDestroy();
}
