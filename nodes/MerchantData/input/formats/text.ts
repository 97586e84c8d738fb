import { through } from '../../service/nodeStream';
import { InvalidValue } from '../../errors/invalidInput';
import { FILE_FIELD, notRows, type Piece } from './records';

export type FileBytes = AsyncGenerator<Uint8Array>;

export const SAMPLE_CHARS = 64 * 1_024;

/**
 * The text of a file from a line on, in pieces, of which the first is long enough to be a sample.
 * @param named the encoding; empty to detect it
 * @throws InvalidValue if it is damaged, or not text
 */
export async function* fileText(
	bytes: FileBytes,
	named: string,
	fromLine: number,
): AsyncGenerator<Piece> {
	let encoding = named;
	let text = '';
	let linesAbove = fromLine - 1;
	let leastChars = SAMPLE_CHARS;
	let latest: Uint8Array = Buffer.of();
	try {
		let [begin, all] = await begun(bytes);
		if (begin.startsWith('1f8b'))
			[begin, all] = await begun(through(new DecompressionStream('gzip'), all));
		encoding = encodingOf(begin, named);
		const decoder = new TextDecoder(encoding, { fatal: true });
		for await (const part of all) {
			latest = part;
			text += decoder.decode(part, { stream: true });
			const start = placeAfter(linesAbove, text);
			if (text.length - start < leastChars) continue;
			yield { text: text.slice(start), isLast: false };
			[text, linesAbove, leastChars] = ['', 0, 1];
		}
		text += decoder.decode();
		const rest = text.slice(placeAfter(linesAbove, text));
		if (linesAbove > 0 && !rest.trim() && text.trim()) throw TOO_SHORT;
		yield { text: rest, isLast: true };
	} catch (error) {
		const systemCode = String((error as { code?: unknown }).code);
		if (systemCode === 'ERR_ENCODING_INVALID_ENCODED_DATA') throw undecodable(latest, encoding);
		// The codes of gzip's own errors.
		throw /^(Z_|ERR_TRAILING)/.test(systemCode) ? BROKEN_GZIP : error;
	} finally {
		await bytes.return(undefined);
	}
}

/** The place after the first lines, which end in LF, CR or both; the end of the text if it has fewer. */
function placeAfter(lines: number, text: string): number {
	const lineBreak = /\r\n?|\n/g;
	for (let line = 0; line < lines; line++) if (!lineBreak.test(text)) return text.length;
	return lineBreak.lastIndex;
}

/** The first bytes in hexadecimal, enough to tell the kind of file, and all bytes. */
async function begun(chunks: AsyncIterable<Uint8Array>): Promise<[string, FileBytes]> {
	const rest = chunks[Symbol.asyncIterator]() as FileBytes;
	let first = Buffer.of();
	// A stream may be cut anywhere.
	while (first.length < 4) {
		const { value, done } = await rest.next();
		if (done) break;
		first = Buffer.concat([first, value]);
	}
	return [first.toString('hex', 0, 4), joined(first, rest)];
}

async function* joined(first: Uint8Array, rest: FileBytes): FileBytes {
	yield first;
	yield* rest;
}

const TOO_SHORT = notRows('no text from the line on that "From Line" names');

const BROKEN_GZIP = new InvalidValue(
	'file.damaged',
	FILE_FIELD,
	'contains a gzip file that is damaged, cut off or in several parts',
	'Create the file again, and compress it in one go.',
);

const NO_TEXT = new InvalidValue(
	'file.noTable',
	FILE_FIELD,
	'contains a PDF or another file that is not text',
	'Export the report as CSV.',
);

const MIXED = new InvalidValue(
	'file.damaged',
	FILE_FIELD,
	'contains a file that mixes two encodings: some letters are UTF-8, and others are not',
	'Export the file again. A program has joined parts in different encodings.',
);

const OTHER_ENCODINGS = {
	'windows-1252': 'Windows-1252 (Western European)',
	macintosh: 'Macintosh (Excel for Mac)',
	'windows-1250': 'Windows-1250 (Central European)',
} as const;
type OtherEncoding = keyof typeof OTHER_ENCODINGS;

function undecodable(bytes: Uint8Array, encoding: string): InvalidValue {
	if (bytes.includes(0)) return NO_TEXT;
	// Some characters beyond ASCII are UTF-8.
	if (encoding === 'utf-8' && /[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(bytes)))
		return MIXED;
	const likely = likelyEncodings(bytes);
	const names = likely.map((each) => `"${OTHER_ENCODINGS[each]}"`).join(' or to ');
	const right = names
		? `${names}, in which its letters read well,`
		: `that of the file (Excel on Windows writes "${OTHER_ENCODINGS['windows-1252']}"),`;
	const problem = `contains bytes that are not ${encoding}`;
	const remedy = `Set "Encoding" in the options to ${right} or save the file as UTF-8.`;
	const suggests = likely.length === 1 ? { encoding: likely[0] } : undefined;
	return new InvalidValue('file.encoding', FILE_FIELD, problem, remedy, suggests);
}

