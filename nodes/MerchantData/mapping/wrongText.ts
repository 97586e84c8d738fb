import type { LooksWrongCode } from '../errors/invalidInput';

/** Texts that a program has damaged before they came. */

const HASH = '#';
const LOST_LETTER = '\ufffd';

/** Excel and its like write the error of a formula in the language of the user. */
const FAILED_FORMULA =
	/^#(?:N\/A|N\/D|N\/V|NV|¡?(?:DIV|VALUE|REF|NULL|NUM|SPILL|CALC|WERT|BEZUG|ZAHL|VALEUR|NOMBRE|NUL|VALOR|VALORE|RIF|WAARDE|VERW|GETAL|ARG|LICZBA|DIV\/0)(?:\/0)?!|¿?(?:NAME|NOM|NOMBRE|NOME|NAAM|NAZWA)\?)$/u;

/** An ID of 18 digits as a spreadsheet writes it, and an ID that a program has made a decimal. */
const SHORTENED = /^-?\d(?:[.,]\d+)?[eE]\+\d\d$/;
const DECIMAL_ID = /^\d{10,}\.0$/;

export const isFailedFormula = (text: string): boolean =>
	text[0] === HASH && FAILED_FORMULA.test(text.toUpperCase());

export const isShortened = (text: string): boolean => SHORTENED.test(text);

interface WrongText {
	readonly code: LooksWrongCode;
	/** Follows `contains "x", `. */
	readonly why: string;
	readonly remedy: string;
}

const MADE_DECIMAL = {
	why: 'so a program made it a decimal',
	remedy: 'Export the column as text.',
};

/** The damage to a text that is sent as text. A character or two show that most texts have none. */
export function wrongText(given: string): WrongText | undefined {
	if (given.includes(LOST_LETTER))
		return {
			code: 'looksWrong.lostLetters',
			why: 'so a letter was lost before this node',
			remedy: 'Export it again as UTF-8.',
		};
	if (given.length > 40) return undefined;
	const text = given.trim();
	if (isFailedFormula(text))
		return {
			code: 'looksWrong.formula',
			why: 'a failed formula',
			remedy: `Correct the formula, or add ${text} to "Values That Mean Empty".`,
		};
	if (text.at(-3) === '+' && SHORTENED.test(text))
		return {
			code: 'looksWrong.damagedIds',
			why: 'so its last digits are lost',
			remedy: 'Export it again, and do not open it in a spreadsheet.',
		};
	if (text.endsWith('.0') && DECIMAL_ID.test(text))
		return { code: 'looksWrong.damagedIds', ...MADE_DECIMAL };
	return undefined;
}
