import type { IDataObject } from 'n8n-workflow';
import { parseJson } from './serverText';

/**
 * An answer whose shape is not specified, as the JSON of one item: an object as it is, anything
 * else under `response`.
 * @param text the body as received
 */
export function answerItem(text: string): IDataObject {
	const value = answerValue(text);
	if (value !== null && typeof value === 'object' && !Array.isArray(value))
		return value as IDataObject;
	return { response: value as IDataObject[] | string | null };
}

/** The parsed body; its text where it is not JSON or nested too deep, null where there is none. */
export function answerValue(text: string): unknown {
	if (text.trim() === '') return null;
	const value = parseJson(text);
	return value === undefined ? text : value;
}
