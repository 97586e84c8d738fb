import { type Escapes, KINDS_OF_ESCAPES, OF_ESCAPES } from './escapes';

/**
 * How a service may write a text that it repeats: as it is, or escaped for JSON, a URL or HTML, in
 * whole or in part, and in several layers, such as JSON within JSON. What is looked for is looked
 * for in the text as it came, and in whatever it becomes when layers are taken off in any order: which
 * order is the right one cannot be seen. Base64 is one more layer.
 */

/** Put in the place of what must not be shown. */
export const REPLACEMENT = '[redacted]';

/** A stretch of a text, by its first character and the one after its last. */
export interface Span {
	start: number;
	end: number;
}

/** Deeper than JSON, HTML and a URL within each other, each twice. */
const LAYERS = 6;
/** A text cannot ask for more work than to be searched so often. */
const MOST_TEXTS = 64;

/**
 * The most characters that stand for one in the text: an escape with each of its characters escaped
 * again, as in `&#x5c;&#x75;&#x30;&#x30;&#x32;&#x62;`.
 */
export const LONGEST_SPELLING = 36;

/** Bytes as text, one character each, so that a character cut in two stays whole. */
export function asLatin1(bytes: string | Uint8Array): string {
	return Buffer.from(bytes as string).toString('latin1');
}

/** What is looked for. */
export interface Search {
	/** Where it stands in a text without escapes. */
	find(text: string): Span[];
	/** How the text holds characters, where it is not as themselves: {@link asLatin1}. */
	encode?(text: string): string;
	/** The characters that it may hold; escapes of others are left alone, which is faster. */
	alphabet?: ReadonlySet<string>;
}

/** @returns what an escape stands for; the escape itself where that does not matter */
function reader(kind: Escapes, { encode, alphabet }: Search): (escape: string) => string {
	const mattersNot = (character: string) =>
		alphabet && !alphabet.has(character) && !OF_ESCAPES.test(character);
	if (kind.isOfTexts) {
		return (escape) => {
			const meant = kind.read(escape);
			return meant === escape ? escape : (encode?.(meant) ?? meant);
		};
	}
	/** A text repeats the same few. */
	const known = new Map<string, string>();
	return (escape) => {
		let meant = known.get(escape);
		if (meant === undefined) {
			const character = kind.read(escape);
			meant = mattersNot(character) ? escape : (encode?.(character) ?? character);
			known.set(escape, meant);
		}
		return meant;
	};
}

/** Says of each character of the unescaped text where it stands in the text, if asked in order. */
function placesIn(
	text: string,
	pattern: RegExp,
	read: (escape: string) => string,
): (character: number) => Span {
	const escapes = text.matchAll(pattern);
	/** How much longer the text is than the unescaped one, up to the escape that comes next. */
	let longer = 0;
	let escape = '';
	let length = 0;
	let index = 0;
	const advance = () => {
		longer += escape.length - length;
		const { value } = escapes.next() as { value?: RegExpExecArray };
		escape = value?.[0] ?? '';
		length = value ? read(escape).length : 0;
		index = value?.index ?? Infinity;
	};
	advance();
	return (character) => {
		while (character + longer >= index + length) advance();
		const start = character + longer;
		const isEscaped = start >= index && length !== escape.length;
		return isEscaped ? { start: index, end: index + escape.length } : { start, end: start + 1 };
	};
}

/** Spans by their place, those that overlap as one. */
export function inOrder(spans: readonly Span[]): Span[] {
	const merged: Span[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}

/**
 * What is found in a text, or in what it becomes when its escapes are taken off.
 * @returns where it stands in the text, in order, none within another
 */
export function findSpelled(
	text: string,
	search: Search,
	layers = LAYERS,
	seen = new Set<string>(),
): Span[] {
	if (seen.has(text) || seen.size === MOST_TEXTS) return [];
	seen.add(text);
	const found = search.find(text);
	for (const kind of layers === 0 ? [] : KINDS_OF_ESCAPES) {
		if (!text.includes(kind.lead)) continue;
		const read = reader(kind, search);
		const inner = text.replace(kind.pattern, read);
		if (inner === text) continue;
		const place = placesIn(text, kind.pattern, read);
		for (const { start, end } of findSpelled(inner, search, layers - 1, seen)) {
			found.push({ start: place(start).start, end: place(end - 1).end });
		}
	}
	return inOrder(found);
}

/** The text with other words in the place of its spans. */
export function replaceSpans(
	text: string,
	spans: readonly Span[],
	replacement: (span: Span) => string = () => REPLACEMENT,
): string {
	let at = 0;
	const parts: string[] = [];
	for (const span of spans) {
		parts.push(text.slice(at, span.start), replacement(span));
		at = span.end;
	}
	return parts.join('') + text.slice(at);
}
