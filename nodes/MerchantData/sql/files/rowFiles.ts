import { membersOf } from '../../shared/json';
import { shopColumn } from '../answer/columnNaming';
import { createCsv, LateColumn, onOneLine, type RowWriter } from './csvWriter';

/** Makes the contents of files of rows, in memory that does not grow with their number. */

export type RowFormat = 'csv' | 'ndjson';

export interface FileChoice {
	format: RowFormat;
	/** To be added to each row. */
	shop?: string;
	/** Infinity for one file. */
	rowsPerFile: number;
	/** Rows at most, in all files. */
	limit: number;
}

/** The content of a file, which is read before the next one is asked for. */
export interface WrittenFile {
	parts: AsyncGenerator<Buffer>;
	/** How many rows it has; known when it has been read. */
	readonly rows: number;
}

export interface RowFiles {
	/** None where there are no rows. @throws LateColumn and what the rows throw, here or when read */
	files: AsyncGenerator<WrittenFile>;
	/** Whether there were more rows than the limit. */
	readonly isCut: boolean;
}

/** So many rows are read before the columns of a CSV file, and the name of the shop's column, are chosen. */
const HEAD = 1_000;
/** Where rows are very long, fewer of them are read: so many characters. */
const LONGEST_HEAD = 16 * 2 ** 20;
/** So many rows are joined into one part of a file. */
const PART = 500;

/** @param batches of the JSON of rows, each an object */
export function rowFiles(
	batches: AsyncGenerator<string[]>,
	{ format, shop, rowsPerFile, limit }: FileChoice,
): RowFiles {
	let rows: string[] = [];
	let at = 0;
	let done = 0;
	let isCut = false;

	async function hasNext(): Promise<boolean> {
		while (at === rows.length) {
			const next = await batches.next();
			if (next.done) return false;
			rows = next.value;
			at = 0;
		}
		isCut = done === limit;
		return !isCut;
	}

	async function readHead(): Promise<Set<string>> {
		const head: string[] = [];
		for (let length = 0; head.length < HEAD && length < LONGEST_HEAD; ) {
			const next = await batches.next();
			if (next.done) break;
			for (const row of next.value) {
				head.push(row);
				length += row.length;
			}
		}
		rows = head;
		return new Set(head.slice(0, HEAD).flatMap(columnsOf));
	}

	async function* contentOf(
		file: { rows: number },
		header: string,
		write: (row: string, number: number) => string,
	) {
		if (header !== '') yield Buffer.from(header);
		while (file.rows < rowsPerFile && (await hasNext())) {
			const part = rows.slice(at, at + Math.min(PART, limit - done, rowsPerFile - file.rows));
			at += part.length;
			file.rows += part.length;
			yield Buffer.from(part.map((row) => write(row, ++done)).join(''));
		}
	}

	async function* files() {
		const columns = await readHead();
		const column = shopColumn((name) => columns.has(name));
		if (shop !== undefined) columns.add(column);
		const writer = format === 'csv' ? createCsv([...columns]) : NDJSON;
		const write = (row: string, number: number) => {
			const json = shop === undefined ? row : withShop(row, number, column, shop);
			return writer.write(json, number);
		};
		while (await hasNext()) {
			const file = { rows: 0 };
			yield Object.assign(file, { parts: contentOf(file, writer.header, write) });
		}
	}

	return {
		files: files(),
		get isCut() {
			return isCut;
		},
	};
}

/** A row, as it was written, on each line. */
const NDJSON: RowWriter = { header: '', write: (json) => `${onOneLine(json)}\n` };

const columnsOf = (json: string): string[] => membersOf(json, 0).map(({ key }) => key);

/** @throws LateColumn where the row has a column of that name itself */
function withShop(json: string, number: number, name: string, shop: string): string {
	const columns = columnsOf(json);
	if (columns.includes(name)) throw new LateColumn(name, number);
	const comma = columns.length === 0 ? '' : ',';
	return `${json.slice(0, -1)}${comma}${JSON.stringify(name)}:${JSON.stringify(shop)}}`;
}
