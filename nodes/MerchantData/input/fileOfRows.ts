import type { IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import { InvalidInput, InvalidValue } from '../errors/invalidInput';
import { type AddedField, type ColumnSettings, usesColumn } from '../mapping/columns';
import { CsvReader } from './formats/csv';
import { dialectOf, type FileDialect } from './formats/dialect';
import { JsonReader, NdjsonReader } from './formats/json';
import { FILE_FIELD, type RecordReader } from './formats/records';
import { fileText } from './formats/text';
import { Profile } from '../mapping/profile/profile';
import { asInvalid, Row, unsendable } from '../mapping/row';
import type { FileCopy, InspectedInput, InspectionBuilder, PushedFile } from './source';
import { copyOfRows, type FilePart } from './fileCopy';
import { type FileFindings, FileReading, type ReadableFile } from './fileReading';
import { StoredFile } from './storedFile';

/** Settings of files. Those of a single file may throw InvalidValue; empty ones are detected. */
export interface FileSettings extends Partial<FileDialect> {
	readonly columns: ColumnSettings;
	readonly encoding: string;
	readonly fromLine: number;
	readonly hasShortLines: boolean;
	readonly rowsAtMost: number;
	readonly isPreview: boolean;
	/** The shop of all rows of a file. */
	shopOf(item: number): string;
	/** The name of the input field that contains the file. */
	fieldOf(item: number): unknown;
	addedTo(item: number): readonly AddedField[];
}

/** A file of rows. It is never in memory as a whole: bytes become text, records and rows piece by piece. */
export class FileOfRows implements PushedFile, ReadableFile {
	readonly name: string;
	readonly shopColumn?: string;
	readonly stored: StoredFile;
	readonly added: readonly AddedField[] = [];
	/** The shop of its rows; empty if each row names its own, or if none is known. */
	readonly shop: string = '';
	/** Why none of its rows is sent, if that is known before it is read. */
	readonly refusal?: InvalidInput;

	constructor(
		private readonly context: IExecuteFunctions,
		readonly item: number,
		readonly settings: FileSettings,
		private readonly placeOf: (row: Row) => string,
	) {
		this.stored = new StoredFile(context, item, settings.fieldOf(item));
		this.name = this.stored.name;
		this.shopColumn = settings.columns.shopColumn;
		try {
			this.added = settings.addedTo(item);
			if (this.shopColumn === undefined) this.shop = settings.shopOf(item);
		} catch (error) {
			this.refusal = asInvalid(error);
		}
	}

	async inspect(inspection: InspectionBuilder): Promise<void> {
		const { settings, item } = this;
		const { columns, isPreview } = settings;
		const before = inspection.total;
		const profile = new Profile(columns, this.placeOf, isPreview);
		const chunks = new FileReading(this, this.refusal, profile).chunks();
		let last = -1;
		let next = await chunks.next();
		for (; !next.done; next = await chunks.next())
			for (const row of next.value) if (inspection.see(row)) last = row.ordinal;
		const found = next.value;
		inspection.addHints(this.stored.hints);
		if (found.hint !== undefined) inspection.addHints([found.hint]);
		const shown = { isForAgent: isAgentCall(this.context), isPreview };
		const described = inspection.describe(profile.end(), columns, shown);
		const refusal = found.refusal ?? found.broken ?? described.refusal;
		if (refusal && found.rows === 0) inspection.see(this.unread(found, refusal));
		const wrong = new Map<number, InvalidInput>();
		for (const [row, problem] of described.wrong) {
			if (!row.problem && row.ordinal <= last) inspection.refuse(row);
			row.problem = problem;
			wrong.set(row.ordinal, problem);
		}
		const rows = inspection.total - before;
		// A file of which no row counts, because of "Rows at Most", refuses nothing.
		inspection.addInput(item, {
			rows,
			fingerprint: found.fingerprint,
			refusal: rows > 0 ? refusal : undefined,
			wrong,
		});
		if (found.places === 0 && !refusal) inspection.addHints(['The file has no rows']);
	}

	/** Its rows again: at least one, if the file is refused. */
	async *rows({ rows, refusal, wrong }: InspectedInput): AsyncGenerator<Iterable<Row>> {
		const found = yield* new FileReading(this, refusal, undefined, wrong).chunks();
		if (found.rows >= rows) return;
		const row = this.unread(found, refusal ?? found.broken ?? GIVES_LESS);
		yield [refusal ? row : Object.assign(row, { isUnread: true })];
	}

	/** Stands for the rest of a file after the rows of a reading. */
	private unread({ places }: FileFindings, problem: InvalidInput): Row {
		return unsendable(new Row(this.item, places, this.shop), undefined, problem);
	}

	copyOf(isWanted: (ordinal: number) => boolean): Promise<FileCopy | undefined> {
		return copyOfRows(this.stored, this.settings.fromLine, this.parts(), isWanted);
	}

	/** Reads it from its beginning. @throws if it cannot be read, or is not a table */
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

const HAD_MORE = 'contains a file that had fewer rows at the second reading';
const CHECK_STORAGE = 'Check where n8n stores its files.';
const GIVES_LESS = new InvalidValue('file.unreadable', FILE_FIELD, HAD_MORE, CHECK_STORAGE);
