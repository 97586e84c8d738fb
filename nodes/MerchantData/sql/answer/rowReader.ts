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
 * The rows of a whole answer that is a list, or an object with a list of objects and simple values beside it. It
 * is parsed at once, which takes half of the time.
 * @returns undefined for any other answer, which a {@link RowReader} reads
 * @throws BadAnswer
 */
export function usualRows(text: string, notes: string[]): SqlRow[] | undefined {
	const answer = parseJson(readableNumbers(text, notes));
	if (Array.isArray(answer)) return checkedRows(answer, 0);
	const members = Object.entries(Object(answer) as Record<string, unknown>);
	const [list, ...others] = members.filter(([, value]) => Object(value) === value);
	if (!list || others.length > 0 || ERROR_FIELDS.includes(list[0])) return undefined;
	const [name, entries] = list;
	if (!Array.isArray(entries) || !isPlainObject(entries[0])) return undefined;
	const rows = checkedRows(entries, 0);
	checkAround({ ...(answer as object), [name]: [0] }, rows.length, '', notes);
	return rows;
}

const isPlainObject = (value: unknown): boolean => Object(value) === value && !Array.isArray(value);
