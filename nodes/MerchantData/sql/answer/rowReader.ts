import { BadAnswer } from '../../service/answers/serverText';
import { parseJson } from '../../shared/json';
import { JsonListError, JsonListReader } from '../../shared/jsonList';
import { readableNumbers } from './digits';
import { checkAround, isRow, notJson, notRow, rowsList, severalLists, type SqlRow } from './rows';

/** So much of an answer is held: 16 MB. */
const MOST_CHARS = 16 * 2 ** 20;

/**
 * The rows of a whole answer.
 * @param notes gets what a user should know of how the answer was read, in sentences without a full stop
 * @throws BadAnswer; InvalidValue for "Rows Field"
 */
export function rowsOfAnswer(text: string, rowsField: string, notes: string[]): SqlRow[] {
	// Long numbers beside the rows are no news: then the rows are read alone.
	const long: string[] = [];
	const answer = rowsField === '' ? parseJson(readableNumbers(text, long)) : undefined;
	const rows = long.length === 0 ? usualRows(answer) : undefined;
	if (!rows) return new RowReader(rowsField, notes).read(text, true);
	checkAround(answer, rows.length, rowsField, notes);
	return checkedRows(rows, 0);
}

/** The rows of an answer of the reported shapes, because to parse all of it at once takes half the time. */
function usualRows(answer: unknown): unknown[] | undefined {
	if (Array.isArray(answer)) return answer;
	const { data, ...others } = Object(answer) as Record<string, unknown>;
	const isOnly = Object.values(others).every((value) => typeof value !== 'object');
	return isOnly && Array.isArray(data) && (data.length === 0 || isRow(data[0])) ? data : undefined;
}

/** @param before how many rows came before these */
function checkedRows(rows: unknown[], before: number): SqlRow[] {
	const wrong = rows.findIndex((row) => !isRow(row));
	if (wrong >= 0) throw notRow(before + wrong + 1, JSON.stringify(rows[wrong]));
	return rows as SqlRow[];
}

/**
 * Reads the rows of an answer as it comes, in memory that does not grow with their number. What comes behind
 * the rows may show that they are none.
 */
export class RowReader {
	private readonly list: JsonListReader;

	/** The first pieces of the text, for errors. */
	private beginning = '';

	/** How many rows have been read. */
	private count = 0;

	private readonly rowsField: string;

	private readonly notes: string[];

	/** @param notes gets what a user should know of how the answer was read, in sentences without a full stop */
	constructor(rowsField: string, notes: string[]) {
		this.rowsField = rowsField;
		this.notes = notes;
		this.list = new JsonListReader({ ...rowsList(rowsField), mostChars: MOST_CHARS });
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
		const rows = parseJson(readableNumbers(`[${texts.join()}]`, this.notes));
		if (rows === undefined) throw notJson(this.beginning);
		return checkedRows(rows as unknown[], this.count);
	}

	private answerError(error: JsonListError): Error {
		if (error.kind === 'severalLists') return severalLists(error.lists);
		const isLarge = error.kind === 'tooLarge' && /^\s*[[{]/.test(this.beginning);
		if (!isLarge) return notJson(this.beginning);
		return new BadAnswer(
			'The answer has more than 16 MB in one row, or around its rows',
			'Choose the Output Format JSON File, which takes any answer as it comes, or split the period.',
		);
	}
}
