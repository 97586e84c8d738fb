import { through } from '../../service/nodeStream';
import { InvalidValue } from '../../shared/invalidValue';
import { FILE_FIELD, type Piece } from './records';

/** The bytes of a file as text. */

/** The bytes of a file, in pieces. */
export type Bytes = AsyncIterable<Uint8Array>;

/** Of so many characters, it can be said how the file is to be read. */
const SAMPLE_CHARS = 64 * 1_024;

/**
 * The text of a file, in pieces, of which the first is long enough to be a sample.
 * @param encoding empty where it is to be detected
 * @param fromLine the first one to be read, from 1
 * @throws InvalidValue where it is damaged, or no text
 */
export async function* textOf(
	bytes: Bytes,
	encoding: string,
	fromLine: number,
): AsyncGenerator<Piece> {
	let text = '';
	let leastChars = SAMPLE_CHARS;
	for await (const piece of fromLineOn(decoded(decompressed(bytes), encoding), fromLine)) {
		text += piece;
		if (text.length < leastChars) continue;
		yield { text, isLast: false };
		text = '';
		leastChars = 0;
	}
	yield { text, isLast: true };
}

/** The bytes of a file, decompressed where it begins as gzip does. */
async function* decompressed(bytes: Bytes): AsyncGenerator<Uint8Array> {
	const { head, whole } = await peek(bytes);
	try {
		for await (const piece of head.startsWith('1f8b')
			? through(new DecompressionStream('gzip'), whole)
			: whole) {
			// Thrown while it is read, so that its stream is closed.
			if (head.startsWith('504b0304')) throw ZIPPED;
			yield piece;
		}
	} catch (error) {
		throw isOfGzip(error) ? BROKEN_GZIP : error;
	}
}

const isOfGzip = (error: unknown) =>
	/^(Z_|ERR_TRAILING)/.test(String((error as { code?: unknown }).code));

/** Workbooks are ZIP archives, too. */
const ZIPPED = new InvalidValue(
	FILE_FIELD,
	'holds a ZIP archive, as Excel workbooks are too',
	'Unpack it, or read a workbook with the node "Extract From File".',
);

const BROKEN_GZIP = new InvalidValue(
	FILE_FIELD,
	'holds a gzip file that is damaged, cut off or of several parts',
	'Create the file again, and compress it in one go.',
);

/** The text of bytes, without the mark at its beginning. @param named the encoding, where one is */
async function* decoded(bytes: Bytes, named: string): AsyncGenerator<string> {
	const { head, whole } = await peek(bytes);
	const decoder = new TextDecoder(encodingOf(head, named), { fatal: true });
	const decode = (...piece: Parameters<typeof decoder.decode>) => {
		try {
			return decoder.decode(...piece);
		} catch {
			throw undecodable(decoder.encoding);
		}
	};
	for await (const piece of whole) yield decode(piece, { stream: true });
	yield decode();
}

/** The encoding that the mark of a text says, or that is named, or else that its first character shows. */
function encodingOf(head: string, named: string): string {
	if (head.startsWith('efbbbf')) return 'utf-8';
	if (head.startsWith('fffe')) return 'utf-16le';
	if (head.startsWith('feff')) return 'utf-16be';
	if (named !== '') return named;
	// A character such as "a" has a byte that is zero in UTF-16.
	if (/^(?!00)..00/.test(head)) return 'utf-16le';
	return /^00(?!00)./.test(head) ? 'utf-16be' : 'utf-8';
}

const undecodable = (encoding: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds bytes that are not ${encoding}`,
		'Choose the encoding of the file in the options, or create the file again.',
	);

/** How many bytes of the beginning are looked at. */
const HEAD_BYTES = 4;

/** The beginning of bytes, in hexadecimal digits, and all of them, which can be read once. */
async function peek(bytes: Bytes): Promise<{ head: string; whole: Bytes }> {
	const pieces = bytes[Symbol.asyncIterator]();
	let read = Buffer.of();
	while (read.length < HEAD_BYTES) {
		const { value, done } = await pieces.next();
		if (done) break;
		read = Buffer.concat([read, value]);
	}
	async function* whole(): AsyncGenerator<Uint8Array> {
		try {
			if (read.length > 0) yield read;
			yield* { [Symbol.asyncIterator]: () => pieces };
		} finally {
			await pieces.return?.();
		}
	}
	return { head: read.toString('hex', 0, HEAD_BYTES), whole: whole() };
}

/** A text without the lines before one. */
async function* fromLineOn(pieces: AsyncIterable<string>, line: number): AsyncGenerator<string> {
	let linesLeft = line - 1;
	let text = '';
	for await (const piece of pieces) {
		text += piece;
		while (linesLeft > 0) {
			// At the end, a CR may be the first half of a line break.
			const end = /\r\n|\n|\r(?!$)/.exec(text);
			text = end ? text.slice(end.index + end[0].length) : text.slice(-1);
			if (!end) break;
			linesLeft--;
		}
		if (linesLeft > 0) continue;
		yield text;
		text = '';
	}
}
