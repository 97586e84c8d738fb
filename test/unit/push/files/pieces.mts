import type { Bytes } from '../../../../nodes/MerchantData/push/files/gunzip.ts';
import type { StoredFile } from '../../../../nodes/MerchantData/push/files/storedFile.ts';
import { CsvCells } from '../../../../nodes/MerchantData/push/parsers/csvCells.ts';
import type { Parsed, Parser } from '../../../../nodes/MerchantData/push/parsers/parser.ts';

/** Ways in which a file comes in pieces. */

/** Everything that a parser finds in pieces of a text. */
export function parse<Content>(
	parser: Parser<Content>,
	pieces: readonly string[],
): Array<Parsed<Content>> {
	const found = pieces.flatMap((piece) => parser.feed(piece, false));
	return [...found, ...parser.feed('', true)];
}

/** The text cut at every place in turn, and cut everywhere at once. */
export function cuts(text: string): string[][] {
	const halves = [...text].map((_, at) => [text.slice(0, at), text.slice(at)]);
	return [...halves, [...text]];
}

/** The same for bytes. */
export function byteCuts(bytes: Buffer): Buffer[][] {
	const halves = [...bytes.keys()].map((at) => [bytes.subarray(0, at), bytes.subarray(at)]);
	return [...halves, [...bytes].map((byte) => Buffer.of(byte)), [bytes]];
}

/** A file in n8n's memory. */
export const inMemory = (content: Buffer | string) =>
	Buffer.from(content as string).toString('base64');

export async function* stream(pieces: readonly Uint8Array[]): Bytes {
	yield* pieces;
}

/** One reading of a file. */
export interface Reading {
	/** How many pieces it has taken. */
	pieces: number;
	hasEnded: boolean;
}

interface FileOptions {
	name?: string;
	mimeType?: string;
	/** Before which piece of which reading it breaks off, both from 0. */
	breaksOff?: { reading: number; piece: number };
}

/** A file that comes in pieces, and what was read of it. */
export function fileOfPieces(
	pieces: ReadonlyArray<Uint8Array | string>,
	{ name = '', mimeType = '', breaksOff }: FileOptions = {},
): StoredFile & { readings: Reading[] } {
	const readings: Reading[] = [];
	async function* open(): Bytes {
		const reading = { pieces: 0, hasEnded: false };
		const number = readings.push(reading) - 1;
		try {
			for (const [at, piece] of pieces.entries()) {
				if (number === breaksOff?.reading && at === breaksOff.piece) throw new Error('It is gone');
				reading.pieces++;
				yield Buffer.from(piece as string);
			}
		} finally {
			reading.hasEnded = true;
		}
	}
	const content = () => Promise.reject(new Error('Nobody asks for another file'));
	return { name, mimeType, open, content, readings };
}

/** The cells of a record of a CSV file in which all are in quotes. */
export function csvCells(texts: readonly string[]): CsvCells {
	const places: number[] = [];
	let record = '';
	for (const text of texts) {
		const cell = text.replaceAll('"', '""');
		const start = Buffer.byteLength(`${record}"`);
		places.push(start, start + Buffer.byteLength(cell));
		record += `"${cell}",`;
	}
	return new CsvCells(Buffer.from(record), places);
}

/** An InvalidValue, as people read it. */
export const refusal = (message: string, remedy = ''): Error =>
	expect.objectContaining({ name: 'InvalidValue', message, remedy });

/** What records hold; of those that cannot be read, what they concern. */
export const contents = <Content,>(found: ReadonlyArray<Parsed<Content>>) =>
	found.map((each) => (each.problem ? each.problem.concerns : each.content));

/**
 * Each result once, as JSON tells it: a number too large for one is null there, so what is expected
 * goes through here too. One comparison of many is much faster than many of one.
 */
export const distinct = (results: readonly unknown[]): unknown[] =>
	[...new Set(results.map((each) => JSON.stringify(each)))].map((each) =>
		each === undefined ? undefined : (JSON.parse(each) as unknown),
	);
