/** How texts that are sent as numbers are written: the choices of *Number Format*. */

interface Format {
	/** As it is shown in errors and hints. */
	example: string;
	/** Sign, digits with their separators, decimals, power of ten. */
	pattern: RegExp;
}

/** @param group the separator of thousands, and `decimal` that of decimals, as in a pattern */
function format(example: string, decimal: string, group?: string): Format {
	const whole = group === undefined ? '\\d*' : `\\d*|[1-9]\\d{0,2}(?:${group}\\d{3})+`;
	const decimals = `(?:${decimal}(\\d*))?`;
	return {
		example,
		pattern: new RegExp(`^([+-]?)(?=${decimal}?\\d)(${whole})${decimals}(e[+-]?\\d+)?$`, 'iu'),
	};
}

/** Groups are of exactly three digits. A number without groups fits, too, as small numbers have none. */
export const NUMBER_FORMATS = {
	plain: format('1234.56', '\\.'),
	decimalComma: format('1234,56', ','),
	commaPoint: format('1,234.56', '\\.', ','),
	pointComma: format('1.234,56', ',', '\\.'),
	spaceComma: format('1 234,56', ',', '\\p{Zs}'),
	apostrophePoint: format("1'234.56", '\\.', "['’]"),
} as const satisfies Record<string, Format>;

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
	/** The formats by what the text is in them. */
	const examples = new Map<string, string[]>();
	for (const [name, { example }] of Object.entries(NUMBER_FORMATS)) {
		const number = numberIn(text, name as NumberFormat);
		if (number === undefined) continue;
		const same = examples.get(number);
		if (same) same.push(example);
		else examples.set(number, [example]);
	}
	return [...examples]
		.map(([number, formats]) => `${number} in ${formats.map((each) => `"${each}"`).join(', ')}`)
		.join(' and ');
}

/** Texts that look like thousands to people and are decimals in the format: `1.234`, `12.500`. */
const LIKE_THOUSANDS: Partial<Record<NumberFormat, RegExp>> = {
	plain: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})$/,
	decimalComma: /^[+-]?[1-9]\d{0,2}(?:,\d{3})$/,
};

export const looksLikeThousands = (text: string, name: NumberFormat): boolean =>
	LIKE_THOUSANDS[name]?.test(text) ?? false;
