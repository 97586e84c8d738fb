import type { Span } from './encodings';

/** What escapes, hex and base64 are written with. */
const OF_ENCODINGS = /[\w\\%&#;+/-]/;

const UNITS = 2 ** 16;

/** The parts of a text in which a secret may stand. */
export interface Candidates {
	/** These parts, with something between them that is in none. */
	text: string;
	/** Where spans of that text, in order, stand in the whole text. */
	placesOf(spans: readonly Span[]): Span[];
}

/**
 * Makes what cuts a text down to the parts that are written with the characters of secrets and of
 * encodings alone, and are not shorter than the shortest secret. Of a large answer little is left,
 * in a hundredth of the time that a search takes.
 * @param wanted secrets, at least one, in the forms that are looked for
 */
export function candidateFinder(wanted: readonly string[]): (text: string) => Candidates {
	const shortest = Math.min(...wanted.map((form) => form.length));
	const isUsed = new Uint8Array(UNITS);
	for (let unit = 0; unit < 128; unit++) {
		if (OF_ENCODINGS.test(String.fromCharCode(unit))) isUsed[unit] = 1;
	}
	for (const form of wanted) {
		for (let at = 0; at < form.length; at++) isUsed[form.charCodeAt(at)] = 1;
	}
	const between = String.fromCharCode(isUsed.indexOf(0));

	return (text) => {
		const parts: Span[] = [];
		for (let at = shortest - 1; at < text.length; at += shortest) {
			if (!isUsed[text.charCodeAt(at)]) continue;
			let start = at;
			while (start > 0 && isUsed[text.charCodeAt(start - 1)]) start--;
			while (at < text.length && isUsed[text.charCodeAt(at)]) at++;
			if (at - start >= shortest) parts.push({ start, end: at });
		}
		return {
			text: parts.map(({ start, end }) => text.slice(start, end)).join(between),
			placesOf(spans) {
				let part = 0;
				/** How much further the part stands in the whole text. */
				let further = parts.length > 0 ? parts[0].start : 0;
				return spans.map(({ start, end }) => {
					while (start + further >= parts[part].end) {
						part++;
						further += parts[part].start - parts[part - 1].end - between.length;
					}
					return { start: start + further, end: end + further };
				});
			},
		};
	};
}
