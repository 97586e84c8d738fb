import { utf8Of } from './charset';
import type { Deadline } from './deadline';

/** Reads the bodies of answers, which n8n hands over as streams. */

/** The longest text that V8 holds: 512 MB. */
const LARGEST_TEXT_BYTES = 2 ** 29 - 24;

export function isStream(body: unknown): body is NodeJS.ReadableStream {
	return typeof (body as { pipe?: unknown } | null)?.pipe === 'function';
}

/**
 * A body as text.
 * @param decode of its bytes; as UTF-8, with U+FFFD for what is none, where it is left out
 * @throws what `decode` throws, and where the body breaks off, cannot be decompressed, or is too large for a text
 */
export async function readText(
	body: unknown,
	decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes),
): Promise<string> {
	if (isStream(body)) return decode(await readAll(body));
	if (body === undefined || body === null) return '';
	if (typeof body === 'string') return body;
	return body instanceof Uint8Array ? decode(body) : JSON.stringify(body);
}

async function readAll(stream: NodeJS.ReadableStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
		chunks.push(bytes);
		size += bytes.length;
		if (size > LARGEST_TEXT_BYTES) {
			const message = `the answer has more than ${LARGEST_TEXT_BYTES} bytes`;
			throw Object.assign(new Error(message), { code: 'ERR_STRING_TOO_LONG' });
		}
	}
	return Buffer.concat(chunks);
}

/**
 * A body in UTF-8, to be read later, and ended where no byte comes for the time of the watch. A break before
 * that is kept for whoever reads: without a listener it would end n8n's process.
 * @param charset what it names; empty for none
 * @param clean what the bytes go through
 */
export function readLater(
	source: NodeJS.ReadableStream,
	watch: Deadline,
	charset: string,
	clean: (source: NodeJS.ReadableStream) => NodeJS.ReadableStream,
): NodeJS.ReadableStream {
	source.on('error', () => {});
	const cleaned = (parts: AsyncIterable<unknown>) =>
		clean(startingWhenRead(source, parts)) as AsyncIterable<Uint8Array>;
	async function* chunks() {
		yield* cleaned(utf8Of(watched(source, watch), charset, cleaned));
	}
	const reading = chunks();
	const iterator: AsyncIterator<unknown> = {
		next: () => reading.next(),
		// A generator that waits for a byte could not be ended before the byte comes.
		return: () => {
			watch.close();
			(source as unknown as NodeReadable).destroy();
			return Promise.resolve({ done: true, value: undefined });
		},
	};
	return startingWhenRead(source, { [Symbol.asyncIterator]: () => iterator });
}

async function* watched(
	source: NodeJS.ReadableStream,
	watch: Deadline,
): AsyncGenerator<Uint8Array | string> {
	const reader = source[Symbol.asyncIterator]();
	try {
		for (;;) {
			watch.restart();
			const { done, value } = await watch.within(reader.next());
			if (done) return;
			// The time that the reader takes is not the service's.
			watch.pause();
			yield value;
		}
	} finally {
		watch.close();
		(source as unknown as NodeReadable).destroy();
	}
}

/** What Node's readable streams are, beyond the type. */
interface NodeReadable {
	constructor: {
		from(chunks: AsyncIterable<unknown>, options: object): NodeJS.ReadableStream;
	};
	destroy(): void;
}

/**
 * A stream that asks for the first chunk when it is read itself. Its class comes with the stream
 * that n8n gave, because `node:stream` may not be imported by this package.
 */
function startingWhenRead(like: NodeJS.ReadableStream, chunks: AsyncIterable<unknown>) {
	return (like as unknown as NodeReadable).constructor.from(chunks, { objectMode: false });
}
