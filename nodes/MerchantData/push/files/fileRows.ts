import { InvalidValue } from '../../shared/invalidValue';
import { membersOf, skipBlanks } from '../../shared/json';
import type { CsvCells } from '../parsers/csvCells';
import type { Problem } from '../parsers/parser';
import { type Columns, leaveAsItIs, writeCell } from '../rows/cells';
import { isTooDeep, readable } from '../rows/jsonText';
import { MAX_DEPTH, type RowRecord } from '../rows/row';
import { Utf8Text } from '../rows/utf8Text';
import { FILE_FIELD } from './gunzip';
import type { Column, Table } from './table';

/** The records of files. */

const [OPEN, COMMA, CLOSE] = Array.from('{,}', (text) => Buffer.from(text));

/** Where a record stands. */
export interface FilePlace {
	item: number;
	ordinal: number;
	shop: string;
	line: number;
}

/** A record of a file, which may be one that could not be read. */
export interface FileRecord extends RowRecord {
	readonly line: number;
	/** Why it could not be read. */
	readonly problem?: Problem;
	/**
	 * The row as JSON, for a file that can be pushed again: as it is sent, or as it was written where it
	 * cannot be sent. Undefined where it could not be read.
	 */
	kept(): string | undefined;
}

abstract class Placed {
	readonly item: number;

	readonly ordinal: number;

	readonly shop: string;

	readonly line: number;

	constructor({ item, ordinal, shop, line }: FilePlace) {
		this.item = item;
		this.ordinal = ordinal;
		this.shop = shop;
		this.line = line;
	}
}

/** A record of a CSV file. */
export class CsvRow extends Placed implements FileRecord {
	private readonly cells: CsvCells;

	private readonly table: Table;

	private readonly columns: Columns;

	constructor(place: FilePlace, cells: CsvCells, table: Table, columns: Columns) {
		super(place);
		this.cells = cells;
		this.table = table;
		this.columns = columns;
	}

	json(): string {
		const text = new Utf8Text();
		this.writeTo(text);
		return text.toString();
	}

	row(): unknown {
		return readable(this.kept());
	}

	kept(): string {
		try {
			return this.json();
		} catch {
			const text = new Utf8Text();
			this.writeCells(text, false);
			return text.toString();
		}
	}

	writeTo(text: Utf8Text): void {
		if (!this.writeCells(text, true)) throw empty();
	}

	/** @returns whether there is one that is not left out */
	private writeCells(text: Utf8Text, isTyped: boolean): boolean {
		let isEmpty = true;
		for (const column of this.table.columns) {
			const { length } = text;
			text.addBytes(isEmpty ? OPEN : COMMA);
			text.addBytes(column.key);
			if (this.writeCell(text, column, isTyped)) isEmpty = false;
			else text.cutTo(length);
		}
		if (isEmpty) text.addBytes(OPEN);
		text.addBytes(CLOSE);
		return !isEmpty;
	}

	/** @returns whether it is sent; nothing is added otherwise */
	private writeCell(text: Utf8Text, { name, index, type }: Column, isTyped: boolean): boolean {
		const { cells, columns } = this;
		const start = cells.startOf(index);
		const end = cells.endOf(index);
		const wanted = isTyped ? type : undefined;
		// Most cells are texts without anything to escape, or numbers as JSON has them.
		if (start < end) {
			const { bytes } = cells;
			if (wanted === undefined && text.addPlainString(bytes, start, end)) return true;
			const isPlainNumber = wanted === 'number' && columns.decimalSeparator === '.';
			if (isPlainNumber && text.addNumber(bytes, start, end)) return true;
		}
		const cell = cells.at(index);
		const json = writeCell(name, cell === '' ? null : cell, wanted, columns);
		if (json !== undefined) text.add(json);
		return json !== undefined;
	}
}

/** What is changed of rows that are JSON already. */
export interface JsonChanges {
	/** The names of fields that are not sent. */
	ignored: ReadonlySet<string>;
	columns: Columns | undefined;
}

/** An object of a JSON or NDJSON file, which goes as it was written. */
export class JsonRow extends Placed implements FileRecord {
	private readonly text: string;

	/** Undefined where nothing is changed. */
	private readonly changes: JsonChanges | undefined;

	constructor(place: FilePlace, text: string, changes: JsonChanges | undefined) {
		super(place);
		this.text = text;
		this.changes = changes;
	}

	json(): string {
		if (isTooDeep(this.text))
			throw new InvalidValue(FILE_FIELD, `holds a row nested more than ${MAX_DEPTH} levels deep`);
		const json = this.changes ? changed(this.text, this.changes) : this.text;
		if (/^\{\s*\}/.test(json)) throw empty();
		return json;
	}

	row(): unknown {
		return isTooDeep(this.text) ? '[nested too deep]' : readable(this.kept());
	}

	kept(): string {
		try {
			return this.json();
		} catch {
			const { ignored = new Set<string>() } = this.changes ?? {};
			return changed(this.text, { ignored, columns: undefined });
		}
	}
}

/** A record that could not be read. */
export class UnreadableRecord extends Placed implements FileRecord {
	readonly problem: Problem;

	constructor(place: FilePlace, problem: Problem) {
		super(place);
		this.problem = problem;
	}

	get endsReading(): boolean {
		return this.problem.concerns !== 'record';
	}

	json(): never {
		throw unreadable(this.line, this.problem);
	}

	row(): null {
		return null;
	}

	kept(): undefined {
		return undefined;
	}
}

/** What cannot be read in a file, for people. */
export function unreadable(line: number, { text, remedy }: Problem): InvalidValue {
	return new InvalidValue(FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);
}

function empty(): InvalidValue {
	return new InvalidValue(FILE_FIELD, 'holds a row in which there is no value to send');
}

function changed(json: string, { ignored, columns }: JsonChanges): string {
	if (ignored.size === 0 && columns && leaveAsItIs(columns, json)) return json;
	const members: string[] = [];
	for (const { key, name, start, end } of membersOf(json, skipBlanks(json, 0))) {
		if (ignored.has(key)) continue;
		const value = json.slice(start, end);
		const written = columns ? changedValue(key, value, columns) : value;
		if (written !== undefined) members.push(`${name}:${written}`);
	}
	return `{${members.join(',')}}`;
}

/** @param value as it is written */
function changedValue(name: string, value: string, columns: Columns): string | undefined {
	const isText = value.startsWith('"');
	const type = columns.types.get(name);
	const goesAsItIs = type === undefined || (type === 'number' && /^[-\d]/.test(value));
	if (!isText && value !== 'null' && goesAsItIs) return value;
	return writeCell(name, JSON.parse(value), type, columns);
}
