import { InvalidValue } from '../shared/invalidValue';
import { isLongNumber, parseJsonExactly } from './digits';
import { NUMBER_FORMATS, type NumberFormat, numberIn, readings } from './numberFormat';

/** One value of a row as JSON text: as it is, or as the type that the form gives its column. */

/** What a type of n8n's assignments accepts. */
interface CellRule {
	/** To follow `holds "x", which is not`. */
	noun: string;
	/** What is no text or of another type as JSON, or undefined where it is not of the type. */
	write(text: string, format: NumberFormat): string | undefined;
}

const RULES = {
	array: { noun: 'a JSON list such as ["a", "b"]', write: (text) => jsonIn(text, '[') },
	boolean: { noun: 'true, false, yes, no, 1 or 0', write: booleanIn },
	number: { noun: 'a number', write: numberIn },
	object: { noun: 'a JSON object such as { "name": "value" }', write: (text) => jsonIn(text, '{') },
	string: { noun: 'a text', write: (text) => JSON.stringify(text) },
} as const satisfies Record<string, CellRule>;

export type CellType = keyof typeof RULES;

export const isCellType = (type: unknown): type is CellType =>
	typeof type === 'string' && Object.hasOwn(RULES, type);

/**
 * A value as JSON of a type. Null is of every type.
 * @param type undefined to write it as it is
 * @param format of numbers that are texts
 * @returns undefined for undefined, which is left out
 * @throws InvalidValue where it is not of the type, or where JSON has no such value
 */
export function writeCell(
	name: string,
	value: unknown,
	type: CellType | undefined,
	format: NumberFormat,
): string | undefined {
	if (type === undefined || value === null || type === typeOf(value))
		return writeValue(name, value);
	const { noun, write }: CellRule = RULES[type];
	const text = String(value).trim();
	// JavaScript writes its own numbers with a point.
	const json =
		typeof value === 'object'
			? undefined
			: write(text, typeof value === 'string' ? format : 'plain');
	if (json !== undefined) return json;
	const would = type === 'number' && typeof value === 'string' ? readings(text) : '';
	throw new InvalidValue(
		name,
		`holds ${briefly(value)}, which is not ${noun}`,
		would &&
			`"Number Format" is "${NUMBER_FORMATS[format].example}". The text would be ${would}. Choose the format in which all numbers of the column are written.`,
	);
}

function typeOf(value: unknown): string {
	if (isLongNumber(value)) return 'number';
	return Array.isArray(value) ? 'array' : typeof value;
}

function booleanIn(text: string): string | undefined {
	if (/^(?:true|yes|1)$/i.test(text)) return 'true';
	return /^(?:false|no|0)$/i.test(text) ? 'false' : undefined;
}

function jsonIn(text: string, begin: string): string | undefined {
	if (!text.startsWith(begin)) return undefined;
	try {
		return JSON.stringify(parseJsonExactly(text));
	} catch {
		return undefined;
	}
}

const MOST_QUOTED = 100;

function briefly(value: unknown): string {
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	const text = String(value);
	const start = text.length > MOST_QUOTED ? `${text.slice(0, MOST_QUOTED)}…` : text;
	return typeof value === 'string' ? `"${start}"` : start;
}

/**
 * What JSON.stringify gives, which would silently make null of a number that is none, `{}` of a map, and
 * other digits of a number that is too large.
 * @throws InvalidValue where JSON has no such value
 */
function writeValue(name: string, value: unknown): string | undefined {
	// Most values, and this runs for each.
	if (typeof value === 'string') return JSON.stringify(value);
	if (value === null || typeof value === 'boolean' || isExact(value)) return String(value);
	try {
		return JSON.stringify(value, function (this: Record<string, unknown>, key, written: unknown) {
			const what = whatChanges(written, this[key]);
			if (what === undefined) return written;
			throw new InvalidValue(
				key === '' ? name : `${name} … ${key}`,
				`is ${what}, which JSON would change`,
				'Give it as text, or null where there is no value.',
			);
		});
	} catch (error) {
		throw error instanceof InvalidValue ? error : unwritable(name);
	}
}

const unwritable = (name: string) =>
	new InvalidValue(name, 'is nested too deeply, or contains itself');

/** Above 2^53 a number stands for several integers, and nobody knows which of them was meant. */
const isExact = (value: unknown): boolean =>
	typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const IN_JSON = ['Array', 'Boolean', 'Null', 'Object', 'String', 'Undefined'];

/**
 * What a value is that would silently become another one.
 * @param written the value as JSON.stringify takes it: of a date its text, and null where it is none
 */
function whatChanges(written: unknown, given: unknown): string | undefined {
	if (typeof written === 'number') return isExact(written) ? undefined : String(written);
	if (written === null && given !== null) return 'an invalid date';
	const type = Object.prototype.toString.call(written).slice('[object '.length, -1);
	return IN_JSON.includes(type) ? undefined : `of the type ${type}`;
}

/**
 * The fields of a row that cannot be sent, as JSON for people: numbers that JSON does not have are texts.
 * @returns an empty text where it cannot be written at all
 */
export function jsonForPeople(fields: object): string {
	try {
		return JSON.stringify(fields, (_, value: unknown) => {
			const isNumber = typeof value === 'bigint' || typeof value === 'number';
			return isNumber && !isExact(value) ? String(value) : value;
		});
	} catch {
		return '';
	}
}
