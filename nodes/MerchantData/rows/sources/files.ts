import { createHash } from 'node:crypto';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { shopDomain } from '../../shared/shopDomain';
import { Columns, plain } from '../columns';
import type { PushExecution } from '../fields/fields';
import { csvRecords } from '../files/csv';
import { type Form, formOf } from '../files/format';
import { jsonRecords, ndjsonRecords } from '../files/json';
import {
	FILE_FIELD,
	type Found,
	type Reader,
	readOn,
	Unread,
	UnreadableRest,
} from '../files/records';
import { textOf } from '../files/text';
import { asInvalid, type Row, rowOf as objectRow, type Source, unsendable } from '../row';
import { readFileSettings } from './form';
import { storedFile } from './storedFile';

/** The rows of files, which are read as streams. */

/** The rows of the files of all input items. @throws InvalidValue where the form cannot be followed */
export function filesSource(execution: PushExecution) {
	const settings = readFileSettings(execution);
	const items = [...execution.context.getInputData().keys()];
	const files = items.map((item) => {
		const { shop, refusal } = shopOf(execution, item, settings.columns.shopColumn);
		return rowFile(storedFile(execution, item), settings, item, shop, refusal);
	});
	const { cancelSignal } = execution.client.context;
	async function* rows(): AsyncGenerator<readonly Row[]> {
		for (const file of files) {
			for await (const chunk of file.rows()) {
				if (cancelSignal?.aborted)
					return execution.hint(
						'The execution was stopped: what is left of its files was not read',
					);
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

/** The shop of all rows of a file, or why it is refused. It is not read where each row names its own. */
function shopOf(
	execution: PushExecution,
	item: number,
	shopColumn: string | undefined,
): { shop: string; refusal?: InvalidInput } {
	if (shopColumn !== undefined) return { shop: '' };
	try {
		return { shop: execution.shop(item) };
	} catch (error) {
		return { shop: '', refusal: asInvalid(error) };
	}
}

/**
 * A file of rows: its bytes become text, records and rows, as they come, as often as it is asked for them.
 * @param shop of its rows; empty where there is none, or where each row names its own
 * @param refusal why none of its rows is sent, if that is known
 * @throws InvalidValue where two fields of the node name one column
 */
export function rowFile(
	stored: ReturnType<typeof storedFile>,
	settings: ReturnType<typeof readFileSettings>,
	item: number,
	shop: string,
	refusal?: InvalidInput,
) {
	const columns = new Columns(settings.columns);
	const { shopColumn } = settings.columns;
	const { name, content } = stored;
	const file = {
		item,
		name,
		content,
		columns,
		shopColumn,
		refusal,
		fingerprint: '',
		/** How many rows without any value the last reading has left out. */
		skipped: 0,
		/** Its rows from the beginning; of a file that is refused at least one. */
		rows,
	};
	/** Of the row that is read next. */
	let ordinal = 0;
	/** The shops that cells name, most of them again and again. */
	const shops = new Map<unknown, ReturnType<typeof shopIn>>();
	return file;

	async function* rows(): AsyncGenerator<readonly Row[]> {
		const unread = new Unread(settings.fromLine);
		const hash = file.fingerprint === '' ? createHash('sha256') : undefined;
		let form: Form | undefined;
		let reader: Reader | undefined;
		let isOver = false;
		let isTold = false;
		ordinal = 0;
		file.skipped = 0;
		try {
			for await (const piece of textOf(stored.open(), settings.encoding, settings.fromLine)) {
				// What nobody can read is part of the fingerprint, too.
				hash?.update(piece.text);
				if (isOver) continue;
				form ??= formOf(piece, stored, settings);
				reader ??= readerOf(form, unread);
				columns.isTable = form.format === 'csv';
				unread.add(piece);
				const { found, end } = readOn(reader);
				const chunk = rowsOf(found);
				if (end instanceof UnreadableRest) chunk.push(unreadRow(end, end.line));
				else if (end) file.refusal ??= end;
				isOver = end !== undefined;
				isTold ||= chunk.length > 0;
				if (chunk.length > 0) yield chunk;
			}
			if (!isOver) file.refusal ??= columns.refusal();
			const how = JSON.stringify([form, shopColumn]);
			if (hash) file.fingerprint = hash.update(how).digest('base64');
		} catch (error) {
			file.refusal ??= problemOf(error as Error, unread.line);
			isTold = false;
		}
		if (file.refusal && !isTold) yield [unreadRow(file.refusal)];
	}

	/** A row for what could not be read. */
	function unreadRow(problem: InvalidInput, line?: number): Row {
		return { item, ordinal, line, shop, json: '', problem: file.refusal ?? problem };
	}

	function rowsOf(found: readonly Found[]): Row[] {
		const list: Row[] = [];
		for (const record of found) {
			if (record.header) {
				columns.know(record.header);
				file.refusal ??= columns.refusal();
				continue;
			}
			const row = rowOf(record);
			if (row) list.push(row);
			else file.skipped++;
			// A blank line is none.
			if (record.fields ?? record.problem) ordinal++;
		}
		return list;
	}

	/** @returns undefined where it has no value to send */
	function rowOf({ line, fields, json = '', problem }: Found): Row | undefined {
		const place = { item, ordinal, line, shop };
		if (!fields) return problem && { ...place, json, problem: file.refusal ?? problem };
		const named = shopColumn === undefined ? undefined : shopNamedIn(fields, shopColumn);
		if (named) place.shop = named.shop;
		const row = objectRow(place, fields, columns, wayToShop);
		const why = file.refusal ?? named?.problem ?? problem ?? row?.problem;
		return why && (row ?? problem) ? unsendable(place, fields, why) : row;
	}

	function shopNamedIn(fields: object, typed: string): ReturnType<typeof shopIn> {
		const names = Object.keys(fields);
		// A table writes the name once, in its header; in JSON, each row may write it in its own way.
		const isMeant = (each: string) =>
			columns.isTable ? columns.of(each).use === 'shop' : plain(each) === plain(typed);
		const column = names.find((each) => each === typed) ?? names.find(isMeant);
		if (column !== undefined) columns.define(column, 'shop');
		const cell: unknown = column === undefined ? undefined : fields[column as keyof object];
		let named = shops.get(cell);
		if (!named) {
			if (shops.size >= MOST_SHOPS) shops.clear();
			named = shopIn(cell, typed);
			shops.set(cell, named);
		}
		return named;
	}

	function wayToShop(column: string): string {
		return `Name "${column}" in "Shop Column", or add it to "Fields to Ignore" to send the rows to ${shop || `the shop in "${shopColumn}"`} all the same.`;
	}
}

const MOST_SHOPS = 1_000;

/** The shop that a cell names, or an empty text and why it names none. */
function shopIn(cell: unknown, column: string): { shop: string; problem?: InvalidInput } {
	try {
		return { shop: shopDomain(cell) };
	} catch (error) {
		const { message, remedy } = error as InvalidValue;
		return {
			shop: '',
			problem: new InvalidValue(column, message.replace(/^"Shop" /, ''), remedy),
		};
	}
}

function readerOf({ format, delimiter }: Form, unread: Unread): Reader {
	if (format === 'csv') return csvRecords(unread, delimiter);
	return format === 'json' ? jsonRecords(unread) : ndjsonRecords(unread);
}

/** Why a file cannot be read to its end. @param line that reading has come to */
function problemOf(error: Error, line: number): InvalidInput {
	const { message, remedy } =
		error instanceof InvalidInput
			? error
			: new InvalidValue(FILE_FIELD, `cannot be read by n8n: ${error.message}`, 'Try again.');
	return new InvalidInput(line === 1 ? message : `${message}, behind line ${line}`, remedy);
}
