/**
 * Tells whether two spellings are one phone number. A service may group its digits in another way,
 * add the country code or leave it out, and the same with the zero that is dialled before a number
 * within a country. The form of phone numbers is not specified ("Resources", compliance deletion
 * request).
 */

/** The country codes of the international numbering plan (ITU-T E.164). */
const COUNTRY_CODE =
	/^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|(?:2[1-689]|3[578]|42|5[09]|6[7-9]|8[0578]|9[679])\d)/;
/** With fewer digits, what looks like a country code belongs to the number. */
const SHORTEST_WITH_COUNTRY_CODE = 10;
/** Zeros before fewer digits than these belong to the number. */
export const FEWEST_DIGITS = 5;
/** Of a number as dialled from abroad: fifteen (E.164), and up to four before them. */
export const MOST_DIGITS = 19;

interface PhoneNumber {
	/** Without zeros before the first digit. */
	digits: string;
	/** The same without a country code, if it may have one. */
	national: string;
	/** Whether it is written with a country code. */
	isInternational: boolean;
}

function readPhone(written: string): PhoneNumber {
	// The zero of "+44 (0)20" is not dialled with the country code; ".0" comes from tables of floats.
	const text = written.replace(/\(0\)/, '').replace(/^(\d+)\.0$/, '$1');
	const all = text.replace(/\D/g, '');
	const isInternational = /^\W*(?:\+|00)/.test(text);
	const significant = all.replace(/^0+/, '');
	if (significant.length < FEWEST_DIGITS) return { digits: all, national: all, isInternational };
	const isNational = all.startsWith('0') && !isInternational;
	const mayHaveCode = !isNational && significant.length >= SHORTEST_WITH_COUNTRY_CODE;
	const national = mayHaveCode
		? significant.replace(COUNTRY_CODE, '').replace(/^0/, '')
		: significant;
	return { digits: significant, national, isInternational };
}

/**
 * @param numbers as they were sent
 * @returns whether a spelling is one of these numbers
 */
export function phoneBook(numbers: readonly string[]): (written: string) => boolean {
	/** With a country code and without, as far as it can be told. */
	const known = new Set<string>();
	/** To which a country code may be added. */
	const withoutCode = new Set<string>();
	for (const { digits, national, isInternational } of numbers.map(readPhone)) {
		known.add(digits).add(national);
		if (!isInternational) withoutCode.add(digits);
	}
	return (written) => {
		const { digits, national } = readPhone(written);
		return known.has(digits) || withoutCode.has(national);
	};
}
