import { InvalidInput } from '../../shared/invalidValue';
import { encodingOf, HEAD_BYTES, peek } from '../../shared/textEncoding';
import type { Bytes } from './bytes';

/** Bytes as text. */

/**
 * The text of a file without the mark at its beginning, in pieces.
 * @param open gives the bytes from the beginning: once more where some of them cannot be decoded
 * @param named the encoding, where one is
 * @throws Undecodable behind the last character that could be decoded
 */
export async function* decoded(open: () => Bytes, named: string): AsyncGenerator<string> {
	const { head, whole } = await peek(open(), HEAD_BYTES);
	const encoding = encodingOf(head, named);
	const decode = decoderOf(encoding);
	let before = 0;
	for await (const piece of whole) {
		const text = decode(piece);
		if (text === undefined) yield* goodTextOf(open(), encoding, before);
		yield text ?? undecodable(encoding);
		before += piece.length;
	}
	yield decode() ?? undecodable(encoding);
}

/** A function that decodes pieces, the last without an argument; it returns undefined where it cannot. */
function decoderOf(encoding: string): (piece?: Uint8Array) => string | undefined {
	const decoder = new TextDecoder(encoding, { fatal: true });
	return (piece) => {
		try {
			return decoder.decode(piece, { stream: piece !== undefined });
		} catch {
			return undefined;
		}
	};
}

/** The characters behind a number of bytes, up to one that cannot be decoded. */
async function* goodTextOf(bytes: Bytes, encoding: string, before: number): AsyncGenerator<string> {
	const decode = decoderOf(encoding);
	let at = 0;
	for await (const piece of bytes) {
		// Bytes before belong to a character that goes on.
		const known = Math.min(piece.length, Math.max(0, before - at));
		decode(piece.subarray(0, known));
		at += piece.length;
		for (let next = known; next < piece.length; next++) {
			const text = decode(piece.subarray(next, next + 1));
			if (text === undefined) return;
			yield text;
		}
	}
}

function undecodable(encoding: string): never {
	throw new Undecodable(
		`begins a record with bytes that are not ${encoding}`,
		'Choose the encoding of the file in the options, or create the file again. Nothing behind it could be read.',
	);
}

/** The message follows the line. */
export class Undecodable extends InvalidInput {}

/** Makes a function that drops the first lines of a text that comes in pieces. */
export function lineDropper(lines: number): (piece: string) => string {
	let left = lines;
	let isAfterCr = false;
	return (piece) => {
		let at = 0;
		if (isAfterCr && piece !== '') {
			if (piece.startsWith('\n')) at = 1;
			isAfterCr = false;
		}
		while (left > 0) {
			const end = /[\r\n]/g;
			end.lastIndex = at;
			if (!end.test(piece)) return '';
			at = end.lastIndex;
			left--;
			if (piece[at - 1] !== '\r') continue;
			if (at === piece.length) isAfterCr = true;
			else if (piece[at] === '\n') at++;
		}
		return piece.slice(at);
	};
}

const SAMPLE_CHARS = 64 * 1_024;

/** The beginning of a text that comes in pieces, and the whole of it, which can be read once. */
export interface Sampled {
	sample: string;
	/** Whether the sample is all of it. */
	isWhole: boolean;
	whole: AsyncIterable<string>;
}

/** What reading throws meanwhile, the whole throws behind the sample. */
export async function sampled(text: AsyncGenerator<string>): Promise<Sampled> {
	let sample = '';
	let failure: { error: unknown } | undefined;
	let isWhole = false;
	try {
		while (sample.length < SAMPLE_CHARS && !isWhole) {
			const { value, done } = await text.next();
			isWhole = done === true;
			sample += value ?? '';
		}
	} catch (error) {
		failure = { error };
	}
	async function* whole(): AsyncGenerator<string> {
		if (sample !== '') yield sample;
		if (failure) throw failure.error as Error;
		yield* text;
	}
	return { sample, isWhole, whole: whole() };
}
