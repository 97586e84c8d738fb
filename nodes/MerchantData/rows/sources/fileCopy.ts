import { type FileRecord, isRow } from '../files/records';
import type { FileCopy } from '../source';
import type { GivenFile, Reading } from './givenFile';

/** The mark of UTF-8: it counts more than the encoding that the form names, which the file had. */
const MARK = '\uFEFF';

const FORMATS = {
	csv: { extension: '.csv', mimeType: 'text/csv' },
	json: { extension: '.json', mimeType: 'application/json' },
	ndjson: { extension: '.ndjson', mimeType: 'application/x-ndjson' },
};

/**
 * Some rows of a file as they came, with all of their columns, as a file of the same format: the same node with
 * the same settings can push it.
 * @param readings the file from its beginning
 * @param isWanted by the ordinal of a row
 */
export async function copyOfRows(
	{ stored, settings }: GivenFile,
	readings: AsyncGenerator<Reading>,
	isWanted: (ordinal: number) => boolean,
): Promise<FileCopy> {
	const first = await readings.next();
	const format = first.done ? 'csv' : first.value.dialect.format;
	const { extension, mimeType } = FORMATS[format];
	const base = stored.name.replace(/(?:\.\w+)?(?:\.gz)?$/, '');
	const [own] = /\.(?:csv|tsv|txt)(?=(?:\.gz)?$)/i.exec(stored.name) ?? [];
	const isCsv = format === 'csv';
	const copied = new CopiedRecords(format === 'json', settings.fromLine - 1, isWanted);

	async function* parts(): AsyncGenerator<Buffer> {
		for (let next = first; !next.done; next = await readings.next()) {
			const { reader } = next.value;
			let text = '';
			for (let record = reader.next(); record; record = reader.next()) text += copied.take(record);
			if (text !== '') yield Buffer.from(text);
		}
		const end = copied.end();
		if (end !== '') yield Buffer.from(end);
	}

	return {
		name: `${base}-not-accepted${isCsv ? (own ?? extension) : extension}`,
		mimeType,
		content: async () => await stored.content(parts()),
	};
}

/** Writes the records that are wanted, one after another. */
class CopiedRecords {
	/** The place of the next row, as it is counted when rows are made. */
	private ordinal = 0;

	/** What stands before the next record: at first the mark, and as many lines as *From Line* leaves out. */
	private before: string;

	constructor(
		private readonly isList: boolean,
		linesAbove: number,
		private readonly isWanted: (ordinal: number) => boolean,
	) {
		this.before = MARK + '\n'.repeat(linesAbove) + (isList ? '[\n' : '');
	}

	/** The text of a record, if it is wanted. */
	take(record: FileRecord): string {
		const isTaken = isRow(record) ? this.isWanted(this.ordinal++) : record.header !== undefined;
		// Nobody knows where a record ends that cannot be read.
		if (!isTaken || record.isEnd) return '';
		const text = this.before + record.text;
		this.before = this.isList ? ',\n' : '\n';
		return text;
	}

	end(): string {
		if (!this.isList) return '\n';
		return `${this.before.startsWith(',') ? '' : this.before}\n]\n`;
	}
}
