import { within } from '../../lib/pause';
import { NO_ANSWER } from '../errors/noAnswer';
import { type NodeStream, streamOf } from '../nodeStream';
import type { Redactor } from '../../lib/redact';

/** The longest text of V8: 512 MB. */
const LARGEST_TEXT_BYTES = 2 ** 29 - 24;

const systemError = (systemCode: string, message: string, description?: string) =>
	Object.assign(new Error(message), { code: systemCode, description });

/** The result of a promise in time; else it throws. n8n's timeout counts idle time, and ends with the headers. */
export const inTime =
	(ms: number, cancel: AbortSignal | undefined) =>
	async <T extends object>(promise: Promise<T>): Promise<T> => {
		const given = await within(promise, ms, cancel);
		if (given) return given;
		if (cancel?.aborted) throw systemError('ERR_CANCELED', 'the execution was cancelled');
		throw systemError('ETIMEDOUT', `timeout of ${ms / 1_000} s exceeded`);
	};
export type WaitFor = ReturnType<typeof inTime>;

/** All bytes of a body. @throws if it breaks off, cannot be decompressed, or is too large for a text */
export async function readAll(body: NodeStream): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of body as AsyncIterable<Buffer>) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > LARGEST_TEXT_BYTES)
			throw systemError('ERR_STRING_TOO_LONG', 'the answer is larger than a text can be');
	}
	return Buffer.concat(chunks);
}

/** Decodes UTF-8 piece by piece. It throws for other bytes, because replacing them would change data silently. */
export function newDecoder() {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	return (bytes: Uint8Array, isLast: boolean) => {
		try {
			return decoder.decode(bytes, { stream: !isLast });
		} catch {
			throw systemError('not utf-8', 'the answer is not UTF-8', NO_ANSWER.undecodable.remedy);
		}
	};
}

/** A body that is read later, as UTF-8 without secrets. The time that its reader takes does not count. */
export function readLater(source: NodeStream, waitFor: WaitFor, redactor: Redactor): NodeStream {
	const decode = newDecoder();
	const redact = redactor.inPieces();
	// Without a listener, an error would end n8n's process.
	source.on('error', () => {});
	async function* text() {
		const reader = source[Symbol.asyncIterator]();
		for (;;) {
			const { done, value } = await waitFor(reader.next());
			if (done) break;
			yield redact(decode(value as Buffer, false), false);
		}
		yield redact(decode(Buffer.of(), true), true);
	}
	// It closes even if nobody has started to read it. An open source would keep its connection.
	return streamOf(source, text()).on('close', () => source.destroy());
}
