// Answers that a service, or whatever stands between, may give: fast-check draws them, and
// oddService.mts gives them. A reply is data, so that a failing one can be read and shrunk.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** What a body holds: a text, or a part of the request that is repeated in another encoding. */
type Part = { text: string } | { echo: Echo; encoding: keyof typeof ENCODINGS };

/** What of its request a service repeats. */
export type Echo = 'body' | 'headers' | 'credential' | 'value';

/** Ways to write a text, all of which escape more than they must. */
const ENCODINGS = {
	plain: (text: string) => text,
	json: (text: string) =>
		text.replace(/[^a-z\d]/gi, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
	html: (text: string) => text.replace(/[^a-z\d]/giu, (char) => `&#${char.codePointAt(0)};`),
	percent: (text: string) =>
		text.replace(/[^a-z\d]+/giu, (part) =>
			Buffer.from(part).toString('hex').toUpperCase().replace(/../g, '%$&'),
		),
};

export type Body =
	/** What the specification lets expect of the endpoint. */
	| { kind: 'good' }
	| { kind: 'parts'; frame: 'plain' | 'message' | 'failure' | 'html' | 'list'; parts: Part[] }
	| { kind: 'json'; value: unknown; bom: boolean }
	| { kind: 'deep'; depth: number; open: '[' | '{"a":'; isClosed: boolean }
	| { kind: 'bytes'; bytes: number[] };

export interface Reply {
	status: number;
	/** Whether the service took the data; counts only where the answer leaves that open. */
	takes: boolean;
	headers: Record<string, string>;
	body: Body;
	encoding: 'none' | 'gzip' | 'br' | 'deflate';
	/** The body is not in the encoding that the headers name. */
	isEncodingALie: boolean;
	/** What Content-Length says; `chunked` names none. */
	length: 'chunked' | 'right' | 'larger' | 'smaller';
	/** `at` says how much of the body goes out before it, of 1. */
	delivery: {
		kind: 'whole' | 'dribble' | 'cut' | 'stall' | 'noAnswer' | 'silence' | 'resetAfter';
		at: number;
	};
}

const FRAMES = {
	plain: (text: string) => text,
	message: (text: string) => JSON.stringify({ message: text }),
	failure: (text: string) => JSON.stringify({ success: false, errors: [{ detail: text }] }),
	html: (text: string) => `<!doctype html><html><body><p>${text}</p></body></html>`,
	list: (text: string) => JSON.stringify([{ note: text }, [text]]),
};

/**
 * The bytes of a body before they are encoded.
 * @param good what the endpoint would answer
 * @param echoOf what of the request is meant
 */
export function bytesOf(body: Body, good: () => unknown, echoOf: (echo: Echo) => string): Buffer {
	switch (body.kind) {
		case 'good':
			return Buffer.from(JSON.stringify(good()));
		case 'json':
			return Buffer.from(`${body.bom ? '\uFEFF' : ''}${JSON.stringify(body.value)}`);
		case 'deep': {
			const close = body.open === '[' ? ']' : '}';
			const inner = body.open === '[' ? '' : 'null';
			const end = body.isClosed ? inner + close.repeat(body.depth) : '';
			return Buffer.from(body.open.repeat(body.depth) + end);
		}
		case 'bytes':
			return Buffer.from(body.bytes);
		case 'parts': {
			const text = body.parts
				.map((part) => ('text' in part ? part.text : ENCODINGS[part.encoding](echoOf(part.echo))))
				.join(' ');
			return Buffer.from(FRAMES[body.frame](text));
		}
	}
}

const ENCODE = {
	none: (bytes: Buffer) => bytes,
	gzip: gzipSync,
	br: brotliCompressSync,
	deflate: deflateSync,
};

/** The body as it goes over the wire. */
export const encoded = (bytes: Buffer, { encoding, isEncodingALie }: Reply): Buffer =>
	isEncodingALie ? bytes : ENCODE[encoding](bytes);

const text = fc.oneof(
	fc.string({ maxLength: 40, unit: 'grapheme' }),
	fc.constantFrom('%', '\\', '\\u00', '&#', '&amp;', '{"a":', 'é%', '"', '%25'.repeat(2_000)),
);
const part: fc.Arbitrary<Part> = fc.oneof(
	fc.record({ text }),
	fc.record({
		echo: fc.constantFrom<Echo>('credential', 'value'),
		encoding: fc.constantFrom(...(['plain', 'json', 'html', 'percent'] as const)),
	}),
	// They are JSON already.
	fc.record({
		echo: fc.constantFrom<Echo>('body', 'headers'),
		encoding: fc.constant('plain' as const),
	}),
);

/** Values that JSON has; numbers beyond what JavaScript holds come as texts of {@link Body} parts. */
export const jsonValue = fc.jsonValue({ maxDepth: 3 });

const body: fc.Arbitrary<Body> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Body>({ kind: 'good' }) },
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('parts' as const),
			frame: fc.constantFrom(...(['plain', 'message', 'failure', 'html', 'list'] as const)),
			parts: fc.array(part, { maxLength: 4 }),
		}),
	},
	fc.record({ kind: fc.constant('json' as const), value: jsonValue, bom: fc.boolean() }),
	fc.record({
		kind: fc.constant('deep' as const),
		depth: fc.constantFrom(1, 50, 5_000, 60_000),
		open: fc.constantFrom(...(['[', '{"a":'] as const)),
		isClosed: fc.boolean(),
	}),
	fc.record({
		kind: fc.constant('bytes' as const),
		bytes: fc.array(fc.nat(255), { maxLength: 60 }),
	}),
);

