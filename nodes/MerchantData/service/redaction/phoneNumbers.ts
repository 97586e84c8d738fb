import type { Find, Span } from './encodings';

/**
 * Finds the phone numbers that were sent. A service may group the digits in another way, add the
 * country code or leave it out, and the same with the zero that is dialled before a number within a
 * country. The form of phone numbers is not specified ("Resources", compliance deletion request).
 */

/** The country codes of the international numbering plan (ITU-T E.164). */
const COUNTRY_CODE =
	/^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0578]|9[679])\d)/;
/** With fewer digits, what looks like a country code belongs to the number. */
const SHORTEST_WITH_COUNTRY_CODE = 10;
/** Zeros before fewer digits than these belong to the number. */
const FEWEST_DIGITS = 5;
/** Of a number as dialled from abroad: fifteen (E.164), and up to four before them. */
const MOST_DIGITS = 19;

/** Digits without a gap. The zero of "+44 (0)20" is one group, ".0" of a table of floats is part of one. */
const GROUP = /\(0\)|\+?\d+(?:(?<=\d{5})\.0(?![\d.]))?/g;
const GAP = /^[\s().+/\-\u2010-\u2015]{0,3}$/;

/** The digits that are dialled. */
const digitsOf = (written: string) =>
	written
		.replace('(0)', '')
		.replace(/^(\+?\d{5,})\.0$/, '$1')
		.replace(/\D/g, '');

/** The last digits, which a number has in each of its spellings. */
const endOf = (digits: string) => digits.slice(-FEWEST_DIGITS);

function withoutZeros(digits: string): string {
	const significant = digits.replace(/^0+/, '');
	return significant.length < FEWEST_DIGITS ? digits : significant;
}

/** @param digits {@link withoutZeros} */
const withoutCode = (digits: string) =>
	digits.length < SHORTEST_WITH_COUNTRY_CODE
		? digits
		: digits.replace(COUNTRY_CODE, '').replace(/^0/, '');

/** Makes what tells whether digits are one of the numbers that were sent. */
function phoneBook(numbers: readonly string[]): (digits: string) => boolean {
	const known = new Set<string>();
	/** Those to which a country code may be added. */
	const national = new Set<string>();
	for (const number of numbers) {
		const digits = withoutZeros(digitsOf(number));
		known.add(digits);
		const isInternational = /^\W*(?:\+|00)/.test(number);
		if (!isInternational) national.add(digits);
		if (isInternational || !/^\W*0/.test(number)) known.add(withoutCode(digits));
	}
	return (written) => {
		const digits = withoutZeros(written);
		return known.has(digits) || national.has(withoutCode(digits));
	};
}

interface Group extends Span {
	digits: string;
	/** The point before the group may be a decimal point. */
	isAfterPoint: boolean;
}

/** @param numbers as they were sent */
export function phoneFinder(numbers: readonly string[]): Find {
	const isKnown = phoneBook(numbers);
	const ends = new Set(numbers.map((number) => endOf(digitsOf(number))));

	/** Where the longest number starts that was sent and ends with the last of the groups. */
	function startOf(groups: readonly Group[]): number | undefined {
		let digits = '';
		let found: number | undefined;
		for (let index = groups.length - 1; index >= 0; index--) {
			const { start, isAfterPoint } = groups[index];
			digits = groups[index].digits + digits;
			if (digits.length < FEWEST_DIGITS) continue;
			if (digits.length > MOST_DIGITS || !ends.has(endOf(digits))) break;
			if (!isAfterPoint && isKnown(digits)) found = start;
		}
		return found;
	}

	return (text) => {
		const spans: Span[] = [];
		/** Those that may belong to one number, up to the last of them. */
		let groups: Group[] = [];
		let lastEnd = 0;
		for (const { 0: written, index } of text.matchAll(GROUP)) {
			const between = text.slice(lastEnd, index);
			if (!GAP.test(between)) groups = [];
			lastEnd = index + written.length;
			const isAfterPoint = groups.length > 0 && between === '.' && written[0] !== '+';
			groups.push({ start: index, end: lastEnd, digits: digitsOf(written), isAfterPoint });
			const isBeforePoint = /^\.\d/.test(text.slice(lastEnd, lastEnd + 2));
			const start = isBeforePoint || written === '(0)' ? undefined : startOf(groups);
			if (start !== undefined) spans.push({ start, end: lastEnd });
		}
		return spans;
	};
}
