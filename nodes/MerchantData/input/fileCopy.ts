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
	const [open, between, close] = format === 'json' ? ['[\n', ',\n', '\n]\n'] : ['', '\n', '\n'];
	let ordinal = 0;
	let copied = 0;
	const textOf = ({ reader }: FilePart): string => {
		let text = '';
		// Nobody knows where a record ends that stopped the reading.
		for (let record = reader.next(); record && !reader.isOver; record = reader.next()) {
			// The names of a CSV file are a record, too.
			const isTaken = isRow(record) ? isWanted(ordinal++) : record.header !== undefined;
			if (isTaken) text += (copied++ === 0 ? '' : between) + record.text;
		}
		return text;
	};
	const begin = textOf(first);
	// Not even the column names can be read.
	if (copied === 0 && first.reader.isOver) {
		// Closes the file.
		await parts.return();
		return undefined;
	}

	async function* texts(): AsyncGenerator<Buffer> {
		// With the lines that *From Line* leaves out.
		yield Buffer.from(MARK + '\n'.repeat(fromLine - 1) + open + begin);
		for await (const part of parts) yield Buffer.from(textOf(part));
		yield Buffer.from(close);
	}

	const [, base, extension = '.csv'] = /^(.*?)(\.(?!gz$)\w+)?(?:\.gz)?$/is.exec(stored.name)!;
	return {
		// A CSV file keeps its extension. The first line of a JSON copy may not show its format.
		name: `${base}-not-accepted${format === 'csv' ? extension : `.${format}`}`,
		mimeType: MIME_TYPES[format],
		content: await stored.content(texts()),
	};
}
