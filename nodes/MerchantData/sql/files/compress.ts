/** Bytes on their way into a file: as text, and compressed. Nothing is read before it is asked for. */

/** UTF-8, whose characters may be cut in two, as text without a byte order mark. */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const part of bytes) yield decoder.decode(part, { stream: true });
	yield decoder.decode();
}

/** Compresses bytes as they come. An error of theirs ends it. */
export async function* gzip(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const { readable, writable } = new CompressionStream('gzip');
	const written = writeAll(parts, writable.getWriter());
	// The reader gets the error first.
	written.catch(() => {});
	yield* readable as unknown as AsyncIterable<Uint8Array>;
	await written;
}

interface Writer {
	write(part: unknown): Promise<void>;
	close(): Promise<void>;
	abort(reason: unknown): Promise<void>;
}

async function writeAll(parts: AsyncIterable<Uint8Array>, writer: Writer): Promise<void> {
	try {
		for await (const part of parts) await writer.write(part);
		await writer.close();
	} catch (error) {
		await writer.abort(error);
	}
}
