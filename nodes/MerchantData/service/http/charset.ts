import { encodingOf, HEAD_BYTES, peek } from '../../shared/textEncoding';

/**
 * The bytes of an answer as text, in the charset that it names; the specification names none. Bytes
 * that cannot be decoded are refused, because replacing them would change the data silently.
 */

/** Bytes that are not valid in their charset, or an unknown charset. */
export class Undecodable extends Error {
	override name = 'Undecodable';

	/** For people, and to tell it from other errors. */
	readonly code: string;

	constructor(code: string) {
		super(`the answer cannot be decoded: ${code}`);
		this.code = code;
	}
}

function undecodable(code: string): never {
	throw new Undecodable(code);
}

/** The charset of a content type; empty where it names none. */
export function charsetOf(contentType: string | undefined): string {
	return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1] ?? '';
}

type Decoder = InstanceType<typeof TextDecoder>;

/** @throws Undecodable where there is no such charset */
function decoderFor(head: Uint8Array, charset: string): Decoder {
	try {
		const named = charset === '' ? '' : new TextDecoder(charset).encoding;
		// JSON begins with ASCII, so the bytes show which of the two kinds it is; the name does not.
		const believed = named.startsWith('utf-16') ? '' : named;
		return new TextDecoder(encodingOf(head, believed), { fatal: true });
	} catch {
		return undecodable('unknown charset');
	}
}

function decode(decoder: Decoder, bytes: Uint8Array, stream: boolean): string {
	try {
		return decoder.decode(bytes, { stream });
	} catch {
		return undecodable(`not ${decoder.encoding}`);
	}
}

/**
 * A whole body as text, without a byte order mark.
 * @param clean removes what must not be shown from bytes that are given as one character each: in
 *   another charset than UTF-8, a part of it may be hidden by the characters that its bytes become
 * @throws Undecodable
 */
export function textOf(
	bytes: Uint8Array,
	charset: string,
	clean: (latin1: string) => string,
): string {
	const decoder = decoderFor(bytes, charset);
	return decode(decoder, cleaned(bytes, decoder, clean), false);
}

/** {@link textOf}, or undefined where it cannot be decoded. */
export function textIfAny(...how: Parameters<typeof textOf>): string | undefined {
	try {
		return textOf(...how);
	} catch {
		return undefined;
	}
}

/** {@link textOf} for people: what cannot be decoded becomes U+FFFD. */
export function lenientText(
	bytes: Uint8Array,
	charset: string,
	clean: (latin1: string) => string,
): string {
	let decoder = new TextDecoder();
	try {
		decoder = new TextDecoder(decoderFor(bytes, charset).encoding);
	} catch {
		// Most likely it is UTF-8.
	}
	return decoder.decode(cleaned(bytes, decoder, clean));
}

function cleaned(
	bytes: Uint8Array,
	{ encoding }: Decoder,
	clean: (latin1: string) => string,
): Uint8Array {
	if (encoding === 'utf-8') return bytes;
	return Buffer.from(clean(Buffer.from(bytes).toString('latin1')), 'latin1');
}

/**
 * A body in UTF-8, as it comes; the bytes themselves where they are that already. Whether it ends
 * within a character is left to who looks for the end of its JSON.
 * @param clean as of {@link textOf}
 * @throws Undecodable when it is read
 */
export async function* utf8Of(
	body: AsyncIterable<Uint8Array | string>,
	charset: string,
	clean: (parts: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
	const { head, whole } = await peek(bytesOf(body), HEAD_BYTES);
	const decoder = decoderFor(head, charset);
	const isUtf8 = decoder.encoding === 'utf-8';
	for await (const part of isUtf8 ? whole : clean(whole)) {
		const text = decode(decoder, part, true);
		yield isUtf8 ? part : Buffer.from(text);
	}
}

async function* bytesOf(body: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array> {
	for await (const part of body) yield typeof part === 'string' ? Buffer.from(part) : part;
}
