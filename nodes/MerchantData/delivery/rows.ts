import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../runtime/execution';
import { InvalidValue } from '../shared/invalidValue';

/** Where the rows of an input item come from: the Data Mode of a push. */
export type RowSource = (item: number) => { rows: IDataObject[]; ignore?: ReadonlySet<string> };

type DataMode = 'autoMapInputData' | 'defineBelow' | 'json';

/** @returns what gives the rows of an item; it throws InvalidValue */
export function rowSource(execution: Execution): RowSource {
	const mode = execution.field<DataMode>('dataMode', 0);
	return {
		autoMapInputData: autoMapped,
		defineBelow: defined,
		json: fromJson,
	}[mode](execution);
}

function autoMapped(execution: Execution): RowSource {
	const items = execution.context.getInputData();
	let names = '';
	let ignore: ReadonlySet<string> | undefined;
	return (item) => {
		const typed = execution.field<string>('fieldsToIgnore', item);
		if (typed !== names) {
			names = typed;
			ignore = new Set(typed.split(',').flatMap((name) => name.trim() || []));
		}
		const row = items[item].json;
		if (Object.keys(row).every((name) => ignore?.has(name))) {
			throw new InvalidValue('Input', 'has no fields to send');
		}
		return { rows: [row], ignore };
	};
}

function defined(execution: Execution): RowSource {
	return (item) => {
		const { values = [] } = execution.field<{ values?: Array<{ name: unknown; value: unknown }> }>(
			'fields',
			item,
		);
		if (values.length === 0)
			throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
		const row: IDataObject = {};
		values.forEach(({ name, value }, index) => {
			const trimmed = String(name ?? '').trim();
			if (trimmed === '') throw new InvalidValue('Fields', `has no name in field ${index + 1}`);
			row[trimmed] = value as IDataObject;
		});
		return { rows: [row] };
	};
}

function fromJson(execution: Execution): RowSource {
	return (item) => {
		const value = parsed(execution.field<unknown>('rowsJson', item));
		const rows = Array.isArray(value) ? (value as unknown[]) : [value];
		rows.forEach((row, index) => {
			const which = Array.isArray(value) ? ` in entry ${index + 1}` : '';
			if (!isObject(row))
				throw new InvalidValue('Rows', `holds something else than an object${which}`);
			if (Object.keys(row).length === 0)
				throw new InvalidValue('Rows', `holds an empty object${which}`);
		});
		return { rows: rows as IDataObject[] };
	};
}

function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	if (value.trim() === '') throw new InvalidValue('Rows', 'is empty');
	try {
		return JSON.parse(value) as unknown;
	} catch (error) {
		return notJson(error as Error);
	}
}

function notJson({ message }: Error): never {
	throw new InvalidValue('Rows', `is not valid JSON: ${message}`);
}

function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
