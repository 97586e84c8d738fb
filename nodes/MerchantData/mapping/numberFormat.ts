import { CURRENCY, isCurrency } from './currencies';

/** How texts that are sent as numbers are written: the choices of *Number Format*. */

/** Any dash: U+2212 is the minus of typographers and of some ad platforms, and others write U+2013. */
const MINUS = '[\\p{Pd}\\u2212]';

/** @param decimal the decimal separator as a pattern. @param group that of thousands. @param more other groups */
function format(example: string, decimal: string, group?: string, more = '') {
	const whole = group === undefined ? '\\d*' : `\\d*|[1-9]\\d{0,2}(?:${group}\\d{3})+${more}`;
	const sign = `(?:(${MINUS}|\\+)\\s*)?`;
	const pattern =
		`^${sign}(?:(${CURRENCY})\\s*)?${sign}(?=${decimal}?\\d)(${whole})(?:${decimal}(\\d*))?` +
		`([eE][+-]?\\d+)?(?:\\s*(${CURRENCY}))?$`;
	return { example, pattern: new RegExp(pattern, 'u') };
}

/** The plainest first. Groups have exactly three digits; small numbers have none. */
export const NUMBER_FORMATS = {
	plain: format('1234.56', '\\.'),
	decimalComma: format('1234,56', ','),
	// In India, groups before the last one have two digits.
	commaPoint: format('1,234.56', '\\.', ',', '|[1-9]\\d?(?:,\\d\\d)+,\\d{3}'),
	pointComma: format('1.234,56', ',', '\\.'),
	spaceComma: format('1 234,56', ',', '\\p{Zs}'),
	apostrophePoint: format("1'234.56", '\\.', "['’]", '|[1-9]\\d{0,2}(?:\\p{Zs}\\d{3})+'),
};

export type NumberFormat = keyof typeof NUMBER_FORMATS;
export const NUMBERS = Object.keys(NUMBER_FORMATS) as NumberFormat[];

/** Most numbers: sent as they are, and within the range of numbers. Without separators, in whatever format. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d{0,99})(?:\.\d+)?$/;
const WHOLE_NUMBER = /^[1-9]\d{0,99}$/;
/** Invisible marks in texts that are written from right to left. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text as a JSON number with the same digits: `+5`, `007`, `1.` and `.5` become `5`, `7`, `1` and `0.5`.
 * @returns undefined if it is not a number in the format, or beyond the range of numbers
 */
export function numberIn(text: string, name: NumberFormat): string | undefined {
	if ((name === 'plain' ? JSON_NUMBER : WHOLE_NUMBER).test(text)) return text;
	const { pattern } = NUMBER_FORMATS[name];
	const parts = pattern.exec(text) ?? pattern.exec(text.replace(DIRECTIONS, '').trim());
	if (!parts) return undefined;
	const [, outer, before, inner, whole, decimals, power = '', after] = parts;
	// Shopify writes $5.00 USD.
	if ((outer && inner) || (before && after && !/^[A-Z]{3}$/.test(after))) return undefined;
	if (![before, after].every((currency) => currency === undefined || isCurrency(currency)))
		return undefined;
	const sign = outer ?? inner;
	const minus = sign === undefined || sign === '+' ? '' : '-';
	const digits = whole.length > 4 ? whole.replace(/\D/g, '') : whole;
	const plain = digits.startsWith('0') ? digits.replace(/^0+(?=\d)/, '') : digits || '0';
	const json = `${minus}${plain}${decimals ? `.${decimals}` : ''}${power}`;
	return Number.isFinite(Number(json)) ? json : undefined;
}

/** The currency of an amount: its code, or else as it is written. */
export const currencyIn = (text: string): string | undefined =>
	/[A-Z]{3}/.exec(text)?.[0] ??
	(text.replace(/[\d\s.,'’+\p{Pd}\u2212()%\u066a\uff05]/gu, '') || undefined);

const PERCENT = '[%\\u066a\\uff05]';
/** Turkish has it before the number, after the minus. */
const PERCENT_SIGN = new RegExp(`^(${MINUS}?)${PERCENT}\\s*|\\s*${PERCENT}$`, 'u');

export const withoutPercent = (text: string): string => text.replace(PERCENT_SIGN, '$1');

/** A percentage as a fraction: 0.0814 of `8.14%`. @returns undefined if it is not a number in the format */
export const fractionIn = (text: string, name: NumberFormat): string | undefined =>
	shifted(numberIn(withoutPercent(text), name), 2);

/** A hundredth of a unit of currency: fewer micros with decimals are an amount that is no micros. */
const LEAST_WITH_DECIMALS = 10_000;

/** Millionths as a number. @returns undefined if the text is not a number in the format, or looks like an amount */
export function fromMicros(text: string, name: NumberFormat): string | undefined {
	const number = numberIn(text, name);
	const hasDecimals = number !== undefined && !Number.isInteger(Number(number));
	const isAmount = hasDecimals && Math.abs(Number(number)) < LEAST_WITH_DECIMALS;
	return isAmount ? undefined : shifted(number, 6);
}

/** A JSON number divided by a power of ten, by its digits: exactly, and without zeros at the end. */
function shifted(number: string | undefined, places: number): string | undefined {
	if (number === undefined) return undefined;
	const [, minus, whole, decimals = '', power] = /^(-?)(\d+)(?:\.(\d+))?(?:e(.+))?$/i.exec(number)!;
	if (power !== undefined) return number.replace(/e.*/i, `e${Number(power) - places}`);
	const digits = whole.padStart(places + 1, '0');
	const fraction = (digits.slice(-places) + decimals).replace(/0+$/, '');
	return `${minus}${digits.slice(0, -places)}${fraction && `.${fraction}`}`;
}

/** The values that a text may have, each with examples of the formats that read it so. */
export type Readings = ReadonlyMap<string, readonly string[]>;

/** @param all what each format reads, with its example */
export function readingsIn(
	all: ReadonlyArray<readonly [example: string, value: string | undefined]>,
): Readings {
	const readings = new Map<string, string[]>();
	for (const [example, value] of all)
		if (value !== undefined) readings.set(value, [...(readings.get(value) ?? []), `"${example}"`]);
	return readings;
}

/** How each format would read a text. If one reads thousands, readings a thousand times smaller are left out. */
export function numberReadings(text: string): Readings {
	// No person writes a longer number.
	if (text.length > 100) return new Map();
	const all = readingsIn(
		NUMBERS.map((name) => [NUMBER_FORMATS[name].example, numberIn(text, name)]),
	);
	const isThousandth = (number: string) =>
		/\.\d{3}$/.test(number) && all.has(number.replace('.', ''));
	return new Map([...all].filter(([number]) => !isThousandth(number)));
}

/** Whether a number looks like thousands; undefined for no number, and without a separator, as small numbers are. */
export function looksLikeThousands(text: string, name: NumberFormat): boolean | undefined {
	const number = /[.,]/.test(text) ? numberIn(text, name) : undefined;
	return number === undefined ? undefined : /^-?[1-9]\d{0,2}\.\d{3}$/.test(number);
}
