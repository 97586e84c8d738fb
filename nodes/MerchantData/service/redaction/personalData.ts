import { REPLACEMENT } from './redact';

/**
 * Keeps the personal data of a deletion request out of receipts and errors. An address is known in any case
 * of its letters, and a number by its digits, however they are grouped: both by their letters and digits
 * alone. The words of an answer are looked up among those of what was sent, so that the time does not depend
 * on how much that was.
 */

/** Characters. A longer answer is not given at all: it is no receipt, and looking through it takes long. */
const LONGEST_ANSWER = 2 ** 20;

/** Quotes; escapes of JSON, URLs and HTML; letters or digits. What is beyond ASCII is one character each. */
const WORD =
	/\\*"|\\+(?:u[\da-f]{4}|[bfnrt])?|%(?:25)?(?:[0-7][\da-f]|[c-f][\da-f](?:%(?:25)?[89ab][\da-f])+)|&(?:amp;)?#?\w{1,8};|[a-z]+|\d+|[^ -~\s]/gi;
const NEITHER_LETTER_NOR_DIGIT = /[^\p{L}\p{M}\p{N}]/gu;
/** What may stand between two words of an address or a number. */
const GAP = /^[^",:;<>\n]{0,8}$/;
/** By so many characters most words are told from those that were sent. */
const HEAD = 4;

/** What tells an address or a number from others. */
const identityOf = (text: string) => text.replace(NEITHER_LETTER_NOR_DIGIT, '').toLowerCase();

/** A part of a text, by its first character and the one after its last. */
interface Span {
	start: number;
	end: number;
	/** Whether it is a whole number of a JSON text. */
	isNumber: boolean;
}

/**
 * @param text an answer of the service
 * @param sent email addresses and phone numbers, as they were sent
 * @returns the text without them; what is JSON stays JSON
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	if (sent.length === 0) return text;
	if (text.length > LONGEST_ANSWER) return '';
	let at = 0;
	const parts = spansOf(text, new Set(sent.map(identityOf))).map(({ start, end, isNumber }) => {
		const before = text.slice(at, start);
		at = end;
		return before + (isNumber ? JSON.stringify(REPLACEMENT) : REPLACEMENT);
	});
	return parts.join('') + text.slice(at);
}

/** Where a text names what is known. Those that overlap are one. */
function spansOf(text: string, known: ReadonlySet<string>): Span[] {
	const heads = new Set([...known].map((identity) => identity.slice(0, HEAD)));
	const longest = Math.max(...[...known].map(({ length }) => length));
	const mayBegin = (said: string) =>
		said.length <= longest && (said.length < HEAD || heads.has(said.slice(0, HEAD)));
	const hasNumbers = isJson(text);
	let isInString = false;
	/** What began with an earlier word, and may go on. */
	let open: Array<{ start: number; said: string }> = [];
	const spans: Span[] = [];
	let end = 0;
	for (const { 0: word, index } of text.matchAll(WORD)) {
		if (word.endsWith('"') || !GAP.test(text.slice(end, index))) open = [];
		// An escaped one has an odd number of backslashes before it.
		if (word.endsWith('"') && word.length % 2 === 1) isInString = !isInString;
		end = index + word.length;
		const meant = identityOf(decoded(word));
		if (meant === '') continue;
		open = [...open, { start: index, said: '' }]
			.map(({ start, said }) => ({ start, said: said + meant }))
			.filter(({ said }) => mayBegin(said));
		let start = open.find(({ said }) => known.has(said))?.start;
		if (start === undefined) continue;
		const isNumber = hasNumbers && !isInString;
		// Of a number of JSON, a part is none that was sent.
		if (isNumber && !/^[[:,\s]?\d+[\],}\s]?$/.test(text.slice(Math.max(0, start - 1), end + 1)))
			continue;
		for (let last = spans.at(-1); last && last.end > start; last = spans.at(-1)) {
			start = Math.min(start, last.start);
			spans.pop();
		}
		spans.push({ start, end, isNumber });
	}
	return spans;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** The character that an escape stands for; a word as it is. */
function decoded(word: string): string {
	switch (word[0]) {
		case '\\':
			return /u/i.test(word) ? String.fromCharCode(parseInt(word.slice(-4), 16)) : word.slice(-1);
		case '%':
			return Buffer.from(word.replace(/%(25)?/g, ''), 'hex').toString();
		case '&':
			// "0x40" is hexadecimal for Number. What has a name is no letter.
			return word.includes('#')
				? String.fromCharCode(Number(`0${word.slice(word.indexOf('#') + 1, -1)}`))
				: '';
		default:
			return word;
	}
}
