import { textOf, visitMembers } from '../../shared/json';

/** Writes rows, one after another. */
export interface RowWriter {
	/** What each file begins with. */
	header: string;
	/**
	 * @param json of an object
	 * @param number of the row in the answer, from 1, for errors
	 */
	write(json: string, number: number): string;
}

const LINE_END = '\r\n';
const NEEDS_QUOTES = /[",\r\n]/;

/** A row has a column that is missing in the header line, which is written already. */
export class LateColumn extends Error {
	override name = 'LateColumn';

	/** @param number of the row, from 1 */
	constructor(column: string, number: number) {
		super(
			`Row ${number} of the answer has the column "${column}", which none of its first rows has`,
		);
	}
}

/** JSON on one line. Strings have no line breaks, so that only those between values are removed. */
export function onOneLine(json: string): string {
	return /[\r\n]/.test(json) ? json.replace(/[\r\n]+[ \t]*/g, '') : json;
}

/** Larger expressions are slow to make, and longer rows would overflow the stack of one. */
const MOST_IN_PATTERN = { columns: 200, characters: 2 ** 16 };
/** A text, a number, true, false or null, in valid JSON. */
const PLAIN_VALUE = String.raw`("[^"\\]*(?:\\.[^"\\]*)*"|[^\s"{[,}]+)`;

/**
 * Matches a row that has all columns in their order, and no lists and objects in them. Most rows are
 * like that, and reading them by one expression takes half the time.
 */
function plainRow(columns: readonly string[]): RegExp | undefined {
	if (columns.length > MOST_IN_PATTERN.columns) return undefined;
	const members = columns.map(
		(name) => `\\s*${literally(JSON.stringify(name))}\\s*:\\s*${PLAIN_VALUE}\\s*`,
	);
	return new RegExp(`^\\{${members.join()}\\}$`);
}

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/**
 * Writes rows as CSV (RFC 4180) with a header line. Numbers, lists and objects are copied as they
 * stand in the JSON, empty values are written as nothing, or as `""` where a line would be blank,
 * which readers skip.
 * @param columns in their order
 */
export function createCsv(columns: readonly string[]): RowWriter {
	const places = new Map(columns.map((name, place) => [name, place]));
	const plain = plainRow(columns);

	/** @throws LateColumn */
	function cellsOf(json: string, number: number): string[] {
		const cells = Array<string>(columns.length).fill('');
		visitMembers(json, 0, (start, end, name, nameEnd) => {
			const key = textOf(json.slice(name, nameEnd));
			const place = places.get(key);
			if (place === undefined) throw new LateColumn(key, number);
			cells[place] = cellOf(json.slice(start, end));
		});
		return cells;
	}

	return {
		header: lineOf(columns.map(quoted)),
		/** @throws LateColumn */
		write(json, number) {
			const isShort = json.length <= MOST_IN_PATTERN.characters;
			const values = isShort ? plain?.exec(json) : undefined;
			if (!values) return lineOf(cellsOf(json, number));
			let line = cellOf(values[1] ?? '');
			for (let at = 2; at < values.length; at++) line += `,${cellOf(values[at])}`;
			return lineOf([line]);
		},
	};
}

const lineOf = (cells: string[]) => (cells.join(',') || '""') + LINE_END;

/** The cell of a value, as it is written in JSON. */
function cellOf(json: string): string {
	switch (json[0]) {
		case '"':
			// Neither quotes nor line breaks stand in a JSON string as they are.
			if (json.includes('\\')) return quoted(textOf(json));
			return json.includes(',') ? json : json.slice(1, -1);
		case '{':
		case '[':
			return quoted(onOneLine(json));
		case 'n':
			return '';
		default:
			return json;
	}
}

function quoted(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
