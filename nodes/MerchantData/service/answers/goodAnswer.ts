import type { IDataObject } from 'n8n-workflow';
import { parseJson } from '../../shared/json';

/**
 * What an answer with a good status says. The shape of answers is not specified. Two rules hold for all
 * answers and for files to push: what says that it failed ({@link saysFailed}), and what {@link isPage}.
 */

/** The parsed body. @returns null where there is none, undefined where it is not JSON */
export function parseAnswer(text: string): unknown {
	return text.trim() === '' ? null : parseJson(text);
}

/**
 * The value of an answer, which the other readers take, so that a body is parsed once.
 * @returns the parsed body; its text where it is not JSON, null where there is none
 */
export function answerValue(text: string): unknown {
	const value = parseAnswer(text);
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

/**
 * Whether an object with a good status, or in a file, says that something failed. `no`: it does not;
 * `partly`: it does, beside what may be data; `yes`: there is nothing else in it. Any list is data.
 */
export function saysFailed(answer: unknown): 'no' | 'partly' | 'yes' {
	if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return 'no';
	const fields = answer as Record<string, unknown>;
	const isFailure =
		ERROR_FIELDS.some((name) => Boolean(fields[name]) && hasData(fields[name])) ||
		SUCCESS_FIELDS.some((name) => fields[name] === false);
	const hasMore = Object.entries(fields).some(
		([name, value]) => !ENVELOPE.has(name) && hasData(value),
	);
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
const ELEMENT = /^\s*<([a-z][\w:.-]*)(?:\s[^<>]*)?(?:\/>\s*$|>)/i;

/** Whether a text is a web page or XML; the beginning of a long one is enough. */
export function isPage(text: string): boolean {
	if (BEGIN_OF_PAGE.test(text)) return true;
	const element = ELEMENT.exec(text);
	if (element === null) return false;
	const end = text.trimEnd().toLowerCase();
	return end.endsWith('/>') || end.endsWith(`</${element[1].toLowerCase()}>`);
}

/**
 * Why an answer with a good status may be a failure: it is a page, or says that it failed. Of a push or a
 * deletion request, nobody can say then what became of it.
 */
export function oddity(answer: unknown): string | undefined {
	if (typeof answer === 'string' && isPage(answer)) return 'is a web page or XML';
	return saysFailed(answer) === 'no' ? undefined : 'says that the request failed';
}

/** Why an answer is not a record, such as that of a key: {@link oddity}, or it is not a JSON object. */
export function whyNoRecord(answer: unknown): string | undefined {
	return oddity(answer) ?? (typeof answer === 'object' ? undefined : 'is not a JSON object');
}

/** n8n sends an item to the error branch if it has `error`, and no other keys than these. */
const ERROR_KEYS = new Set(['error', 'message', 'details']);

/**
 * Whether n8n would take an item for a failed one, on either line. n8n looks for an `error` that is
 * not empty. Here an empty one counts too, so that all rows of an answer have the same shape.
 */
export function looksLikeError(json: object): boolean {
	return Object.hasOwn(json, 'error') && Object.keys(json).every((key) => ERROR_KEYS.has(key));
}

/**
 * An answer whose shape is not specified, as the JSON of one item: an object as it is, anything
 * else under `response`. So is an object that n8n would take for a failed item.
 */
export function answerItem(answer: unknown): IDataObject {
	const isObject = answer !== null && typeof answer === 'object' && !Array.isArray(answer);
	if (isObject && !looksLikeError(answer)) return answer as IDataObject;
	return { response: answer as IDataObject | IDataObject[] | string | null };
}
