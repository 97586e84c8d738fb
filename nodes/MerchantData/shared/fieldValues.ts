import type { Field, Fields } from './field';
import { InvalidValue } from './invalidValue';

/**
 * Whether what is given for a field fits its description. An expression, an agent or another program
 * may give anything, whatever the editor offers. This is the one place that looks: what a description
 * can say of a type, a choice or a range is checked nowhere else.
 */

/** What a field of a type takes. Other types are checked by whoever reads them. */
interface Rule {
	fits(value: unknown, field: Field): boolean;
	/** What the value must be, to follow the label of the field. */
	demand(field: Field): string;
}

const RULES: Partial<Record<Field['type'], Rule>> = {
	boolean: { fits: (value) => typeof value === 'boolean', demand: () => 'true or false' },
	number: {
		fits(value, { typeOptions: { minValue, maxValue, numberPrecision } = {} }) {
			const isNumber = numberPrecision === 0 ? Number.isInteger(value) : Number.isFinite(value);
			const number = value as number;
			return isNumber && number >= (minValue ?? number) && number <= (maxValue ?? number);
		},
		demand({ typeOptions: { minValue, maxValue, numberPrecision } = {} }) {
			const from = minValue === undefined ? '' : ` from ${minValue}`;
			const to = maxValue === undefined ? '' : ` to ${maxValue}`;
			return `a ${numberPrecision === 0 ? 'whole ' : ''}number${from}${to}`;
		},
	},
	string: {
		fits: (value) => typeof value === 'string' && !value.includes('{{'),
		demand: () => 'a text',
	},
	options: {
		fits: (value, field) => choicesOf(field).includes(value),
		demand: (field) => `one of ${choicesOf(field).filter(String).join(', ')}`,
	},
	multiOptions: {
		fits: (value, field) =>
			Array.isArray(value) && value.every((each) => choicesOf(field).includes(each)),
		demand: (field) => `a list of ${choicesOf(field).join(', ')}`,
	},
	collection: {
		fits: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
		demand: () => 'an object',
	},
};

const choicesOf = ({ options = [] }: Field): unknown[] =>
	(options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);

/**
 * Checks what is given for a field against its description.
 * @param saved the field as it is saved, which shows whether it holds an expression
 * @throws InvalidValue where the value does not fit
 */
export function checkValue(field: Field, value: unknown, saved: unknown): void {
	const { type, displayName, noDataExpression } = field;
	// n8n itself takes the "=" away from most expressions in a field that takes none.
	if (noDataExpression && typeof saved === 'string' && /^=|\{\{/.test(saved)) {
		throw new InvalidValue(
			displayName,
			'takes no expression',
			'Set it in the node itself: input data must not decide it.',
		);
	}
	const rule = RULES[type];
	if (!rule || rule.fits(value, field)) return;
	throw new InvalidValue(displayName, `must be ${rule.demand(field)}, but is ${inWords(value)}`);
}

/** Values that are safe to show: too short, or of a form, to be a key, an address or a phone number. */
const HARMLESS = /^(\p{L}\w{0,19}|-?[\d.,]{1,5})?$/u;

function inWords(value: unknown): string {
	if (value === undefined) return 'not there: its expression gives nothing';
	if (typeof value === 'string') {
		if (value.includes('{{')) return 'an expression that was not evaluated';
		return HARMLESS.test(value) ? `the text "${value}"` : 'a text';
	}
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The values of other fields, by the names that conditions use: `name`, `/name`, `@tool`. */
export type Beside = (name: string) => unknown;

/** Whether a field is shown. n8n drops fields that are not, except where an expression decides it. */
export function isShown({ displayOptions = {} }: Field, beside: Beside): boolean {
	const { show = {}, hide = {} } = displayOptions;
	const holds = ([name, values]: [string, unknown]): boolean =>
		(values as readonly unknown[]).includes(beside(name));
	return Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
}

/**
 * The options of a collection, checked. One that is not shown is left out, whatever it holds, and so is
 * one that is not known.
 * @param saved the collection as it is saved, which shows where it has expressions
 * @throws InvalidValue
 */
export function checkedOptions(
	options: Fields,
	given: Readonly<Record<string, unknown>>,
	saved: unknown,
	beside: Beside,
): Record<string, unknown> {
	const checked: Record<string, unknown> = {};
	for (const option of options) {
		const { name } = option;
		const nextTo: Beside = (other) => (/^[/@]/.test(other) ? beside(other) : given[other]);
		if (!Object.hasOwn(given, name) || !isShown(option, nextTo)) continue;
		const isWhole = typeof saved === 'string';
		checkValue(option, given[name], isWhole ? saved : (saved as typeof given)[name]);
		checked[name] = given[name];
	}
	return checked;
}

/**
 * The names in a field that takes several, separated by commas.
 * @param label of the field, for the error
 * @throws InvalidValue
 */
export function columnNames(label: string, typed: unknown): Set<string> {
	if (typeof typed === 'string')
		return new Set(typed.split(',').flatMap((name) => name.trim() || []));
	// Without the names, fields could be sent that the user wants to keep.
	throw new InvalidValue(
		label,
		'is not a text',
		'Give the names of the fields, separated by commas.',
	);
}
