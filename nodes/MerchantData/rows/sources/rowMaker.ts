import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { shopDomain } from '../../shared/shopDomain';
import { Columns, type Layout, skippedBy } from '../columns';
import { looksLikeOtherDate } from '../dateFormat';
import { FILE_FIELD, type FileRecord, isRow, type RecordReader } from '../files/records';
import { NO_VALUE } from '../leftOut';
import { comparable } from '../names';
import { looksLikeNumber } from '../numberFormat';
import { Row, rowOf, unsendable, type Writing } from '../row';
import type { GivenFile } from './givenFile';
import { firstValue, type Learned, noColumn, skipReason } from './learned';

const wayToShop = (column: string, otherShop: string) =>
	`Name "${column}" in "Shop Column". To send the rows to ${otherShop} all the same, add the column to "Columns" and choose "Leave Out".`;

/** Makes rows of the records of one reading of a file. */
export class RowMaker {
	/** Why none of the rows is sent, as far as that is known: some reasons show once all of it was read. */
	refusal?: InvalidInput;

	/** The line that reading has come to; 0 before the first record. */
	line = 0;

	/** How many rows were given: to be sent, or with a problem. */
	given = 0;

	/** Whether nothing that follows can be read, or is to be. */
	isOver = false;

	/** The place of the next row. Rows that are left out have one, too. */
	private ordinal = 0;

	private readonly columns: Columns;

	/** Known from the first text on: in the cells of a table, empty means that there is no value. */
	private writing?: Writing;

	/** @param learned in the first reading alone */
	constructor(
		private readonly file: GivenFile,
		private readonly learned?: Learned,
	) {
		this.refusal = file.refusal;
		this.columns = new Columns(file.settings.columns, file.added);
	}

	/** The rows of the text in hand, each made when it is asked for: in a list, they would live too long. */
	*rowsOf(reader: RecordReader): Generator<Row> {
		if (this.isOver) return;
		this.writing ??= this.writingOf(reader);
		for (let record = reader.next(); record; record = reader.next()) {
			this.line = record.line;
			this.refusal ??= record.refusal;
			if (record.header) this.refusal ??= this.wrongHeader(record.header);
			const row = this.rowOf(record);
			if (row) {
				this.given++;
				yield row;
			}
			this.isOver = record.isEnd ?? false;
			if (this.isOver) return;
		}
	}

	/** A row that stands for what could not be read. */
	unread(problem: InvalidInput): Row {
		return unsendable(new Row(this.file.item, this.ordinal, this.file.shop), undefined, problem);
	}

	private writingOf({ isTable }: RecordReader): Writing {
		const { settings, added } = this.file;
		const { emptyValues, formats } = settings.columns;
		return { emptyValues, formats, isTable, added, wayToShop, hints: this.learned?.hints };
	}

	/** @returns undefined for a blank line, and for a row that is left out */
	private rowOf(record: FileRecord): Row | undefined {
		const { line, fields, problem } = record;
		if (!isRow(record)) return undefined;
		const row = new Row(this.file.item, this.ordinal++, this.file.shop, line);
		if (!fields) return unsendable(row, undefined, this.refusal ?? problem);
		const layout = this.columns.layoutOf(fields.names);
		this.learned?.seeColumns(layout);
		const rule = skippedBy(this.file.settings.columns, layout, fields.values);
		if (rule) return this.leaveOut(skipReason(rule), line, firstValue(layout, fields.values));
		const noShop = this.readShop(row, layout, fields.values);
		const made = rowOf(row, layout, fields.values, this.writing!);
		const why = this.refusal ?? problem ?? noShop;
		if (!made && !problem) return this.leaveOut(NO_VALUE, line, firstValue(layout, fields.values));
		if (this.writing!.isTable) this.learned?.seeRow(fields.values, () => this.placeOf(line));
		return why ? unsendable(row, valuesByName(layout, fields.values), why) : made;
	}

	private placeOf(line: number): string {
		return `${this.file.place}line ${line}`;
	}

	private leaveOut(reason: string, line: number, value: string): undefined {
		this.learned?.leftOut.add(reason, () => `${this.placeOf(line)}${value}`);
	}

	/** Reads the shop that a row names. @returns why it names none */
	private readShop(row: Row, { shopAt }: Layout, values: readonly unknown[]): unknown {
		const { shopColumn } = this.file.settings.columns;
		if (shopColumn === undefined) return undefined;
		try {
			row.shop = shopDomain(values[shopAt], shopColumn);
			return undefined;
		} catch (error) {
			return error;
		}
	}

	/** Why a file with such names is refused. */
	private wrongHeader(names: readonly string[]): InvalidInput | undefined {
		const { entries, sendsOthers } = this.file.settings.columns;
		const { missing, columns, problem } = this.columns.layoutOf(names);
		const [wanted] = missing;
		if (wanted) {
			const [, label] = wanted;
			const all = [...missing].flatMap(([name, of]) => (of === label ? name : []));
			return noColumn(all, label, names);
		}
		const isNamed = (name: string) =>
			entries.some((entry) => comparable(entry.name) === comparable(name));
		const value = sendsOthers && names.find((name) => isValue(name) && !isNamed(name));
		if (value !== false && value !== undefined) return noNames(value);
		if (problem) return problem;
		return columns.length === 0 ? NOTHING_TO_SEND : undefined;
	}
}

const valuesByName = ({ columns }: Layout, values: readonly unknown[]): object =>
	Object.fromEntries(columns.map(({ name, at }) => [name, values[at]]));

/** Whether the name of a column is a value: a number, or a day. */
const isValue = (name: string): boolean =>
	looksLikeNumber(name) || /^\d{4}-\d{2}-\d{2}$/.test(name) || looksLikeOtherDate(name);

const noNames = (name: string) =>
	new InvalidValue(
		FILE_FIELD,
		`holds a CSV file whose first line seems to hold values, such as "${name.slice(0, 100)}", and no names of columns`,
		'Add a line with the names above it. If the names stand in another line, set "From Line" in the options. If it is a name, add it to "Columns".',
	);

const NOTHING_TO_SEND = new InvalidValue(
	'Columns',
	'leaves out all columns of the file, so nothing is left to send',
	'Correct "Columns" and "Other Columns".',
);
