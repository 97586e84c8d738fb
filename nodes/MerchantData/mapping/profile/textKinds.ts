import { DATE_FORMATS, type DateFormat, DateReader, looksLikeDate, PATTERNS } from '../dateFormat';
import { NUMBER_FORMATS, type NumberFormat, numberIn, withoutPercent } from '../numberFormat';

/** The possible meanings of a text in a table. */

export const NUMBERS = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/** A way to read days, as the form has it. */
export interface DayFormat {
	readonly format: DateFormat;
	readonly pattern: string;
	readonly reader: DateReader;
}

const dayFormat = (format: DateFormat, pattern = ''): DayFormat => ({
	format,
	pattern,
	reader: new DateReader(format, 'UTC', pattern),
});

/** The plainest first, then the other formats, patterns, and at last those of digits, which need a name that says so. */
export const DAYS: readonly DayFormat[] = [
	dayFormat('iso'),
	...(Object.keys(DATE_FORMATS) as Array<keyof typeof DATE_FORMATS>)
		.filter((name) => !['iso', 'compact', 'spreadsheet'].includes(name))
		.map((name) => dayFormat(name)),
	...PATTERNS.map((pattern) => dayFormat('custom', pattern)),
	dayFormat('compact'),
	dayFormat('spreadsheet'),
];

/** Formats as the bits of a number, so that one `&` finds those that read all texts of a column. */
const bits = <T>(all: readonly T[], fits: (one: T) => boolean): number =>
	all.reduce((mask, one, at) => (fits(one) ? mask | (1 << at) : mask), 0);

export const withBits = <T>(all: readonly T[], mask: number): T[] =>
	all.filter((_, at) => mask & (1 << at));

export const ALL_NUMBERS = bits(NUMBERS, () => true);
export const ALL_DAYS = bits(DAYS, () => true);
export const SPREADSHEET_DAY = bits(DAYS, ({ format }) => format === 'spreadsheet');
const WITH_POINT = bits(NUMBERS, (name) => numberIn('12.50', name) !== undefined);

/** Texts that mean "no value". Signs alone, such as `--`, do, too. */
const NO_VALUE = /^(?:[\p{P}\p{S}]*|n\.?\/?a\.?|#?n\/d|null|nan|none|nil|k\.\s?a\.|\\N)$/iu;
/** Whether a text without blanks around it means "no value". */
export const saysNoValue = (text: string): boolean => text.length <= 8 && NO_VALUE.test(text);

/** `="0123"` and `'0123` keep zeros in a spreadsheet. */
const PROTECTED = /^=".*"$|^'\d/;
/** Leading zeros or 16 digits make an ID, a plus and eight digits a phone number. */
const LIKE_AN_ID = /^0\d|\d{16}|^\+\d{8}/;
const WHOLE = /^-?\d{1,15}$/;
const TWO_DECIMALS = /^-?(?:0|[1-9]\d{0,11})\.\d\d?$/;
/** Not a version, an address, or a name such as R1. */
const LIKE_A_NUMBER = /^(?!\d+(?:\.\d+){2,}$|\p{L}\d+$)/u;

export interface TextKinds {
	/** Whether it means "no value". */
	readonly isNone: boolean;
	readonly isProtected: boolean;
	readonly isIdLike: boolean;
	readonly isPercent: boolean;
	/** The formats of {@link NUMBERS} that read it. */
	readonly numbers: number;
	/** The formats of {@link DAYS} that read it. */
	readonly days: number;
	/** Whether it may be meant as a day, also if no format reads it. */
	readonly looksLikeDay: boolean;
}

const NOTHING: TextKinds = {
	isNone: false,
	isProtected: false,
	isIdLike: false,
	isPercent: false,
	numbers: 0,
	days: 0,
	looksLikeDay: false,
};
const NONE = { ...NOTHING, isNone: true };
const WHOLE_NUMBER = { ...NOTHING, numbers: ALL_NUMBERS };
const POINT_NUMBER = { ...NOTHING, numbers: WITH_POINT };

/** @param text without blanks around it. @param seeksDays whether its column may hold days */
export function kindsOf(text: string, seeksDays: boolean): TextKinds {
	const isWhole = WHOLE.test(text);
	if (isWhole && !seeksDays && !LIKE_AN_ID.test(text)) return WHOLE_NUMBER;
	if (TWO_DECIMALS.test(text)) return POINT_NUMBER;
	if (saysNoValue(text)) return NONE;
	if (text.length > 50) return { ...NOTHING, isProtected: PROTECTED.test(text) };
	const number = withoutPercent(text);
	const mayBeDay = seeksDays && /\d/.test(text);
	const days = mayBeDay ? bits(DAYS, ({ reader }) => reader.read(text) !== undefined) : 0;
	return {
		isNone: false,
		isProtected: PROTECTED.test(text),
		isIdLike: LIKE_AN_ID.test(text),
		isPercent: number !== text,
		numbers: LIKE_A_NUMBER.test(number)
			? bits(NUMBERS, (name) => numberIn(number, name) !== undefined)
			: 0,
		days,
		looksLikeDay: days !== 0 || (mayBeDay && looksLikeDate(text)),
	};
}
