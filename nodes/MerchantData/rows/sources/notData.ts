import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { FailedOutcome, Outcome } from '../../service/errors/retryPolicy';
import { InvalidInput } from '../../shared/invalidValue';

/** What n8n and this node put into an input item beside its data. */

/** What n8n's nodes say of a file in the JSON of its item. */
const OF_A_FILE: ReadonlySet<string> = new Set([
	'directory',
	'fileExtension',
	'fileName',
	'fileSize',
	'fileType',
	'mimeType',
]);

/** Where n8n 2.x puts an item's files in the binary mode "combined". */
const FILES = '_files';

const FAILED: Record<FailedOutcome, true> = { rejected: true, unknown: true, notSent: true };
const OUTCOMES: Record<Outcome, true> = { accepted: true, ...FAILED };

const isIn = (outcomes: object, value: unknown): boolean =>
	typeof value === 'string' && Object.hasOwn(outcomes, value);

/** Whether a value is an object of named fields: not, as luxon's dates are, one that is written otherwise. */
export function isRow(value: unknown): value is IDataObject {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	return typeof (value as IDataObject).toJSON !== 'function';
}

/** The fields that this node has put into an item at an earlier push. Others of these names are data. */
export function earlierOutcome({ error, pushOutcome, pushStatus }: IDataObject): string[] {
	const names: string[] = [];
	if (isRow(error) && typeof error.message === 'string' && isIn(FAILED, error.outcome))
		names.push('error');
	const isStatus = pushStatus === null || typeof pushStatus === 'number';
	if (isStatus && isIn(OUTCOMES, pushOutcome)) names.push('pushOutcome', 'pushStatus');
	return names;
}

/** The fields of an item that are no data: those of an earlier push, and n8n's files. */
export function notData(json: IDataObject): string[] {
	const names = earlierOutcome(json);
	return isFiles(json[FILES]) ? [...names, FILES] : names;
}

/**
 * Why an item holds no row.
 * @param own the fields that are no data
 */
export function whyNoRow(
	{ json, binary }: INodeExecutionData,
	own: readonly string[],
): InvalidInput | undefined {
	const names = Object.keys(json).filter((name) => !own.includes(name));
	const files = { ...binary, ...(own.includes(FILES) ? (json[FILES] as typeof binary) : {}) };
	const [file] = Object.entries(files);
	if (file && names.every((name) => OF_A_FILE.has(name))) {
		const [field, { fileName }] = file;
		const which = `"${field}"${fileName ? `: ${fileName}` : ''}`;
		return new InvalidInput(
			`The input item holds a file (${which}) and no rows`,
			'Choose the Data Mode "Binary File".',
		);
	}
	if (names.length > 0 || !own.includes('error')) return undefined;
	return new InvalidInput(
		'The input item holds only the error of an earlier push, and no row',
		'To push its row again, choose the Data Mode "JSON" and set Rows to {{ $json.error.row }}.',
	);
}

function isFiles(value: unknown): boolean {
	if (!isRow(value)) return false;
	const files = Object.values(value);
	return (
		files.length > 0 && files.every((file) => isRow(file) && typeof file.mimeType === 'string')
	);
}
