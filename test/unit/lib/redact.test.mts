import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { Redactor } from '../../../nodes/MerchantData/lib/redact.ts';
import { leaks } from '../../kit/leaks.mts';

const redactorOf = (...secrets: unknown[]) => {
	const redactor = new Redactor();
	for (const secret of secrets) redactor.learn(secret);
	return redactor;
};

/** The text that a redactor makes of pieces of a size. */
function piecewise(redactor: Redactor, text: string, size: number) {
	const redact = redactor.inPieces();
	const clean: string[] = [];
	for (let at = 0; at < text.length; at += size)
		clean.push(redact(text.slice(at, at + size), false));
	clean.push(redact('', true));
	// The halves of a character come together.
	expect(clean.every((piece) => piece.isWellFormed())).toBe(true);
	return clean.join('');
}

const SECRET = 'kéy/+"\\ & 100%-secret=';
const unicode = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
const base64 = (text: string) => Buffer.from(text).toString('base64');
/** Its base64 has both characters that are written differently in URLs. */
const SIGNS = 'x>>>???~~~>>>???~~~y';
/** In addition to those of the properties below. */
const WAYS: Record<string, string> = {
	'in JSON within JSON': JSON.stringify(JSON.stringify(SECRET)),
	'in JSON with escaped slashes': JSON.stringify(SECRET).replace(/\//g, '\\/'),
	'in JSON, all but letters escaped': SECRET.replace(/[^a-z\d]/g, unicode).toUpperCase(),
	'in a form': new URLSearchParams({ SECRET }).toString(),
	'in HTML': SECRET.replace(/&/g, '&amp;').replace(/"/g, '&quot;'),
	'in HTML in JSON': JSON.stringify(SECRET.replace(/&/g, '&amp;').replace(/"/g, '&#34;')),
	'in HTML in HTML': SECRET.replace(/&/g, '&amp;amp;').replace(/"/g, '&amp;#34;'),
	'in capitals': SECRET.toUpperCase(),
	'in base64 of its JSON': base64(JSON.stringify({ authorization: SECRET })),
	'in base64 for URLs, with its signs': Buffer.from(`x${SIGNS}`).toString('base64url'),
};

it.each(Object.entries(WAYS))('finds a secret %s', (_, text) => {
	const redactor = redactorOf(SECRET, SIGNS);
	const clean = redactor.redact(`before <${text}> after`);
	expect(clean).toMatch(/^before <.*\[redacted\].*> after$/);
	expect(leaks([clean], [SECRET, SECRET.slice(3, -3)])).toEqual([]);
	for (const size of [1, 2, 3, 7, 50])
		expect(piecewise(redactor, `before <${text}> after`, size)).toBe(clean);
});

/** HTTP clients take out of a header what it may not hold, and blanks around it. */
it.each([
	['a newline', 'the-\r\nkey-1\n', 'the-key-1'],
	['blanks', '\tthe key-1 ', 'the key-1'],
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

it('leaves signs at the ends of a secret, and nothing of its base64', () => {
	const text = JSON.stringify('"/\\&secret-1=\\');
	expect(redactorOf('"/\\&secret-1=\\').redact(text)).toBe('"\\"/\\\\&[redacted]=\\\\"');
	expect(redactorOf('123456789').redact(base64('123456789'))).toBe('[redacted]');
});

it('takes eight characters or more for a secret', () => {
	const redactor = redactorOf('seven77', 'eight888', ' short ', 'a\u200b'.repeat(7));
	const clean = redactor.redact('seven77 eight888 short aaaaaaa');
	expect(clean).toBe('seven77 [redacted] short aaaaaaa');
});

it.each([
	['none', []],
	['too little for a secret', ['', 'short', undefined, 17, '\\'.repeat(20), ' '.repeat(20)]],
	['another one', ['Never-Said-Here', 'nor:"\\&% this']],
])('leaves any text without a secret as it is: %s', (_, secrets) => {
	const redactor = redactorOf(...secrets);
	const parts = [...'ab\\%&;u#x0123456789cdefn" ', '\\u00', '%2', '&#x', '&amp;', 'größe', '😀'];
	const texts = fc.string({ unit: fc.constantFrom(...parts), maxLength: 200 });
	fc.assert(
		fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, size) => {
			expect(redactor.redact(text)).toBe(text);
			expect(piecewise(redactor, text, size)).toBe(text);
		}),
	);
});

/** The usual escapes of a character that is not a letter or digit of ASCII. */
const ESCAPES: Array<(char: string) => string> = [
	(char) => char,
	(char) => JSON.stringify(char).slice(1, -1),
	(char) => char.replace(/[^]/g, unicode),
	(char) => char.replace(/[^]/g, (unit) => `\\${unicode(unit).toUpperCase()}`),
	(char) => encodeURIComponent(char),
	(char) => Buffer.from(char).toString('hex').replace(/../g, '%$&'),
	(char) => `&#${char.codePointAt(0)};`,
	(char) => `&#X0${char.codePointAt(0)!.toString(16).toUpperCase()};`,
];
const ANY_SECRET = fc
	.string({
		minLength: 6,
		maxLength: 40,
		unit: fc.oneof(
			fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }),
			fc.constantFrom(...'é€ß漢😀%&\\"<;\n\t'),
		),
	})
	// Signs at the ends are not a part of it.
	.map((text) => `s${text}z`);

it('finds any secret, whichever way its characters are escaped, wherever pieces end', () => {
	fc.assert(
		fc.property(
			ANY_SECRET,
			fc.array(fc.nat(ESCAPES.length - 1), { minLength: 1, maxLength: 50 }),
			fc.string({ unit: fc.constantFrom(...' {}[]<>|:,!€😀'), maxLength: 100 }),
			fc.integer({ min: 1, max: 300 }),
			(secret, ways, around, size) => {
				const redactor = redactorOf(secret);
				const escaped = [...secret].map((char, at) =>
					/[a-z\d]/i.test(char) ? char : ESCAPES[ways[at % ways.length]!]!(char),
				);
				const clean = `${around}|[redacted]|${around}`;
				const text = `${around}|${escaped.join('')}|${around}`;
				expect(redactor.redact(text)).toBe(clean);
				expect(piecewise(redactor, text, size)).toBe(clean);
			},
		),
		{ numRuns: draws(300) },
	);
});

it('finds any secret in base64, whatever stands around it', () => {
	fc.assert(
		fc.property(
			ANY_SECRET,
			fc.constantFrom<BufferEncoding>('base64', 'base64url'),
			fc.string({ maxLength: 10 }),
			fc.integer({ min: 1, max: 300 }),
			(secret, kind, before, size) => {
				const redactor = redactorOf(secret);
				const text = `<${Buffer.from(`${before}${secret}\n`).toString(kind)}>`;
				const clean = redactor.redact(text);
				expect(clean).toMatch(/^<[\w+/-]*\[redacted\][\w+/=-]{0,6}>$/);
				expect(clean.length).toBeLessThan('<[redacted]1234567>'.length + base64(before).length);
				expect(piecewise(redactor, text, size)).toBe(clean);
			},
		),
	);
});

it('finds the longer one of two secrets, wherever pieces end', async () => {
	const redactor = redactorOf('eight888', 'eight888-and-more');
	const text = '<eight888-and-more> <eight888> eight888eight888';
	for (let size = 1; size <= text.length; size++)
		expect(piecewise(redactor, text, size)).toBe('<[redacted]> <[redacted]> [redacted][redacted]');
});

it('passes on all but what may be the start of a secret', () => {
	const redactor = redactorOf('eight888');
	const redact = redactor.inPieces();
	const first = redact('größe '.repeat(1_000), false);
	expect(first.length).toBeGreaterThan(5_900);
	redactor.learn('learnt-meanwhile');
	const rest = redact('and learnt-meanwhile', true);
	expect(first + rest).toBe(`${'größe '.repeat(1_000)}and [redacted]`);
});

/** If a text could be read in several ways, matching would backtrack. */
it('takes less than a second for 15 MB of repeated escapes', () => {
	const redactor = redactorOf(
		'a\\\\\\\\""""%%%%&&&&1',
		'a\\\\\\\\\\\\\\\\\\"\\"\\"\\"\\"b',
		'amp;%25\\u005c-a&amp;%25\\u0022b',
		'ключ-aключ\\"%&-1',
	);
	const some = '\\ \\" %25 %255c &amp; &#92; \\u005c \\u0022 \\\\%5c&#92;'.split(' ');
	for (const escape of [...some, ...some.map((each) => `a${each}`), some.join('')]) {
		const text = `a${escape.repeat((escape.length > 20 ? 15e6 : 1e6) / escape.length)}`;
		const { user: before } = process.cpuUsage();
		expect(redactor.redact(text).length).toBeGreaterThan(0);
		// Microseconds of work, so that a busy machine changes nothing.
		expect(process.cpuUsage().user - before).toBeLessThan(1_000_000);
	}
});
