import type { IDataObject } from 'n8n-workflow';

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
 * @param answer its value
 */
export function answerItem(answer: unknown): IDataObject {
	const isObject = answer !== null && typeof answer === 'object' && !Array.isArray(answer);
	if (isObject && !looksLikeError(answer)) return answer as IDataObject;
	return { response: answer as IDataObject | IDataObject[] | string | null };
}
