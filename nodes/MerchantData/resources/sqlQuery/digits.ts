import { endOfString } from '../../shared/jsonParts';

/** A number with fewer digits than this is held as it is written, unless it has a large exponent. */
const MANY_DIGITS = 16;
const LARGE_EXPONENT = /\d[eE]\+?\d{3}/;
const [ZERO, NINE] = Buffer.from('09');
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * Whether a JSON text has a number that JavaScript does not hold as it is written: beyond 2^53 it
 * holds some whole numbers only, and none beyond 1.8e308.
 */
export function losesDigits(json: string): boolean {
	if (!mayLoseDigits(json)) return false;
	for (const part of partsOutsideTexts(json)) {
		if (mayLoseDigits(part) && part.match(NUMBER)?.some(isHeldOtherwise)) return true;
	}
	return false;
}

/** Most answers have no such number, and are not looked at any further. */
function mayLoseDigits(json: string): boolean {
	return hasManyDigits(json) || LARGE_EXPONENT.test(json);
}

/** Looks at each sixteenth character, which is much faster than a pattern: a run of digits has one of them. */
function hasManyDigits(text: string): boolean {
	for (let at = MANY_DIGITS - 1; at < text.length; at += MANY_DIGITS) {
		if (!isDigit(text, at)) continue;
		let [start, end] = [at, at + 1];
		while (isDigit(text, start - 1)) start--;
		while (isDigit(text, end)) end++;
		if (end - start >= MANY_DIGITS) return true;
	}
	return false;
}

function isDigit(text: string, at: number): boolean {
	const code = text.charCodeAt(at);
	return code >= ZERO && code <= NINE;
}

/** Not by one expression, which would overflow the stack at a long text. */
function* partsOutsideTexts(json: string): Generator<string> {
	for (let at = 0; at < json.length; ) {
		const quote = json.indexOf('"', at);
		yield json.slice(at, quote < 0 ? undefined : quote);
		const end = quote < 0 ? -1 : endOfString(json, quote);
		if (end < 0) return;
		at = end + 1;
	}
}

function isHeldOtherwise(digits: string): boolean {
	const held = Number(digits);
	if (!Number.isFinite(held)) return true;
	if (Math.abs(held) <= Number.MAX_SAFE_INTEGER) return false;
	const whole = /^(-?\d+)(?:\.0*)?$/.exec(digits)?.[1];
	if (whole === undefined) return digits.includes('.') && !/[eE]/.test(digits);
	return BigInt(whole) !== BigInt(held);
}
