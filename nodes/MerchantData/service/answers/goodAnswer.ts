import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../shared/json';

/** The value of an answer: the parsed body, its text if it is not JSON, or null if there is none. */
export function answerValue(text: string): unknown {
	if (text.trim() === '') return null;
	const value = parseJson(text);
	return value === undefined ? text : value;
}

/** Fields that report an error. What stands beside them may be a row. */
export const ERROR_FIELDS: readonly string[] = ['error', 'errors'];
const SUCCESS_FIELDS = ['success', 'ok'];
/** Rows have such columns too, so these count only without other data. */
const STATUS_FIELDS = ['statusCode', 'status_code', 'httpStatus', 'status', 'code'];
/** These are no data. */
const ENVELOPE = new Set([
	...ERROR_FIELDS,
	...SUCCESS_FIELDS,
	...STATUS_FIELDS,
	...['description', 'detail', 'details', 'errorCode', 'errorMessage', 'error_description'],
	...['message', 'msg', 'path', 'reason', 'requestId', 'request_id', 'timestamp', 'title'],
	...['traceId', 'type'],
]);
const STATUS_OF_FAILURE = /^([45]\d\d|error|fail(ed|ure)?)$/i;

/** Whether an object says that something failed. `partly`: beside what may be data. Any list is data. */
export function saysFailed(answer: unknown): 'no' | 'partly' | 'yes' {
	if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return 'no';
	const fields = answer as Record<string, unknown>;
	const isFailure =
		ERROR_FIELDS.some((name) => Boolean(fields[name]) && hasData(fields[name])) ||
		SUCCESS_FIELDS.some((name) => fields[name] === false);
	const hasMore = Object.keys(fields).some((name) => !ENVELOPE.has(name) && hasData(fields[name]));
	if (hasMore) return isFailure ? 'partly' : 'no';
	const hasFailedStatus = STATUS_FIELDS.map((name) => fields[name]).some(
		(value) => typeof value !== 'object' && STATUS_OF_FAILURE.test(String(value)),
	);
	return isFailure || hasFailedStatus ? 'yes' : 'no';
}

/** Whether anything is in a parsed value: not null, not an empty text, and so on for all within it. */
export function hasData(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	return typeof value !== 'object' || Object.values(value).some(hasData);
}

/** Whether a text is a web page or XML; its beginning is enough. A CSV file may begin with `<DATE>`. */
export const isPage = (text: string): boolean =>
	/^\s*<(!doctype\b|!--|\?xml\b|(html|head|body|script|error)[\s>])/i.test(text);

/** `rejected`, `failedRows`, `invalid_count`, `numberOfErrors` and so on, in lower case without signs. */
const NOT_TAKEN =
	/^(num(ber)?|total|of|rows?|records?|items?)*(errors|failures|rejected|failed|invalid|skipped|dropped|unprocessed|partialfailure(error)?)(rows?|records?|items?|count|errors?)*$/;

/**
 * The errors of single rows in an answer to a push: lists of them, and counts of rows that were not taken.
 * Other lists may be rows that it repeats, which have such columns, too.
 */
export function rowErrors(answer: unknown, name = '', depth = 2): unknown[] {
	const isNotTaken = NOT_TAKEN.test(name.toLowerCase().replace(/[^a-z]/g, ''));
	if (Array.isArray(answer)) return isNotTaken ? answer : [];
	if (answer === null || typeof answer !== 'object')
		return isNotTaken && Number(answer) > 0 ? [`${name}: ${String(answer)}`] : [];
	if (isNotTaken && hasData(answer)) return [answer];
	const inner = depth > 0 ? Object.entries(answer) : [];
	return inner.flatMap(([field, value]) => rowErrors(value, field, depth - 1));
}

/** How an answer contradicts its good status. What became of a push or a deletion is unknown then. */
export function contradictionIn(answer: unknown): string | undefined {
	if (typeof answer === 'string' && isPage(answer)) return 'is a web page or XML';
	return saysFailed(answer) === 'no' ? undefined : 'says that the request failed';
}

/** Why an answer with a good status is no receipt for all rows of a push, or for a deletion. */
export const receiptProblem = (answer: unknown): string | undefined =>
	contradictionIn(answer) ??
	(rowErrors(answer).length > 0 ? 'says that not all of it was taken' : undefined);

/** Why an answer is not a record, such as that of a key. */
export const recordProblem = (answer: unknown): string | undefined =>
	contradictionIn(answer) ?? (typeof answer === 'object' ? undefined : 'is not a JSON object');

/** n8n sends an item to the error branch if it has `error`, and no other keys than these. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

/** Whether n8n would take an item for a failed one; also with an empty `error`, so that all rows are alike. */
export const looksLikeError = (json: object): boolean =>
	Object.hasOwn(json, 'error') && Object.keys(json).every((key) => ERROR_KEYS.has(key));

/** An answer as the JSON of one item: an object as it is, anything else, or what looks failed, under a name. */
export function answerItem(answer: unknown): IDataObject {
	const isObject = answer !== null && typeof answer === 'object' && !Array.isArray(answer);
	if (isObject && !looksLikeError(answer)) return answer as IDataObject;
	return { response: answer as IDataObject | IDataObject[] | string | null };
}
