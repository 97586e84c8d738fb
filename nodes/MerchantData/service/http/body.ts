import { utf8Of } from './charset';
import { endedBy, isStream, type NodeStream, streamOf } from '../nodeStream';
import type { Deadline } from './deadline';

/** Reads the bodies of answers, which n8n hands over as streams. */

/** The longest text that V8 holds: 512 MB. */
const LARGEST_TEXT_BYTES = 2 ** 29 - 24;

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

async function readAll(stream: NodeStream): Promise<Buffer> {
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
 * A body in UTF-8 that is read later. It ends where no byte comes within the time of the deadline. A
 * connection that breaks before is an error for its reader: without a listener it would end n8n's process.
 * @param charset as the answer names it; empty for none
 * @param clean removes secrets
 */
export function readLater(
	source: NodeStream,
	deadline: Deadline,
	charset: string,
	clean: (source: NodeStream) => NodeStream,
): NodeStream {
	source.on('error', () => {});
	const cleaned = (parts: AsyncIterable<Uint8Array>) => clean(streamOf(source, parts));
	async function* chunks(): AsyncGenerator<Uint8Array> {
		yield* cleaned(utf8Of(bounded(source, deadline), charset, cleaned));
	}
	const end = () => {
		deadline.close();
		source.destroy();
	};
	return streamOf(source, endedBy(end, chunks()));
}

async function* bounded(
	source: NodeStream,
	deadline: Deadline,
): AsyncGenerator<Uint8Array | string> {
	const reader = source[Symbol.asyncIterator]();
	try {
		for (;;) {
			deadline.restart();
			const { done, value } = await deadline.within(reader.next());
			if (done) return;
			// The time that the reader takes is not the service's.
			deadline.pause();
			yield value;
		}
	} finally {
		deadline.close();
		source.destroy();
	}
}
