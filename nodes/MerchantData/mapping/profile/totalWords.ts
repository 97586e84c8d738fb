/** How totals are marked, in the languages in which ad platforms export. */

/** Whether a label is such a word, alone or with what it is the total of, or only begins with one. */
export type TotalWord = 'begins' | 'is';

const WORDS =
	'(?:grand |sub[ -]?)?totals?|sums?|overall|summe|gesamt(?:summe|ergebnis)?|ergebnis|insgesamt|totaux|total general|totale|totali|totaal|totais|razem|suma|lacznie|ogolem|celkem|spolu|yhteensa|i alt|totalt|osszesen|toplam|genel toplam|итого|всего|разом|σύνολο|合計|总计|總計|합계|jumlah';
const AFTER =
	'\\s*(?:$|[:(\\u2013\\u2014-]|(?:of|de|von|for|fur|pour|per|voor|for|di|do|da|del)(?:\\s|$))';
const IS_WORD = new RegExp(`^(?:${WORDS})(?=${AFTER})`, 'u');
const BEGINS_WITH_WORD = new RegExp(`^(?:${WORDS})(?![\\p{L}\\p{N}])`, 'u');

const plain = (label: string): string =>
	label
		.normalize('NFD')
		.replace(/[\p{M}\p{Cf}]/gu, '')
		.replace(/ł/gi, 'l')
		.replace(/ø/gi, 'o')
		.toLowerCase()
		.trim();

/** The first value, or else the first text that a total's word begins. */
export function labelOf(texts: ReadonlyArray<string | undefined>): string | undefined {
	return texts[0] ?? texts.find((text) => text !== undefined && wordIn(text) !== undefined);
}

/** Whether a value is a total's word alone, or with what it is the total of. */
export const isLabelOfTotal = (value: unknown): boolean =>
	typeof value === 'string' && wordIn(value) === 'is';

export function wordIn(label: string): TotalWord | undefined {
	if (label.length > 100) return undefined;
	const text = plain(label);
	if (IS_WORD.test(text)) return 'is';
	return BEGINS_WITH_WORD.test(text) ? 'begins' : undefined;
}
