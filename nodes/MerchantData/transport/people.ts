/**
 * Keeps the people that a deletion request names out of receipts and errors: the service may repeat
 * them, in another case of letters, escaped, or with a phone number grouped in another way.
 */

const REPLACEMENT = '[redacted]';
const BETWEEN_DIGITS = '[\\s().\\-/]{0,3}';

/** @param people e-mail addresses and phone numbers, as they were sent */
export function withoutPeople(text: string, people: readonly string[]): string {
	return people.reduce((clean, person) => clean.replace(appearances(person), REPLACEMENT), text);
}

function appearances(person: string): RegExp {
	const parts = person.includes('@')
		? [...person].map(character).join('')
		: [...person.replace(/\D/g, '')].join(BETWEEN_DIGITS);
	return new RegExp(parts, 'giu');
}

/** A letter or digit as it is; any other character also as JSON or a URL escapes it. */
function character(text: string): string {
	if (/[a-z\d]/i.test(text)) return text;
	const forms = [text.toLowerCase(), text.toUpperCase()];
	const texts = [text, ...forms.map(jsonEscaped), ...forms.map(encodeURIComponent)];
	return `(?:${texts.map((each) => each.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`;
}

function jsonEscaped(text: string): string {
	return text
		.split('')
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
		.join('');
}
