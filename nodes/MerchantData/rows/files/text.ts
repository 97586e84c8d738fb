import { through } from '../../service/nodeStream';
import { InvalidValue } from '../../shared/invalidValue';
import { FILE_FIELD, type Piece } from './records';

export type FileBytes = AsyncGenerator<Uint8Array>;

/** Of so many characters, it can be said how the file is to be read. */
const SAMPLE_CHARS = 64 * 1_024;

/**
 * The text of a file, in pieces, of which the first is long enough to be a sample.
 * @param encoding empty to detect it
 * @param fromLine the first one to be read, from 1
 * @throws InvalidValue if it is damaged, or no text
 */
export async function* fileText(
	bytes: FileBytes,
	encoding: string,
	fromLine: number,
): AsyncGenerator<Piece> {
	const decoder = new FileDecoder(encoding);
	const skipper = new LineSkipper(fromLine - 1);
	let text = '';
	let leastChars = SAMPLE_CHARS;
	try {
		for await (const part of await decompressed(bytes)) {
			text += skipper.rest(decoder.decode(part));
			if (text.length < leastChars) continue;
			yield { text, isLast: false };
			text = '';
			leastChars = 1;
		}
	} catch (error) {
		// The codes of gzip's own errors.
		throw /^(Z_|ERR_TRAILING)/.test(String((error as { code?: unknown }).code))
			? BROKEN_GZIP
			: error;
	}
	yield { text: text + skipper.rest(decoder.end()), isLast: true };
}

/** The mark of an encoding, of gzip, or of an archive has no more bytes. */
const BEGIN_BYTES = 4;

const hexOf = (begin: Uint8Array): string =>
	Buffer.from(begin.subarray(0, BEGIN_BYTES)).toString('hex');

/** The bytes of a file, decompressed if it begins as gzip does. */
async function decompressed(bytes: FileBytes): Promise<AsyncIterable<Uint8Array>> {
	let begin: Uint8Array = Buffer.of();
	// A stream may be cut anywhere.
	while (begin.length < BEGIN_BYTES) {
		const { value, done } = await bytes.next();
		if (done) break;
		begin = Buffer.concat([begin, value]);
	}
	const whole = wholeOf(begin, bytes);
	const isGzip = hexOf(begin).startsWith('1f8b');
	return isGzip ? through(new DecompressionStream('gzip'), whole) : whole;
}

/** The bytes whose beginning was taken. */
async function* wholeOf(begin: Uint8Array, rest: FileBytes): FileBytes {
	try {
		if (begin.length > 0) yield begin;
		yield* rest;
	} finally {
		// Who stops at the beginning has not come to the rest, which keeps the file open.
		await rest.return(undefined);
	}
}

const BROKEN_GZIP = new InvalidValue(
	FILE_FIELD,
	'holds a gzip file that is damaged, cut off or of several parts',
	'Create the file again, and compress it in one go.',
);

/** Makes text of bytes, without the mark at its beginning. */
class FileDecoder {
	/** The first bytes, until they are enough to choose the encoding. */
	private begin: Uint8Array = Buffer.of();

	/** Known from then on. */
	private decoder?: InstanceType<typeof TextDecoder>;

	/** @param named the encoding, if one is */
	constructor(private readonly named: string) {}

	decode(bytes: Uint8Array): string {
		if (this.decoder) return this.decoded(bytes);
		this.begin = Buffer.concat([this.begin, bytes]);
		return this.begin.length < BEGIN_BYTES ? '' : this.decodeBegin();
	}

	/** The text at the end, if a file is very short. @throws InvalidValue if a character is cut off */
	end(): string {
		return (this.decoder ? '' : this.decodeBegin()) + this.decoded();
	}

	private decodeBegin(): string {
		const encoding = encodingOf(hexOf(this.begin), this.named);
		this.decoder = new TextDecoder(encoding, { fatal: true });
		return this.decoded(this.begin);
	}

	private decoded(bytes?: Uint8Array): string {
		const { decoder } = this;
		try {
			return decoder!.decode(bytes, { stream: bytes !== undefined });
		} catch {
			throw undecodable(decoder!.encoding);
		}
	}
}

const undecodable = (encoding: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds bytes that are not ${encoding}`,
		'Set "Encoding" in the options to that of the file: "Windows-1252 (Western European)" is what Excel writes on Windows. Or create the file again as UTF-8.',
	);

/**
 * The encoding that the mark of a text says, or that is named, or else that its first character shows.
 * @throws InvalidValue if they are no text
 */
function encodingOf(begin: string, named: string): string {
	if (begin.startsWith('efbbbf')) return 'utf-8';
	if (begin.startsWith('fffe')) return 'utf-16le';
	if (begin.startsWith('feff')) return 'utf-16be';
	if (begin === '504b0304') {
		throw new InvalidValue(
			FILE_FIELD,
			'holds a ZIP archive, as Excel workbooks are too',
			'Unpack it, or read a workbook with the node "Extract From File".',
		);
	}
	if (named !== '') return named;
	// A character such as "a" has a byte that is zero in UTF-16.
	if (/^(?!00)..00/.test(begin)) return 'utf-16le';
	return /^00(?!00)./.test(begin) ? 'utf-16be' : 'utf-8';
}

/** Leaves out the first lines of a text, which end in LF, CR or both. */
class LineSkipper {
	/** Whether the text so far ended in CR: an LF behind it is part of the same line break. */
	private endsInCr = false;

	/** @param lines how many are still to be left out */
	constructor(private lines: number) {}

	/** The part of a text that is not left out. */
	rest(text: string): string {
		if (text === '') return '';
		let at = this.endsInCr && text.startsWith('\n') ? 1 : 0;
		this.endsInCr = false;
		const lineBreak = /\r\n?|\n/g;
		for (; this.lines > 0; this.lines--) {
			lineBreak.lastIndex = at;
			const found = lineBreak.exec(text);
			if (!found) return '';
			at = lineBreak.lastIndex;
			this.endsInCr = found[0] === '\r' && at === text.length;
		}
		return at === 0 ? text : text.slice(at);
	}
}
