import { gzipSync } from 'node:zlib';
import { fileOptions } from '../../../../nodes/MerchantData/resources/push/fileFields.ts';
import { type FileBytes, fileText } from '../../../../nodes/MerchantData/input/formats/text.ts';
import { cuts, distinct, stream } from './pieces.mts';

const TEXT = 'a,b\r\n1,ä€😀\n';
const mark = (...bytes: number[]) => Buffer.of(...bytes);

/** The text of bytes, or what is wrong with them. */
async function read(bytes: FileBytes, encoding = '', fromLine = 1): Promise<string> {
	let all = '';
	try {
		for await (const { text } of fileText(bytes, encoding, fromLine)) all += text;
	} catch (error) {
		const { message, remedy } = error as Error & { remedy?: string };
		return `! ${message}${remedy ? `. ${remedy}` : ''}`;
	}
	return all;
}

/** What is read of bytes, which is the same wherever they are cut. */
async function anyhow(bytes: Buffer, encoding?: string, fromLine?: number): Promise<string> {
	const all = cuts(bytes).map(async (pieces) => await read(stream(pieces), encoding, fromLine));
	const found = distinct(await Promise.all(all));
	expect(found).toHaveLength(1);
	return found[0] as string;
}

const utf16le = Buffer.from(TEXT, 'utf16le');
const utf16be = Buffer.from(utf16le).swap16();

it.each<[what: string, bytes: Buffer, encoding?: string, text?: string]>([
	['UTF-8', Buffer.from(TEXT)],
	['UTF-8 with a mark', Buffer.from(`\uFEFF${TEXT}`)],
	['UTF-8 with a mark, named otherwise', Buffer.from(`\uFEFF${TEXT}`), 'windows-1252'],
	['UTF-16 LE with a mark', Buffer.concat([mark(0xff, 0xfe), utf16le])],
	['UTF-16 BE with a mark', Buffer.concat([mark(0xfe, 0xff), utf16be])],
	['UTF-16 LE', utf16le],
	['UTF-16 BE', utf16be],
	['UTF-16 BE of one letter', Buffer.of(0, 0x61), '', 'a'],
	['UTF-16 LE by name', utf16le, 'utf-16le'],
	['Windows-1252', Buffer.of(0x80, 0xe4), 'windows-1252', '€ä'],
	['Windows-1252 with a zero', Buffer.of(0x61, 0), 'windows-1252', 'a\0'],
	['Macintosh', Buffer.of(0x8a, 0x8e, 0xdb), 'macintosh', 'äé€'],
	['nothing', Buffer.of(), '', ''],
	['a zero', Buffer.of(0), '', '\0'],
	['gzip', gzipSync(TEXT)],
])('a file is read as %s, cut at every byte', async (_, bytes, encoding = '', text = TEXT) => {
	expect(await anyhow(bytes, encoding)).toBe(text);
});

const [{ options: ENCODINGS }] = fileOptions.filter((option) => option.name === 'encoding');
it.each(ENCODINGS)('knows the encoding "$value" of the form', async ({ value }) => {
	const bytes = Buffer.from('a1', value === 'utf-16le' ? 'utf16le' : 'utf8');
	expect(await read(stream([bytes]), value)).toBe('a1');
});

const NO_UTF8 =
	'bytes that are not utf-8. Set "Encoding" in the options to that of the file (Excel on Windows writes "Windows-1252 (Western European)"), or save the file as UTF-8.';
const NO_GZIP =
	'a gzip file that is damaged, cut off or in several parts. Create the file again, and compress it in one go.';
const DAMAGED = gzipSync(TEXT).map((byte, at) => (at === 15 ? byte ^ 1 : byte));
const ZIP =
	'a ZIP archive, which Excel workbooks are, too. Unpack it, or read a workbook with the node "Extract From File".';
const WORKBOOK =
	'an Excel workbook. Read it with the node "Extract From File", and push its items with "Map Automatically".';

it.each<[what: string, bytes: Uint8Array, problem: string]>([
	['no UTF-8', Buffer.from('a\nb\xff\ne', 'latin1'), NO_UTF8],
	['UTF-8 that is cut off', Buffer.of(0x61, 0xc3), NO_UTF8],
	['gzip of damaged bytes', DAMAGED, NO_GZIP],
	['gzip of several parts', Buffer.concat([gzipSync('a'), gzipSync('b')]), NO_GZIP],
	['a workbook', Buffer.from('PK\x03\x04…'), ZIP],
	['what Excel wrote until 2003', Buffer.from('d0cf11e0a1b1', 'hex'), WORKBOOK],
])('a file is refused as %s, cut at every byte', async (_, bytes, problem) => {
	expect(await anyhow(Buffer.from(bytes))).toBe(`! "Input Binary Field" contains ${problem}`);
});

