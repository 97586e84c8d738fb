import type { IDataObject } from 'n8n-workflow';
import { InvalidValue } from '../../shared/invalidValue';
import { replaceNumbers } from '../../shared/json';
import { JsonScanner } from '../../shared/jsonScanner';
import { otherShopIn } from './otherShop';
import { type ItemRow, MAX_DEPTH } from './row';
import type { Utf8Text } from './utf8Text';

/**
 * Rows as JSON text. They are sent as they were written, because parsing would change them: a
 * JavaScript number has about 16 digits, and one larger than 1e308 becomes null.
 */

/** A row that is JSON text. */
export class TextRow implements ItemRow {
	readonly item: number;

	readonly ordinal: number;

	readonly shop: string;

	private readonly text: RowText;

	constructor(item: number, ordinal: number, shop: string, text: RowText) {
		this.item = item;
		this.ordinal = ordinal;
		this.shop = shop;
		this.text = text;
	}

	writeTo(text: Utf8Text): void {
		const { json, depth } = this.text;
		if (depth > MAX_DEPTH)
			throw new InvalidValue('Rows', `holds a row nested more than ${MAX_DEPTH} levels deep`);
		const problem = this.otherShop();
		if (problem) throw problem;
		text.add(json);
	}

	otherShop(): InvalidValue | undefined {
		return otherShopIn(this.text.json, this.shop, 'Rows');
	}

	row(): unknown {
		const { json, depth } = this.text;
		return depth <= MAX_DEPTH ? readable(json) : '[nested too deep]';
	}
}

/** A row as it was written, and how deep it is nested: 1 where it holds no list and no object. */
export interface RowText {
	json: string;
	depth: number;
}

/**
 * The text of each object in a list, or of a single object, as it was written.
 * @param text valid JSON: an object, or a list of nothing but objects
 */
export function* rowTexts(text: string): Generator<RowText> {
	const scanner = new JsonScanner();
	const outside = /^\s*\[/.test(text) ? 1 : 0;
	let start = 0;
	let depth = 0;
	for (let at = 0; ; at++) {
		at = scanner.next(text, at, Infinity);
		if (at < 0 || at === text.length) return;
		if (text[at] === ',') continue;
		const inside = scanner.depth - outside;
		if (inside > depth && ++depth === 1) start = at;
		if (inside > 0 || depth === 0) continue;
		yield { json: text.slice(start, at + 1), depth };
		depth = 0;
	}
}

/** Whether an object is nested too deep for n8n to store. @param json valid */
export function isTooDeep(json: string): boolean {
	// Each level takes two brackets.
	if (json.length <= 2 * MAX_DEPTH) return false;
	const [{ depth }] = rowTexts(json);
	return depth > MAX_DEPTH;
}

/**
 * Half of a surrogate pair cannot be written as UTF-8, and would be sent as another character. It is
 * escaped, as JSON.stringify does.
 */
export function withoutHalves(text: string): string {
	return text.replace(/\p{Cs}/gu, (half) => `\\u${half.charCodeAt(0).toString(16)}`);
}

/** Parses a row. A number whose digits JavaScript cannot keep becomes text. */
export function readable(json: string): IDataObject {
	const text = MAY_CHANGE.test(json) ? replaceNumbers(json, asText) : json;
	return JSON.parse(text) as IDataObject;
}

/** Numbers of up to 15 digits without an exponent are always kept. */
const MAY_CHANGE = /[\d.]{16}|\d[eE]/;
const asText = (digits: string) => (survives(digits) ? digits : `"${digits}"`);

/** Whether reading a number and writing it again gives the same number. */
function survives(digits: string): boolean {
	const value = Number(digits);
	return Number.isFinite(value) && canonical(String(value)) === canonical(digits);
}

/** The significant digits and the power of ten: the same for all spellings of a positive number. */
function canonical(number: string): string {
	const [mantissa, exponent = '0'] = number.toLowerCase().split('e');
	const [whole, fraction = ''] = mantissa.replace('-', '').split('.');
	const digits = (whole + fraction).replace(/^0+/, '');
	const significant = digits.replace(/0+$/, '');
	if (significant === '') return '0';
	return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}
