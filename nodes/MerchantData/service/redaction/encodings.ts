/**
 * How a service may write a text that it repeats: as it is, or escaped for JSON, a URL or HTML, one
 * within another as in JSON within JSON. The right order of the layers cannot be seen, so each is tried.
 */

/** Put in the place of what must not be shown. */
export const REPLACEMENT = '[redacted]';

/** A part of a text, by its first character and the one after its last. */
export interface Span {
	start: number;
	end: number;
}

/** Finds what must not be shown in a text without escapes. */
export type Find = (text: string) => Span[];

/** JSON, within a JSON text, within JSON. */
const LAYERS = 3;

interface Encoding {
	/** Without it a text has no escapes. */
	lead: string;
	/** One character, escaped. One of several bytes or of two units is taken as a whole. */
	pattern: RegExp;
	/** The most characters that stand for one. */
	longest: number;
	/** The character that is meant. */
	read(escape: string): string;
}

const HEX2 = '[\\da-f]{2}';
const NEXT_BYTE = '%[89ab][\\da-f]';
/** Half of a character is left alone, until its other half is read as well. */
const UNIT = `u(?!d[89a-f])${HEX2}${HEX2}`;

const AFTER_BACKSLASH = new Map([...'bfnrt'].map((letter, at) => [letter, '\b\f\n\r\t'[at]]));

/** HTML's names for printable characters of ASCII, each with its character. */
const NAMES =
	'amp& apos\' ast* bsol\\ colon: comma, commat@ dollar$ equals= excl! grave` gt> hat^ lbrace{ lbrack[ lcub{ lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot" rbrace} rbrack] rcub} rpar) rsqb] semi; sol/ vert|';
const NAMED = new Map(NAMES.split(' ').map((name) => [name.slice(0, -1), name.slice(-1)]));
// Between the digits of a phone number.
NAMED.set('nbsp', '\u00a0');

const units = (hex: readonly string[]) =>
	String.fromCharCode(...hex.map((code) => parseInt(code, 16)));

const ENCODINGS: readonly Encoding[] = [
	{
		lead: '\\',
		pattern: new RegExp(
			`\\\\(?:ud[89ab]${HEX2}\\\\ud[c-f]${HEX2}|${UNIT}|x${HEX2}|["'\\\\/bfnrt])`,
			'gi',
		),
		longest: '\\u0000'.length,
		read(escape) {
			const letter = escape[1].toLowerCase();
			if (escape.length > 2) return units(escape.slice(2).split(/\\u/i));
			return AFTER_BACKSLASH.get(letter) ?? letter;
		},
	},
	{
		lead: '%',
		pattern: new RegExp(
			`%(?:[0-7][\\da-f]|[cd][\\da-f]${NEXT_BYTE}|e[\\da-f](?:${NEXT_BYTE}){2}|f[0-4](?:${NEXT_BYTE}){3})`,
			'gi',
		),
		longest: '%e0%80%80'.length,
		read: (escape) => Buffer.from(escape.replaceAll('%', ''), 'hex').toString(),
	},
	{
		lead: '&',
		pattern: new RegExp(`&(?:#\\d{1,7}|#x[\\da-f]{1,6}|${[...NAMED.keys()].join('|')});`, 'gi'),
		longest: '&#0000000;'.length,
		read(escape) {
			const name = escape.slice(1, -1).toLowerCase();
			const code = Number(name.replace('#', name[1] === 'x' ? '0' : ''));
			return NAMED.get(name) ?? String.fromCodePoint(code > 0x10ffff ? 0xfffd : code);
		},
	},
];

/** Of these, a text with escapes has one. */
export const LEADS = ENCODINGS.map(({ lead }) => lead);

/** The most characters that stand for one in all layers. */
export const LONGEST_ENCODING = Math.max(...ENCODINGS.map(({ longest }) => longest)) ** LAYERS;

/** Of each character of the text without escapes, and of its end, where it begins in the text. */
function placesIn(text: string, pattern: RegExp, read: (escape: string) => string): number[] {
	const places: number[] = [];
	let at = 0;
	for (const { 0: escape, index } of text.matchAll(pattern)) {
		while (at < index) places.push(at++);
		for (let units = read(escape).length; units > 0; units--) places.push(index);
		at = index + escape.length;
	}
	while (at <= text.length) places.push(at++);
	return places;
}

/** Spans by their place, those that overlap as one. */
function sorted(spans: readonly Span[]): Span[] {
	const merged: Span[] = [];
	for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
		const last = merged.at(-1);
		if (last && start < last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}

/**
 * What is found in a text, or in what it is when up to three layers of escapes are taken off.
 * @param encode how the text holds characters, where it is not as themselves
 * @returns where it stands in the text, in order; spans that overlap are joined
 */
export function findEncoded(
	text: string,
	find: Find,
	encode?: (character: string) => string,
	layers = LAYERS,
	seen = new Set<string>(),
): Span[] {
	// Two orders of the same layers give the same text.
	if (seen.has(text)) return [];
	seen.add(text);
	const found = find(text);
	for (const { lead, pattern, read } of layers === 0 ? [] : ENCODINGS) {
		if (!text.includes(lead)) continue;
		const decode = encode ? (escape: string) => encode(read(escape)) : read;
		const inner = text.replace(pattern, decode);
		if (inner === text) continue;
		const spans = findEncoded(inner, find, encode, layers - 1, seen);
		if (spans.length === 0) continue;
		const places = placesIn(text, pattern, decode);
		for (const { start, end } of spans) found.push({ start: places[start], end: places[end] });
	}
	return sorted(found);
}

/** The text with other words in the place of its spans, which are in order. */
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
