// Answers that a service, or whatever stands between, may give: fast-check draws them, and
// oddService.mts gives them. A reply is data, so that a failing one can be read and shrunk.
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';

/** What stands in a body: a text, or a part of the request that is repeated, spelled otherwise. */
export type Part = { text: string } | { echo: Echo; spelling: Layer[] };

/** What of its request a service repeats. */
export type Echo = 'body' | 'headers' | 'credential' | 'value';

/** One way of escaping, applied to the characters that `mask` picks besides those that need it. */
export interface Layer {
	kind: 'json' | 'html' | 'percent';
	/** Seed of the choice, and how many of 16 characters are chosen. */
	mask: { seed: number; of16: number };
}

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

/** A number that looks drawn, from a seed and a place. */
const noise = (seed: number, index: number) =>
	(Math.imul(seed ^ (index + 1), 0x9e3779b1) >>> 28) & 15;

const hex = (code: number, width: number) => code.toString(16).padStart(width, '0');

/** Escapes what must be and, but for letters and digits, what the mask picks. */
function escaped(
	text: string,
	must: RegExp,
	{ seed, of16 }: Layer['mask'],
	escape: (char: string, variant: number) => string,
): string {
	return [...text]
		.map((char, index) =>
			must.test(char) || (noise(seed, index) < of16 && !/[a-z\d]/i.test(char))
				? escape(char, noise(seed + 1, index))
				: char,
		)
		.join('');
}

const asUnits = (char: string) =>
	Array.from({ length: char.length }, (_, at) => `\\u${hex(char.charCodeAt(at), 4)}`).join('');
const NAMES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
};

const SPELL: Record<Layer['kind'], (text: string, mask: Layer['mask']) => string> = {
	json: (text, mask) =>
		escaped(text, /["\\\p{Cc}]/u, mask, (char, variant) =>
			char === '/' || (/["\\]/.test(char) && variant < 12)
				? `\\${char}`
				: variant % 2
					? asUnits(char)
					: asUnits(char).replace(/[a-f]/g, (digit) => digit.toUpperCase()),
		),
	html: (text, mask) =>
		escaped(text, /[&<>"]/, mask, (char, variant) => {
			const code = char.codePointAt(0)!;
			if (variant < 6 && NAMES[char]) return NAMES[char];
			return variant % 2 ? `&#${code};` : `&#x${hex(code, variant % 3)};`;
		}),
	percent: (text, mask) =>
		escaped(text, /[%&=+ \p{Cc}]/u, mask, (char, variant) => {
			const bytes = [...Buffer.from(char)].map((byte) => `%${hex(byte, 2)}`).join('');
			return variant % 2 ? bytes : bytes.toUpperCase();
		}),
};

/** A text as a service writes it that escapes it in these layers, the first one innermost. */
export const spelled = (text: string, layers: readonly Layer[]): string =>
	layers.reduce((inner, { kind, mask }) => SPELL[kind](inner, mask), text);

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
				.map((part) => ('text' in part ? part.text : spelled(echoOf(part.echo), part.spelling)))
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

const mask = fc.record({ seed: fc.nat(1e6), of16: fc.constantFrom(0, 0, 1, 4, 12, 16) });
const layer = fc.record({
	kind: fc.constantFrom<Layer['kind']>('json', 'json', 'html', 'percent'),
	mask,
});
const text = fc.oneof(
	fc.string({ maxLength: 40, unit: 'grapheme' }),
	fc.constantFrom('%', '\\', '\\u00', '&#', '&amp;', '%25', '{"a":', 'é%', '+', '=', '"'),
	fc
		.tuple(fc.constantFrom('%25', '\\\\', '&amp;', '%', '\\u005c', '@', '1 ', '+'), fc.nat(2_000))
		.map(([unit, times]) => unit.repeat(times)),
);
const part: fc.Arbitrary<Part> = fc.oneof(
	fc.record({ text }),
	fc.record({
		echo: fc.constantFrom<Echo>('credential', 'value'),
		spelling: fc.array(layer, { maxLength: 1 }),
	}),
	// They are JSON already.
	fc.record({
		echo: fc.constantFrom<Echo>('body', 'headers'),
		spelling: fc.constant<Layer[]>([]),
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

const time = fc.constantFrom(
	'0',
	'1',
	'0.05',
	'0.3',
	'-1',
	'1e3',
	'',
	'soon',
	'2',
	'86400',
	'1e999',
);
const date = fc
	.constantFrom(-1e12, -1_000, 500, 5_000, 1e9, 1e13)
	.map((ms) => new Date(Date.now() + ms).toUTCString());
const unixTime = fc
	.constantFrom(-5, 0, 1, 1e6, 1e9)
	.chain((s) =>
		fc.constantFrom(1, 1_000).map((unit) => String(Math.floor(Date.now() / 1_000 + s) * unit)),
	);
const odd = fc.oneof(
	time,
	date,
	unixTime,
	fc.constantFrom('NaN', '9'.repeat(400), '0x10', '1, 2', ';;='),
);
const header = (name: string, value: fc.Arbitrary<string>) => fc.tuple(fc.constant(name), value);
const headers: fc.Arbitrary<Record<string, string>> = fc
	.array(
		fc.oneof(
			header('retry-after', odd),
			header('date', odd),
			header(
				'content-type',
				fc.constantFrom(
					...['application/json', 'text/html', 'text/plain; charset=utf-16', 'application/xml'],
					...['application/json; charset=nonsense', 'image/png', '', ';', 'multipart/form-data'],
				),
			),
			header('ratelimit-remaining', odd),
			header('ratelimit-reset', odd),
			header('x-ratelimit-remaining', odd),
			header('x-ratelimit-reset', odd),
			header(
				'ratelimit',
				fc.constantFrom('"a";r=0;t=1', '"a";r=-1', 'r=1;t=1e9', 'limit=1, remaining=0, reset=9e9'),
			),
			header('location', fc.constantFrom('/stolen', 'http://[', 'https://127.0.0.1:1/stolen')),
			header('set-cookie', fc.constantFrom('a=b; Path=/', 'a')),
			header('www-authenticate', fc.constantFrom('Bearer realm="a"', 'Basic')),
			header('connection', fc.constantFrom('close', 'keep-alive')),
		),
		{ maxLength: 4 },
	)
	.map((entries) => Object.fromEntries(entries));

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
