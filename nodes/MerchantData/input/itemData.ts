import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { quoted } from '../lib/counted';
import { parseJsonExactly } from '../lib/exactNumbers';
import { isBlank, isPlainObject, without } from '../lib/objects';
import { InvalidInput, InvalidValue, ofNumberNotHeld } from '../errors/invalidInput';
import {
	type ColumnEntry,
	type ColumnSettings,
	isEarlierError,
	namedValues,
} from '../mapping/columns';
import { entryNamed, indexOfName, isSame } from '../mapping/names';
import { NestedNames } from '../mapping/nested';

/** The data of input items and of the field *Rows*, before it becomes rows. */

/** Whether a value is the files of an item, as n8n 2.x puts them into its JSON in the binary mode "combined". */
function isFiles(value: unknown): value is Record<string, IDataObject> {
	if (!isPlainObject(value)) return false;
	const isFile = (file: unknown) => isPlainObject(file) && typeof file.mimeType === 'string';
	return Object.keys(value).length > 0 && Object.values(value).every(isFile);
}

/** The fields of an item that is a row, without n8n's files. @throws InvalidInput if it is not a row */
export function dataOf(item: INodeExecutionData, settings: ColumnSettings): IDataObject {
	const { binary, json } = item;
	const inJson = isFiles(json._files) ? json._files : undefined;
	// Copying each item would take a fifth of the time of a push.
	const fields = inJson ? without(json, '_files') : json;
	if (binary || inJson) checkFiles({ ...binary, ...inJson }, fields, settings);
	if (isFailed(item)) throw FAILED_ITEM;
	return fields;
}

/** @throws InvalidInput if an item has a file, and none of its fields is named in *Columns* */
function checkFiles(files: object, fields: IDataObject, settings: ColumnSettings): void {
	const [file] = Object.entries(files) as Array<[string, IDataObject]>;
	const isSent = ({ name, isLeftOut }: ColumnEntry) =>
		!isLeftOut && indexOfName(new NestedNames(settings).open(namedValues(fields)).names, name) >= 0;
	if (!file || settings.entries.some(isSent)) return;
	const [field, { fileName }] = file;
	const message = `The input item contains a file ("${field}"${fileName ? `: ${String(fileName)}` : ''}) and no rows`;
	const remedy =
		'If the rows are in the file, choose the Data Mode "Binary File". If they are in the fields of the item, name the fields to send in "Columns".';
	throw new InvalidInput('item.holdsFile', message, remedy);
}

/** Columns that a node of n8n has added to people's rows, unless the form names them. */
export function addedByN8n(fields: IDataObject, settings: ColumnSettings): string[] {
	const { entries, skipRules, sendsOthers } = settings;
	const [ofTable, ofForm] = [isOfDataTable(fields), isOfForm(fields)];
	if (!sendsOthers || !(ofTable || ofForm)) return [];
	const names = [...(ofTable ? DATA_TABLE : []), ...(ofForm ? FORM : [])];
	const named = [...entries.map(({ name }) => name), ...skipRules.map(({ column }) => column)];
	return names.filter((name) => !named.some((each) => isSame(each, name)));
}

const DATA_TABLE = ['id', 'createdAt', 'updatedAt'];
const FORM = ['submittedAt', 'formMode'];

/** Other rows have these names, too, but rarely in this order after other columns, as n8n appends them. */
function isOfDataTable(fields: IDataObject): boolean {
	const { id, createdAt, updatedAt } = fields;
	if (!Number.isInteger(id) || !isMoment(createdAt) || !isMoment(updatedAt)) return false;
	const names = Object.keys(fields);
	const at = names.indexOf('id');
	return at > 0 && DATA_TABLE.every((name, index) => names[at + index] === name);
}

const isOfForm = ({ submittedAt, formMode }: IDataObject): boolean =>
	(formMode === 'production' || formMode === 'test') && isMoment(submittedAt);

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:Z|[-+]\d\d:\d\d)$/;

const isMoment = (value: unknown): boolean =>
	MOMENT.test(value instanceof Date ? value.toISOString() : String(value));

const MADE_UP = /^__EMPTY(?:_\d+)?$/;
const mayBeMadeUp = (name: string): boolean => name.startsWith('__EMPTY');

