import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';

const SECRET = 'kéy/+"\\ & 100%-secret=';
const base64 = (text: string) => Buffer.from(text).toString('base64');
const hex = (char: string, digits: number) => char.charCodeAt(0).toString(16).padStart(digits, '0');
const FORMS = [
	SECRET,
	JSON.stringify({ SECRET }),
	JSON.stringify(`the key ${SECRET} is unknown`),
	JSON.stringify(JSON.stringify(JSON.stringify(`the key ${SECRET} is unknown`))),
	encodeURIComponent(SECRET),
	encodeURIComponent(SECRET).replace(/%../g, (code) => code.toLowerCase()),
	JSON.stringify(SECRET).replace(/\//g, '\\/'),
	SECRET.replace(/[+=/&%é]/g, (char) => `\\u${hex(char, 4)}`),
	SECRET.replace(/[+=/&%é"]/g, (char) => `\\u${hex(char, 4).toUpperCase()}`),
	SECRET.replace(/./g, (char) => `\\u${hex(char, 4)}`),
	SECRET.replace(/./g, (char) => `&#${char.codePointAt(0)};`),
	SECRET.replace(/[/+"]/g, (char) => `&#x${hex(char, 2)};`),
	'k&#233;y&sol;&plus;&quot;&bsol; &amp; 100&percnt;-secret&equals;',
	'kéy/+&quot;\\ &amp;amp; 100%-secret=',
	'k%c3%a9y/%2B%22%5c%20%26%20100%25-%73ecret=',
	JSON.stringify(SECRET.replace(/&/g, '&amp;').replace(/\+/g, '&#43;')).replace(/&/g, '\\u0026'),
	encodeURIComponent(encodeURIComponent(JSON.stringify(SECRET))),
	new URLSearchParams({ SECRET }).toString(),
	...['', 'B', 'Be', 'Bearer '].map((before) => base64(`${before}${SECRET} and more`)),
	Buffer.from(`id:${SECRET}`).toString('base64url'),
];

const cutIn = (body: Buffer, size: number) =>
	Array.from({ length: Math.ceil(body.length / size) }, (_, at) =>
		body.subarray(at * size, (at + 1) * size),
	);

/** The longest run of the secret's base64 that is left. */
const traces = (text: string) =>
	[0, 1, 2]
		.map((offset) => base64('x'.repeat(offset) + SECRET).slice(4, -4))
		.filter(
			(trace) =>
				text.includes(trace) || text.includes(trace.replace(/\+/g, '-').replace(/\//g, '_')),
		);

it.each(FORMS)('finds the secret in %s', (text) => {
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const clean = redactor.redact(`before ${text} after`);
	expect(clean).toMatch(/^before .*\[redacted\].* after$/);
	expect(clean).not.toContain(SECRET);
	expect(traces(clean)).toEqual([]);
});

it.each([0, 1, 2])('finds a secret in URL-safe base64, %i bytes after its start', (bytes) => {
	const secret = '>>>???~~~>>>???~~~';
	const redactor = createRedactor();
	redactor.learn(secret);
	const text = Buffer.from(`${'x'.repeat(bytes)}${secret} and more`).toString('base64url');
	expect(text).toMatch(/-.*_|_.*-/);
	expect(redactor.redact(text)).toMatch(/^.{0,3}\[redacted\].{12,14}$/);
});

it('leaves nothing of a secret that fills its base64', () => {
	const redactor = createRedactor();
	redactor.learn('123456789');
	expect(redactor.redact(base64('123456789'))).toBe('[redacted]');
});

const asHex = (text: string) => Buffer.from(text).toString('hex');
const CASED: Array<[string, (text: string) => string]> = [
	['in upper case', (text) => text.toUpperCase()],
	['in lower case', (text) => text.toLowerCase()],
	['with some letters in upper case', (text) => text.replace(/[aeiou]/g, (c) => c.toUpperCase())],
	['in hex', asHex],
	['in hex of upper case', (text) => asHex(text).toUpperCase()],
	['in upper case, in hex', (text) => asHex(text.toUpperCase())],
	['in hex with more before and behind', (text) => asHex(`Bearer ${text}, 7`)],
	['in upper case, in a URL', (text) => encodeURIComponent(text.toUpperCase())],
	['in upper case, behind a letter that has two in lower case', (text) => text.toUpperCase()],
];

it.each(CASED)('finds a secret %s, in texts and streams', async (_, spelled) => {
	await fc.assert(
		fc.asyncProperty(
			fc.string({
				minLength: 8,
				maxLength: 60,
				unit: fc.constantFrom(...'aZ09-._~+/=:éÜßİsäA z'),
			}),
			fc.integer({ min: 1, max: 40 }),
			async (secret, size) => {
				const redactor = createRedactor();
				redactor.learn(secret);
				const hidden = spelled(secret);
				const text = `{"İ":"<${hidden}>"}`;
				expect(redactor.redact(text)).toMatch(/^{"İ":"<[^>]{0,20}\[redacted\][^>]{0,6}>"}$/);
				const body = Buffer.from(text);
				const chunks = [];
				for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
				const clean = (await buffer(redactor.redactStream(Readable.from(chunks)))).toString();
				expect(clean).toBe(redactor.redact(text));
			},
		),
		{ numRuns: 50 },
	);
});

it('takes eight characters, and no fewer, for a secret', () => {
	const redactor = createRedactor();
	for (const value of ['seven77', 'eight888']) redactor.learn(value);
	expect(redactor.redact('seven77 eight888')).toBe('seven77 [redacted]');
});

it('leaves texts without secrets, and short words, as they are', () => {
	const redactor = createRedactor();
	for (const value of ['', 'short', undefined, 17]) redactor.learn(value);
	expect(redactor.redact('a short text of 17')).toBe('a short text of 17');
});

it('finds secrets in a stream wherever its chunks end, and changes nothing else', async () => {
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const body = Buffer.from(`größe ${SECRET} ✓ ${encodeURIComponent(SECRET)} Ende €`);
	for (let size = 1; size < 40; size++) {
		const chunks = [];
		for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
		const clean = await buffer(redactor.redactStream(Readable.from(chunks)));
		expect(clean.toString()).toBe('größe [redacted] ✓ [redacted] Ende €');
	}
});

it('passes on a stream that has not ended, all but what may be the start of a secret', async () => {
	const redactor = createRedactor();
	redactor.learn('eight888');
	const source = new PassThrough();
	const body = Buffer.from('größe '.repeat(1_000));
	source.write(body);
	const clean = redactor.redactStream(source) as Readable;
	const [first] = (await once(clean, 'data')) as [Buffer];
	source.end();
	expect(first.length).toBe(body.length);
	expect(Buffer.concat([first, await buffer(clean)])).toEqual(body);
});

it('finds the longer of two secrets in a stream, wherever its chunks end', async () => {
	const redactor = createRedactor();
	redactor.learn('eight888');
	redactor.learn('eight888-and-more');
	const body = Buffer.from('<eight888-and-more> <eight888>');
	for (let size = 1; size < body.length; size++) {
		const clean = await buffer(redactor.redactStream(Readable.from(cutIn(body, size))));
		expect(clean.toString()).toBe('<[redacted]> <[redacted]>');
	}
});

it('finds what is learnt while a stream is read', async () => {
	const redactor = createRedactor();
	const source = new PassThrough();
	const clean = redactor.redactStream(source) as Readable;
	source.write('first ');
	await once(clean, 'data');
	redactor.learn('eight888');
	source.end('eight888 last');
	expect((await buffer(clean)).toString()).toBe('[redacted] last');
});

describe('a stream whose source breaks', () => {
	it.each([
		['with an error', new Error('cut off')],
		['without an error', undefined],
	])('%s before anyone reads it breaks too, and raises nothing else', async (_, error) => {
		const source = new PassThrough();
		const clean = createRedactor().redactStream(source) as Readable;
		source.write('start');
		source.destroy(error);
		for (let turn = 0; turn < 10; turn++) await setImmediate();
		await expect(buffer(clean)).rejects.toThrow(error?.message ?? /premature/i);
	});

	it('breaks for whoever is reading it', async () => {
		const source = new PassThrough();
		const clean = createRedactor().redactStream(source) as Readable;
		const read = buffer(clean);
		source.write('start');
		await setImmediate();
		source.destroy(new Error('cut off'));
		await expect(read).rejects.toThrow('cut off');
	});

	it.each(['before', 'after'])(
		'is destroyed with the stream that nobody wants any more, %s a read',
		async (moment) => {
			const source = new PassThrough();
			const clean = createRedactor().redactStream(source) as Readable;
			if (moment === 'after') clean.on('data', () => {});
			await setImmediate();
			clean.destroy();
			for (let turn = 0; turn < 10; turn++) await setImmediate();
			expect([source.destroyed, clean.closed]).toEqual([true, true]);
		},
	);

	it('keeps nobody from piping what came before', async () => {
		const source = new PassThrough();
		const clean = createRedactor().redactStream(source) as Readable;
		const copy = new PassThrough();
		const copied = pipeline(clean, copy);
		source.write('start');
		await once(copy, 'readable');
		source.destroy(new Error('cut off'));
		await expect(copied).rejects.toThrow('cut off');
		expect(String(copy.read())).toBe('start');
	});
});

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const allAsUnicode = (text: string) =>
	text.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
const NAMES: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' };
/** How a service may write what it repeats, as the package promises to find it. */
const PROMISED: Record<string, (text: string) => string> = {
	'as it was sent': (text) => text,
	'in JSON': json,
	'in JSON within JSON': (text) => json(json(text)),
	'in JSON within JSON within JSON': (text) => json(json(json(text))),
	'in JSON of ASCII alone': (text) => json(text).replace(/[^ -~]/g, allAsUnicode),
	'in JSON, all escaped': allAsUnicode,
	'in JSON within JSON, all escaped': (text) => json(json(allAsUnicode(text))),
	'in a URL': encodeURIComponent,
	'in a form': (text) => new URLSearchParams({ text }).toString().slice('text='.length),
	'in HTML': (text) => text.replace(/[&<>"']/g, (char) => `&${NAMES[char]};`),
	'in HTML of ASCII alone': (text) =>
		text.replace(/[^a-z\d ]/giu, (char) => `&#${char.codePointAt(0)};`),
	'in HTML within JSON for HTML': (text) =>
		text.replace(/[^a-z\d]/giu, (char) => `\\u0026#x${char.codePointAt(0)!.toString(16)};`),
	'in upper case': (text) => text.toUpperCase(),
	'in lower case': (text) => text.toLowerCase(),
	'in hex': (text) => Buffer.from(text).toString('hex'),
	'in hex of capitals': (text) => Buffer.from(text).toString('hex').toUpperCase(),
};
const ANY_SECRET = fc
	.string({
		minLength: 8,
		maxLength: 40,
		unit: fc.oneof(
			fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
			fc.constantFrom(...'é€ßÜ漢😀%&\\"<;'),
		),
	})
	// One that is a sort of gap, or is told by what stands beside it, is told from nothing.
	.map((text) => `s${text}z`);
it.each(Object.entries(PROMISED))(
	'lets no secret out that comes back %s, in any text, at any cut',
	async (_, encode) => {
		const around = fc.string({ unit: fc.constantFrom(...' {}[]<>|:,!\t€'), maxLength: 100 });
		await fc.assert(
			fc.asyncProperty(
				ANY_SECRET,
				around,
				around,
				fc.integer({ min: 1, max: 300 }),
				async (secret, before, after, size) => {
					const redactor = createRedactor();
					redactor.learn(secret);
					const clean = `${before}|[redacted]|${after}`;
					const text = `${before}|${encode(secret)}|${after}`;
					fc.pre(!`${before}${after}`.includes(secret));
					expect(redactor.redact(text)).toBe(clean);
					const stream = redactor.redactStream(Readable.from(cutIn(Buffer.from(text), size)));
					expect((await buffer(stream)).toString()).toBe(clean);
				},
			),
			{ numRuns: 100 },
		);
	},
);

it('lets no secret out that comes back in base64, whatever stands before and behind', async () => {
	await fc.assert(
		fc.asyncProperty(
			ANY_SECRET,
			fc.constantFrom<Array<BufferEncoding>>('base64', 'base64url'),
			fc.string({ maxLength: 10 }),
			fc.integer({ min: 1, max: 300 }),
			async (secret, kind, before, size) => {
				const redactor = createRedactor();
				redactor.learn(secret);
				const text = `<${Buffer.from(`${before}${secret}\n`).toString(kind)}>`;
				const clean = redactor.redact(text);
				expect(clean).toMatch(/^<[\w+/-]*\[redacted\][\w+/=-]{0,6}>$/);
				expect(clean.length).toBeLessThanOrEqual(
					'<[redacted]123456>'.length + Buffer.from(before).toString('base64').length,
				);
				const stream = redactor.redactStream(Readable.from(cutIn(Buffer.from(text), size)));
				expect((await buffer(stream)).toString()).toBe(clean);
			},
		),
		{ numRuns: 200 },
	);
});

/** Ways to escape a text; each escapes at least what would otherwise be read as its escape. */
const ESCAPERS: Array<(char: string, way: number) => string> = [
	(char, way) => {
		const code = [...Buffer.from(char, 'utf16le').swap16().toString('hex').match(/.{4}/g)!];
		const units = code.map((unit) => `\\u${way % 2 ? unit : unit.toUpperCase()}`).join('');
		if (char === '\\') return way % 2 ? '\\\\' : units;
		if (char === '"' || (char === '/' && way % 2)) return `\\${char}`;
		return way % 3 === 0 ? units : char;
	},
	(char, way) => {
		const bytes = Buffer.from(char).toString('hex').match(/../g)!;
		const escaped = bytes.map((byte) => `%${way % 2 ? byte : byte.toUpperCase()}`).join('');
		return char === '%' || way % 3 === 0 ? escaped : char;
	},
	(char, way) => {
		const code = char.codePointAt(0)!;
		const ways = [
			`&#${code};`,
			`&#x${code.toString(16)};`,
			`&#X${code.toString(16).toUpperCase()};`,
		];
		if (char === '&') return ['&amp;', ...ways][way % 4]!;
		return way % 3 === 0 ? (ways[way % 4]! ?? char) : char;
	},
];

const escapedBy = (layers: number[], ways: number[], text: string) =>
	layers.reduce(
		(inner, layer, depth) =>
			[...inner]
				.map((char, at) => ESCAPERS[layer]!(char, ways[(at + depth) % ways.length]!))
				.join(''),
		text,
	);

const SECRETS = fc
	.string({
		minLength: 8,
		maxLength: 40,
		unit: fc.constantFrom(...'aZ09-._~+/=:%&"\\ é€😀<#;u'),
	})
	// Of a secret that ends as an escape begins, a stream may leave the rest of the escape.
	.map((text) => `${text}z`);
const layers = (most: number) => fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: most });
const WAYS = fc.array(fc.nat(), { minLength: 1, maxLength: 50 });

it('leaves nothing of any secret, in any mix of escapes', () => {
	fc.assert(
		fc.property(SECRETS, layers(2), WAYS, (secret, kinds, ways) => {
			const redactor = createRedactor();
			redactor.learn(secret);
			const text = `{"key":"<${escapedBy(kinds, ways, secret)}>"}`;
			expect(redactor.redact(text)).toBe('{"key":"<[redacted]>"}');
		}),
		{ numRuns: 100 },
	);
});

it('does so in streams, wherever their chunks end', async () => {
	await fc.assert(
		fc.asyncProperty(
			SECRETS,
			layers(2),
			WAYS,
			fc.integer({ min: 1, max: 60 }),
			async (secret, kinds, ways, size) => {
				const redactor = createRedactor();
				redactor.learn(secret);
				const body = Buffer.from(`größe <${escapedBy(kinds, ways, secret)}> größe`);
				const chunks = [];
				for (let at = 0; at < body.length; at += size) chunks.push(body.subarray(at, at + size));
				const clean = await buffer(redactor.redactStream(Readable.from(chunks)));
				expect(clean.toString()).toBe('größe <[redacted]> größe');
			},
		),
		// Of each character, an escape whose characters are all escaped.
		{ numRuns: 100, examples: [['aaaaaaaaz', [0, 2], [169347681], 1]] },
	);
});

it('finds a secret in as many characters as it can take, in a stream without any gap', async () => {
	const redactor = createRedactor();
	redactor.learn('eight888');
	const inHtml = (text: string) =>
		text.replace(/./g, (char) => `&#${String(char.charCodeAt(0)).padStart(7, '0')};`);
	const filler = 'a'.repeat(40_000);
	const text = `${filler}${inHtml(inHtml(inHtml('eight888')))}${filler}`;
	const chunks = cutIn(Buffer.from(text), 5_003);
	const clean = await buffer(redactor.redactStream(Readable.from(chunks)));
	expect(clean.toString() === `${filler}[redacted]${filler}`).toBe(true);
});

it('leaves nothing of a secret whose characters are each escaped in another way', () => {
	const ways = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat()), { minLength: 1, maxLength: 50 });
	fc.assert(
		fc.property(fc.stringMatching(/^[a-zA-Z0-9_.~=+/:-]{8,60}$/), ways, (secret, chosen) => {
			const redactor = createRedactor();
			redactor.learn(secret);
			const spelled = [...secret].map((char, at) => {
				const [kind, way] = chosen[at % chosen.length]!;
				return ESCAPERS[kind]!(char, way);
			});
			expect(redactor.redact(`a ${spelled.join('')} b`)).toBe('a [redacted] b');
		}),
		{ numRuns: 100 },
	);
});

it('finds a secret where a long text is searched in parts', () => {
	const redactor = createRedactor();
	redactor.learn(SECRET);
	const filler = 'ab '.repeat(350_000);
	for (let before = 0; before < 40; before += 3) {
		const start = filler.slice(0, 1024 * 1024 - before);
		const text = `${start}${JSON.stringify(SECRET)}${filler}`;
		expect(redactor.redact(text) === `${start}"[redacted]"${filler}`).toBe(true);
	}
});

it('leaves innocent text as it is, byte for byte', async () => {
	const parts = fc.constantFrom(
		...'ab\\%&;u#x0123456789cdefn"',
		'\\u00',
		'%2',
		'&#x',
		'&amp;',
		'größe',
		'\ud83d',
	);
	await fc.assert(
		fc.asyncProperty(
			fc.string({ unit: parts, maxLength: 200 }),
			fc.uint8Array(),
			async (text, bytes) => {
				const redactor = createRedactor();
				redactor.learn('Never-Said-Here');
				expect(redactor.redact(text)).toBe(text);
				const body = Buffer.concat([Buffer.from(text), bytes]);
				const clean = await buffer(redactor.redactStream(Readable.from([body])));
				expect(clean).toEqual(body);
			},
		),
		{ numRuns: 100 },
	);
});
