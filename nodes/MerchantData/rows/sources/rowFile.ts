import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { Columns } from '../columns';
import { FILE_FIELD, plainBytes } from '../files/bytes';
import { CsvParser } from '../files/csv';
import { decoded, lineDropper, type Sampled, sampled, Undecodable } from '../files/decode';
import { findDelimiter } from '../files/delimiter';
import { Digest } from '../files/digest';
import { type FileFormat, formatOf } from '../files/format';
import { JsonParser } from '../files/json';
import { NdjsonParser } from '../files/ndjson';
import { insteadOfRows } from '../files/noRows';
import type { Parsed, Parser } from '../files/parser';
import { unsendable } from '../objectRow';
import type { Row, RowFile } from '../row';
import { CsvRows } from './csvRows';
import type { FileRows, FileSettings, RowsContext } from './fileRows';
import { JsonRows, unreadable } from './jsonRows';
import { ShopColumn } from './shopColumn';
import type { StoredFile } from './storedFile';

/** Where the rows of a file go: to the chosen shop, or why there is none. */
interface Place {
	item: number;
	shop: string;
	refusal?: InvalidInput;
}

/** How one reading of a file finds its records, and what they become. */
interface Reading<Content> {
	parser: Parser<Content>;
	rows: FileRows<Content>;
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

	private readonly context: RowsContext;

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
		this.context = {
			columns: this.columns,
			...(shopColumn === '' ? {} : { shopColumn: new ShopColumn(shopColumn) }),
			wayToShop: (column) =>
				`Name "${column}" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${shop || `the shop in "${shopColumn}"`} all the same.`,
			isPlain: columns.numberFormat === 'plain',
			hasEmptyValues: columns.emptyValues.size > 0,
		};
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
		const digest = this.fingerprint === '' ? new Digest() : undefined;
		const pieces = this.text(digest);
		let reading: Reading<unknown> | undefined;
		try {
			const text = await sampled(pieces);
			this.learnForm(text);
			reading = this.reading();
			for await (const piece of text.whole) {
				yield this.rowsOf(reading.parser.feed(piece, false), reading.rows);
				if (this.isOver) break;
			}
			yield this.rowsOf(this.isOver ? [] : reading.parser.feed('', true), reading.rows);
			isWhole = !this.isOver;
		} catch (error) {
			const line = reading?.parser.line;
			const problem = this.problemOf(error as Error, line);
			if (this.ordinal === 0) this.refusal ??= problem;
			else yield [this.unread(problem, line)];
		} finally {
			// Where reading ends early, too, or its stream stays open.
			await pieces.return(undefined);
		}
		if (digest) await this.learnDigest(digest);
		if (isWhole) this.refusal ??= reading?.rows.wrong();
	}

	private async *text(digest: Digest | undefined): AsyncGenerator<string> {
		const { encoding, fromLine } = this.settings;
		const bytes = () => this.stored.open();
		const open = () => plainBytes(digest ? digest.of(bytes()) : bytes());
		const drop = lineDropper(fromLine - 1);
		for await (const piece of decoded(open, encoding)) yield drop(piece);
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
		const { format, delimiter, context } = this;
		const firstLine = this.settings.fromLine;
		if (format === 'csv')
			return { parser: new CsvParser({ delimiter, firstLine }), rows: new CsvRows(context) };
		return format === 'json'
			? { parser: new JsonParser(firstLine), rows: new JsonRows(context, 'rest') }
			: { parser: new NdjsonParser(firstLine), rows: new JsonRows(context, 'record') };
	}

	private rowsOf<Content>(found: Array<Parsed<Content>>, rows: FileRows<Content>): Row[] {
		const { item, shop } = this;
		const list: Row[] = [];
		for (const record of found) {
			const { line } = record;
			const place = { item, ordinal: this.ordinal, line, shop };
			const row = record.problem ?? rows.row(record.content, place, this.refusal);
			if (row === 'header') {
				this.refusal ??= rows.wrong();
				continue;
			}
			if (row === 'blank' || row === undefined) this.skipped++;
			else if ('ordinal' in row) list.push(row);
			else {
				this.isOver = row.concerns !== 'record';
				if (row.concerns === 'file') this.refusal ??= unreadable(line, row);
				else list.push(this.unread(unreadable(line, row), line));
			}
			if (this.isOver) break;
			if (row !== 'blank') this.ordinal++;
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

	/** @param digest of what has been read; the rest is read where reading ended early */
	private async learnDigest(digest: Digest): Promise<void> {
		const { encoding, fromLine, shopColumn } = this.settings;
		try {
			const content = await digest.whole(() => this.stored.open());
			const how = [content, this.format, encoding, fromLine, this.delimiter, shopColumn];
			this.fingerprint = createHash('sha256').update(JSON.stringify(how)).digest('base64');
		} catch (error) {
			this.refusal ??= this.problemOf(error as Error);
		}
	}
}
