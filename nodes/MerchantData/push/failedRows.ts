import type { IBinaryData } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { FileRecord } from './files/fileRows';
import type { RowFile } from './files/rowFile';
import type { PlacedRow } from './rows/row';

/**
 * Rows of a file, by shop: the ordinals of the first and the last row of each range in turn, ascending.
 * A range holds every row of its shop between them. Rows of other shops may stand there too, because the
 * shops of a file may alternate from row to row.
 */
export type RowRanges = Map<string, number[]>;

/** Adds a range behind all others of its shop. */
export function addRange(ranges: RowRanges, shop: string, from: number, to: number): void {
	const ofShop = ranges.get(shop);
	if (!ofShop) ranges.set(shop, [from, to]);
	else if (ofShop[ofShop.length - 1] === from - 1) ofShop[ofShop.length - 1] = to;
	else ofShop.push(from, to);
}

/** @returns a function that tells whether a row is in the ranges; it must be given the rows in order */
export function finderOf(ranges: RowRanges): (row: PlacedRow) => boolean {
	const places = new Map<string, number>();
	return ({ shop, ordinal }) => {
		const ofShop = ranges.get(shop) ?? [];
		let at = places.get(shop) ?? 0;
		while (ofShop[at + 1] < ordinal) at += 2;
		places.set(shop, at);
		return ofShop[at] <= ordinal;
	};
}

/**
 * Writes rows of a file into a file that can be pushed again. For that it reads the file once more, so
 * that no row is held meanwhile.
 * @param isWanted is asked for each row in order, also for those that could not be read
 * @returns undefined where there is nothing to write
 */
export async function writeRows(
	{ context }: Execution,
	file: RowFile,
	isWanted: (record: FileRecord) => boolean,
): Promise<IBinaryData | undefined> {
	const lines = linesOf(file, isWanted);
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
	isWanted: (record: FileRecord) => boolean,
): AsyncGenerator<Buffer> {
	for await (const chunk of file.records(false)) {
		let text = '';
		for (const record of chunk) {
			const row = isWanted(record) ? record.kept() : undefined;
			// Line breaks stand between the values of a row, never in one.
			if (row !== undefined) text += `${row.replace(/[\r\n]+/g, ' ')}\n`;
		}
		if (text !== '') yield Buffer.from(text);
	}
}
