import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { isCellType } from '../cells';
import { Columns, namedValues } from '../columns';
import { parseJsonExactly } from '../digits';
import type { PushExecution } from '../fields/fields';
import { Row, rowOf, type Source, unsendable } from '../row';
import { readColumnSettings } from './form';

/** The rows of input items, in the three data modes that have no file. */

/** How a row of an input item gets to the shop that one of its fields names. */
const wayToShopOfItem = (field: string) =>
	`Set "Shop" to the expression {{ $json${/^\w+$/.test(field) ? `.${field}` : `[${JSON.stringify(field)}]`} }}; to send the rows to one shop all the same, add the column to "Fields to Ignore".`;
/** The same where the rows are made in the node. */
const wayToShopOfRow = (field: string) =>
	`Name that shop in "Shop" by an expression, or remove the field "${field}".`;

/**
 * The rows of all input items, which are read once, before anything is sent.
 * @throws InvalidInput where no item has a value to send
 */
export function itemsSource(execution: PushExecution): Source {
	const items = execution.context.getInputData();
	const dataMode = execution.nodeField('dataMode');
	const isInput = dataMode === 'autoMapInputData';
	const columns = new Columns(
		readColumnSettings(execution),
		isInput ? wayToShopOfItem : wayToShopOfRow,
	);
	columns.isTable = isInput;
	const rows: Row[] = [];
	let skipped = 0;
	for (const item of items.keys()) {
		let shop = '';
		try {
			shop = execution.shop(item);
			for (const [ordinal, fields] of fieldsIn(item).entries()) {
				const row = rowOf(new Row(item, ordinal, shop), namedValues(fields), columns);
				if (row) rows.push(row);
				else skipped++;
			}
		} catch (error) {
			rows.push(unsendable(new Row(item, 0, shop), items[item].json, error));
		}
	}
	if (rows.length === 0 && skipped > 0) {
		throw new InvalidInput(
			'No row has a value to send: all of them are empty',
			'Put a node that gives rows before this one, choose another Data Mode, or correct "Fields to Ignore".',
		);
	}
	if (dataMode === 'json' && items.length > 1 && execution.isFixed('rowsJson')) {
		execution.hint(
			`"Rows" is the same for all ${items.length} input items, so its rows are sent ${items.length} times. To send them once, turn on "Execute Once" in the node's settings; to send each item's own rows, use an expression.`,
		);
	}
	return {
		rows: () => [rows],
		skipped: () => skipped,
		placeOf: ({ item, ordinal }) =>
			dataMode === 'json' ? `row ${ordinal + 1} of item ${item + 1}` : `row ${item + 1}`,
		isInput,
		columns: [columns],
	};

	function fieldsIn(item: number): object[] {
		if (isInput) return [dataOf(items[item])];
		return dataMode === 'json'
			? jsonRows(execution.field('rowsJson', item))
			: [definedFields(execution.field('fields', item), columns)];
	}
}

/** What n8n's nodes say of a file in the JSON of its item. */
const OF_A_FILE = /^(?:directory|file(?:Extension|Name|Size|Type)|mimeType)$/;

/** Whether a value is an object of named fields: not, as luxon's dates are, one that is written otherwise. */
function isPlainObject(value: unknown): value is IDataObject {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	return typeof (value as IDataObject).toJSON !== 'function';
}

/** The fields that this node has put into an item at an earlier push, by their form. Others of these names are data. */
function earlierOutcome({ error, pushOutcome, pushStatus }: IDataObject): string[] {
	const isError =
		isPlainObject(error) && typeof error.message === 'string' && typeof error.outcome === 'string';
	const isOutcome =
		typeof pushOutcome === 'string' && (pushStatus === null || typeof pushStatus === 'number');
	return [...(isError ? ['error'] : []), ...(isOutcome ? ['pushOutcome', 'pushStatus'] : [])];
}

/** Whether a value is the files of an item, as n8n 2.x puts them into its JSON in the binary mode "combined". */
function isFiles(value: unknown): value is Record<string, IDataObject> {
	if (!isPlainObject(value)) return false;
	const files = Object.values(value);
	return (
		files.length > 0 &&
		files.every((file) => isPlainObject(file) && typeof file.mimeType === 'string')
	);
}

/**
 * The data of an item: its fields, but for those of an earlier push and for n8n's files.
 * @throws InvalidInput where it holds no row
 */
function dataOf({ json, binary }: INodeExecutionData): IDataObject {
	const { _files } = json;
	const own = [...earlierOutcome(json), ...(isFiles(_files) ? ['_files'] : [])];
	const fields = Object.entries(json).filter(([name]) => !own.includes(name));
	const [file] = Object.entries({ ...binary, ...(isFiles(_files) ? _files : {}) });
	if (file && fields.every(([name]) => OF_A_FILE.test(name))) {
		const [field, { fileName }] = file;
		throw new InvalidInput(
			`The input item holds a file ("${field}"${fileName ? `: ${String(fileName)}` : ''}) and no rows`,
			'Choose the Data Mode "Binary File".',
		);
	}
	return own.length === 0 ? json : Object.fromEntries(fields);
}

/** The values that *Map Each Field Below* gives. Its columns get the types of the fields. @throws InvalidValue */
function definedFields(given: unknown, columns: Columns): object {
	const fields = (given as { assignments?: unknown } | null)?.assignments;
	if (!Array.isArray(fields) || fields.length === 0)
		throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
	const values = new Map<string, unknown>();
	// A program that made the workflow may have left out the type of a text.
	for (const { name: typed, type = 'string', value } of fields as Array<Record<string, unknown>>) {
		const name = String(typed ?? '').trim();
		if (name === '') throw new InvalidValue('Fields', `has no name in field ${values.size + 1}`);
		if (values.has(name)) throw new InvalidValue('Fields', `has two fields named "${name}"`);
		if (!isCellType(type)) throw new InvalidValue('Fields', `has an unknown type for "${name}"`);
		const isEmptyText = typeof value === 'string' && value.trim() === '';
		if (value === undefined || (isEmptyText && type !== 'string')) {
			throw new InvalidValue(
				'Fields',
				`has no value for "${name}": it is empty, or its expression gives nothing`,
				'Correct the expression, or let it give null where there is no value.',
			);
		}
		columns.define(name, type);
		values.set(name, value);
	}
	return Object.fromEntries(values);
}

/** The rows in the field *Rows*: an object or a list, as JSON text or from an expression. @throws InvalidInput */
function jsonRows(given: unknown): object[] {
	const value = typeof given === 'string' ? parsedRows(given) : given;
	const isList = Array.isArray(value);
	const rows = (isList ? value : [value]) as unknown[];
	const wrong = rows.findIndex((row) => !isPlainObject(row));
	if (wrong < 0) return rows as object[];
	throw new InvalidValue(
		'Rows',
		`holds something other than an object${isList ? ` in entry ${wrong + 1}` : ''}`,
		'A row is an object of named fields: not a text, a list, a date or a map.',
	);
}

function parsedRows(text: string): unknown {
	try {
		return parseJsonExactly(text);
	} catch (error) {
		throw error instanceof InvalidInput ? error : noJson(error as Error);
	}
}

const noJson = ({ message }: Error) =>
	new InvalidValue(
		'Rows',
		`is not valid JSON: ${message}`,
		'Names and texts need double quotes: [{ "campaignName": "Spring" }]',
	);
