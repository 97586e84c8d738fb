import type { IDataObject } from 'n8n-workflow';

/** Whether a value is an object of named fields: not, as luxon's dates are, one that is written otherwise. */
export function isPlainObject(value: unknown): value is IDataObject {
	if (Object.prototype.toString.call(value) !== '[object Object]') return false;
	return typeof (value as IDataObject).toJSON !== 'function';
}

/** Whether a value is what this node writes as `error` for a row that was not accepted. */
export const isEarlierError = (error: unknown): boolean =>
	isPlainObject(error) && typeof error.message === 'string' && typeof error.outcome === 'string';

/** A row without the error of an earlier push, which is no data of it; the same row if it has none. */
export function withoutEarlierError<Fields extends object>(row: Fields): Fields {
	if (!('error' in row) || !isEarlierError(row.error)) return row;
	return Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'error')) as Fields;
}
