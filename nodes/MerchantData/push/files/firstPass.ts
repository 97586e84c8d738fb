import { createHash } from 'node:crypto';
import { lineDropper } from '../parsers/parser';
import { decoded, explained } from './decode';
import { type Bytes, plainBytes } from './gunzip';

/** What is known of a file when all of its bytes have been seen once. */
export interface Survey {
	/** Of its bytes. */
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
 * Goes through a file once, so that what is cut off, damaged or cannot be decoded is found before any of
 * its rows is sent, and so that it is known again.
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
