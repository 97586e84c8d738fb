import { InvalidInput } from '../../errors/invalidInput';
import { DOMAIN } from '../../service/shopDomain';

/** Without halves of surrogate pairs (Cs), which can neither be sent nor found in an answer. */
const LOCAL = '[^\\s@,;:<>()\\[\\]"“”„«»{}\\\\|=*•…\\p{Cs}\\uff01-\\uff5e]+';
/** Masked (`ann...`) or percent-encoded (`%2B`). */
const NOT_AS_WRITTEN = '.*(?:\\.{3}|%[0-9A-Fa-f]{2})';
const EMAIL = new RegExp(
	`^(?=.{3,254}$)(?=[^@]{1,64}@)(?![.']|${NOT_AS_WRITTEN})${LOCAL}@${DOMAIN}$`,
	'u',
);

/** Hyphens and minus signs as typesetting writes them. In an email address, they are other characters. */
const DASHES = /[\p{Pd}\u2212]/gu;
/** Digits, and the signs that people write between them. */
const PHONE = /^(?:\+[ (]?|\(\+?)?\d[\d ().\-/]*[\d)]$/;
/** A spreadsheet made a decimal of it. */
const DECIMAL = /^\d{5,}\.\d{1,2}$/;
const DATE = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2(?:\d\d){1,2})(?:[T ].*)?$/;
/** With seven digits on both sides of a slash, the first part is not an area code. */
const TWO_NUMBERS = /(?:\d[^\d/]*){7}\/(?:[^\d/]*\d){7}/;
/** At most fifteen (E.164), after up to four to dial abroad. */
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

export const KINDS = {
	emails: { field: 'Emails', noun: 'an email address', isValid: isEmail },
	phones: { field: 'Phones', noun: 'a phone number', isValid: isPhone },
};

/** The service would accept the request, and find nobody. */
const WHAT_IT_MAY_BE =
	'It may be shortened by a spreadsheet, masked, a date, two values in one, or contain a label, quotes or other letters. Correct it or remove it. It is not shown here, because it is personal data.';

/** The valid values in a text or list, without repetitions and invisible characters. @throws InvalidInput */
export function identifiers(kind: keyof typeof KINDS, value: unknown): string[] {
	const { field, noun, isValid } = KINDS[kind];
	const values = new Set<string>();
	const list: unknown[] = Array.isArray(value) ? value : String(value ?? '').split(/[,;\r\n]/);
	for (const [index, entry] of list.entries()) {
		const written = visibleOf(String(entry ?? ''));
		const visible = kind === 'phones' ? written.replace(DASHES, '-') : written;
		if (visible === '') continue;
		const refusal = `Entry ${index + 1} of "${field}" is not ${noun}`;
		if (!isValid(visible))
			throw new InvalidInput('value.notAContact', refusal, WHAT_IT_MAY_BE, undefined, field);
		values.add(visible);
	}
	return [...values];
}

/** A text without invisible characters, with plain spaces, and with a letter and its accent as one character. */
function visibleOf(text: string): string {
	return text
		.normalize('NFC')
		.replace(/[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?!\s)\p{Cc}/gu, '')
		.replace(/\p{Zs}/gu, ' ')
		.trim();
}
