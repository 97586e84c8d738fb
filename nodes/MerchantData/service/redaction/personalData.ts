import { REPLACEMENT } from './redact';

/** A longer answer is not given at all: it is no receipt, and looking through it takes long. */
const LONGEST_ANSWER = 2 ** 18;
/** Escapes such as \n, letters, digits. What is beyond ASCII is one character each: it may follow without a blank. */
const WORD = /\\+[bfnrt]|[a-z]+|\d+|[^ -~\s]/gi;
/** What may be between two words of an address or a number: an address has at most 64 characters before its "@". */
const GAP = /^[^",:;<>\n]{0,64}$/;

/** What an address or a number is known by: so case and grouping do not count. */
const lettersAndDigits = (text: string) => text.replace(/[^\p{L}\p{M}\p{N}]/gu, '').toLowerCase();

/** A text without JSON's escapes of characters, which stays JSON. */
const unescaped = (text: string) =>
	text.replace(/\\+u([\da-f]{4})/gi, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)).replace(/["\\\p{Cc}]/u, ' '),
	);

/**
 * Keeps the email addresses and phone numbers of a deletion request out of receipts and errors. The words of an
 * answer are looked up in a set, so it takes no longer for many people.
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	if (sent.length === 0) return text;
	if (text.length > LONGEST_ANSWER) return '';
	const known = new Set(sent.map(lettersAndDigits));
	const longest = [...known].reduce((most, { length }) => Math.max(most, length), 0);
	const plain = unescaped(text);
	let clean = '';
	let copied = 0;
	let end = 0;
	let open: Array<{ start: number; said: string }> = [];
	for (const { 0: word, index } of plain.matchAll(WORD)) {
		if (!GAP.test(plain.slice(end, index))) open = [];
		end = index + word.length;
		open = [...open, { start: index, said: '' }]
			.map(({ start, said }) => ({ start, said: said + lettersAndDigits(word) }))
			.filter(({ said }) => said.length <= longest);
		const found = open.find(({ said }) => known.has(said));
		if (!found) continue;
		clean += plain.slice(copied, found.start) + REPLACEMENT;
		copied = end;
		open = [];
	}
	// What holds none of them is given as it came.
	return copied === 0 ? text : clean + plain.slice(copied);
}
