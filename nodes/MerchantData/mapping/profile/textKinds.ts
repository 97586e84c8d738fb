import { type DateReader, formatReaders, isWrittenAsDate, patternReaders } from '../dateFormat';
import { isOnlyCurrency } from '../currencies';
import { currencyIn, numberIn, NUMBERS, withoutPercent } from '../numberFormat';

/** The possible meanings of a text in a table. */

export const DAYS = [...formatReaders('UTC'), ...patternReaders('UTC')];

/** Dashes and dots mean "no value" in any column, words only in one of numbers, days or IDs: elsewhere, NA is a region. */
const DASHES = '[\\p{Pd}\\u2212.…]+';
const WORDS = 'n\\.?\\/?a\\.?|#?n\\/d|null|nan|none|nil|k\\.\\s?a\\.|\\\\N';
const IS_DASH = new RegExp(`^${DASHES}$`, 'u');
const NO_VALUE = new RegExp(`^(?:${DASHES}|${WORDS})$`, 'iu');

/** Whether a text without blanks around it is only dashes or dots. */
export const isDash = (text: string): boolean => IS_DASH.test(text);
/** Whether a text without blanks around it may mean "no value". */
export const saysNoValue = (text: string): boolean => NO_VALUE.test(text);

/** `="0123"` and `'0123` keep zeros in a spreadsheet. */
const PROTECTED = /^=".*"$|^'\d/;
/** Leading zeros or 16 digits make an ID, a plus and eight digits a phone number, also with blanks between them. */
const LIKE_AN_ID = /^0\d|^\d{16}|^\+(?:\d\s*){8}/;
/** Not a version, an address, or a name such as R1. */
const LIKE_A_NUMBER = /^(?!\d+(?:\.\d+){2,}$|\p{L}\d+$)/u;
/** Longer texts are neither numbers nor days nor IDs. */
const MOST_CHARS = 50;

/** It sees each cell, for which a pattern would take three times as long. */
export const beginsWithDigit = (text: string): boolean => text[0] >= '0' && text[0] <= '9';

export const isProtected = (text: string): boolean => PROTECTED.test(text);
export const isIdLike = (text: string): boolean =>
	isProtected(text) || (text.length <= MOST_CHARS && LIKE_AN_ID.test(text));

/** Five digits are days of a spreadsheet only from 2000 to 2049: others are mostly counts. */
const isDayIn = (text: string, reader: DateReader): boolean =>
	(reader.format === 'spreadsheet' ? /^20[0-4]/ : /^\d/).test(reader.read(text) ?? '');

export type TextKinds = Readonly<ReturnType<typeof kindsOf>>;

/**
 * The formats that read a text, and whether it may be meant as a day, also if no format reads it.
 * @param text without blanks around it. @param seeksDays whether its column may hold days
 */
export function kindsOf(text: string, seeksDays: boolean) {
	if (text.length > MOST_CHARS) return { numbers: [], days: [], looksLikeDay: false };
	const number = withoutPercent(text);
	const mayBeDay = seeksDays && /\d/.test(text);
	const days = mayBeDay ? DAYS.filter((format) => isDayIn(text, format)) : [];
	return {
		numbers: LIKE_A_NUMBER.test(number)
			? NUMBERS.filter((name) => numberIn(number, name) !== undefined)
			: [],
		days,
		looksLikeDay: days.length > 0 || (mayBeDay && isWrittenAsDate(text)),
	};
}

/** Whether a text is no name: it is a number, a day or an ID. */
export function isValue(text: string): boolean {
	const { numbers, looksLikeDay } = kindsOf(text, true);
	const isNumber = numbers.length > 0 && isOnlyCurrency(currencyIn(text) ?? '');
	return isNumber || looksLikeDay || isIdLike(text);
}
