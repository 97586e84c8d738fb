import { parseJson, replaceNumbers } from '../../lib/jsonText';
import { REPLACEMENT } from '../../lib/redact';

/** A longer answer is left out: it is not a receipt, and the search takes long. */
const LONGEST_ANSWER = 2 ** 18;

const WORD = /[^\s"\\<>,:;]+/g;
const IS_ADDRESS = /.@./;
/** The gap between two groups of digits of a number. */
const GAP = /^[^\p{L}",:;<>\n]{0,64}$/u;

/** Most digits of a number: fifteen (E.164), and up to four to dial abroad. */
const MOST_DIGITS = 19;
/** A number is found by its end: `+49 170 …` is `0170 …` without the code of a country. */
const END_DIGITS = 8;

/**
 * Keeps the personal data of a deletion request out of receipts and errors: all email addresses, because a service may
 * spell one in many ways, and the phone numbers that were sent. It takes no longer for many people.
 * @param sent email addresses and phone numbers
 * @returns the text without them, and then without escapes and full-width letters
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	if (sent.length === 0) return text;
	if (text.length > LONGEST_ANSWER) return '';
	const plain = unescaped(text).replace(WIDE_NOT_IN_JSON, ' ').normalize('NFKC');
	// A character may become many.
	if (plain.length > LONGEST_ANSWER) return '';
	const others = plain.replace(WORD, (word) => (IS_ADDRESS.test(word) ? REPLACEMENT : word));
	const numbers = sent
		.map((person) => person.normalize('NFKC'))
		.filter((person) => !IS_ADDRESS.test(person));
	const clean = withoutNumbers(others, new Set(numbers.map((number) => endOf(digitsOf(number)))));
	return clean === plain ? text : clean;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');
const endOf = (digits: string): string => digits.slice(-END_DIGITS);

/** @param ends of the numbers; a shorter number has no other digits */
function withoutNumbers(text: string, ends: ReadonlySet<string>): string {
	const isKnown = (digits: string) => ends.has(endOf(digits)) && digits.length <= MOST_DIGITS;
	const withoutKnown = (number: string) =>
		isKnown(digitsOf(number)) ? JSON.stringify(REPLACEMENT) : number;
	const marked = parseJson(text) === undefined ? text : replaceNumbers(text, withoutKnown);
	let clean = '';
	let copied = 0;
	let end = 0;
	/** The runs of groups that end here, the longest first. */
	let open: Array<{ start: number; digits: string }> = [];
	for (const { 0: group, index } of marked.matchAll(/\d+/g)) {
		if (!GAP.test(marked.slice(end, index))) open = [];
		end = index + group.length;
		open = [...open, { start: index, digits: '' }]
			.map(({ start, digits }) => ({ start, digits: digits + group }))
			.filter(({ digits }) => digits.length <= MOST_DIGITS);
		const known = open.find(({ digits }) => isKnown(digits));
		if (!known) continue;
		clean += marked.slice(copied, known.start) + REPLACEMENT;
		copied = end;
		open = [];
	}
	return clean + marked.slice(copied);
}

/** A text without escapes of JSON, URLs and HTML, even within each other. JSON stays JSON. */
function unescaped(text: string): string {
	return text
		.replace(/\\+u([\da-f]{4})/gi, (_, hex: string) => inJson(charOf(`0x${hex}`)))
		.replace(/\\+[bfnrt]/g, ' ')
		.replace(/\\+\//g, '/')
		.replace(/(?:%(?:25)?[\da-f]{2})+/gi, (bytes) => inJson(decoded(bytes)))
		.replace(/&(?:amp;)?#(x?[\da-f]{1,6});/gi, (_, code: string) => inJson(charOf(`0${code}`)))
		.replace(/&(?:amp;)?\w{1,8};/gi, ' ');
}

/** Characters that JSON strings have only as escapes. */
const NOT_IN_JSON = /["\\\p{Cc}]/gu;

/** Full-width characters that would become `"` or `\\`. */
const WIDE_NOT_IN_JSON = /[\uff02\uff3c\ufe68]/g;

const inJson = (text: string) => text.replace(NOT_IN_JSON, ' ');
const charOf = (code: string) => String.fromCharCode(Number(code));
const decoded = (bytes: string) => Buffer.from(bytes.replace(/%(?:25)?/g, ''), 'hex').toString();
