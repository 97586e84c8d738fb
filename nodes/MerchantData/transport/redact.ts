/**
 * Keeps secrets out of whatever leaves the node. The service may echo a key or a token in an
 * answer, as it was sent or encoded ("Authentication", rule 1: they must not appear in logs).
 */

const REPLACEMENT = '[redacted]';
/** Shorter values are words that would be cut out of innocent text; no key or token is that short. */
const SHORTEST_SECRET = 8;

/** JSON within JSON is escaped again; each answer that is parsed takes one layer off. */
const LAYERS_OF_JSON = 3;

/** The forms in which a secret may come back: plain or JSON-escaped, as it is, URL-encoded, base64. */
function formsOf(secret: string): string[] {
	const texts = [secret];
	for (let layer = 0; layer < LAYERS_OF_JSON; layer++) {
		texts.push(JSON.stringify(texts[layer]).slice(1, -1));
	}
	return texts.flatMap((text) => {
		const urlEncoded = encodeURIComponent(text);
		const base64 = [0, 1, 2].map((offset) => base64Within(text, offset));
		return [
			text,
			urlEncoded,
			urlEncoded.replace(/%../g, (code) => code.toLowerCase()),
			...base64,
			...base64.map((form) => form.replace(/\+/g, '-').replace(/\//g, '_')),
		];
	});
}

/**
 * The part of a base64 text that is the same whatever else is encoded with the secret, such as
 * "Bearer " before it.
 * @param offset how many bytes stand before the secret, modulo 3
 */
function base64Within(secret: string, offset: number): string {
	const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
	const text = bytes.toString('base64').replace(/=+$/, '');
	return text.slice([0, 2, 3][offset], bytes.length % 3 === 0 ? undefined : -1);
}

export interface Redactor {
	/** Adds a value that must never be shown. */
	learn(secret: unknown): void;
	/** The text with every known secret, in any of its forms, replaced. */
	redact(text: string): string;
	/** {@link redact} for a body that is too large for a text. */
	redactStream(source: NodeJS.ReadableStream): NodeJS.ReadableStream;
}

export function createRedactor(): Redactor {
	const forms = new Set<string>();

	function redact(text: string, encode = (form: string) => form): string {
		let clean = text;
		for (const form of forms) clean = clean.replaceAll(encode(form), REPLACEMENT);
		return clean;
	}

	/** Bytes as text, one character each, so that a character cut in two stays whole. */
	const asLatin1 = (bytes: string | Buffer) => Buffer.from(bytes as string).toString('latin1');

	async function* redactChunks(source: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
		// The start of a secret may stand at the end of a chunk.
		const most = Math.max(0, ...[...forms].map((form) => Buffer.byteLength(form) - 1));
		let held = '';
		for await (const chunk of source) {
			const clean = redact(held + asLatin1(chunk), asLatin1);
			held = clean.slice(Math.max(0, clean.length - most));
			yield Buffer.from(clean.slice(0, clean.length - held.length), 'latin1');
		}
		yield Buffer.from(held, 'latin1');
	}

	return {
		learn(secret) {
			if (typeof secret !== 'string' || secret.length < SHORTEST_SECRET) return;
			for (const form of formsOf(secret)) forms.add(form);
		},
		redact: (text) => redact(text),
		redactStream: (source) =>
			(source as unknown as Composable).compose(redactChunks) as NodeJS.ReadableStream,
	};
}

/** What Node's readable streams offer besides; `node:stream` may not be imported by this package. */
interface Composable {
	compose(transform: (source: AsyncIterable<Buffer>) => AsyncIterable<Buffer>): unknown;
}
