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

/** A row has a column that the header line, which is written already, does not have. */
export class LateColumn extends Error {
	override name = 'LateColumn';

	/** @param number of the row, from 1 */
	constructor(column: string, number: number) {
		super(
			`Row ${number} of the answer has the column "${column}", which none of its first rows has`,
		);
	}
}

/** In JSON, line breaks stand between values only. */
export function onOneLine(json: string): string {
	return /[\r\n]/.test(json) ? json.replace(/[\r\n]+[ \t]*/g, '') : json;
}

/**
 * Writes rows as CSV (RFC 4180) with a header line. Numbers, lists and objects are copied as they
 * stand in the JSON, empty values are written as nothing, or as `""` where a line would be blank,
 * which readers skip.
 * @param columns in their order
 */
export function createCsv(columns: readonly string[]): RowWriter {
	const places = new Map(columns.map((name, place) => [name, place]));
	const written = columns.map((name) => JSON.stringify(name));
	const writeLine = (cells: string[]) => (cells.join(',') || '""') + LINE_END;
	return {
		header: writeLine(columns.map(quoted)),
		/** @throws LateColumn */
		write(json, number) {
			const cells = Array<string>(columns.length).fill('');
			let next = 0;
			visitMembers(json, 0, (start, end, name, nameEnd) => {
				// Most rows have their columns in one order.
				if (!json.startsWith(written[next], name)) {
					const key = textOf(json.slice(name, nameEnd));
					const place = places.get(key);
					if (place === undefined) throw new LateColumn(key, number);
					next = place;
				}
				cells[next++] = cellOf(json, start, end);
			});
			return writeLine(cells);
		},
	};
}

/** The cell of a value in a row, by its place there. */
function cellOf(json: string, start: number, end: number): string {
	switch (json[start]) {
		case '"': {
			// Neither quotes nor line breaks stand in a JSON string as they are.
			const text = json.slice(start + 1, end - 1);
			return /[\\,]/.test(text) ? quoted(textOf(`"${text}"`)) : text;
		}
		case '{':
		case '[':
			return quoted(onOneLine(json.slice(start, end)));
		case 'n':
			return '';
		default:
			return json.slice(start, end);
	}
}

function quoted(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
