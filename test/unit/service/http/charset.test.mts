import fc from 'fast-check';
import {
	charsetOf,
	lenientText,
	textOf,
	Undecodable,
	utf8Of,
} from '../../../../nodes/MerchantData/service/http/charset.ts';

const same = <T,>(value: T): T => value;

async function* inPieces(bytes: Buffer, size: number) {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function streamed(bytes: Buffer, charset: string, size: number): Promise<string> {
	const parts: Uint8Array[] = [];
	for await (const part of utf8Of(inPieces(bytes, size), charset, same)) parts.push(part);
	return Buffer.concat(parts)
		.toString()
		.replace(/^\uFEFF/, '');
}

it.each<[string | undefined, string]>([
	['application/json; charset=ISO-8859-1', 'ISO-8859-1'],
	['application/json;Charset="utf-16"; x=y', 'utf-16'],
	["text/plain; a=b; charset = 'windows-1252'", 'windows-1252'],
	['application/json; charset=', ''],
	['application/json; notcharset=x', ''],
	['application/json', ''],
	['', ''],
	[undefined, ''],
])('%j names %j', (contentType, charset) => {
	expect(charsetOf(contentType)).toBe(charset);
});

/** Ways to write a text that begins as JSON does. */
const WAYS: Array<[charset: string, encode: (text: string) => Buffer, most: number]> = [
	['', (text) => Buffer.from(text), 0x10ffff],
	['utf-8', (text) => Buffer.from(`\uFEFF${text}`), 0x10ffff],
	['UTF8', (text) => Buffer.from(text), 0x10ffff],
	['iso-8859-1', (text) => Buffer.from(text, 'latin1'), 0x7f],
	['windows-1252', (text) => Buffer.from(text, 'latin1'), 0x7f],
	['us-ascii', (text) => Buffer.from(text), 0x7f],
	['utf-16', (text) => Buffer.from(text, 'utf16le'), 0x10ffff],
	['utf-16', (text) => Buffer.from(text, 'utf16le').swap16(), 0x10ffff],
	['utf-16be', (text) => Buffer.from(text, 'utf16le').swap16(), 0x10ffff],
	['', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), 0x10ffff],
	// What is said is not so.
	['utf-16', (text) => Buffer.from(text), 0x10ffff],
	['iso-8859-1', (text) => Buffer.from(`\uFEFF${text}`), 0x10ffff],
];

it.each(WAYS)('reads any text in the charset %j, wherever its pieces end', async (...way) => {
	const [charset, encode, most] = way;
	const unit = fc.integer({ min: 1, max: most }).map((code) => String.fromCodePoint(code));
	const well = unit.filter((char) => char.isWellFormed() && char !== '\uFEFF');
	await fc.assert(
		fc.asyncProperty(
			fc.array(well, { maxLength: 30 }),
			fc.integer({ min: 1, max: 9 }),
			async (chars, size) => {
				const text = `{"${chars.join('')}`;
				const bytes = encode(text);
				expect(textOf(bytes, charset, same)).toBe(text);
				expect(lenientText(bytes, charset, same)).toBe(text);
				expect(await streamed(bytes, charset, size)).toBe(text);
			},
		),
		{ numRuns: 100 },
	);
});

it.each([
	['iso-8859-1', [0x4d, 0xfc, 0x6c], 'Mül'],
	['windows-1252', [0x31, 0x80], '1€'],
	['iso-8859-15', [0x31, 0xa4], '1€'],
	['shift_jis', [0x31, 0x82, 0xb1, 0x83, 0x5c], '1こソ'],
	['gb18030', [0x31, 0xc4, 0xe3], '1你'],
	['euc-kr', [0x31, 0xb0, 0xa1], '1가'],
])('reads %s', async (charset, codes, text) => {
	const bytes = Buffer.from(codes);
	expect(textOf(bytes, charset, same)).toBe(text);
	for (const size of [1, 2, 9]) expect(await streamed(bytes, charset, size)).toBe(text);
});

it.each([
	['', [0x22, 0x4d, 0xfc, 0x6c, 0x22], 'not utf-8'],
	['utf-8', [0x22, 0xc3, 0x22], 'not utf-8'],
	['utf-8', [0x22, 0xed, 0xa0, 0x80], 'not utf-8'],
	['shift_jis', [0x22, 0x82, 0xff], 'not shift_jis'],
	['utf-16le', [0x22, 0x00, 0x00, 0xd8, 0x22, 0x00], 'not utf-16le'],
	['nonsense', [0x22], 'unknown charset'],
	['nonsense', [], 'unknown charset'],
])('refuses, as %s, %j', async (charset, codes, code) => {
	const bytes = Buffer.from(codes);
	expect(() => textOf(bytes, charset, same)).toThrow(new Undecodable(code));
	expect(() => lenientText(bytes, charset, same)).not.toThrow();
	for (const size of [1, 2, 9])
		await expect(streamed(bytes, charset, size)).rejects.toMatchObject({ code });
});

it('gives bytes that are UTF-8 as they came, but no part of a character that is wrong', async () => {
	const bytes = Buffer.from('\uFEFF["Zoë 山"]');
	const parts: Uint8Array[] = [];
	for await (const part of utf8Of(inPieces(bytes, 4), '', same)) parts.push(part);
	expect(Buffer.concat(parts)).toEqual(bytes);
});

it('cleans what is not UTF-8 before characters can hide a part of it', async () => {
	// In Shift JIS the first letter of the secret is the second half of a character.
	const bytes = Buffer.concat([Buffer.from([0x31, 0x82]), Buffer.from('secret')]);
	const hide = (latin1: string) => latin1.replace('secret', '[redacted]');
	for (const read of [textOf, lenientText]) expect(read(bytes, 'gbk', hide)).not.toContain('ecret');
	async function* hidden(parts: AsyncIterable<Uint8Array>) {
		for await (const part of parts)
			yield Buffer.from(hide(Buffer.from(part).toString('latin1')), 'latin1');
	}
	const parts: Uint8Array[] = [];
	for await (const part of utf8Of(inPieces(bytes, 99), 'gbk', hidden)) parts.push(part);
	expect(Buffer.concat(parts).toString()).not.toContain('ecret');
});

it('ends its source with its reader', async () => {
	let isEnded = false;
	async function* source() {
		try {
			for (;;) yield await Promise.resolve(Buffer.from('[1,'));
		} finally {
			isEnded = true;
		}
	}
	for await (const part of utf8Of(source(), '', same)) if (part.length > 0) break;
	expect(isEnded).toBe(true);
});
