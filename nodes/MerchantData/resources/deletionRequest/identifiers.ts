import { InvalidInput } from '../../errors/invalidInput';
import { DOMAIN } from '../../service/shopDomain';

/** Half of a surrogate pair (Cs) could neither be sent nor be found in an answer. */
const LOCAL = '[^\\s@,;:<>()\\[\\]"“”„«»{}\\\\|=*•…\\p{Cs}\\uff01-\\uff5e]+';
/** A mask (`ann...`) or a code of an address (`%2B`). */
const NOT_AS_WRITTEN = '.*(?:\\.{3}|%[0-9A-Fa-f]{2})';
const EMAIL = new RegExp(
	`^(?=.{3,254}$)(?=[^@]{1,64}@)(?![.']|${NOT_AS_WRITTEN})${LOCAL}@${DOMAIN}$`,
	'u',
);

/** Digits, and what people write between them. No decimal point: a spreadsheet has made a number of it. */
const PHONE = /^(?:\+[ (]?|\(\+?)?\d[\d ().\-/]*[\d)]$/;
const DECIMAL = /^\d{5,}\.\d{1,2}$/;
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?:[T ].*)?$/;
/** Seven digits on both sides of a slash are two numbers, and not an area code and a number. */
const TWO_NUMBERS = /(?:\d[^\d/]*){7}\/(?:[^\d/]*\d){7}/;
/** Fifteen at most (E.164), and up to four to dial abroad. */
const DIGITS = /^\d{5,19}$/;

const isEmail = (value: string): boolean => EMAIL.test(value);

function isPhone(value: string): boolean {
	const digits = value.replace(/\D/g, '');
	return (
		PHONE.test(value) &&
		!DECIMAL.test(value) &&
		!DATE.test(value) &&
		!TWO_NUMBERS.test(value) &&
		DIGITS.test(digits) &&
		new Set(digits).size > 1
	);
}

/** By the name of the field: its label, and what a value of it is. */
export const KINDS = {
	emails: { field: 'Emails', noun: 'an email address', isValid: isEmail },
	phones: { field: 'Phones', noun: 'a phone number', isValid: isPhone },
};

/** The service would find nobody, and accept the request. */
const WHAT_IT_MAY_BE =
	'It may be shortened by a spreadsheet, masked, a date, two values in one, or have a label, quotes or letters that do not belong there. Correct it or remove it. It is not shown here, because it is personal data.';

/** The values in a text or list, checked, each once, without invisible characters. @throws InvalidInput */
export function identifiers(kind: keyof typeof KINDS, value: unknown): string[] {
	const { field, noun, isValid } = KINDS[kind];
	const values = new Set<string>();
	const list: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(/[,;\r\n]/);
	for (const [index, entry] of list.entries()) {
		const visible = visibleOf(String(entry ?? ''));
		if (visible === '') continue;
		const refusal = `Entry ${index + 1} of "${field}" is not ${noun}`;
		if (!isValid(visible)) throw new InvalidInput('value.notAContact', refusal, WHAT_IT_MAY_BE);
		values.add(visible);
	}
	return [...values];
}

/** A text without what is invisible in pasted text, with plain spaces, and with a letter and its accent as one. */
function visibleOf(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.trim();
}
