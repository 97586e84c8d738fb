import type { FileDialect } from './formats/dialect';
import { isRow, type RecordReader } from './formats/records';
import type { PushedFile } from './source';
import type { StoredFile } from './storedFile';

/** The mark of UTF-8: it counts more than the encoding that the form names. */
const MARK = '\uFEFF';

/** Some text of a file, and the reader that it was added to. */
export interface FilePart {
	readonly text: string;
	readonly dialect: FileDialect;
	readonly reader: RecordReader;
}

const MIME_TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' };

export async function copyOfRows(
	stored: StoredFile,
	fromLine: number,
	parts: AsyncGenerator<FilePart, void>,
	isWanted: Parameters<PushedFile['copyOf']>[0],
): ReturnType<PushedFile['copyOf']> {
	const { value: first } = await parts.next();
	if (!first) return undefined;
	const { format } = first.dialect;
	const copied = new CopiedRecords(format === 'json', fromLine - 1, isWanted);
	const begin = copied.textOf(first.reader);
	// Not even the column names can be read.
	if (begin === '' && first.reader.isOver) {
		// Closes the file.
		await parts.return();
		return undefined;
	}

	async function* texts(): AsyncGenerator<Buffer> {
		yield Buffer.from(begin);
		for await (const { reader } of parts) yield Buffer.from(copied.textOf(reader));
		yield Buffer.from(copied.end());
	}

	const [, base, extension = '.csv'] = /^(.*?)(\.(?!gz$)\w+)?(?:\.gz)?$/is.exec(stored.name)!;
	return {
		// A CSV file keeps its extension. The first line of a JSON copy may not show its format.
		name: `${base}-not-accepted${format === 'csv' ? extension : `.${format}`}`,
		mimeType: MIME_TYPES[format],
		content: await stored.content(texts()),
	};
}

class CopiedRecords {
	private ordinal = 0;
	/** Text before the next record: at first the mark, and the lines that *From Line* leaves out. */
	private before: string;

	constructor(
		private readonly isList: boolean,
		linesAbove: number,
		private readonly isWanted: (ordinal: number) => boolean,
	) {
		this.before = MARK + '\n'.repeat(linesAbove) + (isList ? '[\n' : '');
	}

	textOf(reader: RecordReader): string {
		let text = '';
		// Nobody knows where a record ends that stopped the reading.
		for (let record = reader.next(); record && !reader.isOver; record = reader.next()) {
			// The names of a CSV file are a record, too.
			const isTaken = isRow(record) ? this.isWanted(this.ordinal++) : record.header !== undefined;
			if (!isTaken) continue;
			text += this.before + record.text;
			this.before = this.isList ? ',\n' : '\n';
		}
		return text;
	}

	end(): string {
		if (!this.isList) return '\n';
		return `${this.before.startsWith(',') ? '' : this.before}\n]\n`;
	}
}
