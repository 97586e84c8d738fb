import { createHash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import { type AddedField, type ColumnSettings, usesColumn } from '../mapping/columns';
import { CsvReader } from './formats/csv';
import { dialectOf, type FileDialect } from './formats/dialect';
import { JsonReader, NdjsonReader } from './formats/json';
import {
	FILE_FIELD,
	type FileFormat,
	type FileRecord,
	isRow,
	type RecordReader,
} from './formats/records';
import { fileText } from './formats/text';
import { Learned } from '../mapping/profile/learned';
import { NestedNames } from '../mapping/nested';
import { asInvalid, Row, RowMaker, unsendable } from '../mapping/row';
import type { FileCopy, InspectedInput, InspectionBuilder, PushedFile } from './source';
import { copyOfRows, type FilePart } from './fileCopy';
import { headerProblem } from './header';
import { StoredFile } from './storedFile';

/** What the form says of files. What it says of one may throw InvalidValue. What is empty is detected. */
export interface FileSettings {
	readonly columns: ColumnSettings;
	readonly format?: FileFormat;
	readonly delimiter: string;
	readonly encoding: string;
	readonly fromLine: number;
	readonly hasShortLines: boolean;
	readonly hasPlainQuotes?: true;
	/** How many rows are sent at most. */
	readonly rowsAtMost: number;
	readonly isPreview: boolean;
	/** The shop of all rows of a file. */
	shopOf(item: number): string;
	/** The name of the input field that holds the file. */
	fieldOf(item: number): unknown;
	addedTo(item: number): readonly AddedField[];
}

/** A file of rows. Its bytes become text, records and rows as they come. */
export class FileOfRows implements PushedFile {
	readonly name: string;
	readonly shopColumn?: string;
	readonly stored: StoredFile;
	readonly added: readonly AddedField[] = [];
	/** Of its rows; empty if each row names its own, or there is none. */
	readonly shop: string = '';
	/** Why none of its rows is sent, if that is known before it is read. */
	readonly refusal?: InvalidInput;
	readonly nested: NestedNames;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly item: number,
		readonly settings: FileSettings,
		private readonly placeOf: (row: Row) => string,
	) {
		this.stored = new StoredFile(context, item, settings.fieldOf(item));
		this.name = this.stored.name;
		this.nested = new NestedNames(settings.columns);
		const { shopColumn } = settings.columns;
		this.shopColumn = shopColumn;
		try {
			this.added = settings.addedTo(item);
			if (shopColumn === undefined) this.shop = settings.shopOf(item);
		} catch (error) {
			this.refusal = asInvalid(error);
		}
	}

	async inspect(inspection: InspectionBuilder): Promise<void> {
		const before = inspection.total;
		const learned = new Learned(this.settings.columns, this.placeOf);
		const reading = new FileReading(this, this.refusal, learned);
		for await (const rows of reading.chunks()) for (const row of rows) inspection.see(row);
		const refusal = reading.refusal ?? reading.broken ?? learned.refusal;
		if (refusal && reading.given === 0) inspection.see(reading.unread(refusal));
		const fingerprint = reading.hash.digest('base64');
		const rows = inspection.total - before;
		inspection.inputs.set(this.item, { rows, fingerprint, refusal });
		inspection.hints.push(...this.stored.hints);
		if (rows === 0 && !refusal && !reading.hasRecords)
			inspection.hints.push('The file has no rows');
		if (reading.hint !== undefined) inspection.hints.push(reading.hint);
		inspection.hints.push(...learned.sentences(isAgentCall(this.context), this.settings.isPreview));
	}

	/** Its rows once more; of a file that is refused at least one. */
	async *rows({ rows, refusal }: InspectedInput): AsyncGenerator<Iterable<Row>> {
		const reading = new FileReading(this, refusal);
		yield* reading.chunks();
		if (reading.given >= rows) return;
		const row = reading.unread(refusal ?? reading.broken ?? GIVES_LESS);
		yield [refusal ? row : Object.assign(row, { isUnread: true })];
	}

	copyOf(isWanted: (ordinal: number) => boolean): Promise<FileCopy | undefined> {
		return copyOfRows(this.stored, this.settings.fromLine, this.parts(), isWanted);
	}

	/** Reads it from its beginning. @throws if it cannot be read, or is no table */
	async *parts(): AsyncGenerator<FilePart, void> {
		const { stored, settings } = this;
		const { encoding, fromLine } = settings;
		let dialect: FileDialect | undefined;
		let reader: RecordReader | undefined;
		for await (const piece of fileText(stored.open(), encoding, fromLine)) {
			dialect ??= dialectOf(piece, this.name, settings, fromLine);
			reader ??= readerOf(dialect, settings);
			reader.add(piece);
			yield { text: piece.text, dialect, reader };
		}
	}
}

