import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { CsvReader } from '../files/csv';
import { dialectOf, type FileDialect } from '../files/dialect';
import { JsonReader, NdjsonReader } from '../files/json';
import { FILE_FIELD, type RecordReader } from '../files/records';
import { fileText } from '../files/text';
import type { InspectionBuilder } from '../inspect';
import type { Row } from '../row';
import type { FileCopy, InspectedInput, PushedFile } from '../source';
import { copyOfRows } from './fileCopy';
import type { FileSettings } from './form';
import type { GivenFile, Reading } from './givenFile';
import type { Learned } from './learned';
import { RowMaker } from './rowMaker';

/** A file of rows. Its bytes become text, records and rows as they come, as often as they are asked for. */
export class FileOfRows implements PushedFile {
	readonly item: number;
	readonly name: string;
	readonly shopColumn?: string;

	constructor(private readonly given: GivenFile) {
		this.item = given.item;
		this.name = given.stored.name;
		this.shopColumn = given.settings.columns.shopColumn;
	}

	/** Reads all of it. @param builder counts its rows @param learned sees their values */
	async inspect(
		builder: InspectionBuilder,
		learned: Learned,
	): Promise<Pick<InspectedInput, 'fingerprint' | 'refusal'>> {
		const hash = createHash('sha256');
		const maker = new RowMaker(this.given, learned);
		let dialect: FileDialect | undefined;
		let problem: InvalidInput | undefined;
		try {
			for await (const reading of this.read()) {
				({ dialect } = reading);
				// What nobody can read is part of the fingerprint, too.
				hash.update(reading.piece.text);
				for (const row of maker.rowsOf(reading.reader)) builder.see(row);
			}
			problem = learned.refusal(this.given.settings.columns);
		} catch (error) {
			problem = problemOf(error as Error, maker.line);
		}
		const refusal = maker.refusal ?? problem;
		if (refusal && maker.given === 0) builder.see(maker.unread(refusal));
		const how = JSON.stringify([dialect, this.shopColumn]);
		return { fingerprint: hash.update(how).digest('base64'), refusal };
	}

	/** Its rows once more; of a file that is refused at least one. */
	async *rows({ rows, refusal }: InspectedInput): AsyncGenerator<Iterable<Row>> {
		const maker = new RowMaker({ ...this.given, refusal });
		let problem: InvalidInput | undefined;
		try {
			for await (const { reader } of this.read()) {
				yield maker.rowsOf(reader);
				if (maker.isOver) break;
			}
		} catch (error) {
			problem = problemOf(error as Error, maker.line);
		}
		if (maker.given >= rows) return;
		const row = maker.unread(refusal ?? problem ?? GIVES_LESS);
		yield [refusal ? row : Object.assign(row, { isUnread: true })];
	}

	copyOf(isWanted: (ordinal: number) => boolean): Promise<FileCopy> {
		return copyOfRows(this.given, this.read(), isWanted);
	}

	/** Reads it from the beginning. Gives the reader of its records whenever that has got more text. */
	private async *read(): AsyncGenerator<Reading> {
		const { stored, settings } = this.given;
		const { encoding, fromLine } = settings;
		let dialect: FileDialect | undefined;
		let reader: RecordReader | undefined;
		for await (const piece of fileText(stored.open(), encoding, fromLine)) {
			dialect ??= dialectOf(piece, stored.name, settings, fromLine);
			reader ??= readerOf(dialect, settings);
			reader.add(piece);
			yield { piece, dialect, reader };
		}
	}
}

function readerOf(
	{ format, delimiter }: FileDialect,
	{ fromLine, hasShortLines }: FileSettings,
): RecordReader {
	if (format === 'csv') return new CsvReader(fromLine, delimiter, hasShortLines);
	return format === 'json' ? new JsonReader(fromLine) : new NdjsonReader(fromLine);
}

const GIVES_LESS = new InvalidValue(
	FILE_FIELD,
	'holds a file that gave fewer rows when it was read once more',
	'Look after where n8n keeps its files.',
);

/** Why a file cannot be read to its end. @param line that reading has come to */
function problemOf(error: Error, line: number): InvalidInput {
	const { message, remedy } =
		error instanceof InvalidInput
			? error
			: new InvalidValue(
					FILE_FIELD,
					`cannot be read by n8n: ${error.message}`,
					'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
				);
	return new InvalidInput(line === 0 ? message : `${message}, behind line ${line}`, remedy);
}
