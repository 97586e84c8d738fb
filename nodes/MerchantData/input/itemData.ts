import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { listed } from '../lib/counted';
import { parseJsonExactly } from '../lib/exactNumbers';
import { InvalidInput, InvalidValue, ofNumberNotHeld } from '../errors/invalidInput';
import { type ColumnSettings, isEarlierError, isPlainObject, without } from '../mapping/columns';
import { indexOfName, isSame } from '../mapping/names';

/** What an input item or the field *Rows* holds, before it becomes rows. */

/** Whether a value is the files of an item, as n8n 2.x puts them into its JSON in the binary mode "combined". */
function isFiles(value: unknown): value is Record<string, IDataObject> {
	if (!isPlainObject(value)) return false;
	const isFile = (file: unknown) => isPlainObject(file) && typeof file.mimeType === 'string';
	return Object.keys(value).length > 0 && Object.values(value).every(isFile);
}

/** The data of an item that is a row: its fields, but for n8n's files. @throws InvalidInput if it is none */
export function dataOf(item: INodeExecutionData, settings: ColumnSettings): IDataObject {
	const { entries, sendsOthers } = settings;
	const { _files } = item.json;
	// To copy each item would be a fifth of the time of a push.
	const fields = isFiles(_files) ? without(item.json, '_files') : item.json;
	const names = Object.keys(fields);
	const [file] = Object.entries({ ...item.binary, ...(isFiles(_files) && _files) });
	if (file && !entries.some(({ name, isLeftOut }) => !isLeftOut && indexOfName(names, name) >= 0))
		throw withFile(file[0], file[1].fileName);
	const isNamed = (name: string) => entries.some((entry) => isSame(entry.name, name));
	const madeUp = names.filter((name) => MADE_UP.test(name) && !isNamed(name));
	if (madeUp.length > 0 && sendsOthers) throw withoutNames(madeUp);
	if (isFailed(item)) throw FAILED_ITEM;
	return fields;
}

const withFile = (field: string, fileName: unknown) =>
	new InvalidInput(
		`The input item holds a file ("${field}"${fileName ? `: ${String(fileName)}` : ''}) and no rows`,
		'If the rows are in the file, choose the Data Mode "Binary File". If they are in the fields of the item, name those that are to be sent in "Columns".',
	);

const MADE_UP = /^__EMPTY(?:_\d+)?$/;

const withoutNames = (names: readonly string[]) =>
	new InvalidInput(
		`The fields ${listed(names.map((name) => `"${name}"`))} have names that n8n made up, because the first row of the sheet does not hold the names`,
		'In the node "Extract From File", set the option "Range" to the number of rows above the names. Or name these columns in "Columns".',
	);

const DESCRIBES = new Set(['error', 'code', 'message', 'description', 'details', 'statusCode']);

/** Whether n8n or a node marked the item as failed: it holds an error, and no data. */
function isFailed({ json, error }: INodeExecutionData): boolean {
	if (error) return true;
	if (json.error === undefined || json.error === null || json.error === '') return false;
	if (isEarlierError(json.error)) return Object.keys(json).length === 1;
	return Object.entries(json).every(([name, value]) => DESCRIBES.has(name) || isBlank(value));
}

const isBlank = (value: unknown): boolean =>
	typeof value === 'object'
		? Object.keys(value ?? {}).length === 0
		: value === undefined || value === '';

const FAILED_ITEM = new InvalidInput(
	'The input item is an error of an earlier node, and no row',
	'Connect this node to the success branch of that node, or filter out the items that have "error".',
);

/** The rows in *Rows*: an object, a list, or an object with one list, as a value or JSON text. @throws InvalidInput */
export function jsonRows(given: unknown): object[] {
	const value = typeof given === 'string' ? parsedRows(given) : given;
	const isList = Array.isArray(value) && value.length !== 1;
	const rows = (isList ? value : rowsIn(Array.isArray(value) ? value[0] : value)) as unknown[];
	const wrong = rows.findIndex((row) => !isPlainObject(row));
	if (wrong < 0) return rows as object[];
	throw new InvalidValue(
		'Rows',
		`holds something other than an object${isList ? ` in entry ${wrong + 1}` : ''}`,
		'A row is an object of named fields: not a text, a list, a date or a map.',
	);
}

/**
 * The list in an object that has nothing else: `{ "rows": [ … ] }`, also as the only element of a list; or what JavaScript
 * makes of a list, `{ "0": { … } }`. Any other value is a row itself.
 */
function rowsIn(value: unknown): unknown[] {
	const names = isPlainObject(value) ? Object.keys(value) : [];
	if (names.length > 0 && names.every((name, at) => name === String(at)))
		return Object.values(value as object);
	const [list, ...others] = isPlainObject(value) ? Object.values(value) : [];
	const isWrapped = others.length === 0 && Array.isArray(list) && list.length > 0;
	return isWrapped && list.every(isPlainObject) ? list : [value];
}

/** What JavaScript makes of an object within a text. */
export const OBJECT_AS_TEXT = '[object Object]';

function parsedRows(text: string): unknown {
	try {
		return parseJsonExactly(text);
	} catch (thrown) {
		const error = ofNumberNotHeld(thrown);
		throw error instanceof InvalidInput
			? error
			: new InvalidValue(
					'Rows',
					`is not valid JSON: ${(error as Error).message}`,
					text.includes(OBJECT_AS_TEXT)
						? 'An expression gives objects, which became text. Remove what stands before {{ or after }}, also blanks, or write {{ JSON.stringify($json.rows) }}.'
						: 'Names and texts need double quotes, and numbers a decimal point: [{ "channel": "podcast", "spend": 12.5 }]. For an expression within JSON, write {{ JSON.stringify($json.name) }} without quotes around it.',
				);
	}
}
