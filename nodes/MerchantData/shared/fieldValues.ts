import type { Field, Fields } from './field';
import { InvalidValue } from './invalidValue';

/**
 * Whether what is given for a field fits its description. An expression, an agent or another program
 * may give anything, whatever the editor offers. This is the one place that looks: what a description
 * can say of a type, a choice or a range is checked nowhere else.
 */

/** What the value of a field must be. */
interface Demand {
	isMet(value: unknown): boolean;
	/** To follow the label. */
	text: string;
	remedy: string;
}

const DEMANDS: Partial<Record<Field['type'], (field: Field) => Demand>> = {
	boolean: () => ({
		isMet: (value) => typeof value === 'boolean',
		text: 'must be true or false',
		remedy:
			'The text "false" is not a boolean. An expression gives true or false by a comparison, such as {{ $json.name === "yes" }}.',
	}),
	number({ typeOptions = {} }) {
		const { minValue = -Infinity, maxValue = Infinity, numberPrecision } = typeOptions;
		const isWhole = numberPrecision === 0;
		return {
			isMet: (value) =>
				(isWhole ? Number.isInteger(value) : Number.isFinite(value)) &&
				(value as number) >= minValue &&
				(value as number) <= maxValue,
			text: `must be a ${isWhole ? 'whole ' : ''}number${rangeText(minValue, maxValue)}`,
			remedy: 'An expression turns a text into a number with {{ Number($json.name) }}.',
		};
	},
	string: () => ({
		isMet: (value) => typeof value === 'string' && !value.includes('{{'),
		text: 'must be a text',
		remedy: 'Give one text, with commas between several names.',
	}),
	options(field) {
		const choices = choicesOf(field);
		return {
			isMet: (value) => choices.some((choice) => choice.value === value),
			text: 'must be one of its choices',
			remedy: `Choose one of: ${inList(choices, 'name')}. An expression gives it as ${inList(choices, 'value')}`,
		};
	},
	multiOptions(field) {
		const choices = choicesOf(field);
		return {
			isMet: (value) =>
				Array.isArray(value) &&
				value.every((each) => choices.some((choice) => choice.value === each)),
			text: 'must be a list of its choices',
			remedy: `Choose from: ${inList(choices, 'name')}. An expression gives a list of ${inList(choices, 'value')}`,
		};
	},
	collection: () => ({
		isMet: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
		text: 'must be an object',
		remedy: 'Add the options one by one.',
	}),
};

interface Choice {
	/** For people. */
	name: string;
	value: unknown;
}

const choicesOf = ({ options = [] }: Field) => options as readonly Choice[];

const inList = (choices: readonly Choice[], what: keyof Choice): string =>
	choices.map((choice) => String(choice[what])).join(', ');

function rangeText(least: number, most: number): string {
	if (most !== Infinity) return ` from ${least} to ${most}`;
	return least === -Infinity ? '' : `, ${least} or more`;
}

/** @throws InvalidValue where a value does not fit its field; fields of other types take any value */
export function checkValue(field: Field, value: unknown): void {
	const demand = DEMANDS[field.type]?.(field);
	if (!demand || demand.isMet(value)) return;
	throw new InvalidValue(
		field.displayName,
		`${demand.text}, but is ${inWords(value)}`,
		demand.remedy,
	);
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
		const { name, noDataExpression } = option;
		const nextTo: Beside = (other) => (/^[/@]/.test(other) ? beside(other) : given[other]);
		if (!Object.hasOwn(given, name) || !isShown(option, nextTo)) continue;
		if (noDataExpression) refuseExpression(option, isText(saved) ? saved : own(saved, name));
		checkValue(option, given[name]);
		checked[name] = given[name];
	}
	return checked;
}

/** @param saved the field as it is saved. @throws InvalidValue */
export function refuseExpression({ displayName }: Field, saved: unknown): void {
	// n8n itself takes the "=" away from most expressions in such a field.
	if (!isText(saved) || !/^=|\{\{/.test(saved)) return;
	throw new InvalidValue(
		displayName,
		'takes no expression',
		'Set it in the node itself: input data must not decide it.',
	);
}

const isText = (value: unknown): value is string => typeof value === 'string';

const own = (saved: unknown, name: string): unknown =>
	(saved as Record<string, unknown> | null | undefined)?.[name];

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
