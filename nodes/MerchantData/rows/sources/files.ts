import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { shopDomain } from '../../shared/shopDomain';
import { Columns, type NamedValues, plain } from '../columns';
import type { PushExecution } from '../fields/fields';
import { csvRecords } from '../files/csv';
import { type Form, formOf } from '../files/format';
import { jsonRecords, ndjsonRecords } from '../files/json';
import {
	FILE_FIELD,
	type FileRecord,
	type RecordReader,
	Unread,
	Unreadable,
} from '../files/records';
import { fileText } from '../files/text';
import { asInvalid, Row, rowOf, type Source, unsendable } from '../row';
import { readFileSettings } from './form';
import { storedFile } from './storedFile';

/** The rows of the files of all input items. @throws InvalidValue where the form cannot be followed */
export function filesSource(execution: PushExecution) {
	const settings = readFileSettings(execution);
	const files = execution.context.getInputData().map((_, item) => {
		const file = pushedFile(storedFile(execution, item), settings, item);
		try {
			// Otherwise, its rows name their shops.
			if (file.shopColumn === undefined) file.shop = execution.shop(item);
		} catch (error) {
			file.refusal = asInvalid(error);
		}
		return file;
	});
	async function* rows(): AsyncGenerator<Iterable<Row>> {
		for (const file of files) {
			for await (const chunk of file.rows()) {
				if (execution.client.context.cancelSignal?.aborted) return;
				yield chunk;
			}
		}
	}
	return {
		rows,
		files,
		columns: files.map(({ columns }) => columns),
		skipped: () => files.reduce((sum, { skipped }) => sum + skipped, 0),
		placeOf: ({ item, line }) =>
			[
				...(files.length > 1 || line === undefined ? [`item ${item + 1}`] : []),
				...(line === undefined ? [] : [`line ${line}`]),
			].join(', '),
	} satisfies Source;
}

/** A file of rows: its bytes become text, records and rows, as they come, as often as it is asked for them. */
export function pushedFile(
	stored: ReturnType<typeof storedFile>,
	settings: ReturnType<typeof readFileSettings>,
	item: number,
) {
	const columns = new Columns(settings.columns, wayToShopOfFile);
	const { shopColumn } = settings;
	const { name, content } = stored;
	const file = {
		item,
		name,
		content,
		columns,
		shopColumn,
		refusal: undefined as InvalidInput | undefined,
		/** Of its rows; empty where there is none, or where each row names its own. */
		shop: '',
		fingerprint: '',
		/** How many rows without any value the last reading has left out. */
		skipped: 0,
		/** Its rows from the beginning; of a file that is refused at least one. */
		rows,
	};
	let ordinal = 0;
	let hasRows = false;
	let isOver = false;
	return file;

	async function* rows(): AsyncGenerator<Iterable<Row>> {
		const unread = new Unread(settings.fromLine);
		const hash = file.fingerprint === '' ? createHash('sha256') : undefined;
		let form: Form | undefined;
		let reader: RecordReader | undefined;
		ordinal = 0;
		hasRows = false;
		isOver = false;
		file.skipped = 0;
		try {
			for await (const piece of fileText(stored.open(), settings.encoding, settings.fromLine)) {
				// What nobody can read is part of the fingerprint, too.
				hash?.update(piece.text);
				if (isOver) continue;
				form ??= formOf(piece, name, settings);
				reader ??= readerOf(form, unread);
				columns.isTable = form.format === 'csv';
				unread.add(piece);
				yield rowsOf(reader);
			}
			if (!isOver) file.refusal ??= columns.refusal();
			const how = JSON.stringify([form, shopColumn]);
			if (hash) file.fingerprint = hash.update(how).digest('base64');
		} catch (error) {
			file.refusal ??= problemOf(error as Error, unread.line);
			hasRows = false;
		}
		if (file.refusal && !hasRows) yield [unreadRow(file.refusal)];
	}

	function unreadRow(problem: InvalidInput, line?: number): Row {
		return unsendable(new Row(item, ordinal, file.shop, line), undefined, file.refusal ?? problem);
	}

	/** The rows of the text in hand, each made when it is asked for: in a list, they would live too long. */
	function* rowsOf(reader: RecordReader): Generator<Row> {
		try {
			for (let { value } = reader.next(); value; { value } = reader.next()) {
				if (value.header) {
					columns.of(value.header);
					file.refusal ??= columns.refusal();
					continue;
				}
				const row = rowOfRecord(value);
				// A blank line is none.
				if (value.fields ?? value.problem) ordinal++;
				if (!row) file.skipped++;
				else {
					hasRows = true;
					yield row;
				}
			}
		} catch (error) {
			isOver = true;
			if (!(error instanceof Unreadable)) {
				file.refusal ??= error as InvalidInput;
				return;
			}
			hasRows = true;
			const remedy = `${error.remedy} Nothing behind it could be read.`;
			yield unreadRow(new InvalidInput(error.message, remedy), error.line);
		}
	}

	/** @returns undefined where it has no value to send */
	function rowOfRecord({ line, fields, json = '', problem }: FileRecord): Row | undefined {
		if (!fields) return problem && { ...unreadRow(problem, line), json };
		const row = new Row(item, ordinal, file.shop, line);
		let noShop: unknown;
		try {
			if (shopColumn !== undefined) row.shop = shopNamedIn(fields, shopColumn);
		} catch (error) {
			noShop = error;
		}
		const filled = rowOf(row, fields, columns);
		const why = file.refusal ?? noShop ?? problem ?? row.problem;
		return why && (filled ?? problem) ? unsendable(row, columns.filled(fields), why) : filled;
	}

	/** The shop that a row names in the column that is typed. @throws InvalidValue */
	function shopNamedIn({ names, values }: NamedValues, typed: string): string {
		// In JSON, each row may write the name in its own way.
		const isMeant = (each: string) => plain(each) === plain(typed);
		const at = names.includes(typed) ? names.indexOf(typed) : names.findIndex(isMeant);
		if (at >= 0) columns.define(names[at], 'shop');
		return shopDomain(values[at], typed);
	}
}

const wayToShopOfFile = (column: string, otherShop: string) =>
	`Name "${column}" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${otherShop} all the same.`;

function readerOf({ format, delimiter }: Form, unread: Unread): RecordReader {
	if (format === 'csv') return csvRecords(unread, delimiter);
	return format === 'json' ? jsonRecords(unread) : ndjsonRecords(unread);
}

/** Why a file cannot be read to its end. @param line that reading has come to */
function problemOf(error: Error, line: number): InvalidInput {
	const { message, remedy } =
		error instanceof InvalidInput
			? error
			: new InvalidValue(
					FILE_FIELD,
					`cannot be read by n8n: ${error.message}`,
					'Try again. In queue mode, n8n must keep files where every worker can read them: not in the mode "filesystem".',
				);
	return new InvalidInput(line === 1 ? message : `${message}, behind line ${line}`, remedy);
}
