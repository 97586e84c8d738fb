/** Bytes as text: in which encoding they are. */

/** The bytes of a text, in pieces. */
type Pieces = AsyncIterable<Uint8Array>;

/** How many bytes of the beginning {@link encodingOf} looks at. */
export const HEAD_BYTES = 3;

/** The marks at the beginning of a text that tell its encoding. */
const MARKS: ReadonlyArray<[encoding: string, mark: number[]]> = [
	['utf-8', [0xef, 0xbb, 0xbf]],
	['utf-16le', [0xff, 0xfe]],
	['utf-16be', [0xfe, 0xff]],
];

/**
 * How bytes are decoded: as their mark says, or as is named, or as UTF-16 where every other byte of
 * the beginning is zero, or as UTF-8.
 * @param named the name that TextDecoder has for it; empty where nothing is named
 */
export function encodingOf(head: Uint8Array, named: string): string {
	const marked = MARKS.find(([, mark]) => mark.every((byte, index) => head[index] === byte));
	if (marked) return marked[0];
	if (named !== '') return named;
	if (head.length < 2 || head[0] === head[1]) return 'utf-8';
	return head[1] === 0 ? 'utf-16le' : head[0] === 0 ? 'utf-16be' : 'utf-8';
}

/**
 * The beginning of something that comes in pieces, and the whole of it, which can be read once.
 * @param count bytes of the beginning; fewer where there are no more
 */
export async function peek(
	bytes: Pieces,
	count: number,
): Promise<{ head: Uint8Array; whole: Pieces }> {
	const iterator = bytes[Symbol.asyncIterator]();
	const pieces: Uint8Array[] = [];
	let length = 0;
	while (length < count) {
		const { value, done } = await iterator.next();
		if (done) break;
		pieces.push(value);
		length += value.length;
	}
	const head = Buffer.concat(pieces);
	async function* whole(): AsyncGenerator<Uint8Array> {
		try {
			if (head.length > 0) yield head;
			for (let next = await iterator.next(); !next.done; next = await iterator.next())
				yield next.value;
		} finally {
			await iterator.return?.();
		}
	}
	return { head: head.subarray(0, count), whole: whole() };
}
