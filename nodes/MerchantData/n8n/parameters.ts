import type { INode } from 'n8n-workflow';
import type { Field, Fields, Given, NameOf } from '../shared/field';
import { InvalidValue } from '../shared/invalidValue';
import { isTool } from './agentCall';

/**
 * What the form of an operation or of the trigger says. An expression, an agent or another program may
 * give anything, whatever the editor offers. This is the one place that looks: what the description of a
 * field can say of a type, a choice or a range is checked nowhere else.
 */
export interface Parameters<F extends Fields = Fields> {
	/**
	 * The value of a field for an item. A field without an expression is resolved and checked once:
	 * resolving it for tens of thousands of items would be most of the work. Of the Options collection,
	 * each option: its default where it was not added or is not shown.
	 * @throws InvalidValue
	 */
	field<Name extends NameOf<F>>(name: Name, item: number): Given<F, Name>;
	/** Whether a field holds no expression, so that its value is the same for all items. */
	isFixed(name: NameOf<F>): boolean;
}

/** @param resolve gives the value of a parameter for an item, from n8n */
export function createParameters<F extends Fields>(
	node: INode,
	resolve: (name: string, item: number) => unknown,
	fields: F,
): Parameters<F> {
	const saved = node.parameters as Record<string, unknown>;
	const constants = new Map<string, unknown>();
	/** The fields that decide which options are shown. */
	const deciding = optionsIn(fields)
		.flatMap(({ displayOptions: { show, hide } = {} }) => Object.keys({ ...show, ...hide }))
		.flatMap((name) => (name.startsWith('/') ? name.slice(1) : []));

	function isFixed(name: string): boolean {
		const names = name === 'options' ? [name, ...deciding] : [name];
		return !names.some((each) => hasExpression(saved[each]));
	}

	function field(name: string, item: number): unknown {
		if (constants.has(name)) return constants.get(name);
		const value = checked(name, resolve(name, item), item);
		if (isFixed(name)) constants.set(name, value);
		return value;
	}

	function checked(name: string, value: unknown, item: number): unknown {
		const beside: Beside = (other) =>
			other === '@tool' ? isTool(node) : field(other.replace('/', ''), item);
		const shown = fields.find((each) => each.name === name && isShown(each, beside));
		// Text is checked where it is used: each field accepts different values beside text.
		if (!shown || shown.type === 'string') return value;
		checkValue(shown, value, saved[name]);
		if (shown.type !== 'collection') return value;
		return checkedOptions(optionsIn(fields), value as object, saved[name], beside);
	}

	return { field: field as Parameters<F>['field'], isFixed };
}

/** The options that the Options collection offers. */
export function optionsIn(fields: Fields): Fields {
	return (fields.find(({ name }) => name === 'options')?.options ?? []) as Fields;
}

/** Whether a saved parameter holds an expression anywhere: a text that begins with "=". */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (value === null || typeof value !== 'object') return false;
	return Object.values(value).some(hasExpression);
}

/** The values of other fields, by the names that conditions use: `name`, `/name`, `@tool`. */
type Beside = (name: string) => unknown;

/** Whether a field is shown. n8n drops fields that are not, except where an expression decides it. */
function isShown(
	{ displayOptions: { show = {}, hide = {} } = {} }: Field,
	beside: Beside,
): boolean {
	const holds = ([name, values]: [string, unknown]): boolean =>
		(values as readonly unknown[]).includes(beside(name));
	return Object.entries(show).every(holds) && !Object.entries(hide).some(holds);
}

/**
 * The values of all options. One that is not shown is neither heeded nor refused, whatever it holds.
 * @param saved the collection as it is saved, which shows where it has expressions
 * @throws InvalidValue
 */
function checkedOptions(options: Fields, given: object, saved: unknown, beside: Beside): object {
	const added = new Map(Object.entries(given));
	const savedOf = (name: string): unknown =>
		typeof saved === 'string' ? saved : (saved as Record<string, unknown>)[name];
	const nextTo: Beside = (name) => (/^[/@]/.test(name) ? beside(name) : added.get(name));
	const values: Record<string, unknown> = {};
	for (const option of options) {
		const { name } = option;
		const isOffered = isShown(option, nextTo);
		if (isOffered && added.has(name)) {
			checkValue(option, added.get(name), savedOf(name));
			values[name] = added.get(name);
		} else if (isOffered || !(name in values)) {
			// Without a limit there is none; its default is what the editor begins with.
			values[name] = name === 'limit' ? Infinity : option.default;
		}
	}
	return values;
}

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
	const demand = TYPE_RULES[type]?.(value, field) ?? true;
	if (demand === true) return;
	throw new InvalidValue(displayName, `must be ${demand}, but is ${described(value)}`);
}

const choicesOf = ({ options = [] }: Field): unknown[] =>
	(options as ReadonlyArray<{ value: unknown }>).map(({ value }) => value);

/**
 * By the type of a field: true where a value fits, else what it must be, to follow the label of the field.
 * Other types are checked by whoever reads them.
 */
const TYPE_RULES: Partial<Record<Field['type'], (value: unknown, field: Field) => true | string>> =
	{
		boolean: (value) => typeof value === 'boolean' || 'true or false',
		number(value, { typeOptions: { minValue, maxValue, numberPrecision } = {} }) {
			const isWhole = numberPrecision === 0;
			const isNumber = isWhole ? Number.isInteger(value) : Number.isFinite(value);
			const number = value as number;
			const from = minValue === undefined ? '' : ` from ${minValue}`;
			const to = maxValue === undefined ? '' : ` to ${maxValue}`;
			return (
				(isNumber && number >= (minValue ?? number) && number <= (maxValue ?? number)) ||
				`a ${isWhole ? 'whole ' : ''}number${from}${to}`
			);
		},
		string: (value) => (typeof value === 'string' && !value.includes('{{')) || 'a text',
		options: (value, field) =>
			choicesOf(field).includes(value) || `one of ${choicesOf(field).filter(String).join(', ')}`,
		multiOptions: (value, field) =>
			(Array.isArray(value) && value.every((each) => choicesOf(field).includes(each))) ||
			`a list of ${choicesOf(field).join(', ')}`,
		collection: (value) =>
			(typeof value === 'object' && value !== null && !Array.isArray(value)) || 'an object',
	};

/** Values that are safe to show: too short, or of a form, to be a key, an address or a phone number. */
const HARMLESS = /^(\p{L}\w{0,19}|-?[\d.,]{1,5})?$/u;

function described(value: unknown): string {
	if (value === undefined) return 'not there: its expression gives nothing';
	if (typeof value === 'string') {
		if (value.includes('{{')) return 'an expression that was not evaluated';
		return HARMLESS.test(value) ? `the text "${value}"` : 'a text';
	}
	if (Array.isArray(value)) return 'a list';
	return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** The names in a field that takes several, separated by commas. @throws InvalidValue */
export function listedNames(label: string, typed: unknown): Set<string> {
	if (typeof typed === 'string')
		return new Set(typed.split(',').flatMap((name) => name.trim() || []));
	// Without the names, fields could be sent that the user wants to keep.
	throw new InvalidValue(label, 'is not a text: give names, separated by commas');
}
