import type { IDataObject } from 'n8n-workflow';
import { isLongNumber } from './exactNumbers';

export type Fields = Record<string, unknown>;

/** Whether a value is an object, and not a list. */
export const isObject = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a value is an object of named fields: of any class or realm, but not a date, a map or a long number. */
export const isPlainObject = (value: unknown): value is IDataObject =>
	isObject(value) &&
	Object.prototype.toString.call(value) === '[object Object]' &&
	typeof value.toJSON !== 'function' &&
	!isLongNumber(value);

/** Whether a value is missing, or a text of blanks. */
export const isBlank = (value: unknown): boolean =>
	typeof value === 'string' ? value === '' || value.trim() === '' : (value ?? null) === null;

/** A copy of a text, because a slice keeps the whole text in memory that it was cut from. */
export const copied = (text: string): string => Buffer.from(text).toString();

/** A date as the text that JSON makes of it, and any other value as it is. */
export const writtenDate = (value: unknown): unknown =>
	typeof value === 'object' && typeof (value as Date | null)?.toJSON === 'function'
		? (value as Date).toJSON()
		: value;

/** An object without one of its fields. */
export const without = <Given extends object>(fields: Given, name: string): Given =>
	Object.fromEntries(Object.entries(fields).filter(([each]) => each !== name)) as Given;
