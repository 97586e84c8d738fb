import type { EntryGroup, Field, Fields } from './field';
import { UNBOUNDED_UNLESS_ADDED } from './fields';
import { InvalidValue } from '../errors/invalidInput';
import { isObject } from '../lib/objects';

/** Values for the conditions of fields: `name` is a sibling of the field, `/name` a field of the node, or `@tool`. */
export type Siblings = (name: string) => unknown;

/** Whether a field is shown. n8n drops fields that are not, unless an expression decides it. */
export function isShown({ displayOptions = {} }: Field, siblings: Siblings): boolean {
	const { show = {}, hide = {} } = displayOptions;
	const holds = ([name, values]: [string, unknown]): boolean =>
		(values as readonly unknown[]).includes(siblings(name));
	return Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
}

/**
 * The value. A collection gets all its options, a fixed collection all parts.
 * @param saved shows whether the field has an expression. @param place of a part in an entry @throws InvalidValue
 */
export function checkedValue(
	field: Field,
	value: unknown,
	saved: unknown,
	siblings: Siblings,
	place = '',
): unknown {
	const { type, displayName, noDataExpression } = field;
	const isList = type === 'fixedCollection';
	// n8n removes the "=" of most expressions in a field that takes none.
	if ((isList || noDataExpression) && anyText(saved, /^=|\{\{/))
		throw new InvalidValue('setting.expression', displayName, 'takes no expression', SET_IT);
	const demand = TYPE_RULES[type]?.(value, field) ?? true;
	if (demand !== true) {
		const code = CHOICES.has(type) ? 'setting.notAChoice' : 'setting.wrongValue';
		const problem = `${place}must be ${demand}, but is ${described(value)}`;
		throw new InvalidValue(code, displayName, problem);
	}
	if (isList) return entriesOf(field, value as Entries, siblings);
	if (type !== 'collection') return value;
	const savedOf = (name: string): unknown => (isObject(saved) ? saved[name] : saved);
	return valuesOf(field.options as Fields, value as Record<string, unknown>, savedOf, siblings);
}

/** The value of a field that nobody has set. Options that are added in the editor begin with their default. */
export function unsetValue(field: Field): unknown {
	if (field.type === 'fixedCollection') return entriesOf(field, {}, () => undefined);
	return UNBOUNDED_UNLESS_ADDED.has(field.name) ? Infinity : field.default;
}

const CHOICES = new Set(['options', 'multiOptions']);
const SET_IT = 'Set it in the node itself: input data must not decide it.';

/** Whether a saved parameter is or contains a text that matches. */
export function anyText(saved: unknown, pattern: RegExp): boolean {
	if (typeof saved === 'string') return pattern.test(saved);
	return Object.values(Object(saved) as object).some((part) => anyText(part, pattern));
}

/** The values of options or of parts of an entry, by name. Hidden ones may have any value, which is ignored. */
function valuesOf(
	fields: Fields,
	given: Record<string, unknown>,
	savedOf: Siblings,
	outer: Siblings,
	place?: string,
): Record<string, unknown> {
	const siblings: Siblings = (name) => (/^[/@]/.test(name) ? outer(name) : given[name]);
	const values: Record<string, unknown> = {};
	for (const field of fields) {
		const { name } = field;
		const isOffered = isShown(field, siblings);
		if (isOffered && name in given)
			values[name] = checkedValue(field, given[name], savedOf(name), siblings, place);
		else if (isOffered || !(name in values)) values[name] = unsetValue(field);
	}
	return values;
}

type Entries = Readonly<Record<string, readonly object[] | undefined>>;

/** The entries of each group of a fixed collection. A missing part has its default. */
function entriesOf({ displayName, options }: Field, given: Entries, siblings: Siblings): Entries {
	const groups = (options as readonly EntryGroup[]).map(({ name, values: parts }) => {
		const defaults = Object.fromEntries(parts.map((part) => [part.name, part.default]));
		const entries = (given[name] ?? []).map((entry, index) => {
			const place = `in entry ${index + 1} of "${displayName}" `;
			return valuesOf(parts, { ...defaults, ...entry }, () => undefined, siblings, place);
		});
		return [name, entries] as const;
	});
	return Object.fromEntries(groups);
}

const choicesOf = ({ options = [] }: Field): unknown[] =>
	(options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);

type Rule = (value: unknown, field: Field) => true | string;

/** True if a value fits the type of a field, else what it must be. Values of other types are checked where they are read. */
const TYPE_RULES: Partial<Record<Field['type'], Rule>> = {
	boolean: (value) => typeof value === 'boolean' || 'true or false',
	number(value, { typeOptions: { minValue, maxValue, numberPrecision } = {} }) {
		const isWhole = numberPrecision === 0;
		const isNumber = isWhole ? Number.isInteger(value) : Number.isFinite(value);
		const number = value as number;
		const fits = isNumber && number >= (minValue ?? number) && number <= (maxValue ?? number);
		const from = minValue === undefined ? '' : ` from ${minValue}`;
		const to = maxValue === undefined ? '' : ` to ${maxValue}`;
		return fits || `a ${isWhole ? 'whole ' : ''}number${from}${to}`;
	},
	string: (value) => typeof value === 'string' || 'a text',
	options: (value, field) =>
		choicesOf(field).includes(value) || `one of ${choicesOf(field).filter(String).join(', ')}`,
	multiOptions: (value, field) =>
		(Array.isArray(value) && value.every((each) => choicesOf(field).includes(each))) ||
		`a list of ${choicesOf(field).join(', ')}`,
	collection: (value) => isObject(value) || 'an object',
	fixedCollection: (value) =>
		(isObject(value) &&
			Object.values(value).every((group) => Array.isArray(group) && group.every(isObject))) ||
		'an object with lists of entries',
};

/** Values that are safe to show, because they cannot be a key, an address or a phone number. */
const HARMLESS = /^(\p{L}\w{0,19}|-?[\d.,]{1,5})?$/u;

function described(value: unknown): string {
	if (value === undefined) return 'missing, because its expression returns nothing';
	if (typeof value === 'string') return HARMLESS.test(value) ? `the text "${value}"` : 'a text';
	if (Array.isArray(value)) return 'a list';
	return isObject(value) ? 'an object' : String(value);
}