/**
 * Letters of western Europe within words, and blanks in numbers. A capital does not follow a small letter, ì, ò and ù end
 * words, and ñ is before a vowel, unlike letters of Windows-1250 with the same bytes.
 */
const LETTERS =
	/[äöüéêëàâáãçóôõúûíîïåæ](?=\p{L})|è(?=[^\P{L}aeiouy])|ñ(?=[aeiouáéíóú])|œ(?=[iudt])|ø(?![^\0-\x7f])|(?<=\p{L})(?:[äöüßéêëàâáãçóôõúûíîïåæ]|[èìòù](?!\p{L}))|(?<!\p{Ll})[ÄÖÜÉÎÀÁÇÑÅÆØÓÕ](?=\p{L})|(?<=\d)\xa0/gu;
/** Signs of Windows-1252, which would be letters of Macintosh. */
const SIGNS = /’|(?<!\p{L})[–—…“€]|[”…€®](?!\p{L})/gu;

/** Letters of Polish, of Czech and Slovak, of Hungarian, of Romanian, or of Croatian and Slovene. */
const CENTRAL = /^(?:[ąćęłńóśźż]*|[áäčďéěíľňóôřšťúůýž]*|[áéíóöőúüű]*|[ăâîşţ]*|[čćđšž]*)$/u;
/** Places in which these languages do not have such a letter, and others have one with the same byte: crčme for crème. */
const MISPLACED =
	/(?<=[B-DF-HJ-NP-TV-Zb-df-hj-np-tv-z])[čćřźż](?=[b-df-hj-np-tv-z])|ič[rmgcv]|ń(?=[aeiouy])|(?<=[aeiou])ű|[ăő]e|ăo|(?<=\p{Ll})[^\P{Lu}A-Z]/u;

/** The encodings in which all bytes read as such letters and signs. Those that read the same are one. */
function likelyEncodings(bytes: Uint8Array): OtherEncoding[] {
	// Without `stream`, Node.js 20 takes Windows-1252 for Latin-1.
	const textIn = (each: OtherEncoding) => new TextDecoder(each).decode(bytes, { stream: true });
	const isOfWest = (text: string, signs: RegExp | '') =>
		!/[^\0-\x7f]/.test(text.replace(LETTERS, '').replace(signs, ''));
	const [western, central] = [textIn('windows-1252'), textIn('windows-1250')];
	const letters = central.replace(SIGNS, '');
	const beyondAscii = letters.toLowerCase().replace(/[\0-\x7f\xa0]/g, '');
	const isCentral = CENTRAL.test(beyondAscii) && !MISPLACED.test(letters);
	const isMac = isOfWest(textIn('macintosh'), '');
	// Not all capitals of Windows-1252 are known.
	const isWindows = isOfWest(isCentral ? western.toLowerCase() : western, SIGNS);
	return [
		isWindows ? 'windows-1252' : [],
		isMac ? 'macintosh' : [],
		isCentral && (isMac || central !== western) ? 'windows-1250' : [],
	].flat() as OtherEncoding[];
}

const workbook = (what: string, remedy: string) =>
	new InvalidValue('file.workbook', FILE_FIELD, `contains ${what}`, remedy);

/** The encoding by the mark of a text, by name, or by its first character. @throws InvalidValue if it is not text */
function encodingOf(begin: string, named: string): string {
	if (begin.startsWith('efbbbf')) return 'utf-8';
	if (begin.startsWith('fffe')) return 'utf-16le';
	if (begin.startsWith('feff')) return 'utf-16be';
	// Excel wrote such files until 2003.
	if (begin === 'd0cf11e0')
		throw workbook(
			'an Excel workbook',
			'Read it with the node "Extract From File", and push its items with "Map Automatically".',
		);
	if (begin === '25504446') throw NO_TEXT;
	if (begin === '504b0304')
		throw workbook(
			'a ZIP archive, which Excel workbooks are, too',
			'Unpack it, or read a workbook with the node "Extract From File".',
		);
	if (named !== '') return named;
	// A character such as "a" has a byte that is zero in UTF-16.
	if (/^(?!00)..00/.test(begin)) return 'utf-16le';
	return /^00(?!00)./.test(begin) ? 'utf-16be' : 'utf-8';
}
