import type { PlacedRow } from './rows/row';

const MOST_FIELDS = 100;

/** Describes a row for the service's support: the names and types of its fields, without any value. */
export function fieldTypes(record: PlacedRow): string {
	const fields = Object.entries((record.row() ?? {}) as object).slice(0, MOST_FIELDS);
	return fields.map(([name, value]) => `${name} (${typeName(value)})`).join(', ');
}

function typeName(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'list';
	return typeof value === 'string' ? 'text' : typeof value;
}
