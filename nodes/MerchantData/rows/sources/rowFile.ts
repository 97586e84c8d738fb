import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { Columns } from '../columns';
import { FILE_FIELD, plainBytes } from '../files/bytes';
import { CsvParser } from '../files/csv';
import { decoded, lineDropper, type Sampled, sampled, Undecodable } from '../files/decode';
import { findDelimiter } from '../files/delimiter';
import { type FileFormat, formatOf } from '../files/format';
import { JsonParser } from '../files/json';
import { NdjsonParser } from '../files/ndjson';
import { insteadOfRows } from '../files/noRows';
import type { Parser, Problem } from '../files/parser';
import { type ObjectRows, unsendable } from '../objectRow';
import type { Row, RowFile } from '../row';
import { csvRecords } from './csvRecords';
import { FileRows, type FileSettings, type Found } from './fileRows';
import { jsonRecords } from './jsonRecords';
import { ShopColumn } from './shopColumn';
import type { StoredFile } from './storedFile';

/** Where the rows of a file go: to the chosen shop, or why there is none. */
interface Place {
	item: number;
	shop: string;
	refusal?: InvalidInput;
}

/** How one reading of a file finds its records, and what they hold. */
interface Reading<Content> {
	parser: Parser<Content>;
	recordOf(content: Content, line: number): Found;
}

/** A file of rows, which is read as a stream each time. */
export class StreamedFile implements RowFile {
	readonly item: number;

	readonly name: string;

	readonly columns: Columns;

	/** Empty until it has been read once. */
	fingerprint = '';

	refusal?: InvalidInput;

	readonly shopColumn?: string;

	/** How many rows without any value the last reading has left out. */
	skipped = 0;

	private readonly shop: string;

	private readonly stored: StoredFile;

	private readonly settings: FileSettings;

	private readonly wayToShop: ObjectRows['wayToShop'];

	/** Known from the beginning of its text. */
	private format: FileFormat = 'csv';

	private delimiter = '';

	/** Where the reading that goes on has come to. */
	private ordinal = 0;

	private isOver = false;

	/** @throws InvalidValue */
	constructor(stored: StoredFile, settings: FileSettings, { item, shop, refusal }: Place) {
		const { shopColumn, columns } = settings;
		this.item = item;
		this.shop = shop;
		this.refusal = refusal;
		this.stored = stored;
		this.name = stored.name;
		this.settings = settings;
		this.columns = new Columns(columns);
		if (shopColumn !== '') this.shopColumn = shopColumn;
		this.wayToShop = (column) =>
			`Name "${column}" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${shop || `the shop in "${shopColumn}"`} all the same.`;
	}

	async content(lines: AsyncIterable<Buffer>) {
		return await this.stored.content(lines);
	}

	/** Its rows from the beginning; of a file that is refused at least one. */
	async *rows(): AsyncGenerator<readonly Row[]> {
		let count = 0;
		for await (const rows of this.read()) {
			count += rows.length;
			if (rows.length > 0) yield rows;
		}
		this.ordinal = 0;
		if (this.refusal && count === 0) yield [this.unread(this.refusal)];
	}

	private async *read(): AsyncGenerator<readonly Row[]> {
		this.ordinal = 0;
		this.skipped = 0;
		this.isOver = false;
		let isWhole = false;
		const hash = this.fingerprint === '' ? createHash('sha256') : undefined;
		const pieces = this.text();
		let reading: Reading<unknown> | undefined;
		let rows: FileRows | undefined;
		try {
			const text = await sampled(pieces);
			this.learnForm(text);
			reading = this.reading();
			rows = this.fileRows();
			for await (const piece of text.whole) {
				// What the rest of a file holds is part of its fingerprint, though nobody can read it.
				hash?.update(piece);
				if (!this.isOver) yield this.rowsOf(reading, rows, piece, false);
				else if (!hash) break;
			}
			if (!this.isOver) yield this.rowsOf(reading, rows, '', true);
			isWhole = !this.isOver;
		} catch (error) {
			const line = reading?.parser.line;
			const problem = this.problemOf(error as Error, line);
			// Where the rows have ended already, what is behind them does not matter.
			if (this.ordinal > 0 && !this.isOver) yield [this.unread(problem, line)];
			else if (!this.isOver) this.refusal ??= problem;
		} finally {
			// Where reading ends early, too, or its stream stays open.
			await pieces.return(undefined);
		}
		const { format, delimiter, shopColumn = '' } = this;
		const how = JSON.stringify([format, delimiter, shopColumn]);
		if (hash) this.fingerprint = hash.update(how).digest('base64');
		if (isWhole) this.refusal ??= rows?.wrong();
	}

