import { NOT_ROWS, saysFailed } from '../service/answers/goodAnswer';
import { BadAnswer } from '../service/answers/serverText';
import { nameTwice } from '../lib/jsonText';
import { JsonListError, JsonListReader } from '../lib/jsonList';
import { completeness } from './completeness';
import { parseAnswer } from './digits';
import type { Learned } from './learned';
import {
	checkedRows,
	failedAnswer,
	noList,
	notJson,
	severalLists,
	type SqlRow,
	unfinishedAnswer,
} from './rows';

/** With lists that describe the columns. */
const NOT_SQL_ROWS = [...NOT_ROWS, 'columns', 'fields', 'meta', 'schema'];
/** Bound of the text that is kept in memory: 16 MB. */
const MOST_CHARS = 16 * 2 ** 20;

/**
 * Reads the rows of an answer as it comes, in memory that does not grow with their number. The text after the rows may
 * show that they are not rows.
 */
export class RowReader {
	readonly learned: Learned = {};
	private readonly list: JsonListReader;
	/** The beginning of the text, for errors. */
	private beginning = '';
	private count = 0;

	constructor(private readonly rowsField: string) {
		const path = rowsField === '' ? undefined : rowsField.split('.');
		this.list = new JsonListReader({ path, notRows: NOT_SQL_ROWS, mostChars: MOST_CHARS });
	}

	/** Adds text of the answer. @returns the rows that it completes. @throws BadAnswer; InvalidValue for "Rows Field" */
	read(text: string, isLast: boolean): SqlRow[] {
		if (this.beginning.length < 200) this.beginning += text.slice(0, 200);
		const { list } = this;
		list.add(text, isLast);
		const rows = checkedRows(this.elements(), this.count);
		this.count += rows.length;
		if (list.hasEnded) this.readAround(list.siblings, list.path);
		return rows;
	}

	private readAround(siblings: unknown, path: readonly string[] | undefined): void {
		if (siblings === undefined) throw notJson('');
		const { notFinished, notWhole } = completeness(siblings, path, this.count);
		if (notFinished !== undefined) throw unfinishedAnswer(notFinished);
		if (saysFailed(siblings) !== 'no') throw failedAnswer(JSON.stringify(siblings));
		if (path === undefined) throw noList(siblings, this.rowsField);
		this.learned.notWhole = notWhole;
	}

	private elements(): unknown[] {
		const parts: unknown[][] = [];
		const oneByOne: string[] = [];
		try {
			for (let next = this.list.next(); next; next = this.list.next()) {
				const { text } = next;
				// All rows of a query have the same columns.
				if (this.count === 0 && parts.length + oneByOne.length === 0)
					this.learned.columnTwice = nameTwice(text);
				const together =
					oneByOne.length === 0
						? this.list.takeTogether((ahead) => this.parsed([text, ahead]))
						: undefined;
				if (together) parts.push(together);
				else oneByOne.push(text);
			}
			const others = this.parsed(oneByOne);
			if (!others) throw notJson(this.beginning);
			return ([] as unknown[]).concat(...parts, others);
		} catch (error) {
			throw error instanceof JsonListError ? this.answerError(error) : error;
		}
	}

	/** Parses elements together, which is faster than one by one. */
	private parsed(texts: readonly string[]): unknown[] | undefined {
		const json = `[${texts.join()}]`;
		const { value, hasLongNumbers } = parseAnswer(json);
		this.learned.hasLongNumbers ||= hasLongNumbers;
		return value as unknown[] | undefined;
	}

	private answerError({ kind, lists }: JsonListError): Error {
		if (kind === 'severalLists') return severalLists(lists);
		if (kind === 'broken' || !/^\s*[[{]/.test(this.beginning)) return notJson(this.beginning);
		const message = 'The answer has more than 16 MB in one row, or around its rows';
		const remedy =
			'Choose the Output Format JSON File, which takes any answer as it comes, or split the period.';
		return new BadAnswer('service.tooLarge', message, remedy);
	}
}

/** Reads a whole answer. @throws BadAnswer; InvalidValue for "Rows Field" */
export function readRows(text: string, rowsField: string): { rows: SqlRow[]; learned: Learned } {
	const reader = new RowReader(rowsField);
	return { rows: reader.read(text, true), learned: reader.learned };
}
