import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import type { AddedField, ColumnSettings } from '../mapping/columns';
import { looksLikeDate } from '../mapping/dateFormat';
import { isSame } from '../mapping/names';
import { looksLikeNumber } from '../mapping/numberFormat';
import { type Learned, missingColumns, noColumn } from '../mapping/profile/learned';
import { Row, RowMaker, unsendable } from '../mapping/row';
import type { FilePart } from './fileCopy';
import { FILE_FIELD, type FileRecord, isRow, type RecordReader } from './formats/records';

/** A file of rows, as a reading needs it. */
export interface ReadableFile {
	readonly item: number;
	readonly shop: string;
	readonly shopColumn?: string;
	readonly added: readonly AddedField[];
	readonly settings: { readonly columns: ColumnSettings };
	/** Reads it from its beginning. @throws if it cannot be read, or is not a table */
	parts(): AsyncGenerator<FilePart, void>;
}

/** What a reading of a file has learned, known at its end. */
export interface FileFindings {
	/** How many rows were returned: to be sent, or with a problem. */
	readonly rows: number;
	/** How many places for rows it has: rows that are left out have one, too. */
	readonly places: number;
	/** What its reader says of it. */
	readonly hint?: string;
	/** Why none of its rows is sent. */
	readonly refusal?: InvalidInput;
	/** Why it could not be read to its end. */
	readonly broken?: InvalidInput;
	/** In the first reading a digest of all text, also of what cannot be read, and of how it is read. */
	readonly fingerprint: string;
}

/** One reading of a file: the first, which learns, or another one. */
export class FileReading {
	private rows = 0;
	private places = 0;
	/** The line that reading has come to; 0 before the first record. */
	private line = 0;

	/** @param refusal why none of the rows is sent, as far as it is known. @param learned in the first reading alone */
	constructor(
		private readonly file: ReadableFile,
		private refusal?: InvalidInput,
		private readonly learned?: Learned<Row>,
	) {}

	/** The rows of each part, to be read once. It does not throw. @returns what it has learned, at the end */
	async *chunks(): AsyncGenerator<Iterable<Row>, FileFindings> {
		const { file, learned } = this;
		const hash = createHash('sha256');
		let maker: RowMaker | undefined;
		let hint: string | undefined;
		let broken: InvalidInput | undefined;
		try {
			for await (const { text, dialect, reader } of file.parts()) {
				if (!maker) hash.update(JSON.stringify([dialect, file.shopColumn]));
				maker ??= new RowMaker(file.settings.columns, reader.isTable, learned, Boolean(learned));
				if (learned) hash.update(text);
				if (!reader.isOver) yield this.rowsOf(reader, maker);
				else if (!learned) break;
				hint = reader.hint;
			}
		} catch (error) {
			broken = new BrokenOff(problemOf(error as Error), this.line);
		}
		const { rows, places, refusal } = this;
		return { rows, places, hint, refusal, broken, fingerprint: hash.digest('base64') };
	}

	/** Each row is made when it is asked for: in a list, they would live too long. */
	private *rowsOf(reader: RecordReader, maker: RowMaker): Generator<Row> {
		for (let record = reader.next(); record; record = reader.next()) {
			this.line = record.line;
			this.refusal ??= record.refusal ?? (record.header && this.wrongHeader(record.header, maker));
			const row = isRow(record) && this.rowOf(record, maker);
			if (row) {
				this.rows++;
				yield row;
			}
		}
	}

	/** @returns undefined if it is left out */
	private rowOf({ line, fields, problem }: FileRecord, maker: RowMaker): Row | undefined {
		const { item, shop, added } = this.file;
		const row = new Row(item, this.places++, shop, line);
		if (!fields) return unsendable(row, undefined, this.refusal ?? problem);
		const layout = maker.columns.layoutOf(fields.names, added);
		return maker.make(row, layout, fields.values, problem, this.refusal);
	}

	private wrongHeader(names: readonly string[], maker: RowMaker): InvalidInput | undefined {
		const { columns } = this.file.settings;
		const missing = missingColumns(columns, names);
		if (missing.length > 0) return noColumn(missing, names);
		const isNamed = (name: string) => columns.entries.some((entry) => isSame(entry.name, name));
		const isValue = (name: string) => looksLikeNumber(name) || looksLikeDate(name);
		const value = names.find((name) => isValue(name) && !isNamed(name));
		if (columns.sendsOthers && value !== undefined) return noNames(value);
		return maker.columns.layoutOf(names, this.file.added).problem;
	}
}

const noNames = (name: string) =>
	new InvalidValue(
		FILE_FIELD,
		`contains a file whose first line seems to have values, such as "${name.slice(0, 100)}", and no names of columns`,
		'Add a line with the names above it. If the names stand in another line, set "From Line" in the options. If it is a name, add it to "Columns".',
	);

/** Reading a file ended before its end. The sentence is made once, of why and where. */
class BrokenOff extends InvalidInput {
	/** @param line the last one that was read; 0 if there is none */
	constructor(
		readonly problem: InvalidInput,
		readonly line: number,
	) {
		const { message, remedy } = problem;
		super(line === 0 ? message : `${message}, after line ${line}`, remedy);
	}
}

const problemOf = (error: Error): InvalidInput =>
	error instanceof InvalidInput
		? error
		: new InvalidValue(
				FILE_FIELD,
				`cannot be read by n8n: ${error.message}`,
				'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
			);
