/** How texts that are sent as numbers are written: the choices of *Number Format*. */

/**
 * @param example as it is shown in the menu, in errors and in hints
 * @param decimal the separator of decimals, and `group` that of thousands, as in a pattern
 */
function format(example: string, decimal: string, group?: string) {
	const whole = group === undefined ? '\\d*' : `\\d*|[1-9]\\d{0,2}(?:${group}\\d{3})+`;
	const decimals = `(?:${decimal}(\\d*))?`;
	// Sign, digits with their separators, decimals, power of ten.
	const pattern = `^([+-]?)(?=${decimal}?\\d)(${whole})${decimals}(e[+-]?\\d+)?$`;
	return { example, pattern: new RegExp(pattern, 'iu') };
}

/**
 * Groups are of exactly three digits. A number without groups fits, too, as small numbers have none.
 * They stand in the order in which n8n wants a menu, which is made of them.
 */
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
 * The digits of a text as a JSON number, unchanged but for what JSON does not have: `+5`, `007`, `1.`
 * and `.5` become `5`, `7`, `1` and `0.5`.
 * @returns undefined where the text is no number in the format, or beyond the range of numbers
 */
export function numberIn(text: string, name: NumberFormat): string | undefined {
	if (name === 'plain' && JSON_NUMBER.test(text)) return text;
	const parts = NUMBER_FORMATS[name].pattern.exec(text);
	if (!parts) return undefined;
	const [, sign, whole, decimals, power = ''] = parts;
	const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '') || '0';
	const json = (sign === '-' ? sign : '') + digits + (decimals ? `.${decimals}` : '') + power;
	return Number.isFinite(Number(json)) ? json : undefined;
}

/** What a text would be in each format that takes it: `1234 in "1,234.56" and 1.234 in "1234,56"`. */
export function readings(text: string): string {
	const examples = new Map<string, string[]>();
	for (const [name, { example }] of Object.entries(NUMBER_FORMATS)) {
		const number = numberIn(text, name as NumberFormat);
		if (number !== undefined)
			examples.set(number, [...(examples.get(number) ?? []), `"${example}"`]);
	}
	return [...examples]
		.map(([number, formats]) => `${number} in ${formats.join(', ')}`)
		.join(' and ');
}

/** Texts that look like thousands to people and are decimals in the format: `1.234`, `12.500`. */
const LIKE_THOUSANDS: Partial<Record<NumberFormat, RegExp>> = {
	plain: /^[+-]?[1-9]\d{0,2}\.\d{3}$/,
	decimalComma: /^[+-]?[1-9]\d{0,2},\d{3}$/,
};

export const looksLikeThousands = (text: string, name: NumberFormat): boolean =>
	LIKE_THOUSANDS[name]?.test(text) ?? false;

/** With decimals, or with separators between the thousands. What has 16 digits or more is an id. */
const LIKE_NUMBER =
	/^-?(?:(?:0|[1-9]\d{0,14})(?:[.,]\d{1,15})?|[1-9]\d{0,2}(?:(?:,\d{3}){1,4}(?:\.\d{1,9})?|(?:\.\d{3}){1,4},\d{1,9}))$/;
const COMPACT_DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/;

/** Whether a text may be meant as a number, in whatever format. */
export const looksLikeNumber = (text: string): boolean =>
	LIKE_NUMBER.test(text) && !COMPACT_DATE.test(text);
