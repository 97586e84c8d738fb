import { isExact, isLongNumber, parseJsonExactly, textOf } from '../lib/exactNumbers';
import type { Code } from '../errors/codes';
import { InvalidValue } from '../errors/invalidInput';
import type { DateReader } from './dateFormat';
import {
	fractionIn,
	fromMicros,
	NUMBER_FORMATS,
	type NumberFormat,
	numberIn,
	withoutPercent,
} from './numberFormat';
import { dateRemedy, numberRemedy, OTHER_REMEDY, percentRemedy } from './remedies';

/** One value of a row as JSON text: as it is, or as the type that the form gives its column. */

export interface Formats {
	readonly number: NumberFormat;
	readonly date: DateReader;
}

interface CellRule {
	/** Follows `contains "x", which is not`. */
	noun: string;
	code?: Code;
	/** The JSON of a text, or undefined if the text is not of the type. */
	write(text: string, formats: Formats): string | undefined;
	example?(formats: Formats): string;
	/** Replaces the general remedy. */
	remedy?(text: string, formats: Formats): string | undefined;
}

const RULES = {
	array: { noun: 'a JSON list such as ["a", "b"]', write: (text) => jsonIn(text, '[') },
	boolean: { noun: 'true, false, yes, no, 1 or 0', write: booleanIn },
	date: {
		noun: 'a date',
		code: 'value.notADate',
		write: (text, { date }) => quoted(date.read(text)),
		example: ({ date }) => date.example,
		remedy: (text, { date }) => dateRemedy(text, date),
	},
	json: { noun: 'JSON', write: (text) => jsonIn(text, '') },
	fraction: numbers((text, { number }) => fractionIn(text, number)),
	micros: {
		noun: 'a number of micros',
		code: 'value.notANumber',
		write: (text, { number }) => fromMicros(text, number),
		remedy: (text, { number }) =>
			numberIn(text, number) === undefined
				? numberRemedy(text)
				: 'If it is an amount already, choose "Number".',
	},
	number: numbers((text, { number }) => numberIn(text, number), percentRemedy),
	object: { noun: 'a JSON object such as { "name": "value" }', write: (text) => jsonIn(text, '{') },
	percent: numbers((text, { number }) => numberIn(withoutPercent(text), number)),
	string: { noun: 'a text', write: (text) => JSON.stringify(text) },
	/** For a column of a table: what protects the text from a spreadsheet is removed. */
	text: { noun: 'a text', write: (text) => JSON.stringify(text) },
} as const satisfies Record<string, CellRule>;

export type CellType = keyof typeof RULES;

export const isCellType = (type: unknown): type is CellType =>
	typeof type === 'string' && Object.hasOwn(RULES, type);

/**
 * A value as JSON of a type, or as it is. Null is of every type.
 * @returns undefined for undefined, which is left out
 * @throws InvalidValue if it is not of the type, or if JSON has no such value
 */
export function writeCell(
	name: string,
	value: unknown,
	type: CellType | undefined,
	formats: Formats,
): string | undefined {
	if (type === undefined || value === null || value === undefined) return writeValue(name, value);
	if (type === 'text' && typeof value === 'string') return writeText(unprotected(value));
	if (isOfType(value, type)) return writeValue(name, value);
	const json = converted(value, type, formats);
	if (json !== undefined) return json;
	throw wrongType(name, value, type, formats);
}

/** Whether a value needs no conversion. A number that has lost digits gets none: to write it throws. */
function isOfType(value: unknown, type: CellType): boolean {
	if (typeof value === 'string') return type === 'string';
	if (typeof value === 'number') return type === 'number' || type === 'json' || !isExact(value);
	if (type === 'json') return true;
	if (isLongNumber(value)) return type === 'number';
	return type === (Array.isArray(value) ? 'array' : typeof value);
}

