import { membersOf, textOf } from '../../shared/json';

/** Writes rows, one after another. */
export interface RowWriter {
	/** What each file begins with. */
	header: string;
	/**
	 * @param json of an object, on one line
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

/**
 * Writes rows as CSV (RFC 4180) with a header line. Numbers, lists and objects are copied as they
 * stand in the JSON, empty values are written as nothing, or as `""` where a line would be blank,
 * which readers skip.
 * @param columns in their order
 */
export function createCsv(columns: readonly string[]): RowWriter {
	const places = new Map(columns.map((name, place) => [name, place]));
	const writeLine = (cells: string[]) => (cells.join(',') || '""') + LINE_END;
	return {
		header: writeLine(columns.map(quoted)),
		/** @throws LateColumn */
		write(json, number) {
			const cells = Array<string>(columns.length).fill('');
			for (const { key, start, end } of membersOf(json, 0)) {
				const place = places.get(key);
				if (place === undefined) throw new LateColumn(key, number);
				cells[place] = cellOf(json.slice(start, end));
			}
			return writeLine(cells);
		},
	};
}

/** @param json the value of a cell */
function cellOf(json: string): string {
	if (json === 'null') return '';
	return quoted(json.startsWith('"') ? textOf(json) : json);
}

function quoted(text: string): string {
	return NEEDS_QUOTES.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}
