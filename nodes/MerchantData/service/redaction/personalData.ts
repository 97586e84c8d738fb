import { parseJson, replaceNumbers } from '../../shared/json';
import { REPLACEMENT } from './redact';

/** A longer answer is not given at all: it is no receipt, and looking through it takes long. */
const LONGEST_ANSWER = 2 ** 18;

/** Escapes such as \n, letters, digits. What is beyond ASCII is one character each: it may follow without a blank. */
const WORD = /\\+[bfnrt]|[a-z]+|\d+|[^ -~\s]/gi;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]/gu;
/** What may be between two words of an address or a number: an address has at most 64 characters before its "@". */
const GAP = /^[^",:;<>\n]{0,64}$/;

/** What a service makes of a number: fifteen digits (E.164), and up to four to dial abroad. */
const MOST_DIGITS = 19;
/** A number is found by its end: `+49 170 …` is `0170 …` without the code of a country. */
const endOf = (said: string) => said.slice(-8);

/** What an address or a number is known by: so case and grouping do not count. */
const lettersAndDigits = (text: string) => text.replace(NEITHER_LETTER_NOR_DIGIT, '').toLowerCase();

/**
 * Keeps the personal data of a deletion request out of receipts and errors. The words of an answer are looked
 * up in a set, so it takes no longer for many people.
 * @param sent email addresses and phone numbers
 * @returns the text without them, and then without escapes
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	if (sent.length === 0) return text;
	if (text.length > LONGEST_ANSWER) return '';
	const known = new Set(sent.map(lettersAndDigits));
	const ends = new Set([...known].map(endOf));
	const longest = [...known].reduce((most, { length }) => Math.max(most, length), MOST_DIGITS);
	const isNumber = (said: string) =>
		said.length <= MOST_DIGITS && /^\d{8,}$/.test(said) && ends.has(endOf(said));
	const plain = unescaped(text);
	const withoutKnown = (number: string) => {
		const said = lettersAndDigits(number);
		return known.has(said) || isNumber(said) ? JSON.stringify(REPLACEMENT) : number;
	};
	const marked = parseJson(plain) === undefined ? plain : replaceNumbers(plain, withoutKnown);
	let clean = '';
	let copied = 0;
	let end = 0;
	let open: Array<{ start: number; said: string }> = [];
	for (const { 0: word, index } of marked.matchAll(WORD)) {
		if (!GAP.test(marked.slice(end, index))) open = [];
		end = index + word.length;
		open = [...open, { start: index, said: '' }]
			.map(({ start, said }) => ({ start, said: said + lettersAndDigits(word) }))
			.filter(({ said }) => said.length <= longest);
		const found =
			open.find(({ said }) => known.has(said)) ?? open.findLast(({ said }) => isNumber(said));
		if (!found) continue;
		clean += marked.slice(copied, found.start) + REPLACEMENT;
		copied = end;
		open = [];
	}
	clean += marked.slice(copied);
	return clean === plain ? text : clean;
}

/** A text without escapes of JSON, URLs and HTML, one within the other as well. What is JSON stays JSON. */
function unescaped(text: string): string {
	return text
		.replace(/\\+u([\da-f]{4})/gi, (_, hex: string) => inJson(parseInt(hex, 16)))
		.replace(/(?:%(?:25)?[\da-f]{2})+/gi, (bytes) =>
			Buffer.from(bytes.replace(/%(?:25)?/g, ''), 'hex')
				.toString()
				.replace(NOT_IN_JSON, ' '),
		)
		.replace(/&(?:amp;)?#(x?[\da-f]{1,6});/gi, (_, code: string) => inJson(Number(`0${code}`)))
		.replace(/&(?:amp;)?\w{1,8};/gi, ' ');
}

/** What JSON has in a string as an escape only. */
const NOT_IN_JSON = /["\\\p{Cc}]/gu;

const inJson = (code: number) => String.fromCharCode(code).replace(NOT_IN_JSON, ' ');