function converted(value: unknown, type: CellType, formats: Formats): string | undefined {
	if (typeof value === 'string') return RULES[type].write(value.trim(), formats);
	// A number is written as JSON writes it, whatever the format of texts.
	if (typeof value !== 'object' || isLongNumber(value))
		return RULES[type].write(textOf(value), { number: 'plain', date: formats.date });
	return type === 'date' ? quoted(formats.date.read(value)) : undefined;
}

const quoted = (day: string | undefined) => day && `"${day}"`;

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

/** Removes what keeps a spreadsheet from reading a text as a number: `="0123"` and `'0123`. */
function unprotected(given: string): string {
	const text = given.trim();
	if (text.startsWith('="') && /^="(?:[^"]|"")*"$/.test(text))
		return text.slice(2, -1).replaceAll('""', '"');
	return text.startsWith("'") && /^'\d+$/.test(text) ? text.slice(1) : given;
}

function wrongType(name: string, value: unknown, type: CellType, formats: Formats): InvalidValue {
	const { noun, code = 'value.wrongType', example, remedy }: CellRule = RULES[type];
	const isWritten = typeof value === 'string' || typeof value === 'number';
	const inFormat = isWritten && example ? ` in the format "${example(formats)}"` : '';
	const problem = `contains ${briefly(value)}, which is not ${noun}${inFormat}`;
	const way = isWritten ? (remedy?.(String(value).trim(), formats) ?? OTHER_REMEDY) : '';
	return new InvalidValue(code, name, problem, way);
}

function briefly(value: unknown): string {
	if (typeof value === 'object' && !isLongNumber(value))
		return Array.isArray(value) ? 'a list' : 'an object';
	const text = textOf(value);
	const start = text.length > 100 ? `${text.slice(0, 100)}…` : text;
	return typeof value === 'string' ? `"${start}"` : start;
}

/** The rule of a type that is written as a number in the *Number Format*. */
function numbers(write: CellRule['write'], remedy?: (text: string) => string | undefined) {
	return {
		noun: 'a number',
		code: 'value.notANumber' as const,
		write,
		example: ({ number }: Formats) => NUMBER_FORMATS[number].example,
		remedy: (text: string) => remedy?.(text) ?? numberRemedy(withoutPercent(text)),
	};
}

/** Texts that JSON writes as they are. To test this takes a third of the time of JSON.stringify. */
const PLAIN = /^[ !#-[\]-\ud7ff]*$/;

const writeText = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** @throws InvalidValue for what JSON.stringify would silently change, such as a map, NaN or a number beyond 2^53 */
function writeValue(name: string, value: unknown): string | undefined {
	if (typeof value === 'string') return writeText(value);
	if (value === null || typeof value === 'boolean' || isExact(value)) return String(value);
	try {
		return JSON.stringify(value, function (this: Record<string, unknown>, key, written: unknown) {
			const what = whatChanges(written, this[key]);
			if (what === undefined) return written;
			const label = key === '' ? name : `${name} … ${key}`;
			const problem = `is ${what}, which JSON would change`;
			const remedy = 'Give it as text, or null for no value.';
			throw new InvalidValue('value.notInJson', label, problem, remedy);
		});
	} catch (error) {
		throw error instanceof InvalidValue
			? error
			: new InvalidValue('value.notInJson', name, 'is nested too deeply, or contains itself');
	}
}

const IN_JSON = ['Array', 'Boolean', 'Null', 'Object', 'String', 'Undefined'];

/** The kind of a value that JSON would change. @param written as JSON.stringify sees it: a date is text or null */
function whatChanges(written: unknown, given: unknown): string | undefined {
	if (typeof written === 'number') return isExact(written) ? undefined : String(written);
	if (written === null && given !== null) return 'an invalid date';
	const type = Object.prototype.toString.call(written).slice('[object '.length, -1);
	return IN_JSON.includes(type) ? undefined : `of the type ${type}`;
}

/** JSON of a row that cannot be sent, with numbers that JSON does not have as texts. Empty if it cannot be written. */
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
