/** Numbers in sentences. */

/** `1,208`. */
export const numberText = (count: number): string => count.toLocaleString('en-US');

/** `1 row`, `1,208 rows`. @param noun in the plural, which ends in an s */
export const counted = (count: number, noun: string): string =>
	`${numberText(count)} ${count === 1 ? noun.slice(0, -1) : noun}`;

/** `"a", "b" and "c"`. @param most names, before `and 4 more` */
export function quoted(names: readonly string[], most = Infinity): string {
	const texts = names.map((name) => `"${name}"`);
	return listed(texts, most);
}

/** `a, b and c`; of more than three `a, b, c and 4 more`. */
export function listed(texts: readonly string[], most = 3): string {
	const more = texts.length > most ? [`${numberText(texts.length - most)} more`] : [];
	const all = [...texts.slice(0, most), ...more];
	return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** A text with a capital letter at its beginning. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Sentences as one text, without those that are empty. */
export const joined = (...sentences: string[]): string => sentences.filter(Boolean).join(' ');
