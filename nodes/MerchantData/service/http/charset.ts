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

/**
 * Makes a function that decodes an answer, in the charset that its content type names, or as UTF-8. It takes
 * the bytes piece by piece, and nothing at the end. A byte order mark is left out. Bytes that cannot be
 * decoded are refused, because replacing them would change the data silently.
 * @throws Undecodable, as the function does
 */
export function decoderOf(contentType: string | undefined): (bytes?: Uint8Array) => string {
	const named = /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType ?? '')?.[1];
	const decoder = decoderNamed(named ?? 'utf-8');
	return (bytes) => {
		try {
			return decoder.decode(bytes, { stream: bytes !== undefined });
		} catch {
			return undecodable(`not ${decoder.encoding}`);
		}
	};
}

function decoderNamed(charset: string) {
	try {
		return new TextDecoder(charset, { fatal: true });
	} catch {
		return undecodable('unknown charset');
	}
}

/** A whole answer, decoded. @throws Undecodable */
export function textOf(bytes: Uint8Array, contentType: string | undefined): string {
	const decode = decoderOf(contentType);
	return decode(bytes) + decode();
}

/** {@link textOf}, or undefined where it cannot be decoded. */
export function textIfAny(...how: Parameters<typeof textOf>): string | undefined {
	try {
		return textOf(...how);
	} catch {
		return undefined;
	}
}
