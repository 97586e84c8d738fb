/** What cannot lose digits is not looked at: fewer digits than this, or a small exponent. */
const MAY_LOSE = /\d{16}|\d[eE]\+?\d{3}/;
const NUMBER = /-?\d[\d.eE+-]*/g;

/**
 * Whether a JSON text has a number that JavaScript does not hold as it is written: beyond 2^53 it
 * holds some whole numbers only, and none beyond 1.8e308.
 */
export function losesDigits(json: string): boolean {
	if (!MAY_LOSE.test(json)) return false;
	for (const part of partsOutsideTexts(json)) {
		if (MAY_LOSE.test(part) && part.match(NUMBER)?.some(isHeldOtherwise)) return true;
	}
	return false;
}

/** Not by one expression, which would overflow the stack at a long text. */
function* partsOutsideTexts(json: string): Generator<string> {
	for (let at = 0; at < json.length; ) {
		const quote = json.indexOf('"', at);
		yield json.slice(at, quote < 0 ? undefined : quote);
		if (quote < 0) return;
		let end = json.indexOf('"', quote + 1);
		while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
		if (end < 0) return;
		at = end + 1;
	}
}

function isEscaped(json: string, at: number): boolean {
	let backslashes = 0;
	while (json[at - 1 - backslashes] === '\\') backslashes++;
	return backslashes % 2 === 1;
}

function isHeldOtherwise(digits: string): boolean {
	const held = Number(digits);
	if (!Number.isFinite(held)) return true;
	if (Math.abs(held) <= Number.MAX_SAFE_INTEGER) return false;
	const whole = /^(-?\d+)(?:\.0*)?$/.exec(digits)?.[1];
	if (whole === undefined) return digits.includes('.') && !/[eE]/.test(digits);
	return BigInt(whole) !== BigInt(held);
}
