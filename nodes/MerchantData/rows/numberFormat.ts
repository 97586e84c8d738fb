/** How texts that are sent as numbers are written: the choices of *Number Format*. */

/** U+2212 is the minus of typographers, and of some ad platforms. */
const MINUS = '[-\\u2212]';
/** A currency sign may touch the number. A code such as EUR may not, so that SKU12 is no amount. */
const CURRENCY_BEFORE = '(?:\\p{Sc}\\s*|[A-Z]{3}\\s+)';
const CURRENCY_BEHIND = '(?:\\s*\\p{Sc}|\\s+[A-Z]{3})';

/** @param decimal the separator of decimals, and `group` that of thousands, as in a pattern */
function format(example: string, decimal: string, group?: string) {
	const whole = group === undefined ? '\\d*' : `\\d*|[1-9]\\d{0,2}(?:${group}\\d{3})+`;
	const sign = `(${MINUS}|\\+)?`;
	const pattern =
		`^${sign}(${CURRENCY_BEFORE})?${sign}(?=${decimal}?\\d)(${whole})(?:${decimal}(\\d*))?` +
		`([eE][+-]?\\d+)?(${CURRENCY_BEHIND})?$`;
	return { example, pattern: new RegExp(pattern, 'u') };
}

/** In the order that n8n wants of a menu. Groups are of exactly three digits; small numbers have none. */
export const NUMBER_FORMATS = {
	spaceComma: format('1 234,56', ',', '\\p{Zs}'),
	commaPoint: format('1,234.56', '\\.', ','),
	pointComma: format('1.234,56', ',', '\\.'),
	apostrophePoint: format("1'234.56", '\\.', "['’]"),
	decimalComma: format('1234,56', ','),
	plain: format('1234.56', '\\.'),
};

export type NumberFormat = keyof typeof NUMBER_FORMATS;

/** Most numbers: sent as they are, and within the range of numbers. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,99})(?:\.\d+)?$/;

/**
 * A text as a JSON number with the same digits: `+5`, `007`, `1.` and `.5` become `5`, `7`, `1` and `0.5`.
 * @returns undefined if it is no number in the format, or beyond the range of numbers
 */
export function numberIn(text: string, name: NumberFormat): string | undefined {
	if (name === 'plain' && JSON_NUMBER.test(text)) return text;
	const parts = NUMBER_FORMATS[name].pattern.exec(text);
	if (!parts) return undefined;
	const [, outer, before, inner, whole, decimals, power = '', behind] = parts;
	if ((outer && inner) || (before && behind)) return undefined;
	const sign = outer ?? inner;
	const minus = sign === undefined || sign === '+' ? '' : '-';
	const digits = whole.length > 4 ? whole.replace(/\D/g, '') : whole;
	const plain = digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits || '0';
	const json = `${minus}${plain}${decimals ? `.${decimals}` : ''}${power}`;
	return Number.isFinite(Number(json)) ? json : undefined;
}

/** What a text would be, each with the examples of the formats in which it would be that. */
export type Readings = ReadonlyMap<string, readonly string[]>;

export function readingsIn<Name extends string>(
	formats: Record<Name, { readonly example: string }>,
	would: (name: Name) => string | undefined,
): Readings {
	const readings = new Map<string, string[]>();
	for (const name of Object.keys(formats) as Name[]) {
		const value = would(name);
		if (value === undefined) continue;
		readings.set(value, [...(readings.get(value) ?? []), `"${formats[name].example}"`]);
	}
	return readings;
}

/** What a text would be in each format. If it is thousands in one of them, those in which it is smaller are left out. */
export function numberReadings(text: string): Readings {
	// Errors are short, and no person writes a longer number.
	if (text.length > 100) return new Map();
	const all = readingsIn(NUMBER_FORMATS, (name) => numberIn(text, name));
	const isThousandth = (number: string) =>
		/\.\d{3}$/.test(number) && all.has(number.replace('.', ''));
	return new Map([...all].filter(([number]) => !isThousandth(number)));
}

/** Whether a number looks like thousands; undefined without a separator, as small numbers are in all formats. */
export const looksLikeThousands = (text: string, name: NumberFormat): boolean | undefined =>
	/[.,]/.test(text) ? /^-?[1-9]\d{0,2}\.\d{3}$/.test(numberIn(text, name) ?? '') : undefined;

const WHOLE_OR_DECIMALS = '(?:0|[1-9]\\d{0,14})(?:[.,]\\d{1,15})?';
const GROUPED = '[1-9]\\d{0,2}(?:(?:,\\d{3}){1,4}(?:\\.\\d{1,9})?|(?:\\.\\d{3}){1,4},\\d{1,9})';
/** With a minus and a currency sign. What has a plus may be a phone number, and 16 digits or more are an id. */
const LIKE_NUMBER = new RegExp(
	`^${MINUS}?(?:\\p{Sc}\\s*${MINUS}?)?(?:${WHOLE_OR_DECIMALS}|${GROUPED})(?:\\s*\\p{Sc})?$`,
	'u',
);
const COMPACT_DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])[0-3]\d$/;

/** Whether a text may be meant as a number, in whatever format. */
export const looksLikeNumber = (text: string): boolean =>
	LIKE_NUMBER.test(text) && !COMPACT_DATE.test(text);