/** Columns of a sheet for which n8n made up names. It looks at all items, because each has only its filled cells. */
export function namelessColumns(
	items: readonly INodeExecutionData[],
	{ entries, sendsOthers }: ColumnSettings,
) {
	const all = new Set<string>();
	// To gather all names would take a twentieth of the time of a push.
	const hasMadeUp = items.some(({ json }) => Object.keys(json).some(mayBeMadeUp));
	if (hasMadeUp) for (const { json } of items) for (const name of Object.keys(json)) all.add(name);
	const isMadeUp = (name: string) => MADE_UP.test(name) && !entryNamed(entries, name);
	const isFilled = (name: string) => items.some(({ json }) => !isBlank(json[name]));
	const isFirst = (name: string) => items.every(({ json }) => Object.keys(json)[0] === name);
	const names = [...all].filter((name) => sendsOthers && isMadeUp(name) && isFilled(name));
	const isTitle = names.length * 2 >= all.size;
	const wrong = names.filter((name) => isTitle || !isFirst(name));
	const problem = `The fields ${quoted(wrong, 3)} have names that n8n made up, because the first row of the sheet does not name them`;
	const remedy = isTitle
		? 'In the node "Extract From File", set the option "Range" to the number of rows above the names. Or name the fields in "Columns".'
		: 'Name them in the sheet, or add them to "Columns" and choose "Leave Out".';
	const refusal = new InvalidInput('item.madeUpNames', problem, remedy);
	// pandas writes row numbers into the first column.
	return { leftOut: names.filter(isFirst), refusal: wrong.length > 0 ? refusal : undefined };
}

const DESCRIBES = new Set(['error', 'code', 'message', 'description', 'details', 'statusCode']);

/** Whether n8n or a node marked the item as failed: it has an error, and no data. */
function isFailed({ json, error }: INodeExecutionData): boolean {
	if (error) return true;
	if (isBlank(json.error)) return false;
	if (isEarlierError(json.error)) return Object.keys(json).length === 1;
	return Object.entries(json).every(([name, value]) => DESCRIBES.has(name) || isEmpty(value));
}

const isEmpty = (value: unknown): boolean =>
	isBlank(value) || (typeof value === 'object' && Object.keys(value!).length === 0);

const FAILED_ITEM = new InvalidInput(
	'item.isError',
	'The input item is an error of an earlier node, not a row',
	'Connect this node to the success branch of that node, or filter out the items that have "error".',
);

interface JsonRows {
	readonly rows: object[];
	/** The name of the list, if it is the only value of an object. */
	readonly list?: string;
}

/** The rows in *Rows*: an object, a list, or an object with one list, as a value or JSON text. @throws InvalidInput */
export function jsonRows(given: unknown): JsonRows {
	const value = typeof given === 'string' ? parsedRows(given) : given;
	const isList = Array.isArray(value) && value.length !== 1;
	const found = isList
		? { rows: value as unknown[] }
		: rowsIn(Array.isArray(value) ? value[0] : value);
	const wrong = found.rows.findIndex((row) => !isPlainObject(row));
	if (wrong < 0) return { ...found, rows: (found.rows as IDataObject[]).map(withoutItem) };
	const problem = `contains something other than an object${isList ? ` in entry ${wrong + 1}` : ''}`;
	const remedy = 'A row is an object of named fields: not a text, a list, a date or a map.';
	throw new InvalidValue('json.notAnObject', 'Rows', problem, remedy);
}

/** The data of an item, as `$input.all()` gives it: `{ "json": { … }, "pairedItem": … }`. Any other row as it is. */
function withoutItem(row: IDataObject): object {
	const isOfItem = (name: string) => ['json', 'pairedItem', 'binary'].includes(name);
	return isPlainObject(row.json) && Object.keys(row).every(isOfItem) ? row.json : row;
}

/**
 * The list in an object that has nothing else, `{ "rows": [ … ] }`, or a list that became an object, `{ "0": { … } }`. Any
 * other value is a row itself.
 */
function rowsIn(value: unknown): { rows: unknown[]; list?: string } {
	const entries = isPlainObject(value) ? Object.entries(value) : [];
	if (entries.length > 0 && entries.every(([name], at) => name === String(at)))
		return { rows: entries.map(([, row]) => row) };
	const [[name, list] = ['', undefined], ...others] = entries;
	const isWrapped = others.length === 0 && Array.isArray(list) && list.every(isPlainObject);
	return isWrapped ? { rows: list, list: name } : { rows: [value] };
}

/** An object that became text. */
export const OBJECT_AS_TEXT = '[object Object]';

function parsedRows(text: string): unknown {
	try {
		return parseJsonExactly(text);
	} catch (thrown) {
		const error = ofNumberNotHeld(thrown);
		const hasObject = text.includes(OBJECT_AS_TEXT);
		throw error instanceof InvalidInput
			? error
			: new InvalidValue(
					hasObject ? 'value.objectAsText' : 'json.invalid',
					'Rows',
					`is not valid JSON: ${(error as Error).message}`,
					hasObject
						? 'An expression returned objects, which became text. Remove everything before {{ and after }}, also blanks, or write {{ JSON.stringify($json.rows) }}.'
						: 'Names and texts need double quotes, and numbers a decimal point: [{ "channel": "podcast", "spend": 12.5 }]. For an expression within JSON, write {{ JSON.stringify($json.name) }} without quotes around it.',
				);
	}
}
