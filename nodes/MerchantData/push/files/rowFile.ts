import { createHash } from 'node:crypto';
import { CsvParser } from '../parsers/csv';
import type { CsvCells } from '../parsers/csvCells';
import { findDelimiter } from '../parsers/delimiter';
import { JsonParser } from '../parsers/json';
import { NdjsonParser } from '../parsers/ndjson';
import type { Parsed, Parser } from '../parsers/parser';
import {
	CsvRow,
	type FilePlace,
	type FileRecord,
	type JsonChanges,
	JsonRow,
	unreadable,
	UnreadableRecord,
} from './fileRows';
import { type Survey, survey, textOf } from './firstPass';
import { formatOf } from './format';
import { refuseNoRows } from './noRows';
import { refuseUnknownColumn, routes, type RowShop, rowShopReader, shopValueIn } from './rowShop';
import type { FileSettings } from './settings';
import type { StoredFile } from './storedFile';
import { problemOfWidth, type Table, tableOf } from './table';

/** A file of rows, ready to be read. */
export interface RowFile {
	readonly item: number;
	/** The chosen shop. */
	readonly shop: string;
	readonly name: string;
	/** The file as n8n stores it. */
	readonly stored: StoredFile;
	/** A digest of the file and of how it is read. While it stays the same, each row keeps its place. */
	readonly fingerprint: string;
	/** One that an earlier try may have had too: what it sent, this one would send in the same way. */
	readonly earlierFingerprint?: string;
	/** Of a CSV file that has a header. */
	readonly columnNames?: readonly string[];
	/**
	 * Its records in chunks. Each call reads the file again. A record that cannot be read is among them; it
	 * is the last one if nobody can say where the next begins.
	 * @param isUpToUnreadable whether a record that cannot be read is always the last one
	 */
	records(isUpToUnreadable: boolean): AsyncGenerator<readonly FileRecord[]>;
}

/** How one format is read. */
interface Reading<Content> {
	/** A part of the fingerprint. */
	dialect: unknown;
	columnNames?: readonly string[];
	/** Whether the first record holds no row. */
	hasHeader: boolean;
	parser: () => Parser<Content>;
	/** What the column holds that says which shop a row goes to; absent where there is none. */
	shopValue?: (content: Content) => unknown;
	record: (place: FilePlace, content: Content) => FileRecord;
}

/**
 * Opens a file. It is read once, so that what is wrong with it as a whole is found before anything is
 * sent.
 * @param ignored the names of fields that are not sent
 * @throws InvalidValue
 */
export async function openRowFile(
	file: StoredFile,
	settings: FileSettings,
	{ item, shop, ignored }: { item: number; shop: string; ignored: ReadonlySet<string> },
): Promise<RowFile> {
	const { encoding, fromLine, shopColumn } = settings;
	const surveyed = await survey(file.open, encoding, fromLine);
	const text = () => textOf(file.open(), encoding, fromLine);
	const format =
		settings.format ?? formatOf({ ...surveyed, fileName: file.name, mimeType: file.mimeType });
	refuseNoRows(surveyed, format, settings);
	const opened = { item, shop, ignored, name: file.name, stored: file };
	if (format === 'csv')
		return rowFile(opened, settings, text, surveyed, await csv(settings, surveyed, text, ignored));
	const changes = changesOf(settings, ignored);
	const reading: Reading<string> = {
		dialect: [format, encoding, fromLine],
		hasHeader: false,
		parser: () => new (format === 'json' ? JsonParser : NdjsonParser)(settings.mostChars, fromLine),
		...(shopColumn === '' ? {} : { shopValue: (content) => shopValueIn(content, shopColumn) }),
		record: (place, content) => new JsonRow(place, content, changes),
	};
	if (format === 'json') await checkJson(surveyed, text, reading.parser);
	if (shopColumn !== '') await refuseUnknownColumn(shopColumn, rowsIn(text(), reading.parser()));
	return rowFile(opened, settings, text, surveyed, reading);
}

/** @returns undefined where rows go as they are */
function changesOf(
	{ json: columns, shopColumn }: FileSettings,
	ignored: ReadonlySet<string>,
): JsonChanges | undefined {
	if (shopColumn !== '') return { ignored: new Set([...ignored, shopColumn]), columns, shopColumn };
	return columns || ignored.size > 0 ? { ignored, columns } : undefined;
}

