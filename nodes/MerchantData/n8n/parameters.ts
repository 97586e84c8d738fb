import type { INode } from 'n8n-workflow';
import { type Fields, type Given, type NameOf, optionsIn, type OptionsOf } from '../shared/field';
import { type Beside, checkedOptions, checkValue, isShown } from '../shared/fieldValues';
import { LIMIT_OPTIONS, type Limits } from '../shared/fields';
import { isTool } from './agentCall';

/** The values of the Options collection, with timeout, retries and waits of requests. */
export type Options<F extends Fields> = Omit<OptionsOf<F>, keyof Limits> & Limits;

/** The values of the fields of an operation or of the trigger, checked against their descriptions. */
export interface Parameters<F extends Fields = Fields> {
	/**
	 * The value of a field for an item. A field without an expression is resolved and checked once:
	 * resolving it for tens of thousands of items would be most of the work.
	 * @throws InvalidValue
	 */
	field<Name extends NameOf<F>>(name: Name, item: number): Given<F, Name>;
	/** Whether a field holds no expression, so that its value is the same for all items. */
	isFixed(name: NameOf<F>): boolean;
	/** The Options collection, with defaults for timeout, retries and waits. @throws InvalidValue */
	options(item: number): Options<F>;
}

/**
 * @param resolve gives the value of a parameter for an item, from n8n
 * @param fields descriptions of the fields that may be read
 */
export function createParameters<F extends Fields>(
	node: INode,
	resolve: (name: string, item: number) => unknown,
	fields: F,
): Parameters<F> {
	const saved = node.parameters as Record<string, unknown>;
	const constants = new Map<string, unknown>();
	const ownOptions = optionsIn(fields);
	const limits = defaultLimits(ownOptions);
	/** The fields that decide which options are shown. */
	const deciding = ownOptions
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
		const described = fields.find((each) => each.name === name && isShown(each, beside));
		// Text is checked where it is used: each field accepts different values beside text.
		if (!described || described.type === 'string') return value;
		checkValue(described, value, saved[name]);
		if (described.type !== 'collection') return value;
		return checkedOptions(ownOptions, value as Record<string, unknown>, saved[name], beside);
	}

	return {
		field: field as Parameters<F>['field'],
		isFixed,
		options: (item) => ({ ...limits, ...(field('options', item) as object) }) as Options<F>,
	};
}

/** The defaults of the operation's own options, and the general defaults of those it does not offer. */
function defaultLimits(ownOptions: Fields): object {
	const names: readonly string[] = LIMIT_OPTIONS.map(({ name }) => name);
	return Object.fromEntries(
		[...LIMIT_OPTIONS, ...ownOptions]
			.filter(({ name }) => names.includes(name))
			.map((option) => [option.name, option.default]),
	);
}

/** Whether a saved parameter holds an expression anywhere: a text that begins with "=". */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (value === null || typeof value !== 'object') return false;
	return Object.values(value).some(hasExpression);
}
