import type { BinaryHelperFunctions } from 'n8n-workflow';

type Chunks = AsyncIterable<Uint8Array>;

export type NodeStream = Exclude<Parameters<BinaryHelperFunctions['prepareBinaryData']>[0], Buffer>;

/** A stream of bytes that pulls chunks when it is read. @param like n8n's stream: `node:stream` may not be imported */
export function streamOf(like: NodeStream, chunks: Chunks | AsyncIterable<string>): NodeStream {
	const streams = like.constructor as unknown as {
		from(chunks: AsyncIterable<unknown>, options: { objectMode: false }): NodeStream;
	};
	// Its reader gets the error, however late it comes: without a listener, the error would end n8n's process.
	return streams.from(chunks, { objectMode: false }).on('error', () => {});
}

/** Chunks after a transform. It reads ahead at once, and an error ends it. */
export function through(transform: CompressionStream | DecompressionStream, chunks: Chunks) {
	// Its types are those of browsers, which lack both.
	const streams = ReadableStream as unknown as { from(chunks: Chunks): ReadableStream<never> };
	return streams.from(chunks).pipeThrough(transform) as unknown as Chunks;
}
