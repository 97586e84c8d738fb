import {
	asLatin1,
	findSpelled,
	inOrder,
	LONGEST_SPELLING,
	replaceSpans,
	type Search,
	type Span,
} from './encodings';
import { stretchFinder } from './stretches';

/**
 * Keeps secrets out of whatever leaves the node. The service may echo a key or a token in an
 * answer, as it was sent, escaped or encoded ("Authentication", rule 1: they must not appear in
 * logs).
 */

/** Shorter values are words that would be cut out of innocent text; no key or token is that short. */
const SHORTEST_SECRET = 8;

/** How many characters are searched at once: their copies without escapes stand in memory. */
const PART = 1024 * 1024;

/** JSON within JSON is escaped again; each answer that is parsed takes one layer off. */
const LAYERS_OF_JSON = 3;

/** What a service may put into base64: the secret, or a JSON text or a URL that holds it. */
function textsOf(secret: string): string[] {
	const texts = [secret];
	for (let layer = 0; layer < LAYERS_OF_JSON; layer++) {
		texts.push(JSON.stringify(texts[layer]).slice(1, -1));
	}
	return [...texts, texts[1].replace(/\//g, '\\/'), encodeURIComponent(secret)];
}

/** The forms in which a secret may come back, apart from escapes. */
function formsOf(secret: string): string[] {
	const base64 = textsOf(secret).flatMap((text) =>
		[0, 1, 2].map((offset) => base64Within(text, offset)),
	);
	const cases = [secret, secret.toLowerCase(), secret.toUpperCase()];
	return [
		secret,
		// As forms write it.
		secret.replace(/ /g, '+'),
		...cases.map((text) => Buffer.from(text).toString('hex')),
		...base64,
		...base64.map((form) => form.replace(/\+/g, '-').replace(/\//g, '_')),
	];
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
	/** {@link redact} for a body that is too large for a text. An error of the source is its error. */
	redactStream(source: NodeJS.ReadableStream): NodeJS.ReadableStream;
}

/** In lower case, and as long as before: "İ" alone would become two characters. */
const lowered = (text: string) => text.replaceAll('İ', 'i').toLowerCase();

/**
 * Finds secrets, in any case of letters, in texts that hold characters as themselves, or as `encode`
 * says.
 */
function createFinder(forms: readonly string[], encode: (text: string) => string = String) {
	const inCases = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
	const wanted = [...new Set(inCases.map((form) => lowered(encode(form))))];
	const search: Search = {
		find(text) {
			const lower = lowered(text);
			return wanted.flatMap((form) => placesOf(form, lower));
		},
		encode,
		alphabet: new Set(inCases.join('')),
	};
	const stretchesOf = stretchFinder(inCases.map(encode));
	return {
		find(text: string): Span[] {
			const isClean = findSpelled(stretchesOf(text), search).length === 0;
			return isClean ? [] : findSpelled(text, search);
		},
		/** The most characters that a secret may take. */
		longest: LONGEST_SPELLING * Math.max(0, ...wanted.map((form) => form.length)),
	};
}

export function createRedactor(): Redactor {
	const secrets = new Set<string>();
	/** Made when they are asked for, anew when a secret was learnt. */
	const finders = new Map<typeof asLatin1 | undefined, ReturnType<typeof createFinder>>();

	function finder(encode?: typeof asLatin1) {
		const made =
			finders.get(encode) ?? createFinder([...new Set([...secrets].flatMap(formsOf))], encode);
		finders.set(encode, made);
		return made;
	}

	/** A secret that the end of a part cuts in two stands in the next, which begins before that end. */
	function redact(text: string): string {
		const { find, longest } = finder();
		const spans: Span[] = [];
		for (let at = 0; at < text.length; at += PART) {
			const from = Math.max(0, at - longest);
			for (const { start, end } of find(text.slice(from, at + PART)))
				spans.push({ start: from + start, end: from + end });
		}
		return replaceSpans(text, inOrder(spans));
	}

	/** Holds back what may be the start of a secret. */
	async function* redactChunks(source: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
		let held = '';
		for await (const chunk of source) {
			const { find, longest } = finder(asLatin1);
			const text = held + asLatin1(chunk);
			const clean = replaceSpans(text, find(text));
			held = clean.slice(Math.max(0, clean.length - longest));
			yield Buffer.from(clean.slice(0, clean.length - held.length), 'latin1');
		}
		yield Buffer.from(held, 'latin1');
	}

	return {
		learn(secret) {
			if (typeof secret !== 'string' || secret.length < SHORTEST_SECRET) return;
			if (secrets.has(secret)) return;
			secrets.add(secret);
			finders.clear();
		},
		redact,
		redactStream(source) {
			const { constructor } = source as unknown as NodeStream;
			const chunks = redactChunks(source as AsyncIterable<string | Buffer>);
			const iterator: AsyncIterator<Buffer> = {
				next: () => chunks.next(),
				// A generator that waits for the source could not be ended.
				return: () => {
					(source as unknown as NodeStream).destroy();
					return Promise.resolve({ done: true, value: undefined });
				},
			};
			const clean = constructor.from({ [Symbol.asyncIterator]: () => iterator });
			// Whoever reads gets the error, when it reads; until then it would end the process.
			source.on('error', () => {});
			return clean.on('error', () => {});
		},
	};
}

function placesOf(form: string, text: string): Span[] {
	const spans: Span[] = [];
	for (let start = text.indexOf(form); start >= 0; ) {
		const end = start + form.length;
		spans.push({ start, end });
		start = text.indexOf(form, end);
	}
	return spans;
}

/** What Node's readable streams have besides; `node:stream` may not be imported by this package. */
interface NodeStream {
	constructor: { from(chunks: AsyncIterable<Buffer>): NodeJS.ReadableStream };
	destroy(): void;
}
