import { listedNames } from '../../n8n/parameters';
import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { isCellType } from '../cells';
import { type Columns, type ColumnSettings, plain } from '../columns';
import { parseJsonExactly } from '../digits';
import type { PushExecution } from '../fields/fields';
import { isPlainObject } from './notData';

/** What the form of a push says of columns, and what it gives for an input item. */

/** What the form says of the columns of rows. @throws InvalidValue */
export function readColumnSettings(execution: PushExecution): ColumnSettings {
	const { booleanColumns, emptyValues } = execution.nodeField('options');
	return {
		numberColumns: listedNames('Number Columns', execution.nodeField('numberColumns')),
		booleanColumns: listedNames('Boolean Columns', booleanColumns),
		ignored: listedNames('Fields to Ignore', execution.nodeField('fieldsToIgnore')),
		emptyValues: new Set([...listedNames('Values That Mean Empty', emptyValues)].map(plain)),
		numberFormat: execution.nodeField('numberFormat'),
	};
}

/**
 * The values that *Map Each Field Below* gives. Its columns get the types of the fields.
 * @param given what the field *Fields* holds
 * @throws InvalidValue
 */
export function definedFields(given: unknown, columns: Columns): object {
	const fields = (given as { assignments?: unknown } | null)?.assignments;
	if (!Array.isArray(fields) || fields.length === 0)
		throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
	const values = new Map<string, unknown>();
	// A program that made the workflow may have left out the type of a text.
	for (const { name: typed, type = 'string', value } of fields as Array<Record<string, unknown>>) {
		const name = String(typed ?? '').trim();
		if (name === '') throw new InvalidValue('Fields', `has no name in field ${values.size + 1}`);
		if (values.has(name)) throw new InvalidValue('Fields', `has two fields named "${name}"`);
		if (!isCellType(type)) throw new InvalidValue('Fields', `has an unknown type for "${name}"`);
		const isEmptyText = typeof value === 'string' && value.trim() === '';
		if (value === undefined || (isEmptyText && type !== 'string')) {
			throw new InvalidValue(
				'Fields',
				`has no value for "${name}": it is empty, or its expression gives nothing`,
				'Correct the expression, or let it give null where there is no value.',
			);
		}
		columns.define(name, type);
		values.set(name, value);
	}
	return Object.fromEntries(values);
}

/**
 * The rows that the field *Rows* holds: an object or a list of objects, as JSON text or as what an
 * expression gives.
 * @throws InvalidInput
 */
export function jsonRows(given: unknown): object[] {
	const value = typeof given === 'string' ? parsed(given) : given;
	const isList = Array.isArray(value);
	const rows = (isList ? value : [value]) as unknown[];
	const wrong = rows.findIndex((row) => !isPlainObject(row));
	if (wrong < 0) return rows as object[];
	throw new InvalidValue(
		'Rows',
		`holds something other than an object${isList ? ` in entry ${wrong + 1}` : ''}`,
		'A row is an object of named fields: not a text, a list, a date or a map.',
	);
}

function parsed(text: string): unknown {
	if (text.trim() === '') throw new InvalidValue('Rows', 'is empty');
	try {
		return parseJsonExactly(text);
	} catch (error) {
		return refuseText(error as Error);
	}
}

function refuseText(error: Error): never {
	if (error instanceof InvalidInput) throw error;
	throw new InvalidValue(
		'Rows',
		`is not valid JSON: ${error.message}`,
		'Names and texts need double quotes: [{ "campaignName": "Spring" }]',
	);
}
