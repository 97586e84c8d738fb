import { BadAnswer } from '../../service/answers/serverText';
import { parseJson } from '../../shared/json';
import { JsonListError, JsonListReader } from '../../shared/jsonList';
import { notJson } from './answer';
import { asWritten, markedNumbers } from './digits';
import { checkAround, isRow, notRow, rowsList, severalLists, type SqlRow } from './rows';

const MEGABYTE = 2 ** 20;
const MOST_CHARS = 16 * MEGABYTE;

/**
 * Reads the rows of an answer as it comes, in memory that does not grow with their number. The numbers in
 * them are those of {@link markedNumbers}. What comes behind the rows may show that they are none.
 */
export class RowReader {
	private readonly list: JsonListReader;

	/** The first pieces of the text, for errors. */
	private beginning = '';

	/** How many rows have been read. */
	private count = 0;

	private readonly rowsField: string;

	private readonly notes: string[];

	private readonly mostChars: number;

	/**
	 * @param notes gets what a user should know of how the answer was read, in sentences without a full stop
	 * @param mostChars of the answer that are held
	 */
	constructor(rowsField: string, notes: string[], mostChars = MOST_CHARS) {
		this.rowsField = rowsField;
		this.notes = notes;
		this.mostChars = mostChars;
		this.list = new JsonListReader({ ...rowsList(rowsField), mostChars });
	}

	/**
	 * Reads the next piece of the answer.
	 * @returns the rows that end in it
	 * @throws BadAnswer; InvalidValue for "Rows Field"
	 */
	read(text: string, isLast: boolean): SqlRow[] {
		if (this.beginning.length < 200) this.beginning += text.slice(0, 200);
		const { list } = this;
		list.add(text, isLast);
		const texts: string[] = [];
		try {
			for (let next = list.next(); next; next = list.next()) texts.push(next.text);
		} catch (error) {
			throw error instanceof JsonListError ? this.answerError(error) : error;
		}
		const rows = this.parsed(texts);
		this.count += rows.length;
		if (list.hasEnded && list.siblings !== undefined)
			checkAround(list.siblings, list.path && this.count, this.rowsField, this.notes);
		return rows;
	}

	/** Parses rows together, which is faster than one by one. */
	private parsed(texts: string[]): SqlRow[] {
		const rows = parseJson(markedNumbers(`[${texts.join()}]`)) as unknown[] | undefined;
		if (!rows) throw notJson(this.beginning);
		const wrong = rows.findIndex((row) => !isRow(row));
		if (wrong >= 0) throw notRow(this.count + wrong + 1, asWritten(JSON.stringify(rows[wrong])));
		return rows as SqlRow[];
	}

	private answerError(error: JsonListError): Error {
		if (error.kind === 'severalLists') return severalLists(error.lists, this.rowsField);
		const isLarge = error.kind === 'tooLarge' && /^\s*[[{]/.test(this.beginning);
		if (!isLarge) return notJson(this.beginning);
		return new BadAnswer(
			`The answer has more than ${this.mostChars / MEGABYTE} MB in one row, or around its rows`,
			'Choose the Output Format JSON File, which takes any answer as it comes, or split the period.',
		);
	}
}
