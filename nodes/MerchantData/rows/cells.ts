import { InvalidValue } from '../shared/invalidValue';
import { isLongNumber, parseJsonExactly } from './digits';
import { NUMBER_FORMATS, type NumberFormat, numberIn, readings } from './numberFormat';

/** One value of a row as JSON text: as it is, or as the type that the form gives its column. */

/** The types of n8n's assignments, but for text. */
export type CellType = 'array' | 'boolean' | 'number' | 'object';

/** What texts a type accepts, and how they are written. */
interface Rule {
	/** The text as JSON, or undefined where it is not of the type. */
	write(text: string, format: NumberFormat): string | undefined;
	/** Follows the value in the message, as in `holds "x", which is not a number`. */
	problem: string;
	remedy: (text: string, format: NumberFormat) => string;
}

const RULES: Record<CellType, Rule> = {
	array: {
		write: (text) => jsonIn(text, /^\[/),
		problem: 'which is not a JSON list',
		remedy: () => 'Give a list, such as ["a", "b"], or null where there is no value.',
	},
	boolean: {
		write: (text) => BOOLEANS.get(text.toLowerCase()),
		problem: 'which is neither true nor false',
		remedy: () => 'Give true, false, yes, no, 1 or 0, or null where there is no value.',
	},
	number: {
		write: numberIn,
		problem: 'which is not a number',
		remedy: remedyOfNumber,
	},
	object: {
		write: (text) => jsonIn(text, /^\{/),
		problem: 'which is not a JSON object',
		remedy: () => 'Give an object, such as { "name": "value" }, or null where there is no value.',
	},
};

const BOOLEANS: ReadonlyMap<string, string> = new Map([
	['true', 'true'],
	['yes', 'true'],
	['1', 'true'],
	['false', 'false'],
	['no', 'false'],
	['0', 'false'],
]);

export const isCellType = (type: unknown): type is CellType =>
	typeof type === 'string' && Object.hasOwn(RULES, type);

/**
 * A value as JSON of a type. Null is of every type.
 * @param name of the column, for the error
 * @param format of numbers that are texts
 * @throws InvalidValue where it is not of the type
 */
export function writeTyped(
	name: string,
	value: unknown,
	type: CellType,
	format: NumberFormat,
): string {
	const isText = typeof value === 'string';
	const isJson = typeof value === 'object';
	if (value === null || type === typeOf(value)) return writeValue(name, value)!;
	const { write, problem, remedy } = RULES[type];
	const text = String(value).trim();
	// JavaScript writes its own numbers with a point.
	const json = isJson ? undefined : write(text, isText ? format : 'plain');
	if (json !== undefined) return json;
	throw new InvalidValue(name, `holds ${told(value)}, ${problem}`, remedy(text, format));
}

/** The type that a value is of already; a text is of none. */
function typeOf(value: unknown): CellType | undefined {
	if (typeof value === 'number' || isLongNumber(value)) return 'number';
	if (typeof value !== 'object') return undefined;
	return Array.isArray(value) ? 'array' : 'object';
}

function remedyOfNumber(text: string, format: NumberFormat): string {
	const would = readings(text);
	const { example } = NUMBER_FORMATS[format];
	if (would === '')
		return `Give a number as in "${example}" ("Number Format"), or nothing where there is no value.`;
	return `"Number Format" is "${example}". The text would be ${would}. Choose the format in which all numbers of the column are written.`;
}

/** @param begin how it begins */
function jsonIn(text: string, begin: RegExp): string | undefined {
	if (!begin.test(text)) return undefined;
	try {
		return JSON.stringify(parseJsonExactly(text));
	} catch {
		return undefined;
	}
}

/**
 * A value as JSON. JSON.stringify would silently make null of a number that is none, `{}` of a map, and
 * other digits of a number that is too large: such a value is refused.
 * @param name of the column, for the error
 * @returns undefined for undefined, which is left out
 * @throws InvalidValue
 */
export function writeValue(name: string, value: unknown): string | undefined {
	// Most values, and this runs for each.
	if (typeof value === 'string') return JSON.stringify(value);
	if (value === null || typeof value === 'boolean' || isExact(value)) return String(value);
	let refused: InvalidValue | undefined;
	let json: string | undefined;
	try {
		json = JSON.stringify(value, function (this: Record<string, unknown>, key, written: unknown) {
			const problem = problemOf(written, this[key]);
			if (problem) refused ??= new InvalidValue(path(name, key), ...problem);
			return written;
		});
	} catch (error) {
		const [first] = (error as Error).message.split('\n');
		refused ??= new InvalidValue(
			name,
			error instanceof RangeError ? 'is nested too deeply' : `cannot be written as JSON: ${first}`,
			'Correct what gives the value.',
		);
	}
	if (refused) throw refused;
	return json;
}

/** Above 2^53 a number stands for several integers, and nobody knows which of them was meant. */
const isExact = (value: unknown): boolean =>
	typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER;

const path = (name: string, key: string): string => (key === '' ? name : `${name} … ${key}`);

const LIKE_JSON = ['[object Object]', '[object Array]'];

/**
 * Why JSON has no such value, and what to do.
 * @param written the value as JSON takes it: of a date its text
 */
function problemOf(written: unknown, given: unknown): [string, string] | undefined {
	if (typeof written === 'number') {
		if (!Number.isFinite(written))
			return [`is ${written}, which JSON does not have`, 'Give null where there is no number.'];
		if (isExact(written)) return undefined;
		return [
			`is ${written}, a number too large for JavaScript to keep all of its digits`,
			'Give it as text, or give the row as JSON text.',
		];
	}
	// JSON.stringify gives the null of a date that is none.
	if (written === null && given !== null) return ['is not a valid date', 'Correct the date.'];
	if (typeof written === 'object' && written !== null) {
		const tag = Object.prototype.toString.call(written);
		return LIKE_JSON.includes(tag) ? undefined : noJson(tag.slice('[object '.length, -1));
	}
	return ['bigint', 'function', 'symbol'].includes(typeof written)
		? noJson(typeof written)
		: undefined;
}

const noJson = (kind: string): [string, string] => [
	`is of the type ${kind}, which JSON does not have`,
	'Give it as text, as a list or as an object.',
];

/** How much of a value a message shows, in characters. */
const LONGEST_TOLD = 100;

function told(value: unknown): string {
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	const text = String(value);
	const start = text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text;
	return typeof value === 'string' ? `"${start}"` : start;
}
