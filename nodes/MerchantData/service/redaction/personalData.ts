import { addressFinder } from './emailAddresses';
import { findEncoded, REPLACEMENT, replaceSpans, type Span } from './encodings';
import { phoneFinder } from './phoneNumbers';

/**
 * Keeps the personal data of a deletion request out of receipts and errors. What looks like an
 * address or a number is looked up among those sent, so that the time does not depend on how many
 * they are.
 * @param text an answer of the service
 * @param sent email addresses and phone numbers, as they were sent
 * @returns the text without them; what is JSON stays JSON
 */
export function withoutPersonalData(text: string, sent: readonly string[]): string {
	// Most requests name nobody, and their answers may be large.
	if (sent.length === 0) return text;
	const addresses = addressFinder(sent.filter((each) => each.includes('@')));
	const phones = phoneFinder(sent.filter((each) => !each.includes('@')));
	const spans = findEncoded(text, (plain) => [...addresses(plain), ...phones(plain)]);
	const isValue = jsonValues(text);
	return replaceSpans(text, spans, (span) =>
		isValue(span) ? JSON.stringify(REPLACEMENT) : REPLACEMENT,
	);
}

/** Tells whether a span is a whole value of a JSON text, asked in order: a number, not a text. */
function jsonValues(text: string): (span: Span) => boolean {
	let at = 0;
	let isInString = false;
	return ({ start, end }) => {
		for (; at < start; at++) {
			if (text[at] === '"') isInString = !isInString;
			else if (isInString && text[at] === '\\') at++;
		}
		return (
			!isInString &&
			/[:[,]\s*$/.test(text.slice(Math.max(0, start - 100), start)) &&
			/^\s*[,\]}]/.test(text.slice(end, end + 100))
		);
	};
}
