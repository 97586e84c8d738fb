import { InvalidValue } from './invalidValue';

/** Checks what fields hold: an expression may give anything. Each throws InvalidValue. */

/** @returns the value, or the first of the known ones where it is not given */
export function oneOf<T extends string>(field: string, value: unknown, known: readonly T[]): T {
	if (value === undefined) return known[0];
	const found = known.find((candidate) => candidate === value);
	if (found !== undefined) return found;
	throw new InvalidValue(field, `is not known: "${String(value)}"`, `Use ${known.join(', ')}.`);
}

export function wholeNumber(field: string, value: unknown, least: number, most = Infinity): number {
	const isWhole = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
	if (isWhole) return Number(value);
	const range = most === Infinity ? `${least} or more` : `from ${least} to ${most}`;
	throw new InvalidValue(field, `must be a whole number, ${range}, but is ${describe(value)}`);
}

/** "false" as a text would count as true, and "true" as false where only `true` is asked for. */
export function switchOf(field: string, value: unknown): boolean {
	if (typeof value === 'boolean') return value;
	throw new InvalidValue(field, `must be true or false, but is ${describe(value)}`);
}

/** @returns the name of a field without blanks around it; empty where none is given */
export function nameOf(field: string, value: unknown): string {
	if (value === undefined || value === null) return '';
	if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
	throw new InvalidValue(field, `must be a text, but is ${describe(value)}`);
}

function describe(value: unknown): string {
	return typeof value === 'string'
		? `the text "${value}"`
		: (JSON.stringify(value) ?? String(value));
}
