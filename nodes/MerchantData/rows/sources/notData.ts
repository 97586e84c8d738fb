import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../../service/errors/retryPolicy';
import { InvalidInput } from '../../shared/invalidValue';

/** What n8n and this node put into an input item beside its data. */

/** What n8n's nodes say of a file in the JSON of its item. */
const OF_A_FILE: readonly string[] = [
	'directory',
	'fileExtension',
	'fileName',
	'fileSize',
	'fileType',
	'mimeType',
];

const OUTCOMES = {
	accepted: true,
	rejected: true,
	unknown: true,
	notSent: true,
} as const satisfies Record<Outcome, true>;

const isOutcome = (value: unknown): boolean =>
	typeof value === 'string' && Object.hasOwn(OUTCOMES, value);

/** Whether a value is an object of named fields: not, as luxon's dates are, one that is written otherwise. */
export function isPlainObject(value: unknown): value is IDataObject {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	return typeof (value as IDataObject).toJSON !== 'function';
}

/** The fields that this node has put into an item at an earlier push. Others of these names are data. */
export function earlierOutcome({ error, pushOutcome, pushStatus }: IDataObject): string[] {
	const isError =
		isPlainObject(error) && typeof error.message === 'string' && isOutcome(error.outcome);
	const isStatus = pushStatus === null || typeof pushStatus === 'number';
	return [
		...(isError ? ['error'] : []),
		...(isStatus && isOutcome(pushOutcome) ? ['pushOutcome', 'pushStatus'] : []),
	];
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
export function dataOf({ json, binary }: INodeExecutionData): IDataObject {
	const { _files } = json;
	const own = [...earlierOutcome(json), ...(isFiles(_files) ? ['_files'] : [])];
	const fields = Object.entries(json).filter(([name]) => !own.includes(name));
	const [file] = Object.entries({ ...binary, ...(isFiles(_files) ? _files : {}) });
	if (file && fields.every(([name]) => OF_A_FILE.includes(name))) {
		const [field, { fileName }] = file;
		throw new InvalidInput(
			`The input item holds a file ("${field}"${fileName ? `: ${String(fileName)}` : ''}) and no rows`,
			'Choose the Data Mode "Binary File".',
		);
	}
	if (fields.length === 0 && own.includes('error')) {
		throw new InvalidInput(
			'The input item holds only the error of an earlier push, and no row',
			'To push its row again, choose the Data Mode "JSON" and set Rows to {{ $json.error.row }}.',
		);
	}
	return own.length === 0 ? json : Object.fromEntries(fields);
}
