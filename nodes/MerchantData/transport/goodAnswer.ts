import { parseJson } from './serverText';

/** What an answer with a good status says; the shape of answers is not specified. */

const BOM = /^\uFEFF/;

/**
 * The parsed body.
 * @returns null where there is none, undefined where it is not JSON
 */
export function parseAnswer(text: string): unknown {
	const json = text.replace(BOM, '');
	return json.trim() === '' ? null : parseJson(json);
}

/** Where an answer says that it failed; whatever stands beside these may be a row. */
const ERROR_FIELDS = ['error', 'errors'];
const SUCCESS_FIELDS = ['success', 'ok'];
/** What says more about a failure, and is no data. */
export const ENVELOPE = new Set([
	...ERROR_FIELDS,
	...SUCCESS_FIELDS,
	...['code', 'description', 'detail', 'details', 'error_description', 'message', 'path', 'reason'],
	...['requestId', 'request_id', 'status', 'statusCode', 'timestamp', 'title', 'traceId', 'type'],
]);

/**
 * Whether an answer with a good status says that the request failed. `no`: it does not; `partly`: it
 * does, beside what may be data; `yes`: there is nothing else in it.
 */
export function saysFailed(answer: unknown): 'no' | 'partly' | 'yes' {
	if (answer === null || typeof answer !== 'object' || Array.isArray(answer)) return 'no';
	const fields = answer as Record<string, unknown>;
	const isFailure =
		ERROR_FIELDS.some((name) => Boolean(fields[name]) && hasData(fields[name])) ||
		SUCCESS_FIELDS.some((name) => fields[name] === false);
	if (!isFailure) return 'no';
	const isMore = Object.entries(fields).some(
		([name, value]) => !ENVELOPE.has(name) && hasData(value),
	);
	return isMore ? 'partly' : 'yes';
}

/** Deeper than anyone looks; an answer may be nested until the stack overflows. */
const DEEPEST = 20;

/** Whether anything is in a value: not null, not an empty text, and so on for all that it holds. */
export function hasData(value: unknown, depth = DEEPEST): boolean {
	if (value === null || value === undefined || value === '') return false;
	if (typeof value !== 'object' || depth === 0) return true;
	return Object.values(value).some((inner) => hasData(inner, depth - 1));
}

/**
 * What makes a good answer to a push or a deletion request look like none: it is a web page, or says
 * that it failed. "A 2xx status means the request was accepted", so it is told, and no more.
 */
export function oddity(text: string): string | undefined {
	if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return 'is a web page';
	return saysFailed(parseAnswer(text)) === 'no' ? undefined : 'says that the request failed';
}
