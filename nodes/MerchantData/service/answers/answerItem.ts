import type { IDataObject } from 'n8n-workflow';
import { parseJson } from './serverText';

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
 * @param text the body as received
 */
export function answerItem(text: string): IDataObject {
	const value = answerValue(text);
	const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
	if (isObject && !looksLikeError(value)) return value as IDataObject;
	return { response: value as IDataObject | IDataObject[] | string | null };
}

/** The parsed body; its text where it is not JSON or nested too deep, null where there is none. */
export function answerValue(text: string): unknown {
	if (text.trim() === '') return null;
	const value = parseJson(text);
	return value === undefined ? text : value;
}
