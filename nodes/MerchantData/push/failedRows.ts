import type { IBinaryData } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { FileRecord } from './files/fileRows';
import type { RowFile } from './files/rowFile';

/**
 * Ranges of rows of a file, by their ordinals: the first and the last of each range in turn, ascending.
 */
export type Ordinals = number[];

/** Adds a range behind all others. */
export function addOrdinals(ordinals: Ordinals, from: number, to: number): void {
	if (ordinals[ordinals.length - 1] === from - 1) ordinals[ordinals.length - 1] = to;
	else ordinals.push(from, to);
}

/**
 * Writes rows of a file into a file that can be pushed again. For that it reads the file once more, so
 * that no row is held meanwhile.
 * @param ordinals of the rows
 * @param read is called for each of them, also for those that could not be read
 * @returns undefined where there is nothing to write
 */
export async function writeRows(
	{ context }: Execution,
	file: RowFile,
	ordinals: Ordinals,
	read: (record: FileRecord) => void,
): Promise<IBinaryData | undefined> {
	const lines = linesOf(file, ordinals, read);
	const first = await lines.next();
	if (first.done) return undefined;
	async function* all(): AsyncGenerator<Buffer> {
		yield first.value as Buffer;
		yield* lines;
	}
	const name = `${file.name.replace(/(\.\w+)?(\.gz)?$/, '')}-not-accepted.ndjson`;
	const content = await file.stored.content(all());
	return await context.helpers.prepareBinaryData(content, name, 'application/x-ndjson');
}

/** The rows that {@link writeRows} writes, as text. */
export async function* linesOf(
	file: RowFile,
	ordinals: Ordinals,
	read: (record: FileRecord) => void,
): AsyncGenerator<Buffer> {
	let at = 0;
	for await (const chunk of file.records(false)) {
		let text = '';
		for (const record of chunk) {
			while (ordinals[at + 1] < record.ordinal) at += 2;
			if (!(ordinals[at] <= record.ordinal)) continue;
			read(record);
			const row = record.kept();
			// Line breaks stand between the values of a row, never in one.
			if (row !== undefined) text += `${row.replace(/[\r\n]+/g, ' ')}\n`;
		}
		if (text !== '') yield Buffer.from(text);
	}
}
