import type { Bytes } from '../../../../nodes/MerchantData/rows/files/bytes.ts';
import type { Parsed, Parser } from '../../../../nodes/MerchantData/rows/files/parser.ts';

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

export async function* stream(pieces: readonly Uint8Array[]): Bytes {
	yield* pieces;
}

/** All that comes, and what ended it. */
export async function ending(
	pieces: AsyncIterable<Uint8Array | string>,
): Promise<[text: string, message?: string]> {
	const read: Buffer[] = [];
	const text = () => Buffer.concat(read).toString();
	try {
		for await (const piece of pieces) read.push(Buffer.from(piece as string));
	} catch (error) {
		return [text(), (error as Error).message];
	}
	return [text()];
}

/** What records hold; of those that cannot be read, what they concern. */
export const contents = <Content,>(found: ReadonlyArray<Parsed<Content>>) =>
	found.map((each) => (each.problem ? each.problem.concerns : each.content));

/** Each result once. One comparison of many is much faster than many of one. */
export const distinct = (results: readonly unknown[]): unknown[] =>
	[...new Set(results.map((each) => JSON.stringify(each)))].map((each) =>
		each === undefined ? undefined : (JSON.parse(each) as unknown),
	);
