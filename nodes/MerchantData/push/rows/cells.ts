import { InvalidValue } from '../../shared/invalidValue';
import { rowTexts, withoutHalves } from './jsonText';
import { MAX_DEPTH } from './row';

/**
 * Values that are sent as another type than they came in. The digits of a number are copied, because
 * parsing them would change them: 12.50 would become 12.5, and an id of 20 digits another one.
 */

/** The types of n8n's assignments, but for text. */
export type CellType = 'array' | 'boolean' | 'number' | 'object';
export type DecimalSeparator = '.' | ',';

/** How the values of a row are converted, by column. */
export interface Columns {
	/** By the name of the column. Other columns are sent as they are. */
	types: ReadonlyMap<string, CellType>;
	decimalSeparator: DecimalSeparator;
	/** Whether empty texts and null are sent. A number or boolean that is empty is sent as null. */
	includesEmpty: boolean;
}

/** What texts a type accepts, and how they are written. */
interface Rule {
	/** The text as JSON, or undefined where it is not of the type. */
	write(text: string, separator: DecimalSeparator): string | undefined;
	/** Follows the value in the message, as in `holds "x", which is not a number`. */
	problem: string;
	remedy: (separator: DecimalSeparator, text: string) => string;
}

const RULES: Record<CellType, Rule> = {
	array: {
		write: (text) => writtenJson(text, /^\[/),
		problem: 'which is not a JSON list',
		remedy: () => 'Give a list, such as ["a", "b"], or null where there is no value.',
	},
	boolean: {
		write: (text) => BOOLEANS.get(text.toLowerCase()),
		problem: 'which is neither true nor false',
		remedy: () => 'Give true, false, yes, no, 1 or 0, or null where there is no value.',
	},
	number: {
		write: writtenNumber,
		problem: 'which is not a number',
		remedy: (separator, text) =>
			`${otherSeparator(separator, text)}Give digits, with "${separator}" before the decimals and nothing between the thousands, or null where there is no value.`,
	},
	object: {
		write: (text) => writtenJson(text, /^\{/),
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

const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * Sign, digits before the separator, digits after it, power of ten. There must be digits on one side.
 */
const NUMBERS: Record<DecimalSeparator, RegExp> = {
	'.': /^([+-]?)(?=\.?\d)(\d*)(?:\.(\d*))?(e[+-]?\d+)?$/i,
	',': /^([+-]?)(?=,?\d)(\d*)(?:,(\d*))?(e[+-]?\d+)?$/i,
};

export function isCellType(type: unknown): type is CellType {
	return typeof type === 'string' && Object.hasOwn(RULES, type);
}

/** @throws InvalidValue where a value is not of its type; an empty text is of none */
export function checkCell(
	name: string,
	value: unknown,
	type: CellType,
	separator: DecimalSeparator,
): void {
	if (!goesAsItIs(value, type)) writtenAs(type, name, value, separator);
}

const MAY_HOLD_EMPTY = /:\s*(?:null|"")/;

/** Whether columns leave a row as it is. @param json of the row, without the fields to ignore */
export function leaveAsItIs({ types, includesEmpty }: Columns, json: string): boolean {
	return types.size === 0 && (includesEmpty || !MAY_HOLD_EMPTY.test(json));
}

/**
 * A row as JSON, with each value as its column wants it.
 * @param row of values that JSON has
 * @throws InvalidValue that names the first column whose value is not of its type
 */
export function writeCells(row: object, columns: Columns): string {
	const cells: string[] = [];
	for (const [name, value] of Object.entries(row)) {
		const json = writeCell(name, value, columns.types.get(name), columns);
		if (json !== undefined) cells.push(`${JSON.stringify(name)}:${json}`);
	}
	return `{${cells.join(',')}}`;
}

/**
 * A value as JSON, as its column wants it.
 * @returns undefined where it is left out
 * @throws InvalidValue
 */
export function writeCell(
	name: string,
	value: unknown,
	type: CellType | undefined,
	{ decimalSeparator, includesEmpty }: Columns,
): string | undefined {
	// A shortcut: most numbers are valid JSON already, and this runs for each cell of a file.
	const mayBeJson = type === 'number' && decimalSeparator === '.' && typeof value === 'string';
	if (mayBeJson && JSON_NUMBER.test(value)) return value;
	if (isEmpty(value, type)) {
		if (!includesEmpty) return undefined;
		return type === undefined ? JSON.stringify(value) : 'null';
	}
	// JSON.stringify gives undefined for undefined.
	if (type === undefined || goesAsItIs(value, type)) return JSON.stringify(value);
	return writtenAs(type, name, value, decimalSeparator);
}

/** {@link writeCell} for a value of a JSON text. @param value as it is written */
export function writeJsonCell(name: string, value: string, columns: Columns): string | undefined {
	const isText = value.startsWith('"');
	const type = columns.types.get(name);
	const goesAsItIs = type === undefined || (type === 'number' && /^[-\d]/.test(value));
	if (!isText && value !== 'null' && goesAsItIs) return value;
	return writeCell(name, JSON.parse(value), type, columns);
}

/** Spaces are a text, but no number. */
function isEmpty(value: unknown, type: CellType | undefined): boolean {
	if (typeof value !== 'string') return value === null;
	return value === '' || (type !== undefined && value.trim() === '');
}

/** Null is of every type. */
function goesAsItIs(value: unknown, type: CellType): boolean {
	if (value === null || value === undefined) return true;
	return typeof value === 'object' && type === (Array.isArray(value) ? 'array' : 'object');
}

function writtenAs(
	type: CellType,
	name: string,
	value: unknown,
	separator: DecimalSeparator,
): string {
	const { write, problem, remedy } = RULES[type];
	if (typeof value !== 'object') {
		// JavaScript writes its own numbers with a point.
		const json = write(String(value).trim(), typeof value === 'string' ? separator : '.');
		if (json !== undefined) return json;
	}
	throw new InvalidValue(
		name,
		`holds ${told(value)}, ${problem}`,
		remedy(separator, typeof value === 'string' ? value : ''),
	);
}

/** How much of a value a message shows, in characters. */
const LONGEST_TOLD = 100;

function told(value: unknown): string {
	if (typeof value === 'object') return Array.isArray(value) ? 'a list' : 'an object';
	const text = String(value);
	const start = text.length > LONGEST_TOLD ? `${text.slice(0, LONGEST_TOLD)}…` : text;
	return typeof value === 'string' ? `"${start}"` : start;
}

/**
 * The digits as they are written, as valid JSON: `+5`, `007`, `1.` and `.5` become `5`, `7`, `1` and
 * `0.5`.
 */
function writtenNumber(text: string, separator: DecimalSeparator): string | undefined {
	const parts = NUMBERS[separator].exec(text);
	if (!parts) return undefined;
	const [, sign, whole, decimals, power = ''] = parts;
	const minus = sign === '-' ? sign : '';
	return minus + (whole.replace(/^0+(?=\d)/, '') || '0') + (decimals ? `.${decimals}` : '') + power;
}

/** What to do where the text is a number with the other separator. */
function otherSeparator(separator: DecimalSeparator, text: string): string {
	const [other, name] = separator === '.' ? ([',', 'Comma'] as const) : (['.', 'Point'] as const);
	if (writtenNumber(text.trim(), other) === undefined) return '';
	return `Set "Decimal Separator" to ${name} in the options, if all numbers are written like this. `;
}

/** @param begin how it begins */
function writtenJson(text: string, begin: RegExp): string | undefined {
	if (!begin.test(text)) return undefined;
	const json = withoutHalves(text);
	try {
		JSON.parse(json);
	} catch {
		return undefined;
	}
	const [{ depth }] = rowTexts(`{"":${json}}`);
	return depth > MAX_DEPTH ? undefined : json;
}
