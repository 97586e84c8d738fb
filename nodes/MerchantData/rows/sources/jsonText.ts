import { InvalidInput, InvalidValue } from '../../shared/invalidValue';
import { parseJsonExactly } from '../digits';
import { isRow } from './notData';

/**
 * Makes a function that reads what the field *Rows* gives for an item: JSON text, or what an expression
 * gives. It throws InvalidInput for what holds no rows.
 */
export function jsonReader(): (value: unknown) => object[] {
	/** The text read last: where the field holds no expression, it is the same for all items. */
	let last: { text: string; rows: object[] } | undefined;
	return (value) => {
		if (typeof value !== 'string') return checkedRows(value);
		if (value !== last?.text) last = { text: value, rows: checkedRows(parsed(value)) };
		return last.rows;
	};
}

/** @returns the rows of an object or a list of objects */
function checkedRows(value: unknown): object[] {
	const isList = Array.isArray(value);
	const rows = (isList ? value : [value]) as unknown[];
	for (const [index, row] of rows.entries()) {
		if (isRow(row)) continue;
		throw new InvalidValue(
			'Rows',
			`holds something other than an object${isList ? ` in entry ${index + 1}` : ''}`,
			'A row is an object of named fields: not a text, a list, a date or a map.',
		);
	}
	return rows as object[];
}

function parsed(text: string): unknown {
	if (text.trim() === '') throw new InvalidValue('Rows', 'is empty');
	try {
		return parseJsonExactly(text);
	} catch (error) {
		return refuse(error as Error);
	}
}

function refuse(error: Error): never {
	if (error instanceof InvalidInput) throw error;
	throw new InvalidValue(
		'Rows',
		`is not valid JSON: ${error.message}`,
		'Names and texts need double quotes: [{ "campaignName": "Spring" }]',
	);
}
