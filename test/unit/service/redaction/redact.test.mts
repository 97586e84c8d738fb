import fc from 'fast-check';
import { Redactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { leaks } from '../../../kit/leaks.mts';

const redactorOf = (...secrets: unknown[]) => {
	const redactor = new Redactor();
	for (const secret of secrets) redactor.learn(secret);
	return redactor;
};

/** What a redactor gives of a text that comes in pieces of a size. */
async function piecewise(redactor: Redactor, text: string, size: number) {
	async function* pieces() {
		for (let at = 0; at < text.length; at += size)
			yield await Promise.resolve(text.slice(at, at + size));
	}
	const clean = await Array.fromAsync(redactor.redactPieces(pieces()));
	// The halves of a character come together.
	expect(clean.every((piece) => piece.isWellFormed())).toBe(true);
	return clean.join('');
}

const SECRET = `kéy/+"\\ & 100%-'<secret>=`;
const unicode = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
const html = (quotes: Record<string, string>) =>
	SECRET.replace(/[&<>]/g, (char) => ({ '&': '&amp;', '<': '&lt;' })[char] ?? '&gt;').replace(
		/["']/g,
		(quote) => quotes[quote] ?? quote,
	);
/** Its base64 has both characters that are written differently in URLs. */
const SIGNS = 'x>>>???~~~>>>???~~~y';
const WAYS: Record<string, string> = {
	'as it is': SECRET,
	'in capitals': SECRET.toUpperCase(),
	'in JSON': JSON.stringify(SECRET),
	'in JSON within JSON': JSON.stringify(JSON.stringify(SECRET)),
	'in JSON with escaped slashes': JSON.stringify(SECRET).replace(/\//g, '\\/'),
	'in JSON of ASCII': JSON.stringify(SECRET).replace(/[^ -~]/g, unicode),
	'in a URL': encodeURIComponent(SECRET),
	'in a URL within a URL': encodeURIComponent(encodeURIComponent(SECRET)),
	'in JSON in a URL': encodeURIComponent(JSON.stringify(SECRET)),
	'in a form': new URLSearchParams({ SECRET }).toString(),
	'in HTML': html({}),
	'in an attribute': html({ '"': '&quot;' }),
	'in HTML of PHP': html({ '"': '&quot;', "'": '&#39;' }),
	'in HTML of Go': html({ '"': '&#34;', "'": '&#39;' }),
	'in HTML of Python': html({ '"': '&quot;', "'": '&#x27;' }),
	'in XML': html({ '"': '&quot;', "'": '&apos;' }),
	'in base64 of its JSON': base64(JSON.stringify({ authorization: SECRET })),
};

it.each(Object.entries(WAYS))('finds a secret %s', async (_, text) => {
	const redactor = redactorOf(SECRET);
	const clean = redactor.redact(`before <${text}> after`);
	expect(clean).toMatch(/^before <.*\[redacted\].*> after$/);
	expect(leaks([clean], [SECRET, SECRET.slice(3, -3)])).toEqual([]);
	for (const size of [1, 2, 3, 7, 50])
		expect(await piecewise(redactor, `before <${text}> after`, size)).toBe(clean);
});

/** HTTP clients take out of a header what it may not hold, and blanks around it. */
it.each([
	['a newline', 'the-\r\nkey-1\n', 'the-key-1'],
	['a tab', '\tthe\tkey-1\t', 'the\tkey-1'],
	['blanks', '  the key-1 ', 'the key-1'],
	['an invisible character', 'the-\u200bkey-1\ufeff', 'the-key-1'],
	['a letter of Latin-1', ' thé-key-1', 'thé-key-1'],
	['a letter beyond Latin-1', 'the-ключ-key-1', 'the--key-1'],
])('finds a key that is stored with %s, as stored and as sent', (_, stored, sent) => {
	const redactor = redactorOf(stored);
	for (const text of [stored.trim(), sent]) {
		expect(redactor.redact(`<${text}>`)).toBe('<[redacted]>');
		expect(redactor.redact(JSON.stringify(text))).toBe('"[redacted]"');
		expect(redactor.redact(base64(text))).toMatch(/^\[redacted\].{0,4}$/);
	}
});

it('leaves the signs at the ends of a secret, but nothing of one that fills its base64', () => {
	const text = JSON.stringify('"/\\&secret-1=\\');
	expect(redactorOf('"/\\&secret-1=\\').redact(text)).toBe('"\\"/\\\\&[redacted]=\\\\"');
	expect(redactorOf('123456789').redact(base64('123456789'))).toBe('[redacted]');
});

it('takes eight characters, and no fewer, for a secret', () => {
	const others = [' short ', '\\\\\\\\\\\\\\\\a', 'a\u200b'.repeat(7)];
	const redactor = redactorOf('seven77', 'eight888', ...others);
	expect(redactor.redact('seven77 eight888 short a\\\\\\\\\\\\\\\\a aaaaaaa')).toBe(
		'seven77 [redacted] short a\\\\\\\\\\\\\\\\a aaaaaaa',
	);
});

it.each([
	['none', []],
	['what is none', ['', 'short', undefined, 17, '\\'.repeat(20), ' '.repeat(20)]],
	['another one', ['Never-Said-Here', 'nor:"\\&% this']],
])('leaves any text as it is that has no secret: %s', async (_, secrets) => {
	const redactor = redactorOf(...secrets);
	const parts = [...'ab\\%&;u#x01" ', '\\u00', '&amp;', 'größe', '😀'];
	const anyText = fc.string({ unit: fc.constantFrom(...parts), maxLength: 200 });
	await fc.assert(
		fc.asyncProperty(anyText, fc.integer({ min: 1, max: 40 }), async (text, size) => {
			expect(redactor.redact(text)).toBe(text);
			expect(await piecewise(redactor, text, size)).toBe(text);
		}),
	);
});

it.each(['', 'x', 'xx', 'xxx'])('finds a secret in base64 behind %j', async (before) => {
	const redactor = redactorOf(SIGNS);
	for (const kind of ['base64', 'base64url'] as const) {
		const text = `<${Buffer.from(`${before}${SIGNS}\n`).toString(kind)}>`;
		const clean = redactor.redact(text);
		expect(clean).toMatch(/^<[\w+/-]{0,5}\[redacted\][\w+/=-]{0,6}>$/);
		for (const size of [1, 7, 50]) expect(await piecewise(redactor, text, size)).toBe(clean);
	}
});

it('finds the longer one of two secrets, wherever pieces end', async () => {
	const redactor = redactorOf('eight888', 'eight888-and-more');
	const text = '<eight888-and-more> <eight888> eight888eight888';
	for (let size = 1; size <= text.length; size++)
		expect(await piecewise(redactor, text, size)).toBe(
			'<[redacted]> <[redacted]> [redacted][redacted]',
		);
});

it('passes on a text that goes on, all but what may be the start of a secret', async () => {
	const redactor = redactorOf('eight888');
	async function* pieces() {
		yield await Promise.resolve('größe '.repeat(1_000));
		redactor.learn('learnt-meanwhile');
		yield 'and learnt-meanwhile';
	}
	const clean = await Array.fromAsync(redactor.redactPieces(pieces()));
	expect(clean[0]!.length).toBeGreaterThan(5_900);
	expect(clean.join('')).toBe(`${'größe '.repeat(1_000)}and [redacted]`);
});

const LOGIN = 'dXNlcjpwYXNz/+d29yZCEhISEhISE=';
const HEADER = { 'Proxy-Authorization': `Basic ${LOGIN}`, host: 'service.example' };
const RAW = `Proxy-Authorization: Basic ${LOGIN}\r\nHost: service.example`;

it.each<[string, string]>([
	['as it is', RAW],
	['in JSON', JSON.stringify(HEADER)],
	['in JSON with escaped slashes', JSON.stringify(HEADER).replaceAll('/', '\\/')],
	['in JSON within HTML', JSON.stringify(HEADER).replaceAll('"', '&quot;')],
	["in the address of Squid's page", `<a href="mailto:x?body=${encodeURIComponent(RAW)}">`],
])("takes out n8n's login at a proxy %s", (_, text) => {
	const clean = new Redactor().redact(text);
	expect(leaks([clean], [LOGIN, LOGIN.slice(0, 12), LOGIN.slice(13, 29)])).toEqual([]);
	expect(clean).toContain('[redacted]');
});

it('leaves the rest of what a proxy says', () => {
	const innocent = 'Basic authentication is missing: send Proxy-Authorization';
	expect(new Redactor().redact(`${JSON.stringify(HEADER)} ${innocent}`)).toBe(
		`{"Proxy-Authorization":"Basic [redacted]","host":"service.example"} ${innocent}`,
	);
});