const MIXED =
	'a file that mixes two encodings: some letters are UTF-8, and others are not. Export the file again. A program has joined parts in different encodings.';

it.each([
	['two encodings', Buffer.from('M\xc3\xbcller\nM\xfcller', 'latin1'), '', MIXED],
	['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\n', 'latin1'), 'macintosh', 'a PDF or another file'],
	['a picture', Buffer.from('\x89PNG\r\n\0\rIHDR', 'latin1'), '', 'a PDF or another file'],
])('a file is refused as %s', async (_, bytes, encoding, problem) => {
	expect(await read(stream([bytes]), encoding)).toContain(problem);
});

/** A text as a program writes it, with one byte for each letter. */
function bytesIn(encoding: string, text: string): Buffer {
	const decoder = new TextDecoder(encoding);
	const letterOf = (byte: number) => decoder.decode(Buffer.of(byte), { stream: true });
	const letters = [...Array(256).keys()].map(letterOf);
	return Buffer.from([...text].map((letter) => letters.indexOf(letter)));
}

it.each<[text: string, encoding: string | undefined, by?: string]>([
	['Müller® & Söhne – Übergröße', 'windows-1252'],
	['Müller', 'macintosh'],
	['Übergröße, Café', 'macintosh'],
	// Letters of other encodings, and signs alone.
	['Привет мир', undefined, 'windows-1251'],
	['Sprzedaż ogłoszenie', 'windows-1250'],
	['Dzień;Kliknięcia;Wyświetlenia', 'windows-1250'],
	['Počet kliknutí', 'windows-1250'],
	['Tıklama', undefined, 'windows-1254'],
	['Kış Satışı', undefined, 'windows-1254'],
	['§ 5', undefined],
	// Signs that are letters in the other encoding.
	['41,20 €', 'windows-1252'],
	['Spring – sale… “now”', 'windows-1252'],
	['Don’t', undefined],
	['Women’s Café', 'windows-1252'],
	['1\xa0394,37 €', 'windows-1252'],
	['España', 'macintosh'],
	// Letters with the bytes of others in Windows-1250.
	['Coût, Première, crème', 'windows-1252'],
	['Campaña', 'windows-1252'],
	['Impressões', 'windows-1252'],
	['Kød, læs', 'windows-1252'],
])('bytes of %j that are not UTF-8 suggest %s', async (text, encoding, by = encoding) => {
	const bytes = bytesIn(by ?? 'windows-1252', text);
	const { name } = ENCODINGS.find(({ value }) => value === (encoding ?? 'windows-1252'))!;
	const reading = fileText(stream([Buffer.from('a,b\n'), bytes]), '', 1).next();
	await expect(reading).rejects.toMatchObject({
		suggests: encoding && { encoding },
		remedy: expect.stringContaining(`"${name}"`),
	});
	// With this encoding, it can be read.
	if (encoding) expect(await read(stream([bytes]), encoding)).toBe(text);
});

const OF_EUROPE = '"Windows-1252 (Western European)" or to "Windows-1250 (Central European)"';

it.each([
	['Időszak;Őszi akció', OF_EUROPE],
	['Kampaň;dobře', OF_EUROPE],
	['škoda', '"Macintosh (Excel for Mac)" or to "Windows-1250 (Central European)"'],
])('bytes of %j read well in several encodings, which are named: %s', async (text, names) => {
	const reading = fileText(stream([bytesIn('windows-1250', text)]), '', 1).next();
	await expect(reading).rejects.toMatchObject({
		suggests: undefined,
		remedy: `Set "Encoding" in the options to ${names}, in which its letters read well, or save the file as UTF-8.`,
	});
});

// A login page may have been saved instead of rows: it is not a quiet day.
const TOO_SHORT =
	'! "Input Binary Field" contains no text from the line on that "From Line" names. Check the file: the program that wrote it may have saved an error instead of rows.';

it('an empty file has no line that is missing', async () => {
	expect(await anyhow(Buffer.from('\r\n\n'), '', 4)).toBe('');
});

it.each([
	[2, 'b\n\r\rd\r\n'],
	[4, '\rd\r\n'],
	[5, 'd\r\n'],
	[6, TOO_SHORT],
])('reads from line %i on', async (line, rest) => {
	expect(await anyhow(Buffer.from('a\r\nb\n\r\rd\r\n'), '', line)).toBe(rest);
});

it('a file is closed when reading ends early', async () => {
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
