/**
 * Common mistakes in email addresses and phone numbers. With such a value, a service that compares texts
 * would find nobody, and would still accept the request.
 */

/** A pattern, and what is wrong with a value that matches it. The first match counts. */
export type Mistakes = ReadonlyArray<readonly [pattern: RegExp, mistake: string]>;

const IN_ANY: Mistakes = [
	[/^=|\{\{|\}\}|\$\{/, 'it is an expression that was not evaluated'],
	[/[<>]/, 'it holds angle brackets, as around the address in "Name <address>"'],
	[/["“”„‟«»‹›]|^['‘’`]|['‘’`]$/, 'it holds quotation marks'],
	[/[\uff01-\uff5e\ufe6b\u3002]/, 'it holds full-width characters'],
	[/%[\da-f]{2}/i, 'it is encoded for a URL'],
	[/&(?:#\w+|(?:amp|commat|period|plus|lt|gt|quot|nbsp)\b)/i, 'it is escaped for HTML'],
	[/\\/, 'it holds a backslash'],
	[/\*{2}|[•●…]|\.{3}/, 'a part of it is masked'],
];

export const EMAIL_MISTAKES: Mistakes = [
	[/^[^@]*:[^@]*@/, 'it begins with a label, such as "mailto:"'],
	...IN_ANY,
	[/^[^@]*[\s([{]at[\s)\]}][^@]*$/i, 'its @ is written out'],
	[/@.*[\s,;|/].*@/, 'it holds several addresses'],
	[/@.*@/, 'it holds more than one @'],
	[/^[.,;:]|[.,;:!?/)\]}]$/, 'it begins or ends with punctuation'],
	[/[()[\]]/, 'it holds brackets'],
	[/^[\d\s()+./-]{5,}$/, 'it is a phone number'],
	[/^[^@]*$/, 'it has no @'],
	[/\s/, 'it holds a space'],
	[/^[^@]{65}|^.{255}/, 'it is longer than an address can be'],
];

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = [
	`${YEAR}([-/.])${MONTH}\\1${DAY}`,
	`${DAY}([-/.])${MONTH}\\2(?:\\d\\d)?\\d\\d`,
	`${MONTH}([-/.])${DAY}\\3(?:\\d\\d)?\\d\\d`,
];

export const PHONE_MISTAKES: Mistakes = [
	[/@/, 'it is an email address'],
	[new RegExp(`^(?:${DATE.join('|')})(?:[T ]|$)`), 'it is a date'],
	[/^\d(?:[.,]\d+)?e\+?\d+$/i, 'a spreadsheet has shortened it'],
	[/^\d{5,}\.\d{1,2}$/, 'it is a decimal number'],
	[/^\p{L}[^\d]*[:.]/u, 'it begins with a label, such as "tel:"'],
	...IN_ANY,
	[/\*|x{2}/i, 'a part of it is masked'],
	[/\d\s*(?:x|#|extn?\.?)\s*\d+$/i, 'it holds an extension'],
	[/\p{L}/u, 'it holds letters'],
	[/(?!\d)\p{Nd}/u, 'it holds digits other than 0 to 9'],
	[/(?!-)[\p{Pd}\u2212]/u, 'it holds a dash that is no hyphen'],
	[/^[.,;:/-]|[.,;:/(+-]$/, 'it begins or ends with punctuation'],
	// Fifteen digits (E.164), and up to four to dial abroad.
	[/\d.*[+,;|]|^(?:\D*\d){20}/, 'it holds several numbers'],
];
