import { gzipSync } from 'node:zlib';
import { type FileBytes, fileText } from '../../../../nodes/MerchantData/rows/files/text.ts';
import { byteCuts, distinct, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';
const mark = (...bytes: number[]) => Buffer.of(...bytes);

/** The text of bytes, or what is wrong with them. */
async function read(bytes: FileBytes, encoding = '', fromLine = 1): Promise<string> {
	let all = '';
	try {
		for await (const { text } of fileText(bytes, encoding, fromLine)) all += text;
	} catch (error) {
		return `! ${(error as Error).message}`;
	}
	return all;
}

async function ofCuts(bytes: Buffer, encoding?: string, fromLine?: number) {
	const all = byteCuts(bytes).map(async (pieces) => await read(stream(pieces), encoding, fromLine));
	return distinct(await Promise.all(all));
}

describe('the text of a file', () => {
	const utf16le = Buffer.from(TEXT, 'utf16le');
	const utf16be = Buffer.from(utf16le).swap16();

	it.each([
		['UTF-8', Buffer.from(TEXT), ''],
		['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), ''],
		['UTF-8 with a mark, named otherwise', Buffer.from(`\uFEFF${TEXT}`), 'windows-1252'],
		['UTF-16 LE with a mark', Buffer.concat([mark(0xff, 0xfe), utf16le]), ''],
		['UTF-16 BE with a mark', Buffer.concat([mark(0xfe, 0xff), utf16be]), ''],
		['UTF-16 LE', utf16le, ''],
		['UTF-16 BE', utf16be, ''],
		['UTF-16 LE with a mark, named otherwise', Buffer.concat([mark(0xff, 0xfe), utf16le]), 'utf-8'],
		['UTF-16 LE by name', utf16le, 'utf-16le'],
		['gzip', gzipSync(TEXT), ''],
	])('is read as %s, cut at every byte', async (_, bytes, encoding) => {
		expect(await ofCuts(bytes, encoding)).toEqual([TEXT]);
	});

	it.each([
		[[0x80, 0xe4], 'windows-1252', '€ä'],
		[[0x82, 0xa0], 'shift_jis', 'あ'],
		[[0x61, 0], 'windows-1252', 'a\0'],
		[[], '', ''],
		[[0], '', '\0'],
		[[0, 0], '', '\0\0'],
		[[0, 0x61], '', 'a'],
		[[0x61, 0], '', 'a'],
	])('of the bytes %j in the encoding %j is %j', async (bytes, encoding, text) => {
		expect(await read(stream([Buffer.from(bytes)]), encoding)).toBe(text);
	});

	const DAMAGED = gzipSync(TEXT).map((byte, at) => (at === 15 ? byte ^ 1 : byte));
	it.each<[what: string, bytes: Uint8Array, encoding: string, problem: string]>([
		['no UTF-8', Buffer.from('a\nb\xff\ne', 'latin1'), '', 'bytes that are not utf-8'],
		['UTF-8 that is cut off', Buffer.from('a\nb+\xc3', 'latin1'), '', 'bytes that are not utf-8'],
		['no Shift_JIS', Buffer.of(0x61, 0x82), 'shift_jis', 'bytes that are not shift_jis'],
		['gzip that is cut off', gzipSync(TEXT).subarray(0, -9), '', 'a gzip file that is damaged'],
		[
			'gzip of damaged bytes',
			DAMAGED,
			'',
			'a gzip file that is damaged, cut off or of several parts',
		],
		['a workbook', Buffer.from('PK\x03\x04…'), '', 'a ZIP archive, as Excel workbooks are too'],
	])('is told to be none: %s, cut at every byte', async (_, bytes, encoding, problem) => {
		const message = expect.stringContaining(`! "Input Binary Field" holds ${problem}`) as string;
		expect(await ofCuts(Buffer.from(bytes), encoding)).toEqual([message]);
	});

	it.each(['', '\x1f\x8b\x08\x00'])('lost after %j fails as n8n says', async (start) => {
		async function* lost() {
			yield Buffer.from(start, 'latin1');
			throw new Error('no such file');
		}
		expect(await read(lost())).toBe('! no such file');
	});

	it('begins at a line, cut at every byte', async () => {
		const text = 'a\r\nb\n\nd\r\n';
		const from = async (line: number) => await ofCuts(Buffer.from(text), '', line);
		expect(await Promise.all([1, 2, 3, 4, 5, 10].map(from))).toEqual(
			[text, 'b\n\nd\r\n', '\nd\r\n', 'd\r\n', '', ''].map((rest) => [rest]),
		);
	});

	it('is closed when reading ends early', async () => {
		let isClosed = false;
		async function* endless() {
			try {
				for (;;) yield Buffer.from(TEXT.repeat(1_000));
			} finally {
				isClosed = true;
			}
		}
		for await (const _ of fileText(endless(), '', 1)) break;
		await new Promise(setImmediate);
		expect(isClosed).toBe(true);
	});
});

const SAMPLE = 65_536;
it.each([
	[[], '0 last'],
	[[SAMPLE - 1], `${SAMPLE - 1} last`],
	[[9, SAMPLE, 1, 2], `${SAMPLE + 9}, 1, 2, 0 last`],
])('pieces of %j characters begin with a sample, and end', async (lengths, expected) => {
	const pieces: string[] = [];
	const bytes = stream(lengths.map((length) => Buffer.alloc(length, 'x')));
	for await (const { text, isLast } of fileText(bytes, '', 1))
		pieces.push(`${text.length}${isLast ? ' last' : ''}`);
	// The decoder ends with a text that is empty.
	expect(pieces.filter((piece) => piece !== '0').join(', ')).toBe(expected);
});
