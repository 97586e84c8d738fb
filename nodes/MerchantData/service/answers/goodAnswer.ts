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
/** Fields that may hold a status. Rows have such columns too, so these count only without other data. */
const STATUS_FIELDS = ['statusCode', 'status_code', 'httpStatus', 'status', 'code'];
/** Fields that describe a failure. They are not data. */
const ENVELOPE = new Set([
	...ERROR_FIELDS,
	...SUCCESS_FIELDS,
	...STATUS_FIELDS,
	...['description', 'detail', 'details', 'errorCode', 'errorMessage', 'error_description'],
	...['message', 'msg', 'path', 'reason', 'requestId', 'request_id', 'timestamp', 'title'],
	...['traceId', 'type'],
]);

/** Whether an object says that something failed. `partly`: beside what may be data. Any list is data. */
export function saysFailed(answer: unknown): 'no' | 'partly' | 'yes' {
	if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return 'no';
	const fields = answer as Record<string, unknown>;
	const isFailure =
		ERROR_FIELDS.some((name) => Boolean(fields[name]) && hasData(fields[name])) ||
		SUCCESS_FIELDS.some((name) => fields[name] === false);
	const hasMore = Object.keys(fields).some((name) => !ENVELOPE.has(name) && hasData(fields[name]));
	if (hasMore) return isFailure ? 'partly' : 'no';
	return isFailure || STATUS_FIELDS.some((name) => isStatusOfFailure(fields[name])) ? 'yes' : 'no';
}

/** 401, "401" or "failed". */
const isStatusOfFailure = (value: unknown) =>
	typeof value !== 'object' && /^([45]\d\d|error|fail(ed|ure)?)$/i.test(String(value));

/** Whether anything is in a parsed value: not null, not an empty text, and so on for all within it. */
export function hasData(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	return typeof value !== 'object' || Object.values(value).some(hasData);
}

const BEGIN_OF_PAGE = /^\s*<(!doctype\b|!--|\?xml\b|(html|head|body|script)[\s>])/i;
/** `<Error>…</Error>` or `<error/>`, but not the header `<DATE>,<TIME>` of a CSV file. */
const ELEMENT = /^\s*<([a-z][\w:.-]*)(\s[^<>]*)?(>[^]*<\/\1|\/)>\s*$/i;

/** Whether a text is a web page or XML; the beginning of a long page is enough. */
export const isPage = (text: string): boolean => BEGIN_OF_PAGE.test(text) || ELEMENT.test(text);

/** `rejected`, `failedRows`, `invalid_count`, `numberOfErrors` and so on, in lower case without signs. */
const NOT_TAKEN =
	/^(num(ber)?|total|of|rows?|records?|items?)*(errors|failures|rejected|failed|invalid|skipped|dropped|unprocessed|partialfailure(error)?)(rows?|records?|items?|count|errors?)*$/;

/**
 * The errors of single rows in an answer to a push: a list of them, a count of rows that were not taken, or what
 * failed in a list of statuses. It does not look into rows that an answer repeats: they may have such columns.
 */
export function rowErrors(answer: unknown, name = '', depth = 2): unknown[] {
	const bare = name.toLowerCase().replace(/[^a-z]/g, '');
	const isNotTaken = NOT_TAKEN.test(bare);
	if (Array.isArray(answer)) {
		const isOfStatuses = /^(status|code)/.test(bare);
		return isNotTaken ? answer : answer.filter((entry) => hasFailed(entry, isOfStatuses));
	}
	if (answer === null || typeof answer !== 'object')
		return isNotTaken && Number(answer) > 0 ? [`${name}: ${String(answer)}`] : [];
	if (isNotTaken && hasData(answer)) return [answer];
	const inner = depth > 0 ? Object.entries(answer) : [];
	return inner.flatMap(([field, value]) => rowErrors(value, field, depth - 1));
}

function hasFailed(entry: unknown, isOfStatuses: boolean): boolean {
	if (entry === null || typeof entry !== 'object') return isOfStatuses && isStatusOfFailure(entry);
	// A row that is repeated may have a code, too.
	const { status, statusCode } = entry as Record<string, unknown>;
	return saysFailed(entry) !== 'no' || [status, statusCode].some(isStatusOfFailure);
}

/** Why an answer with a good status is no receipt for all rows of a push, or for a deletion. */
export const receiptProblem = (answer: unknown): string | undefined =>
	contradictionIn(answer) ??
	(rowErrors(answer).length > 0 ? 'says that not all of it was taken' : undefined);

/** How an answer contradicts its good status. What became of a push or a deletion is unknown then. */
export function contradictionIn(answer: unknown): string | undefined {
	if (typeof answer === 'string' && isPage(answer)) return 'is a web page or XML';
	return saysFailed(answer) === 'no' ? undefined : 'says that the request failed';
}

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
