import { createHash } from 'node:crypto';
import { lineDropper } from '../parsers/parser';
import { decoded, explained } from './decode';
import { type Bytes, plainBytes } from './gunzip';

/** What is known of a file after it was read once. */
export interface Survey {
	/** SHA-256 of its bytes, in hex. */
	digest: string;
	/** The beginning of its text. */
	sample: string;
	/** Whether the sample is all of it. */
	isWhole: boolean;
}

const SAMPLE_CHARS = 64 * 1_024;

/** The text of a file from a line on, in pieces. */
export async function* textOf(
	bytes: Bytes,
	encoding: string,
	fromLine: number,
): AsyncGenerator<string> {
	const drop = lineDropper(fromLine - 1);
	for await (const piece of decoded(plainBytes(bytes), encoding)) yield drop(piece);
}

/**
 * Reads a file once, so that it is refused before any of its rows is sent if it is damaged or cannot be
 * decoded, and so that a rerun recognises it.
 * @throws InvalidValue
 */
export async function survey(
	open: () => Bytes,
	encoding: string,
	fromLine: number,
): Promise<Survey> {
	const hash = createHash('sha256');
	async function* hashed(): AsyncGenerator<Uint8Array> {
		for await (const piece of open()) {
			hash.update(piece);
			yield piece;
		}
	}
	let sample = '';
	let isWhole = true;
	try {
		for await (const text of textOf(hashed(), encoding, fromLine)) {
			if (sample.length < SAMPLE_CHARS) sample += text;
			else isWhole &&= text === '';
		}
	} catch (error) {
		throw await explained(error, () => plainBytes(open()));
	}
	return { digest: hash.digest('hex'), sample, isWhole };
}
