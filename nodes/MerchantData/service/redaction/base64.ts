/** Base64 in texts, as far as it can be told from words. */

/** How four characters begin that stand for three of ASCII. */
const ASCII = /[A-Za-f]/;
/** Of so many groups of four at the start, half must begin so. */
const GROUPS_LOOKED_AT = 8;
/** What bytes are that make no text; a character that is cut in two at the end may be one. */
const NO_TEXT = /[^\P{Cc}\s]|\ufffd(?!$)/u;

/**
 * What a run of base64, plain or URL-safe, stands for.
 * @returns the run itself where that is no text, or hardly one: decoding every word of a large
 *   answer would take ten times as long
 */
export function ofBase64(run: string): string {
	const groups = Math.min(GROUPS_LOOKED_AT, Math.floor(run.length / 4));
	let ascii = 0;
	for (let group = 0; group < groups; group++) {
		if (ASCII.test(run[4 * group])) ascii++;
	}
	if (2 * ascii < groups) return run;
	const text = Buffer.from(run, 'base64').toString();
	return NO_TEXT.test(text) ? run : text;
}