/** Only the end of an object tells which of its lists holds the rows. */
async function checkJson(
	{ sample }: Survey,
	text: () => AsyncIterable<string>,
	parser: () => Parser<string>,
): Promise<void> {
	for await (const chunk of parsed(text(), parser())) {
		const { line, problem } = chunk[chunk.length - 1];
		if (problem?.concerns === 'file') throw unreadable(line, problem);
		if (/^\s*\[/.test(sample)) return;
	}
}

/** The rows that can be read. */
async function* rowsIn(
	text: AsyncIterable<string>,
	parser: Parser<string>,
): AsyncGenerator<string> {
	for await (const chunk of parsed(text, parser))
		for (const record of chunk) if (!record.problem) yield record.content;
}

async function csv(
	settings: FileSettings,
	{ sample, isWhole }: Survey,
	text: () => AsyncIterable<string>,
	ignored: ReadonlySet<string>,
): Promise<Reading<CsvCells>> {
	const { encoding, fromLine, hasHeader, mostChars, shopColumn, csv: columns } = settings;
	const delimiter = settings.delimiter || findDelimiter(sample, isWhole);
	const parser = () => new CsvParser({ delimiter, mostChars, firstLine: fromLine });
	const first = await firstOf(parsed(text(), parser()), hasHeader);
	if (first?.problem) throw unreadable(first.line, first.problem);
	const table = first
		? tableOf(first.content.all(), first.line, hasHeader, ignored, columns.types, shopColumn)
		: NO_TABLE;
	const { rowShop } = table;
	return {
		dialect: ['csv', encoding, fromLine, delimiter, hasHeader],
		hasHeader,
		...(hasHeader ? { columnNames: table.names } : {}),
		parser,
		...(rowShop ? { shopValue: (cells) => cellOf(cells, rowShop.index) } : {}),
		record(place, content) {
			const problem = problemOfWidth(content, table);
			if (problem) return new UnreadableRecord(place, problem);
			return new CsvRow(place, content, table, columns);
		},
	};
}

/** A record may have fewer cells than the file has columns. */
const cellOf = (cells: CsvCells, index: number): string | undefined =>
	index < cells.length ? cells.at(index) : undefined;

/** Of a file without records. */
const NO_TABLE: Table = { columns: [], names: [], shopColumns: [] };

/** @param isHeader whether the first must be one that can be read */
async function firstOf<Content>(
	chunks: AsyncIterable<Array<Parsed<Content>>>,
	isHeader: boolean,
): Promise<Parsed<Content> | undefined> {
	for await (const chunk of chunks) {
		const first = isHeader ? chunk[0] : chunk.find(({ problem }) => !problem);
		if (first) return first;
	}
	return undefined;
}

/** The records of a file. If reading breaks off, the last one says so. */
async function* untilBroken<Content>(
	chunks: AsyncIterable<Array<Parsed<Content>>>,
	firstLine: number,
): AsyncGenerator<Array<Parsed<Content>>> {
	let line = firstLine;
	try {
		for await (const chunk of chunks) {
			line = chunk[chunk.length - 1].line + 1;
			yield chunk;
		}
	} catch (error) {
		const text = `is where n8n could not go on reading the file: ${(error as Error).message}`;
		yield [{ line, problem: { text, remedy: 'Try again.', concerns: 'rest' } }];
	}
}

async function* parsed<Content>(
	text: AsyncIterable<string>,
	parser: Parser<Content>,
): AsyncGenerator<Array<Parsed<Content>>> {
	for await (const piece of text) {
		const found = parser.feed(piece, false);
		if (found.length > 0) yield found;
	}
	const last = parser.feed('', true);
	if (last.length > 0) yield last;
}

/** A file before its rows are read. */
type Opened = Pick<RowFile, 'item' | 'shop' | 'name' | 'stored'> & { ignored: ReadonlySet<string> };

function rowFile<Content>(
	{ ignored, ...opened }: Opened,
	{ mostRows, fromLine, shopColumn }: FileSettings,
	text: () => AsyncIterable<string>,
	{ digest }: Survey,
	{ dialect, columnNames, hasHeader, parser, shopValue, record }: Reading<Content>,
): RowFile {
	const { item, shop } = opened;
	const chosen: RowShop = { shop };
	const rowShop = rowShopReader(shopColumn, shop);
	async function* records(isUpToUnreadable: boolean): AsyncGenerator<FileRecord[]> {
		let ordinal = 0;
		let isHeader = hasHeader;
		for await (const chunk of untilBroken(parsed(text(), parser()), fromLine)) {
			const found: FileRecord[] = [];
			for (const each of chunk) {
				const holdsRow = !isHeader || each.problem !== undefined;
				isHeader = false;
				if (!holdsRow) continue;
				const to = each.problem || !shopValue ? chosen : rowShop(shopValue(each.content));
				const { shop, refusal } = to;
				const place = { item, shop, refusal, ordinal: ordinal++, line: each.line };
				const read = each.problem
					? new UnreadableRecord(place, each.problem)
					: record(place, each.content);
				found.push(read);
				if (ordinal < mostRows && !(read.problem && isUpToUnreadable)) continue;
				yield found;
				return;
			}
			if (found.length > 0) yield found;
		}
	}
	const { own, earlier } = routes({ shopColumn, chosen: shop, ignored });
	const fingerprint = (route: readonly string[]) =>
		createHash('sha256')
			.update(JSON.stringify([digest, dialect, ...route]))
			.digest('base64');
	return {
		...opened,
		fingerprint: fingerprint(own),
		...(earlier ? { earlierFingerprint: fingerprint(earlier) } : {}),
		...(columnNames ? { columnNames } : {}),
		records,
	};
}
