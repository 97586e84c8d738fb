import { survey } from '../../../../nodes/MerchantData/push/files/firstPass.ts';
import { lineDropper } from '../../../../nodes/MerchantData/push/parsers/parser.ts';
import { byteCuts, cuts, distinct, refusal, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';

/** What a file is found to be, or why it cannot be read. */
async function seen(pieces: readonly Uint8Array[], encoding = '', fromLine = 1) {
	try {
		return (await survey(() => stream(pieces), encoding, fromLine)).sample;
	} catch (error) {
		return (error as Error).message;
	}
}

describe('the text of a file', () => {
	const utf16le = Buffer.from(TEXT, 'utf16le');
	const utf16be = Buffer.from(utf16le).swap16();
	const mark = (...bytes: number[]) => Buffer.of(...bytes);

	it.each([
		['UTF-8', Buffer.from(TEXT), ''],
		['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), ''],
		['UTF-8 with a mark, named otherwise', Buffer.from(`\uFEFF${TEXT}`), 'latin1'],
		['UTF-16 LE with a mark', Buffer.concat([mark(0xff, 0xfe), utf16le]), ''],
		['UTF-16 BE with a mark', Buffer.concat([mark(0xfe, 0xff), utf16be]), ''],
		['UTF-16 LE', utf16le, ''],
		['UTF-16 BE', utf16be, ''],
		['UTF-16 BE by name', utf16be, 'UTF-16BE'],
	])('is read as %s, cut at every byte', async (_, bytes, encoding) => {
		const read = await Promise.all(byteCuts(bytes).map((pieces) => seen(pieces, encoding)));
		expect(distinct(read)).toEqual([TEXT]);
	});

	it('is read in the encoding that is named', async () => {
		expect(await seen([Buffer.of(0x80, 0xe4)], 'windows-1252')).toBe('€ä');
		expect(await seen([Buffer.of(0x82, 0xa0)], ' Shift_JIS '.trim())).toBe('あ');
		expect(await seen([Buffer.from('a\0')], 'latin1')).toBe('a\0');
	});

	it.each(['', '\uFEFF'])('is not read in an encoding that there is not (%j)', async (begin) => {
		const encoding = 'x'.repeat(101);
		const open = () => stream([Buffer.from(`${begin}a`)]);
		await expect(survey(open, encoding, 1)).rejects.toThrow(
			refusal(
				`"Encoding" is "${'x'.repeat(100)}", which is not a known encoding`,
				'Give a name such as utf-8, utf-16le, windows-1252 or shift_jis.',
			),
		);
	});

	it.each([
		['', ''],
		['a', 'a'],
		['\0', '\0'],
		['a\0', 'a'],
		['\0a', 'a'],
		['\0\0', '\0\0'],
		['aa', 'aa'],
		['\xc3\xa4', 'ä'],
	])('of no more bytes than %j is %j', async (bytes, text) => {
		expect(await seen([Buffer.from(bytes, 'latin1')])).toBe(text);
	});

	it.each([
		['a\nb\r\nc\rd\xff\ne', '', 'in line 4 that are not utf-8'],
		['\ufeff\n\n\xc3', '', 'in line 3 that are not utf-8'],
		['\xff', '', 'in line 1'],
		['a\r\n\xe2\x82x', '', 'in line 2'],
		['a\r\xff', '', 'in line 2'],
		['a\r\n\xff', '', 'in line 2'],
		['a\r\r\xff\n', '', 'in line 3'],
		['a\r\r\n\n\xff', '', 'in line 4'],
		['a\nb\rc\xc3', '', 'in line 3'],
		['a\n\x82', 'shift_jis', 'in line 2 that are not shift_jis'],
	])(
		'names the line of undecodable bytes in %j, cut at every byte',
		async (text, encoding, problem) => {
			const bytes = Buffer.from(text.replace('\ufeff', '\xef\xbb\xbf'), 'latin1');
			const read = await Promise.all(byteCuts(bytes).map((pieces) => seen(pieces, encoding)));
			expect(distinct(read)).toHaveLength(1);
			expect(read[0]).toContain(problem);
		},
	);

	it('begins at a line', () => {
		const text = 'a\r\nb\rc\n\nd\r\n';
		const from = (lines: number) =>
			distinct(
				cuts(text).map((pieces) => {
					const drop = lineDropper(lines);
					return pieces.map(drop).join('');
				}),
			);
		expect([0, 1, 2, 3, 4, 5, 9].map(from)).toEqual(
			[text, 'b\rc\n\nd\r\n', 'c\n\nd\r\n', '\nd\r\n', 'd\r\n', '', ''].map((rest) => [rest]),
		);
	});
});
