import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import type { AddedField, ColumnSettings } from '../mapping/columns';
import type { NestedNames } from '../mapping/nested';
import type { Profile } from '../mapping/profile/profile';
import { type Reading, Row, RowMaker, unsendable } from '../mapping/row';
import type { FilePart } from './fileCopy';
import { FILE_FIELD, type FileRecord, isRow, type RecordReader } from './formats/records';
import { headerProblem } from './header';
import { madeRow } from './madeRow';

/** A file of which rows are made. */
interface TableFile {
	readonly item: number;
	readonly settings: { readonly columns: ColumnSettings };
	/** Of its rows; empty if each row names its own. */
	readonly shop: string;
	readonly shopColumn?: string;
	readonly added: readonly AddedField[];
	readonly nested: NestedNames;
	/** Reads it from its beginning. @throws if it cannot be read, or is not a table */
	parts(): AsyncGenerator<FilePart, void>;
}

/** One reading of a file. */
export class FileReading {
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

	/** Of a CSV file, once it is known. */
	delimiter?: string;

	/**
	 * @param refusal why none of the rows is sent, as far as it is known. @param profile of all readings but the second
	 * @param wrong by ordinal, rows that look wrong, as the first reading has shown
	 */
	constructor(
		private readonly file: TableFile,
		private readonly reading: Reading,
		public refusal?: InvalidInput,
		private readonly profile?: Profile,
		private readonly wrong?: ReadonlyMap<number, InvalidInput>,
	) {}

	/** The rows of each part. It does not throw. */
	async *chunks(): AsyncGenerator<Iterable<Row>> {
		const { file, profile } = this;
		let maker: RowMaker | undefined;
		try {
			for await (const { text, dialect, reader } of file.parts()) {
				if (!maker) this.hash.update(JSON.stringify([dialect, file.shopColumn]));
				maker ??= new RowMaker(file.settings.columns, reader.isTable, this.reading);
				if (dialect.format === 'csv') this.delimiter = dialect.delimiter;
				if (profile) this.hash.update(text);
				if (!reader.isOver) yield this.rowsOf(reader, maker);
				else if (!profile) break;
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
		const why = problem ?? this.wrong?.get(row.ordinal);
		return madeRow(maker, this.profile, row, layout, values, why, this.refusal);
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
