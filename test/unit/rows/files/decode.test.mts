import { decoded, lineDropper, sampled } from '../../../../nodes/MerchantData/rows/files/decode.ts';
import { byteCuts, cuts, distinct, ending, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';
const read = async (pieces: readonly Uint8Array[], encoding = '') =>
	await ending(decoded(() => stream(pieces), encoding));

describe('the text of a file', () => {
	const utf16le = Buffer.from(TEXT, 'utf16le');
	const utf16be = Buffer.from(utf16le).swap16();
	const mark = (...bytes: number[]) => Buffer.of(...bytes);

	it.each([
		['UTF-8', Buffer.from(TEXT), ''],
		['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), ''],
		['UTF-8 with a mark, named otherwise', Buffer.from(`\uFEFF${TEXT}`), 'windows-1252'],
		['UTF-16 LE with a mark', Buffer.concat([mark(0xff, 0xfe), utf16le]), ''],
		['UTF-16 BE with a mark', Buffer.concat([mark(0xfe, 0xff), utf16be]), ''],
		['UTF-16 LE', utf16le, ''],
		['UTF-16 BE', utf16be, ''],
		['UTF-16 LE by name', utf16le, 'utf-16le'],
	])('is read as %s, cut at every byte', async (_, bytes, encoding) => {
		const all = byteCuts(bytes).map(async (pieces) => await read(pieces, encoding));
		expect(distinct(await Promise.all(all))).toEqual([[TEXT]]);
	});

	it.each([
		[[0x80, 0xe4], 'windows-1252', '€ä'],
		[[0x82, 0xa0], 'shift_jis', 'あ'],
		[[0x61, 0], 'windows-1252', 'a\0'],
		[[], '', ''],
		[[0], '', '\0'],
		[[0x61, 0], '', 'a'],
	])('of the bytes %j in the encoding %j is %j', async (bytes, encoding, text) => {
		expect(await read([Buffer.from(bytes)], encoding)).toEqual([text]);
	});

	it.each([
		['a\nb\xff\ne', '', 'a\nb', 'utf-8'],
		['\xff', '', '', 'utf-8'],
		['a\r\n\xe2\x82x', '', 'a\r\n', 'utf-8'],
		['a\nb\xc3', '', 'a\nb', 'utf-8'],
		['ä\n\xe4x', '', 'ä\n', 'utf-8'],
		['a\n\x82', 'shift_jis', 'a\n', 'shift_jis'],
	])('of %j ends behind the last character, cut at every byte', async (text, named, good, said) => {
		const bytes = Buffer.from(text.replace('ä', '\xc3\xa4'), 'latin1');
		const all = byteCuts(bytes).map(async (pieces) => await read(pieces, named));
		expect(distinct(await Promise.all(all))).toEqual([
			[good, `begins a record with bytes that are not ${said}`],
		]);
	});

	it('begins at a line', () => {
		const text = 'a\r\nb\rc\n\nd\r\n';
		const from = (lines: number) =>
			distinct(cuts(text).map((pieces) => pieces.map(lineDropper(lines)).join('')));
		expect([0, 1, 2, 3, 4, 5, 9].map(from)).toEqual(
			[text, 'b\rc\n\nd\r\n', 'c\n\nd\r\n', '\nd\r\n', 'd\r\n', '', ''].map((rest) => [rest]),
		);
	});
});

describe('the sample of a text', () => {
	async function* texts(lengths: number[], fails = false) {
		for (const length of lengths) yield 'x'.repeat(length);
		if (fails) throw new Error('gone');
	}
	const SAMPLE = 65_536;

	it.each([
		[[], 0, true],
		[[SAMPLE - 1], SAMPLE - 1, true],
		[[SAMPLE], SAMPLE, false],
		[[9, SAMPLE, 1], SAMPLE + 9, false],
	])('of the lengths %j is %i long', async (lengths, length, isWhole) => {
		const found = await sampled(texts(lengths));
		expect([found.sample.length, found.isWhole]).toEqual([length, isWhole]);
		expect((await ending(found.whole))[0]).toHaveLength(lengths.reduce((sum, n) => sum + n, 0));
	});

	it('is there where reading fails behind it', async () => {
		const { sample, isWhole, whole } = await sampled(texts([3], true));
		expect([sample, isWhole, await ending(whole)]).toEqual(['xxx', false, ['xxx', 'gone']]);
	});
});