function readerOf(
	{ format, delimiter, hasPlainQuotes }: FileDialect,
	{ fromLine, hasShortLines, columns }: FileSettings,
): RecordReader {
	const { sendsOthers } = columns;
	const isUsed = (name: string) => usesColumn(columns, name);
	const settings = { hasShortLines, hasPlainQuotes, sendsOthers, isUsed };
	if (format === 'csv') return new CsvReader(fromLine, delimiter, settings);
	return format === 'json' ? new JsonReader(fromLine) : new NdjsonReader(fromLine);
}

/** One reading of a file: the first, which learns, or another one. */
class FileReading {
	/** How many rows were given: to be sent, or with a problem. */
	given = 0;
	/** What its reader says of it. */
	hint?: string;
	/** Why it could not be read to its end. */
	broken?: InvalidInput;
	/** In the first reading, of all text, also what cannot be read, and of how it is read. */
	readonly hash = createHash('sha256');
	/** That reading has come to; 0 before the first record. */
	private line = 0;
	/** Of the next row. Rows that are left out have one, too. */
	private ordinal = 0;

	/** @param refusal why none of the rows is sent, as far as it is known. @param learned in the first reading alone */
	constructor(
		private readonly file: FileOfRows,
		public refusal?: InvalidInput,
		private readonly learned?: Learned<Row>,
	) {}

	/** The rows of each part. It does not throw. */
	async *chunks(): AsyncGenerator<Iterable<Row>> {
		const { file, learned } = this;
		let maker: RowMaker | undefined;
		try {
			for await (const { text, dialect, reader } of file.parts()) {
				if (!maker) this.hash.update(JSON.stringify([dialect, file.shopColumn]));
				maker ??= new RowMaker(file.settings.columns, reader.isTable, learned, Boolean(learned));
				if (learned) this.hash.update(text);
				if (!reader.isOver) yield this.rowsOf(reader, maker);
				else if (!learned) break;
				this.hint = reader.hint;
			}
		} catch (error) {
			this.broken = problemOf(error as Error, this.line);
		}
	}

	/** Whether there was a row, left out or not. */
	get hasRecords(): boolean {
		return this.ordinal > 0;
	}

	unread(problem: InvalidInput): Row {
		return unsendable(new Row(this.file.item, this.ordinal, this.file.shop), undefined, problem);
	}

	/** Each row is made when it is asked for: in a list, they would live too long. */
	private *rowsOf(reader: RecordReader, maker: RowMaker): Generator<Row> {
		const { settings, added } = this.file;
		for (let record = reader.next(); record; record = reader.next()) {
			this.line = record.line;
			const { header, refusal } = record;
			this.refusal ??= refusal ?? (header && headerProblem(header, settings.columns, added, maker));
			const row = isRow(record) && this.rowOf(record, maker);
			if (row) {
				this.given++;
				yield row;
			}
		}
	}

	/** @returns undefined if it is left out */
	private rowOf({ line, fields, problem }: FileRecord, maker: RowMaker): Row | undefined {
		const { item, shop, added, nested } = this.file;
		const row = new Row(item, this.ordinal++, shop, line);
		if (!fields) return unsendable(row, undefined, this.refusal ?? problem);
		const { names, values, paths } = nested.open(fields);
		const layout = maker.columns.layoutOf(names, added, paths);
		return maker.make(row, layout, values, problem, this.refusal);
	}
}

function problemOf(error: Error, line: number): InvalidInput {
	const { message, remedy, suggests } =
		error instanceof InvalidInput
			? error
			: new InvalidValue(
					FILE_FIELD,
					`cannot be read by n8n: ${error.message}`,
					'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
				);
	return new InvalidInput(
		line === 0 ? message : `${message}, behind line ${line}`,
		remedy,
		suggests,
	);
}

const GIVES_LESS = new InvalidValue(
	FILE_FIELD,
	'holds a file that gave fewer rows when it was read once more',
	'Look after where n8n keeps its files.',
);
