import { encodingOf, HEAD_BYTES, peek } from '../../shared/textEncoding';
import { InvalidValue } from '../../shared/invalidValue';
import { countBreaks } from '../parsers/parser';
import { type Bytes, FILE_FIELD } from './gunzip';

function decoderOf(encoding: string): InstanceType<typeof TextDecoder> {
	try {
		return new TextDecoder(encoding, { fatal: true });
	} catch {
		return noEncoding(encoding);
	}
}

function noEncoding(encoding: string): never {
	throw new InvalidValue(
		'Encoding',
		`is "${encoding.slice(0, 100)}", which is not a known encoding`,
		'Give a name such as utf-8, utf-16le, windows-1252 or shift_jis.',
	);
}

/** Bytes that are no text in the encoding of their file. */
class Undecodable extends Error {
	readonly encoding: string;

	/** Bytes before the piece in which they were met. */
	readonly before: number;

	constructor(encoding: string, before: number) {
		super(encoding);
		this.encoding = encoding;
		this.before = before;
	}
}

function undecodable(encoding: string, before: number): never {
	throw new Undecodable(encoding, before);
}

/**
 * The text of a file without the mark at its beginning, in pieces.
 * @param typed the encoding, where one is
 * @throws Undecodable; InvalidValue where there is no such encoding
 */
export async function* decoded(bytes: Bytes, typed: string): AsyncGenerator<string> {
	const { head, whole } = await peek(bytes, HEAD_BYTES);
	const named = typed === '' ? '' : decoderOf(typed).encoding;
	const decoder = decoderOf(encodingOf(head, named));
	let before = 0;
	const decode = (piece?: Uint8Array) => {
		try {
			return decoder.decode(piece, { stream: piece !== undefined });
		} catch {
			return undecodable(decoder.encoding, before);
		}
	};
	for await (const piece of whole) {
		yield decode(piece);
		before += piece.length;
	}
	yield decode();
}

/**
 * Names the line of what could not be decoded, for which it reads the file again.
 * @param error what {@link decoded} threw
 * @returns the error to be shown
 */
export async function explained(error: unknown, open: () => Bytes): Promise<unknown> {
	if (!(error instanceof Undecodable)) return error;
	const line = await lineOf(error, open());
	return new InvalidValue(
		FILE_FIELD,
		`holds bytes in line ${line} that are not ${error.encoding}`,
		'Name the encoding of the file in the options, or create the file again.',
	);
}

async function lineOf({ encoding, before }: Undecodable, bytes: Bytes): Promise<number> {
	const decoder = decoderOf(encoding);
	let text = '';
	let line = 1;
	let at = 0;
	const take = (piece?: Uint8Array) => {
		// A line break may be cut in two.
		text = (text.endsWith('\r') ? '\r' : '') + decoder.decode(piece, { stream: !!piece });
		line += countBreaks(text) - (text.endsWith('\r') ? 1 : 0);
	};
	try {
		for await (const piece of bytes) {
			const good = Math.min(piece.length, Math.max(0, before - at));
			take(piece.subarray(0, good));
			for (let bad = good; bad < piece.length; bad++) take(piece.subarray(bad, bad + 1));
			at += piece.length;
		}
		take();
	} catch {
		// The bytes that cannot be decoded begin where `text` ends.
	}
	return line + (text.endsWith('\r') ? 1 : 0);
}
