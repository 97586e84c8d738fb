import { endedBy, type NodeStream, streamOf } from '../nodeStream';
import { createCandidates } from './candidates';
import { findEncoded, LONGEST_ENCODING, replaceSpans, type Span } from './encodings';

/**
 * Keeps secrets out of whatever leaves the node. The service may repeat a key or a token in an
 * answer, as it was sent, escaped or encoded ("Authentication", rule 1: they must not appear in
 * logs).
 */

/** Shorter values are words that would be cut out of innocent text; no key or token is that short. */
const SHORTEST_SECRET = 8;

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** The forms in which a secret may come back, apart from escapes and from the case of letters. */
const formsOf = (secret: string) => [
	secret,
	// As HTML forms write it.
	secret.replace(/ /g, '+'),
	...[secret, secret.toLowerCase(), secret.toUpperCase()].map((text) =>
		Buffer.from(text).toString('hex'),
	),
	...[secret, inJson(secret), inJson(inJson(secret))].flatMap(base64Of),
];

/**
 * What base64 holds of a text, whatever is encoded with it, such as "Bearer " before it: three
 * bytes are four characters, and a character that holds bits of other bytes as well is left out.
 */
function base64Of(text: string): string[] {
	return ['', 'x', 'xx'].flatMap((before) => {
		const bytes = Buffer.from(before + text);
		const end = bytes.length % 3 === 0 ? undefined : -1;
		const urlSafe = bytes.toString('base64url').slice([0, 2, 3][before.length], end);
		return [urlSafe, urlSafe.replace(/-/g, '+').replace(/_/g, '/')];
	});
}

export interface Redactor {
	/** Adds a value that must never be shown. */
	learn(secret: unknown): void;
	/** The text with every known secret, in any of its forms, replaced. */
	redact(text: string): string;
	/** {@link redact} for a body that is too large for a text. An error of the source is its error. */
	redactStream(source: NodeStream): NodeStream;
}

/** Bytes as text, one character each: a stream may cut a character in two. */
function asLatin1(bytes: string | Uint8Array): string {
	return Buffer.from(bytes as string).toString('latin1');
}

/** In lower case, and as long as before: "İ" alone would become two characters. */
const lowered = (text: string) => text.replaceAll('İ', 'i').toLowerCase();

/** Finds secrets, in any case of letters, in texts and in bytes as text. */
function createFinder(secrets: Iterable<string>) {
	const forms = [...secrets].flatMap(formsOf);
	const inCases = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
	const all = [...inCases, ...inCases.map(asLatin1)];
	const wanted = [...new Set(all.map(lowered))];
	const candidates = createCandidates(all);
	/** The most characters that a secret may take. */
	const longest = LONGEST_ENCODING * Math.max(0, ...wanted.map((form) => form.length));
	const findPlain = (text: string) => {
		const lower = lowered(text);
		return wanted.flatMap((form) => placesOf(form, lower));
	};
	return {
		find(text: string, encode?: typeof asLatin1): Span[] {
			if (wanted.length === 0) return [];
			return candidates.search(text, (parts) => findEncoded(parts, findPlain, encode));
		},
		/** From where on a stream holds its text back: a secret may begin there that ends in the next chunk. */
		openFrom: (text: string) => Math.max(candidates.openFrom(text), text.length - longest),
	};
}

export function createRedactor(): Redactor {
	const secrets = new Set<string>();
	/** Made when it is asked for, anew when a secret was learnt. */
	let made: ReturnType<typeof createFinder> | undefined;
	const finder = () => (made ??= createFinder(secrets));

	/** Holds back the end, where a secret may begin, as it came: more text may make it another one. */
	async function* redactChunks(source: AsyncIterable<string | Buffer>): AsyncGenerator<Buffer> {
		let held = '';
		for await (const chunk of source) {
			const { find, openFrom } = finder();
			const text = held + asLatin1(chunk);
			const open = openFrom(text);
			const spans = find(text, asLatin1).filter(({ start }) => start < open);
			const end = Math.max(open, spans.at(-1)?.end ?? 0);
			yield Buffer.from(replaceSpans(text.slice(0, end), spans), 'latin1');
			held = text.slice(end);
		}
		yield Buffer.from(replaceSpans(held, finder().find(held, asLatin1)), 'latin1');
	}

	return {
		learn(secret) {
			if (typeof secret !== 'string' || secret.length < SHORTEST_SECRET) return;
			if (secrets.has(secret)) return;
			secrets.add(secret);
			made = undefined;
		},
		redact: (text) => replaceSpans(text, finder().find(text)),
		redactStream(source) {
			// Whoever reads gets the error, when it reads; until then it would end the process.
			source.on('error', () => {});
			const end = () => source.destroy();
			return streamOf(source, endedBy(end, redactChunks(source)));
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
