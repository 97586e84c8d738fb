import { within } from '../../shared/pause';
import { UNDECODABLE } from '../errors/noAnswer';
import { type NodeStream, streamOf } from '../nodeStream';

/** Reads the bodies of answers, which n8n hands over as streams, and decodes them. */

/** The longest text that V8 holds: 512 MB. */
const LARGEST_TEXT_BYTES = 2 ** 29 - 24;

const coded = (code: string, message: string) => Object.assign(new Error(message), { code });

/**
 * What a promise gives in time. n8n's own timeout counts idle time, so that one byte a second outlasts it, and
 * for a stream it ends with the headers.
 * @throws an error with a code of the HTTP client, where it takes longer or is cancelled
 */
export async function inTime<T extends object>(
	promise: Promise<T>,
	ms: number,
	cancel: AbortSignal | undefined,
): Promise<T> {
	const given = await within(promise, ms, cancel);
	if (given !== undefined) return given;
	throw cancel?.aborted
		? coded('ERR_CANCELED', 'the execution was cancelled')
		: coded('ETIMEDOUT', `timeout of ${ms / 1_000} s exceeded`);
}

/** {@link inTime} for the promises of one attempt. */
export type WaitFor = <T extends object>(promise: Promise<T>) => Promise<T>;

export function isStream(value: unknown): value is NodeStream {
	return typeof (value as { pipe?: unknown } | null)?.pipe === 'function';
}

/** All bytes of a body. @throws where it breaks off, cannot be decompressed, or is too large for a text */
export async function readAll(body: unknown): Promise<Buffer> {
	if (!isStream(body)) return Buffer.from((body ?? '') as string);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > LARGEST_TEXT_BYTES)
			throw coded('ERR_STRING_TOO_LONG', `the answer has more than ${LARGEST_TEXT_BYTES} bytes`);
	}
	return Buffer.concat(chunks);
}

const undecodable = (code: string) =>
	Object.assign(coded(code, `the answer cannot be decoded: ${code}`), { description: UNDECODABLE });

/**
 * Makes a function that decodes an answer, in the charset that its content type names, or as UTF-8. It takes
 * the bytes piece by piece, and says which is the last; all at once is faster. A byte order mark is left out. Bytes
 * that cannot be decoded are refused, because replacing them would change the data silently.
 * @throws an error with a code, as the function does
 */
export function decoderOf(contentType: string | undefined) {
	const charset = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8';
	let decoder: InstanceType<typeof TextDecoder>;
	try {
		decoder = new TextDecoder(charset, { fatal: true });
	} catch {
		throw undecodable('unknown charset');
	}
	return (bytes: Uint8Array, isLast: boolean) => {
		try {
			return decoder.decode(bytes, { stream: !isLast });
		} catch {
			throw undecodable(`not ${decoder.encoding}`);
		}
	};
}

/**
 * A body that is read later, as UTF-8. It ends where no byte comes for a time; the time that its reader takes
 * does not count. A connection that breaks before is an error for its reader.
 */
export function readLater(
	source: NodeStream,
	waitFor: WaitFor,
	decode: ReturnType<typeof decoderOf>,
	clean: (pieces: AsyncIterable<string>) => AsyncIterable<string>,
): NodeStream {
	// Without a listener it would end n8n's process.
	source.on('error', () => {});
	async function* text(): AsyncGenerator<string> {
		const reader = source[Symbol.asyncIterator]();
		try {
			for (;;) {
				const { done, value } = await waitFor(reader.next());
				if (done) break;
				yield decode(value as Buffer, false);
			}
			yield decode(Buffer.of(), true);
		} finally {
			source.destroy();
		}
	}
	async function* bytes(): AsyncGenerator<Uint8Array> {
		for await (const piece of clean(text())) yield Buffer.from(piece);
	}
	return streamOf(source, bytes());
}
