import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import type { AddedField, ColumnSettings } from '../mapping/columns';
import type { Profile } from '../mapping/profile/profile';
import { Row, unsendable } from '../mapping/row';
import { RowMaker } from '../mapping/rowMaker';
import type { FilePart } from './fileCopy';
import { FILE_FIELD, type FileRecord, isRow, type RecordReader } from './formats/records';
import { headerProblem } from './header';

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

export interface FileFindings {
	/** How many rows were returned: to be sent, or with a problem. */
	readonly rows: number;
	/** The number of rows with those that are left out. */
	readonly places: number;
	readonly hint?: string;
	/** Why none of its rows is sent. */
	readonly refusal?: InvalidInput;
	/** Why it could not be read to its end. */
	readonly broken?: InvalidInput;
	/** In the first reading, a digest of all text, also of what cannot be read, and of how it is read. */
	readonly fingerprint: string;
}

export class FileReading {
	private rows = 0;
	private places = 0;
	/** The line that reading has come to; 0 before the first record. */
	private line = 0;

	/**
	 * @param refusal why none of the rows is sent, if it is known. @param profile only for the first reading
	 * @param wrong rows that look wrong, by ordinal, as the first reading has shown
	 */
	constructor(
		private readonly file: ReadableFile,
		private refusal?: InvalidInput,
		private readonly profile?: Profile,
		private readonly wrong?: ReadonlyMap<number, InvalidInput>,
	) {}

	/** The rows of each part, to be read once. It does not throw. @returns its results */
	async *chunks(): AsyncGenerator<Iterable<Row>, FileFindings> {
		const { file, profile } = this;
		const reading = profile ? 'first' : 'second';
		const hash = createHash('sha256');
		let maker: RowMaker | undefined;
		let hint: string | undefined;
		let broken: InvalidInput | undefined;
		try {
			for await (const { text, dialect, reader } of file.parts()) {
				if (!maker) {
					const isTable = dialect.format === 'csv';
					maker = new RowMaker(file.settings.columns, isTable, reading, profile);
					hash.update(JSON.stringify([dialect, file.shopColumn]));
					if (profile) profile.delimiter = dialect.delimiter || undefined;
				}
				if (profile) hash.update(text);
				if (!reader.isOver) yield this.rowsOf(reader, maker);
				else if (!profile) break;
				hint = reader.hint;
			}
		} catch (error) {
			broken = brokenOff(error as Error, this.line);
		}
		const { rows, places, refusal } = this;
		const fingerprint = hash.digest('base64');
		return { rows, places, hint, refusal, broken, fingerprint };
	}

	/** Each row is made on demand: in a list, they would live too long. */
	private *rowsOf(reader: RecordReader, maker: RowMaker): Generator<Row> {
		const { settings, added } = this.file;
		for (let record = reader.next(); record; record = reader.next()) {
			this.line = record.line;
			const { header, refusal } = record;
			this.refusal ??= refusal ?? (header && headerProblem(header, settings.columns, added, maker));
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
		const made = maker.make(row, fields, added, problem, this.refusal);
		// It has the fields that it would be sent with.
		if (made) made.problem = this.wrong?.get(row.ordinal) ?? made.problem;
		return made;
	}
}

/** Why reading a file stopped before its end. @param line the last one that was read; 0 if there is none */
function brokenOff(error: Error, line: number): InvalidInput {
	const problem = error instanceof InvalidInput ? error : notReadable(error);
	const { code, message, remedy, suggests, label } = problem;
	const where = line === 0 ? '' : `, after line ${line}`;
	return new InvalidInput(code, message + where, remedy, suggests, label);
}

const TRY_AGAIN =
	'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".';

const notReadable = ({ message }: Error) =>
	new InvalidValue('file.unreadable', FILE_FIELD, `cannot be read by n8n: ${message}`, TRY_AGAIN);
