import type { FileRecord } from '../../../nodes/MerchantData/push/files/fileRows.ts';
import { openRowFile, type RowFile } from '../../../nodes/MerchantData/push/files/rowFile.ts';
import { readFileSettings } from '../../../nodes/MerchantData/push/files/settings.ts';
import { fileOfPieces, type Reading } from './files/pieces.mts';

/** A file that a push has opened. */
export interface OpenedFile extends RowFile {
	/** All of its records. */
	all: FileRecord[];
	/** How it was read since. */
	readings: Reading[];
}

/** Opens a file that comes in pieces; its copies are kept in memory. */
export async function openedFile(
	pieces: readonly string[],
	{ name = '', item = 0 } = {},
): Promise<OpenedFile> {
	const file = fileOfPieces(pieces, { name });
	const content = async (parts: AsyncIterable<Buffer>) => {
		const copied: Buffer[] = [];
		for await (const part of parts) copied.push(part);
		return Buffer.concat(copied);
	};
	const opened = await openRowFile(
		{ ...file, content },
		readFileSettings('autodetect', { maxBodyKb: 1 }),
		{ item, shop: 'a.example', ignored: new Set() },
	);
	const all: FileRecord[] = [];
	for await (const chunk of opened.records(false)) all.push(...chunk);
	file.readings.length = 0;
	return { ...opened, all, readings: file.readings };
}
