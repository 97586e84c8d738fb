import { InvalidValue } from '../../shared/invalidValue';
import { isCellType, writeTyped } from '../cells';
import type { NumberFormat } from '../numberFormat';
import { sendable, unsendable } from '../objectRow';
import { otherShop } from '../otherShop';
import type { Row } from '../row';

/** A field of *Map Each Field Below*, as n8n gives it. */
interface DefinedField {
	name: unknown;
	/** Text, where a program that made the workflow left it out. */
	type?: unknown;
	value: unknown;
}

/**
 * The row of the fields that the node defines.
 * @param given what the field *Fields* holds
 * @param format of numbers that are texts
 * @throws InvalidValue where there are no fields
 */
export function definedRow(
	place: Pick<Row, 'item' | 'ordinal' | 'shop'>,
	given: unknown,
	format: NumberFormat,
): Row {
	const fields = (given as { assignments?: unknown } | null)?.assignments;
	if (!Array.isArray(fields) || fields.length === 0)
		throw new InvalidValue('Fields', 'is empty', 'Add at least one field.');
	const values = new Map<string, unknown>();
	let problem: InvalidValue | undefined;
	const cells: string[] = [];
	(fields as DefinedField[]).forEach((field, index) => {
		const name = String(field.name ?? '').trim();
		try {
			if (values.has(name)) throw new InvalidValue('Fields', `has two fields named "${name}"`);
			values.set(name, field.value);
			cells.push(`${JSON.stringify(name)}:${cellOf({ ...field, name }, index, format)}`);
			problem ??= otherShop(name, field.value, place.shop, wayToShop);
		} catch (error) {
			problem ??= error as InvalidValue;
		}
	});
	return problem
		? unsendable(place, Object.fromEntries(values), problem)
		: sendable(place, `{${cells.join(',')}}`);
}

const wayToShop = (column: string): string =>
	`Set "Shop" to the expression that the field "${column}" has, or remove that field.`;

/** @throws InvalidValue */
function cellOf(
	{ name, type = 'string', value }: DefinedField & { name: string },
	index: number,
	format: NumberFormat,
): string {
	if (name === '') throw new InvalidValue('Fields', `has no name in field ${index + 1}`);
	if (value === undefined) {
		throw new InvalidValue(
			'Fields',
			`has no value for "${name}": its expression gives nothing`,
			'Correct the expression, or let it give null where there is no value.',
		);
	}
	if (type === 'string') return textOf(name, value);
	if (!isCellType(type)) throw new InvalidValue('Fields', `has an unknown type for "${name}"`);
	return writeTyped(name, value, type, format);
}

/** @throws InvalidValue for what has no text */
function textOf(name: string, value: unknown): string {
	if (value === null) return 'null';
	if (typeof value !== 'object') return JSON.stringify(String(value));
	throw new InvalidValue(
		name,
		`holds ${Array.isArray(value) ? 'a list' : 'an object'}, which is not a text`,
		'Choose the type Array or Object for it, or an expression that gives a text.',
	);
}
