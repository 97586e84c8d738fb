import { through } from '../../service/nodeStream';

/** Bytes on their way into a file: as text, and compressed. Nothing is read before it is asked for. */

/** UTF-8, whose characters may be cut in two, as text without a byte order mark. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const part of bytes) yield decoder.decode(part, { stream: true });
	yield decoder.decode();
}

/** Compresses bytes as they come. An error of theirs ends it. */
export async function* gzip(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	yield* through(new CompressionStream('gzip'), parts);
}
