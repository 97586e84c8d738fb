import type { LooksWrongCode } from '../errors/invalidInput';

/** Texts that a program has damaged before they came. */

const LOST_LETTER = '\ufffd';
const LETTER_A = 65;
const BEYOND_ASCII = 128;

/** Errors of formulas, as Excel and its like write them in the language of the user, without `#`. */
const ERRORS = new Set(
	[
		'N/A N/D N/V NV Н/Д DIV/0 DIV/0! ДЕЛ/0! NULL! NUL! NULO! NUM! NOMBRE! ZAHL! GETAL! LICZBA! ЧИСЛО!',
		'VALUE! WERT! VALEUR! VALOR! VALORE! WAARDE! ARG! ЗНАЧ! REF! BEZUG! RIF! VERW! ADR! ССЫЛКА! NAME? NOM? NOMBRE? NOME? NAAM? NAZWA? ИМЯ? ERROR! SPILL! CALC! FIELD! BLOCKED! CONNECT! UNKNOWN!',
	].flatMap((errors) => errors.split(' ')),
);
/** What stands in a spreadsheet for a number that its column is too narrow for, and is saved so. */
const TOO_NARROW = /^#{3,}$/;

/** An ID of 18 digits as a spreadsheet writes it, and an ID that a program has made a decimal. */
const SHORTENED = /^-?\d(?:[.,]\d+[eE]\+?|[eE]\+)\d\d$/;
const DECIMAL_ID = /^\d{10,}[.,]0$/;

export const isFailedFormula = (text: string): boolean =>
	text[0] === '#' &&
	(TOO_NARROW.test(text) || ERRORS.has(text.slice(1).replace(/[¡¿]/, '').toUpperCase()));

export const isShortened = (text: string): boolean => SHORTENED.test(text);

interface WrongText {
	readonly code: LooksWrongCode;
	/** Follows `contains "x", `. */
	readonly why: string;
	readonly remedy: string;
}

/** The damage to a text that is sent as text. The first letter shows that most texts have none. */
export function wrongText(given: string): WrongText | undefined {
	if (given.includes(LOST_LETTER))
		return {
			code: 'looksWrong.lostLetters',
			why: 'so a letter was lost before this node',
			remedy: 'Export it again as UTF-8.',
		};
	const first = given.charCodeAt(0);
	const beginsWithLetter = first >= LETTER_A && first < BEYOND_ASCII;
	if (beginsWithLetter || given.length > 40) return undefined;
	const text = given.trim();
	if (isFailedFormula(text))
		return {
			code: 'looksWrong.formula',
			why: TOO_NARROW.test(text) ? 'so its column was too narrow' : 'a failed formula',
			remedy: `Correct the formula, or add ${text} to "Values That Mean Empty".`,
		};
	if (SHORTENED.test(text))
		return {
			code: 'looksWrong.damagedIds',
			why: 'so its last digits are lost',
			remedy: 'Export it again, and do not open it in a spreadsheet.',
		};
	if (DECIMAL_ID.test(text))
		return {
			code: 'looksWrong.damagedIds',
			why: 'so a program made it a decimal',
			remedy: 'Export the column as text.',
		};
	return undefined;
}
