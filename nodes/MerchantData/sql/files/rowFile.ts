import { BadAnswer } from '../answer/answer';
import { shopColumn } from '../answer/columnNaming';
import { asWritten } from '../answer/digits';
import type { Row } from '../answer/rows';
import { csvHeader, csvLine } from './csv';

/** A file of rows, made in memory that does not grow with their number. */
export interface RowFile {
	/** Its content. @throws BadAnswer and what the rows throw */
	parts: AsyncGenerator<Uint8Array>;
	/** How many rows it has; known when it has been read. */
	rows: number;
	/** Whether there were more rows than the limit; known then, too. */
	isCut: boolean;
}

/** So many rows are read before the columns of a CSV file, and the name of the shop's column, are chosen. */
const HEAD = 1_000;

/**
 * @param shop to be added to each row
 * @param limit rows at most
 * @returns undefined where there are no rows
 * @throws what the rows throw
 */
export async function rowFile(
	batches: AsyncGenerator<Row[]>,
	format: 'csv' | 'ndjson',
	shop: string | undefined,
	limit: number,
): Promise<RowFile | undefined> {
	const head: Row[] = [];
	while (head.length < HEAD) {
		const next = await batches.next();
		if (next.done) break;
		for (const row of next.value) head.push(row);
	}
	if (head.length === 0) return undefined;
	const known = new Set(head.slice(0, HEAD).flatMap(Object.keys));
	const columnOfShop = shopColumn((name) => known.has(name));
	const columns = shop === undefined ? [...known] : [...known, columnOfShop];
	const all = new Set(columns);

	/** @param number of the row in the answer, from 1 */
	function lineOf(row: Row, number: number): string {
		const hasOwn = shop !== undefined && Object.hasOwn(row, columnOfShop);
		if (hasOwn) throw lateColumn(columnOfShop, number);
		if (shop !== undefined) row[columnOfShop] = shop;
		if (format === 'ndjson') return `${asWritten(JSON.stringify(row))}\n`;
		for (const name in row) if (!all.has(name)) throw lateColumn(name, number);
		return csvLine(columns, row);
	}

	const file: RowFile = { parts: parts(), rows: 0, isCut: false };

	async function* parts(): AsyncGenerator<Uint8Array> {
		if (format === 'csv') yield Buffer.from(csvHeader(columns));
		yield* linesOf(head);
		while (!file.isCut) {
			const next = await batches.next();
			if (next.done) return;
			yield* linesOf(next.value);
		}
	}

	function* linesOf(rows: Row[]): Generator<Uint8Array> {
		const taken = rows.slice(0, limit - file.rows);
		file.isCut = taken.length < rows.length;
		let text = '';
		for (const row of taken) text += lineOf(row, ++file.rows);
		if (text !== '') yield Buffer.from(text);
	}

	return file;
}

/** A row has a column that is missing in the header line, which is written already. */
function lateColumn(column: string, number: number): BadAnswer {
	return new BadAnswer(
		`Row ${number} of the answer has the column "${column}", which none of its first rows has`,
		'The columns of a CSV file, and the one for the shop, are those of the first 1,000 rows. Name the columns in the query, or choose NDJSON or JSON.',
	);
}
