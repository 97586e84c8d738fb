import { InvalidValue } from '../../shared/invalidValue';
import { membersOf, skipBlanks } from '../../shared/json';
import type { CsvCells } from '../parsers/csvCells';
import type { Problem } from '../parsers/parser';
import { type Columns, leaveAsItIs, writeCell, writeJsonCell } from '../rows/cells';
import { isTooDeep, readable } from '../rows/jsonText';
import { otherShop, otherShopIn } from '../rows/otherShop';
import { MAX_DEPTH, type RowRecord } from '../rows/row';
import { Utf8Text } from '../rows/utf8Text';
import { FILE_FIELD } from './gunzip';
import { memberOf, type RowShop, withMember } from './rowShop';
import type { Column, Table } from './table';

/** The records of files. */

const [OPEN, COMMA, CLOSE] = Array.from('{,}', (text) => Buffer.from(text));

/** Where a record stands. */
export interface FilePlace extends RowShop {
	item: number;
	ordinal: number;
	line: number;
}

/** A record of a file, which may be one that could not be read. */
export interface FileRecord extends RowRecord {
	readonly line: number;
	/** Why it could not be read. */
	readonly problem?: Problem;
	/**
	 * The row as JSON, for a file that can be pushed again: as it is sent, or as it was written where it
	 * cannot be sent.
	 * @returns undefined where it could not be read
	 */
	kept(): string | undefined;
}

abstract class Placed {
	readonly item: number;

	readonly ordinal: number;

	readonly shop: string;

	readonly line: number;

	protected readonly refusal: InvalidValue | undefined;

	constructor({ item, ordinal, shop, line, refusal }: FilePlace) {
		this.item = item;
		this.ordinal = ordinal;
		this.shop = shop;
		this.line = line;
		this.refusal = refusal;
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

	writeTo(text: Utf8Text): void {
		const { shop, cells, refusal } = this;
		if (refusal) throw refusal;
		for (const { name, index } of this.table.shopColumns) {
			const problem = otherShop(name, cells.at(index), shop, FILE_FIELD);
			if (problem) throw problem;
		}
		if (!this.writeCells(text, true)) throw empty();
	}

	kept(): string {
		const { rowShop } = this.table;
		if (!rowShop) return this.text();
		return withMember(
			JSON.stringify(rowShop.name),
			JSON.stringify(this.cells.at(rowShop.index)),
			this.text(),
		);
	}

	row(): unknown {
		return readable(this.text());
	}

	/** The columns that are sent: as they are sent, or as they were written where they cannot be. */
	private text(): string {
		const text = new Utf8Text();
		try {
			this.writeCells(text, true);
		} catch {
			text.cutTo(0);
			this.writeCells(text, false);
		}
		return text.toString();
	}

	/** @returns whether any cell was written */
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
		// The quick way for most cells: texts without a character to escape, and numbers that are valid JSON.
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

/** What is changed in rows that are JSON already. */
export interface JsonChanges {
	/** The names of fields that are not sent. */
	ignored: ReadonlySet<string>;
	columns: Columns | undefined;
	/** The one among them that says which shop a row goes to. */
	shopColumn?: string;
}

/** An object of a JSON or NDJSON file. It is sent as it was written, but for the changes. */
export class JsonRow extends Placed implements FileRecord {
	private readonly text: string;

	/** Undefined where nothing is changed. */
	private readonly changes: JsonChanges | undefined;

	constructor(place: FilePlace, text: string, changes: JsonChanges | undefined) {
		super(place);
		this.text = text;
		this.changes = changes;
	}

	writeTo(text: Utf8Text): void {
		const json = this.sent();
		const problem = this.refusal ?? otherShopIn(json, this.shop, FILE_FIELD);
		if (problem) throw problem;
		text.add(json);
	}

	kept(): string {
		const { shopColumn } = this.changes ?? {};
		if (shopColumn === undefined) return this.json();
		const member = memberOf(this.text, shopColumn);
		// A file of failed rows must have the column, even if none of them names a shop.
		if (!member) return withMember(JSON.stringify(shopColumn), 'null', this.json());
		return withMember(member.name, this.text.slice(member.start, member.end), this.json());
	}

	row(): unknown {
		return isTooDeep(this.text) ? '[nested too deep]' : readable(this.json());
	}

	/** The fields that are sent: as they are sent, or as they were written where they cannot be. */
	private json(): string {
		try {
			return this.sent();
		} catch {
			const { ignored = new Set<string>() } = this.changes ?? {};
			return changed(this.text, { ignored, columns: undefined });
		}
	}

	private sent(): string {
		if (isTooDeep(this.text))
			throw new InvalidValue(FILE_FIELD, `holds a row nested more than ${MAX_DEPTH} levels deep`);
		const json = this.changes ? changed(this.text, this.changes) : this.text;
		if (/^\{\s*\}/.test(json)) throw empty();
		return json;
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

	writeTo(): never {
		throw unreadable(this.line, this.problem);
	}

	kept(): undefined {
		return undefined;
	}

	row(): null {
		return null;
	}
}

/** The error for what cannot be read in a file. */
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
		const written = columns ? writeJsonCell(key, value, columns) : value;
		if (written !== undefined) members.push(`${name}:${written}`);
	}
	return `{${members.join(',')}}`;
}
