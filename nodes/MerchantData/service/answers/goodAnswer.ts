import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../lib/jsonText';
import { isObject } from '../../lib/objects';

/** The value of an answer: the parsed body, its text if it is not JSON, or null if there is none. */
export function answerValue(text: string): unknown {
	if (text.trim() === '') return null;
	const value = parseJson(text);
	return value === undefined ? text : value;
}

/** Fields that report an error. Other fields beside them may be a row. */
export const ERROR_FIELDS: readonly string[] = ['error', 'errors'];
/** Fields whose lists are no rows. */
export const NOT_ROWS: readonly string[] = [...ERROR_FIELDS, 'warnings'];
/** Texts that report an error. */
const ERROR_TEXTS = ['errorMessage', 'error_message', 'error_description'];
const SUCCESS_FIELDS = ['success', 'isSuccess', 'ok'];
/** Fields that may contain a status. Rows have such columns, too, so these count only without other data. */
const STATUS_FIELDS = ['statusCode', 'status_code', 'httpStatus', 'status', 'state', 'code'];
/** Fields that describe a failure. They are not data. */
const ENVELOPE = new Set([
	...ERROR_FIELDS,
	...SUCCESS_FIELDS,
	...STATUS_FIELDS,
	...ERROR_TEXTS,
	...['description', 'detail', 'details', 'errorCode'],
	...['message', 'msg', 'path', 'reason', 'requestId', 'request_id', 'timestamp', 'title'],
	...['traceId', 'type'],
]);

/**
 * Whether an object reports a failure. `partly`: beside something that may be data. Any list is data.
 * @param isReceipt whether a status beside other data counts, because no row is expected
 */
export function saysFailed(answer: unknown, isReceipt = false): 'no' | 'partly' | 'yes' {
	if (!isObject(answer)) return 'no';
	const isFailure =
		[...ERROR_FIELDS, ...ERROR_TEXTS].some((name) => !isNothing(answer[name])) ||
		SUCCESS_FIELDS.some((name) => saysNo(answer[name]));
	const hasMore = Object.keys(answer).some((name) => !ENVELOPE.has(name) && hasData(answer[name]));
	const isStatus = STATUS_FIELDS.some((name) => isStatusOfFailure(answer[name]));
	if (hasMore) return isFailure || (isStatus && isReceipt) ? 'partly' : 'no';
	return isFailure || isStatus ? 'yes' : 'no';
}

/** Whether a parsed value contains anything but null and empty texts, lists and objects. */
export function hasData(value: unknown): boolean {
	if (value === null || value === undefined || value === '') return false;
	return typeof value !== 'object' || Object.values(value).some(hasData);
}

export const saysNo = (value: unknown): boolean =>
	typeof value !== 'object' && /^(false|no|0)$/i.test(String(value));

/** Whether a value means that there is none, as 0 and "none" do. */
export const isNone = (value: unknown): boolean =>
	saysNo(value) || /^(|none|null|undefined)$/i.test(String(value));

/** Whether the value of a field for errors reports none: it is empty, or has only such values. */
function isNothing(value: unknown): boolean {
	if (isObject(value)) return Object.values(value).every(isNothing);
	return !hasData(value) || (typeof value !== 'object' && isNone(value));
}

/** 401, "401" or "failed". */
const isStatusOfFailure = (value: unknown) =>
	typeof value !== 'object' && /^([45]\d\d|error|fail(ed|ure)?)$/i.test(String(value));

const BEGIN_OF_PAGE = /^\s*<(!doctype\b|!--|\?xml\b|(html|head|body|script)[\s>])/i;
/** `<Error>…</Error>` or `<error/>`, but not the header `<DATE>,<TIME>` of a CSV file. */
const ELEMENT = /^\s*<([a-z][\w:.-]*)(\s[^<>]*)?(>[^]*<\/\1|\/)>\s*$/i;

/** Whether a text is a web page or XML; the beginning of a long page is enough. */
export const isPage = (text: string): boolean => BEGIN_OF_PAGE.test(text) || ELEMENT.test(text);

/** How an answer contradicts its good status. The outcome of a push or a deletion is then unknown. */
export function contradictionIn(answer: unknown, isReceipt = false): string | undefined {
	if (typeof answer === 'string' && isPage(answer)) return 'is a web page or XML';
	// A receipt may be a list of receipts or of rows, so an entry says no only if it has no data.
	const isFailed =
		isReceipt && Array.isArray(answer)
			? answer.some((each) => saysFailed(each) === 'yes')
			: saysFailed(answer, isReceipt) !== 'no';
	return isFailed ? 'says that the request failed' : undefined;
}

export const recordProblem = (answer: unknown): string | undefined =>
	contradictionIn(answer) ?? (typeof answer === 'object' ? undefined : 'is not a JSON object');

/** Fields for the rows that were not taken, or their number. The service specifies no names ("Errors"). */
const NOT_TAKEN =
	/^(errors|(?:error|fail)(?=_?count)|failures?|failed|rejected)(_?(count|records|rows))?$/i;
/** Fields for the number of rows that arrived. */
const ARRIVED = /^(accepted|received)(_?(count|records|rows))?$/i;

/**
 * Why an answer with a good status is not a receipt for all rows of a push, or for a deletion. Numbers of rows that were
 * created or updated say nothing: the service may have had the others.
 * @param rows the number of rows that were sent
 */
export function receiptProblem(answer: unknown, rows = 0): string | undefined {
	const arrived = fieldsIn(answer, ARRIVED).map(([, value]) => countIn(value) ?? rows);
	const isPart = rowErrors(answer).length > 0 || arrived.some((count) => count < rows);
	const part = isPart ? 'says that not everything was accepted' : undefined;
	return contradictionIn(answer, true) ?? part;
}

/** The errors of single rows in an answer to a push: a list of them, or how many there are. */
export const rowErrors = (answer: unknown): unknown[] =>
	fieldsIn(answer, NOT_TAKEN).flatMap(([name, value]) => {
		if (Array.isArray(value)) return value as unknown[];
		return (countIn(value) ?? 0) > 0 ? [`${name}: ${String(value)}`] : [];
	});

const fieldsIn = (answer: unknown, names: RegExp): Array<[name: string, value: unknown]> =>
	isObject(answer) ? Object.entries(answer).filter(([name]) => names.test(name)) : [];

const countIn = (value: unknown): number | undefined =>
	typeof value !== 'object' && /^\d+$/.test(String(value)) ? Number(value) : undefined;

/** n8n sends an item to the error branch if it has `error`, and no other keys than these. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

/** Whether n8n would take an item for a failed one, even if its `error` is empty, so that all rows are alike. */
export const looksLikeError = (json: object): boolean =>
	Object.hasOwn(json, 'error') && Object.keys(json).every((key) => ERROR_KEYS.has(key));

/** An answer as the JSON of one item: an object as it is; anything else, and what looks failed, under a name. */
export function answerItem(answer: unknown): IDataObject {
	if (isObject(answer) && !looksLikeError(answer)) return answer as IDataObject;
	return { response: answer as IDataObject | IDataObject[] | string | null };
}
