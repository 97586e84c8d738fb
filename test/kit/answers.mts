// Answers that a service, or whatever stands between, may give: fast-check draws them, and
// oddService.mts gives them. A reply is data, so that a failing one can be read and shrunk.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

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

const FRAMES = {
	plain: (text: string) => text,
	message: (text: string) => JSON.stringify({ message: text }),
	failure: (text: string) => JSON.stringify({ success: false, errors: [{ detail: text }] }),
	html: (text: string) => `<!doctype html><html><body><p>${text}</p></body></html>`,
	list: (text: string) => JSON.stringify([{ note: text }, [text]]),
};

const ENCODE = {
	none: (bytes: Buffer) => bytes,
	gzip: gzipSync,
	br: brotliCompressSync,
	deflate: deflateSync,
};

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
const namesOf = <T extends object>(of: T) =>
	fc.constantFrom(...(Object.keys(of) as Array<keyof T & string>));

/** What a body holds: a text, or a part of the request that is repeated in another encoding. */
const part = fc.oneof(
	fc.record({
		text: fc.oneof(
			fc.string({ maxLength: 40, unit: 'grapheme' }),
			fc.constantFrom('%', '\\', '\\u00', '&#', '&amp;', '{"a":', 'é%', '"', '%25'.repeat(2_000)),
		),
	}),
	fc.record({ echo: fc.constantFrom('credential', 'value'), encoding: namesOf(ENCODINGS) }),
	// They are JSON already.
	fc.record({ echo: fc.constantFrom('body', 'headers'), encoding: fc.constant('plain') }),
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
			frame: namesOf(FRAMES),
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
	...[200, 200, 200, 200, 201, 202, 204, 206, 207, 226, 299],
	...[300, 301, 302, 303, 304, 307, 308, 399],
	...[400, 400, 401, 402, 403, 403, 404, 405, 408, 409, 413, 415, 418, 422, 425, 429, 429, 431],
	...[451, 499, 500, 500, 500, 501, 502, 503, 504, 505, 507, 508, 511, 520, 524, 530, 599],
	...[600, 799, 999],
];

const headers = fc
	.record(
		{
			'retry-after': fc.constantFrom(
				...['0', '1', '0.05', '0.3', '-1', '1e3', '', 'soon', '86400', '9'.repeat(400)],
				new Date(0).toUTCString(),
			),
			'content-type': fc.constantFrom(
				...['application/json', 'text/html', 'text/plain; charset=utf-16', 'application/xml'],
				...['application/json; charset=nonsense', 'image/png', '', ';', 'multipart/form-data'],
			),
			location: fc.constantFrom('/stolen', 'http://[', 'https://127.0.0.1:1/stolen'),
			'set-cookie': fc.constantFrom('a=b; Path=/', 'a'),
			'www-authenticate': fc.constantFrom('Bearer realm="a"', 'Basic'),
			connection: fc.constantFrom('close', 'keep-alive'),
		},
		{ requiredKeys: [] },
	)
	.map((drawn) => ({ ...drawn }) as Record<string, string>);

/** One answer. */
export const reply = fc.record({
	status: fc.constantFrom(...STATUSES),
	/** Whether the service took the data; counts only where the answer leaves that open. */
	takes: fc.boolean(),
	headers,
	body,
	encoding: fc.constantFrom('none', 'none', 'none', 'gzip', 'br', 'deflate'),
	/** The body is not in the encoding that the headers name. */
	isEncodingALie: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
	/** What Content-Length says; `chunked` names none. */
	length: fc.constantFrom('chunked', 'right', 'right', 'right', 'larger', 'smaller'),
	delivery: fc.record({
		kind: fc.oneof(
			{ weight: 10, arbitrary: fc.constant('whole') },
			{
				weight: 6,
				arbitrary: fc.constantFrom(
					...(['dribble', 'cut', 'stall', 'noAnswer', 'silence', 'resetAfter'] as const),
				),
			},
		),
		/** How much of the body goes out before it, of 1. */
		at: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
	}),
});

export type Reply = Drawn<typeof reply>;
/** What of its request a service repeats. */
export type Echo = Extract<Drawn<typeof part>, { echo: string }>['echo'];

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

/**
 * The body as it goes over the wire.
 * @param good what the endpoint would answer
 * @param echoOf what of the request is meant
 */
export function bytesOf(
	{ body, encoding, isEncodingALie }: Reply,
	good: () => unknown,
	echoOf: Record<Echo, () => string>,
): Buffer {
	const bytes = plainBytes();
	return isEncodingALie ? bytes : ENCODE[encoding](bytes);

	function plainBytes(): Buffer {
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
				const texts = body.parts.map((each) =>
					'text' in each ? each.text : ENCODINGS[each.encoding](echoOf[each.echo]()),
				);
				return Buffer.from(FRAMES[body.frame](texts.join(' ')));
			}
		}
	}
}
