import { ERROR_FIELDS } from '../../service/answers/goodAnswer';
import { BadAnswer } from '../../service/answers/serverText';
import { parseJson } from '../../shared/json';
import { JsonListError, JsonListReader } from '../../shared/jsonList';
import { readableNumbers } from './digits';
import { checkAround, checkedRows, notJson, severalLists, type SqlRow } from './rows';

/** So much of an answer is held: 16 MB. */
const MOST_CHARS = 16 * 2 ** 20;

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

	/** @param notes gets what a user should know of how the answer was read, in sentences without a full stop */
	constructor(
		private readonly rowsField: string,
		private readonly notes: string[],
	) {
		const path = rowsField === '' ? undefined : rowsField.split('.');
		this.list = new JsonListReader({ path, notRows: ERROR_FIELDS, mostChars: MOST_CHARS });
	}

	/** The rows that end in the next piece of the answer. @throws BadAnswer; InvalidValue for "Rows Field" */
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

	private answerError({ kind, lists }: JsonListError): Error {
		if (kind === 'severalLists') return severalLists(lists);
		if (kind === 'broken' || !/^\s*[[{]/.test(this.beginning)) return notJson(this.beginning);
		return new BadAnswer(
			'The answer has more than 16 MB in one row, or around its rows',
			'Choose the Output Format JSON File, which takes any answer as it comes, or split the period.',
		);
	}
}

/**
 * Reads the rows of a whole answer. Its list is parsed at once, which takes half of the time; what stands around
 * it is read with one row in its place.
 * @throws BadAnswer; InvalidValue for "Rows Field"
 */
export function readRows(text: string, rowsField: string, notes: string[]): SqlRow[] {
	const [start, end] = [text.indexOf('['), text.lastIndexOf(']') + 1];
	const found: string[] = [];
	try {
		const list = parseJson(readableNumbers(text.slice(start, end), found)) ?? [];
		const rows = checkedRows(list as unknown[], 0);
		const around = `${text.slice(0, start)}[{}]${text.slice(end)}`;
		if (rows.length > 0 && new RowReader(rowsField, found).read(around, true).length > 0) {
			notes.push(...found);
			return rows;
		}
	} catch {
		// Of another form, or wrong: read in its order, it says so.
	}
	return new RowReader(rowsField, notes).read(text, true);
}
