import { beginsWithDigit } from './textKinds';

/** How totals are marked, in the languages in which ad platforms export. */

/** Whether a label is such a word, alone or with what it is the total of, or only begins with one. */
export type TotalWord = 'begins' | 'is';

const IS_ASCII = /^[\0-\x7f]*$/;

/** Without accents, and with the usual one of several forms of a sign. */
function plain(label: string): string {
	// It sees each row of a table, and most of them have no accents.
	if (IS_ASCII.test(label)) return label;
	const letters = label.normalize('NFKD').replace(/[\p{M}\p{Cf}]/gu, '');
	return letters.replace(/ł/gi, 'l').replace(/ø/gi, 'o');
}

const WORDS = plain(
	'(?:grand |sub[ -]?|sous[ -])?totals?|sums?|overall|(?:zwischen)?summe|gesamt(?:summe|ergebnis)?|ergebnis|insgesamt|totaux|total general|totale|totali|(?:eind|sub)?totaal|totais|razem|suma|łącznie|ogółem|celkem|celkom|spolu|yhteensä|i alt|total(?:t|summa)|összesen|toplam|genel toplam|ukupno|skupaj|kokku|kopā|iš viso|tổng(?: cộng)?|jumlah|общо|итого|всего|всього|усього|разом|σύνολο|סה"כ|المجموع|الإجمالي|कुल|รวม|合計|合计|总计|總計|합계|총계',
);
const AFTER =
	'\\s*(?:$|[\\])*:("\\u2013\\u2014-]|(?:of|de|von|for|fur|pour|per|voor|di|do|da|del)(?:\\s|$))';
/** With marks around it, as in `*Total*`. */
const BEGIN = `^[\\s\\p{P}\\p{S}]*(?:${WORDS})`;
const IS_WORD = new RegExp(`${BEGIN}(?=${AFTER})`, 'iu');
const IS_WORD_ALONE = new RegExp(`${BEGIN}(?:[\\s\\p{P}\\p{S}]*$|\\s*:)`, 'iu');
const BEGINS_WITH_WORD = new RegExp(`${BEGIN}(?![\\p{L}\\p{N}])`, 'iu');

/** The text that is a total's word, or else the first value, or the first text that such a word begins. */
export function labelOf(texts: ReadonlyArray<string | undefined>): string | undefined {
	return texts.find(isLabelOfTotal) ?? texts[0] ?? texts.find((text = '') => wordIn(text));
}

/** Whether a value is a total's word alone, or with what it is the total of. */
export const isLabelOfTotal = (value: unknown): boolean =>
	typeof value === 'string' && isName(value) && IS_WORD.test(plain(value));

/** Whether a label says no more than that it is a total, or goes on after a colon. */
export const isWordAlone = (label: string): boolean => IS_WORD_ALONE.test(plain(label));

export function wordIn(label: string): TotalWord | undefined {
	if (isLabelOfTotal(label)) return 'is';
	return isName(label) && BEGINS_WITH_WORD.test(plain(label)) ? 'begins' : undefined;
}

/** Days and IDs are none. */
const isName = (label: string): boolean => label.length <= 100 && !beginsWithDigit(label);
