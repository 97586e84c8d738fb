import { through } from '../../service/nodeStream';
import { InvalidValue } from '../../shared/invalidValue';
import { FILE_FIELD, type Piece } from './records';

export type FileBytes = AsyncGenerator<Uint8Array>;

/** Of so many characters, it can be said how the file is to be read. */
const SAMPLE_CHARS = 64 * 1_024;

/**
 * The text of a file, in pieces, of which the first is long enough to be a sample.
 * @param encoding empty where it is to be detected
 * @param fromLine the first one to be read, from 1
 * @throws InvalidValue where it is damaged, or no text
 */
export async function* fileText(
	bytes: FileBytes,
	encoding: string,
	fromLine: number,
): AsyncGenerator<Piece> {
	let text = '';
	let leastChars = SAMPLE_CHARS;
	for await (const piece of fromLineOn(textOfBytes(decompressed(bytes), encoding), fromLine)) {
		text += piece;
		if (text.length < leastChars) continue;
		yield { text, isLast: false };
		text = '';
		leastChars = 0;
	}
	yield { text, isLast: true };
}

/** The bytes of a file, decompressed where it begins as gzip does. */
async function* decompressed(bytes: FileBytes): FileBytes {
	const whole = withWholeBegin(bytes);
	const first = await whole.next();
	async function* all(): FileBytes {
		try {
			if (!first.done) yield first.value;
			yield* whole;
		} finally {
			await whole.return(undefined);
		}
	}
	try {
		yield* beginOf(first.value).startsWith('1f8b')
			? through(new DecompressionStream('gzip'), all())
			: all();
	} catch (error) {
		const { code } = error as { code?: unknown };
		throw /^(Z_|ERR_TRAILING)/.test(String(code)) ? BROKEN_GZIP : error;
	}
}

const BEGIN_BYTES = 4;

const beginOf = (piece: Uint8Array = Buffer.of()): string =>
	Buffer.from(piece.subarray(0, BEGIN_BYTES)).toString('hex');

/** The same bytes, whose first piece has as many as say how to read them: a stream may be cut anywhere. */
async function* withWholeBegin(bytes: AsyncIterable<Uint8Array>): FileBytes {
	let begin: Uint8Array | undefined = Buffer.of();
	for await (const piece of bytes) {
		if (begin) begin = Buffer.concat([begin, piece]);
		if (begin && begin.length < BEGIN_BYTES) continue;
		yield begin ?? piece;
		begin = undefined;
	}
	if (begin && begin.length > 0) yield begin;
}

const BROKEN_GZIP = new InvalidValue(
	FILE_FIELD,
	'holds a gzip file that is damaged, cut off or of several parts',
	'Create the file again, and compress it in one go.',
);

/** The text of bytes, without the mark at its beginning. @param named the encoding, where one is */
async function* textOfBytes(
	bytes: AsyncIterable<Uint8Array>,
	named: string,
): AsyncGenerator<string> {
	let decoder: InstanceType<typeof TextDecoder> | undefined;
	const decode = (piece?: Uint8Array) => {
		try {
			return decoder!.decode(piece, { stream: piece !== undefined });
		} catch {
			throw undecodableFile(decoder!.encoding);
		}
	};
	for await (const piece of withWholeBegin(bytes)) {
		decoder ??= new TextDecoder(encodingOf(beginOf(piece), named), { fatal: true });
		yield decode(piece);
	}
	if (decoder) yield decode();
}

const undecodableFile = (encoding: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds bytes that are not ${encoding}`,
		'Choose the encoding of the file in the options, or create the file again.',
	);

/**
 * The encoding that the mark of a text says, or that is named, or else that its first character shows.
 * @throws InvalidValue where they are no text
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

async function* fromLineOn(pieces: AsyncIterable<string>, line: number): AsyncGenerator<string> {
	let linesLeft = line - 1;
	let text = '';
	for await (const piece of pieces) {
		text += piece;
		while (linesLeft > 0) {
			const end = text.indexOf('\n') + 1;
			text = end > 0 ? text.slice(end) : '';
			if (end === 0) break;
			linesLeft--;
		}
		if (linesLeft > 0) continue;
		yield text;
		text = '';
	}
}
