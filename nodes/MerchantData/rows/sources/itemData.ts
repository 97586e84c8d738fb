import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { InvalidInput } from '../../shared/invalidValue';
import type { ColumnSettings } from '../columns';
import { isEarlierError, isPlainObject, withoutEarlierError } from '../earlierError';
import { indexOfName } from '../names';

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
 * The data of an item that is a row: its fields, but for the error of an earlier push and for n8n's files.
 * @throws InvalidInput if it holds no row
 */
export function dataOf(item: INodeExecutionData, settings: ColumnSettings): IDataObject {
	const { _files, ...others } = item.json;
	const files = { ...item.binary, ...(isFiles(_files) ? _files : {}) };
	const fields = withoutEarlierError(isFiles(_files) ? others : item.json);
	const names = Object.keys(fields);
	const isNamed = (name: string) =>
		settings.entries.some((entry) => indexOfName([name], entry.name) === 0);
	const isTaken = settings.entries.some(
		({ name, isLeftOut }) => !isLeftOut && indexOfName(names, name) >= 0,
	);
	const [file] = Object.entries(files);
	if (file && !isTaken) throw isFile(file[0], file[1].fileName);
	const madeUp = names.filter((name) => /^__EMPTY(?:_\d+)?$/.test(name) && !isNamed(name));
	if (madeUp.length > 0 && settings.sendsOthers) throw withoutNames(madeUp);
	if (isFailed(item)) throw FAILED_ITEM;
	return fields;
}

const isFile = (field: string, fileName: unknown) =>
	new InvalidInput(
		`The input item holds a file ("${field}"${fileName ? `: ${String(fileName)}` : ''}) and no rows`,
		'If the rows are in the file, choose the Data Mode "Binary File". If they are in the fields of the item, name those that are to be sent in "Columns".',
	);

const withoutNames = (names: readonly string[]) =>
	new InvalidInput(
		`The fields ${names.join(', ').slice(0, 100)} have names that n8n made up, because the first row of the sheet does not hold the names`,
		'In the node "Extract From File", set the option "Range" to the number of rows above the names. Or name these columns in "Columns".',
	);

/** Beside the error of a failed item stands nothing, or what describes it. */
const DESCRIBES = new Set(['error', 'code', 'message', 'description', 'details', 'statusCode']);

/** Whether n8n or a node marked the item as failed: it holds an error, and no data. */
function isFailed({ json, error }: INodeExecutionData): boolean {
	if (error) return true;
	if (json.error === undefined || json.error === null || json.error === '') return false;
	if (isEarlierError(json.error)) return Object.keys(json).length === 1;
	return Object.entries(json).every(([name, value]) => DESCRIBES.has(name) || isBlank(value));
}

const isBlank = (value: unknown): boolean =>
	value === null ||
	value === undefined ||
	value === '' ||
	(typeof value === 'object' && Object.keys(value).length === 0);

const FAILED_ITEM = new InvalidInput(
	'The input item is an error of an earlier node, and no row',
	'Connect this node to the success branch of that node, or filter out the items that have "error".',
);