	private async *text(): AsyncGenerator<string> {
		const { encoding, fromLine } = this.settings;
		const drop = lineDropper(fromLine - 1);
		for await (const piece of decoded(() => plainBytes(this.stored.open()), encoding))
			yield drop(piece);
	}

	/** @throws InvalidValue where the file has no rows, or nobody can say how it is to be read */
	private learnForm({ sample, isWhole }: Sampled): void {
		const { format, delimiter } = this.settings;
		const { name: fileName, mimeType } = this.stored;
		this.format = format ?? formatOf({ sample, fileName, mimeType });
		const found = insteadOfRows(sample, isWhole, this.format, delimiter);
		if (found !== undefined) {
			throw new InvalidValue(
				FILE_FIELD,
				`holds ${found}`,
				'Check the file: the program that wrote it may have got an error instead of rows.',
			);
		}
		if (this.format === 'csv')
			this.delimiter = delimiter || findDelimiter(sample, isWhole, fileName);
	}

	private reading(): Reading<unknown> {
		const { format, delimiter } = this;
		const firstLine = this.settings.fromLine;
		if (format === 'csv')
			return { parser: new CsvParser({ delimiter, firstLine }), recordOf: csvRecords() };
		return format === 'json'
			? { parser: new JsonParser(firstLine), recordOf: jsonRecords('rest') }
			: { parser: new NdjsonParser(firstLine), recordOf: jsonRecords('record') };
	}

	private fileRows(): FileRows {
		const { columns, format, shopColumn, wayToShop } = this;
		return new FileRows(
			{ columns, isTable: format === 'csv', wayToShop },
			shopColumn === undefined ? undefined : new ShopColumn(shopColumn),
		);
	}

	/** The rows of the records that end in a piece of the text. */
	private rowsOf(
		{ parser, recordOf }: Reading<unknown>,
		rows: FileRows,
		piece: string,
		isLast: boolean,
	): Row[] {
		const { item, shop } = this;
		const list: Row[] = [];
		for (const record of parser.feed(piece, isLast)) {
			const { line } = record;
			const found = record.problem ?? recordOf(record.content, line);
			if (found === 'blank') {
				if (rows.hasColumns) this.skipped++;
			} else if ('header' in found) {
				rows.know(found.header);
				this.refusal ??= rows.wrong();
			} else if ('concerns' in found) {
				const refusal = unreadable(line, found);
				this.isOver = found.concerns !== 'record';
				if (found.concerns === 'file') this.refusal ??= refusal;
				else list.push(this.unread(refusal, line));
				if (this.isOver) break;
				this.ordinal++;
			} else {
				const row = rows.row(found, { item, ordinal: this.ordinal, line, shop }, this.refusal);
				if (row) list.push(row);
				else this.skipped++;
				this.ordinal++;
			}
		}
		return list;
	}

	/** A row that could not be read. */
	private unread(problem: InvalidInput, line?: number): Row {
		const { item, ordinal, shop, refusal } = this;
		return unsendable({ item, ordinal, line, shop }, undefined, refusal ?? problem);
	}

	/** @param error what ended the reading */
	private problemOf(error: Error, line = this.settings.fromLine): InvalidInput {
		const { message } = error;
		const { remedy } = error instanceof InvalidInput ? error : { remedy: 'Try again.' };
		if (error instanceof Undecodable) return unreadable(line, { text: message, remedy });
		if (!(error instanceof InvalidInput))
			return unreadable(line, {
				text: `is where n8n could not go on reading the file: ${message}`,
				remedy,
			});
		return this.ordinal === 0
			? error
			: unreadable(line, { text: `is where reading ended: ${message}`, remedy });
	}
}

/** The error for what cannot be read in a file. */
const unreadable = (line: number, { text, remedy }: Omit<Problem, 'concerns'>): InvalidValue =>
	new InvalidValue(FILE_FIELD, `cannot be read: line ${line} ${text}`, remedy);
