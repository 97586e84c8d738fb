import { decoderOf, Undecodable } from '../../../../nodes/MerchantData/service/http/charset.ts';

/** Decodes bytes that come in pieces of a size. */
function decoded(contentType: string | undefined, bytes: Uint8Array, size: number): string {
	const decode = decoderOf(contentType);
	let text = '';
	for (let at = 0; at < bytes.length; at += size) text += decode(bytes.subarray(at, at + size));
	return text + decode();
}

it.each<[string | undefined, number[], string]>([
	[undefined, [0x4d, 0xc3, 0xbc, 0x6c], 'Mül'],
	['', [0x4d, 0xc3, 0xbc, 0x6c], 'Mül'],
	['application/json', [0xef, 0xbb, 0xbf, 0x4d, 0xc3, 0xbc], 'Mü'],
	['application/json; charset=', [0xc3, 0xbc], 'ü'],
	['application/json; notcharset=latin1', [0xc3, 0xbc], 'ü'],
	['application/json;Charset="UTF-8"; x=y', [0xf0, 0x9f, 0x98, 0x80], '😀'],
	['application/json; charset=ISO-8859-1', [0x4d, 0xfc, 0x6c], 'Mül'],
	["text/plain; a=b; charset = 'windows-1252'", [0x31, 0x80], '1€'],
	['a/b; charset=utf-16', [0x41, 0x00, 0xac, 0x20], 'A€'],
	['a/b; charset=utf-16be', [0xfe, 0xff, 0x00, 0x41, 0x20, 0xac], 'A€'],
	['a/b; charset=shift_jis', [0x31, 0x82, 0xb1, 0x83, 0x5c], '1こソ'],
	['a/b', [], ''],
])('decodes what %j names: %j', (contentType, codes, text) => {
	for (const size of [1, 2, 9]) expect(decoded(contentType, Buffer.from(codes), size)).toBe(text);
});

it.each([
	['a/b', [0x22, 0x4d, 0xfc, 0x6c, 0x22], 'not utf-8'],
	['a/b; charset=utf-8', [0x22, 0xed, 0xa0, 0x80], 'not utf-8'],
	['a/b', [0x22, 0xc3], 'not utf-8'],
	['a/b; charset=shift_jis', [0x22, 0x82, 0xff], 'not shift_jis'],
	['a/b; charset=utf-16le', [0x22, 0x00, 0x00, 0xd8, 0x22, 0x00], 'not utf-16le'],
	['a/b; charset=nonsense', [0x22], 'unknown charset'],
	['a/b; charset=nonsense', [], 'unknown charset'],
])('refuses, of %s, %j', (contentType, codes, code) => {
	for (const size of [1, 2, 9]) {
		const decode = () => decoded(contentType, Buffer.from(codes), size);
		expect(decode).toThrow(new Undecodable(code));
		expect(decode).toThrow(`the answer cannot be decoded: ${code}`);
	}
	expect(new Undecodable(code)).toMatchObject({ code, name: 'Undecodable' });
});