const STATUSES = [
	...[200, 200, 200, 200, 201, 202, 204, 206, 207, 226, 299],
	...[300, 301, 302, 303, 304, 307, 308, 399],
	...[400, 400, 401, 402, 403, 403, 404, 405, 408, 409, 413, 415, 418, 422, 425, 429, 429, 431],
	...[451, 499, 500, 500, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 524, 530, 599],
	...[600, 799, 999],
];

const retryAfter = fc.constantFrom(
	...['0', '1', '0.05', '0.3', '-1', '1e3', '', 'soon', '86400', '9'.repeat(400)],
	new Date(0).toUTCString(),
);
const contentType = fc.constantFrom(
	...['application/json', 'text/html', 'text/plain; charset=utf-16', 'application/xml'],
	...['application/json; charset=nonsense', 'image/png', '', ';', 'multipart/form-data'],
);
const headers = fc
	.record(
		{
			'retry-after': retryAfter,
			'content-type': contentType,
			location: fc.constantFrom('/stolen', 'http://[', 'https://127.0.0.1:1/stolen'),
			'set-cookie': fc.constantFrom('a=b; Path=/', 'a'),
			'www-authenticate': fc.constantFrom('Bearer realm="a"', 'Basic'),
			connection: fc.constantFrom('close', 'keep-alive'),
		},
		{ requiredKeys: [] },
	)
	.map((drawn) => ({ ...drawn }) as Record<string, string>);

const delivery: fc.Arbitrary<Reply['delivery']> = fc.record({
	kind: fc.oneof(
		{ weight: 10, arbitrary: fc.constant('whole' as const) },
		{
			weight: 6,
			arbitrary: fc.constantFrom(
				...(['dribble', 'cut', 'stall', 'noAnswer', 'silence', 'resetAfter'] as const),
			),
		},
	),
	at: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
});

/** One answer. */
export const reply: fc.Arbitrary<Reply> = fc.record({
	status: fc.constantFrom(...STATUSES),
	takes: fc.boolean(),
	headers,
	body,
	encoding: fc.constantFrom(...(['none', 'none', 'none', 'gzip', 'br', 'deflate'] as const)),
	isEncodingALie: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(false) },
		{ weight: 1, arbitrary: fc.constant(true) },
	),
	length: fc.constantFrom(
		...(['chunked', 'right', 'right', 'right', 'larger', 'smaller'] as const),
	),
	delivery,
});

export const GOOD: Reply = {
	status: 200,
	takes: true,
	headers: { 'content-type': 'application/json' },
	body: { kind: 'good' },
	encoding: 'none',
	isEncodingALie: false,
	length: 'right',
	delivery: { kind: 'whole', at: 1 },
};
