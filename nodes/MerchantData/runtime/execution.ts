import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import type { Fields, Given, NameOf, OptionsOf } from '../shared/field';
import { LIMIT_OPTIONS } from '../shared/fields';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import type { Client, Limits } from '../transport/call';
import { createClient } from '../transport/client';

/** What a request needs of whoever sends it: an execution of the node, or a poll of the trigger. */
export interface Requester {
	readonly context: IExecuteFunctions | IPollFunctions;
	readonly client: Client;
}

/** What the Options collection holds, with the bounds of requests. */
export type Options<F extends Fields> = Omit<OptionsOf<F>, keyof Limits> & Limits;

/**
 * What operations work with during one execution of the node.
 * @typeParam F the fields that the operation declares: no others can be asked for
 */
export interface Execution<F extends Fields = Fields> extends Requester {
	readonly context: IExecuteFunctions;
	/**
	 * The value of a field for an item. A field without an expression is resolved once: with tens of
	 * thousands of items, resolving is most of the work.
	 */
	field<Name extends NameOf<F>>(name: Name, item: number): Given<F, Name>;
	/** Whether a field holds no expression, so that it is the same for all items. */
	isFixed(name: NameOf<F>): boolean;
	/** The plain domain in the field that names the shop. @throws InvalidValue */
	shop(item: number, name?: 'shop' | 'shopDomain'): string;
	/**
	 * The value of a field that holds for the node as a whole.
	 * @param label of the field, for the error
	 * @throws InvalidValue where an expression gives another value for another item
	 */
	nodeField<Name extends NameOf<F>>(name: Name, label: string): Given<F, Name>;
	/**
	 * The Options collection, with its defaults for the bounds of requests.
	 * @param defaults where the operation has its own
	 * @throws InvalidValue
	 */
	options(item: number, defaults?: Partial<Limits>): Options<F>;
	/** {@link options}, where they hold for the node as a whole. @throws InvalidValue */
	nodeOptions(): Options<F>;
	/**
	 * Shows a text in the output pane, once. Of many texts only the first 20 are shown.
	 * @param isSingular it is the only one of its kind, and always shown
	 */
	hint(message: string, isSingular?: boolean): void;
	/** The texts that {@link hint} has shown. */
	readonly hints: ReadonlySet<string>;
}

/** Texts that name an item's shop or period could be thousands. */
const MOST_HINTS = 20;

export function createExecution<F extends Fields = Fields>(
	context: IExecuteFunctions,
): Execution<F> {
	const constants = new Map<string, unknown>();
	/** By what the field holds, so that each is checked once. */
	const shops = new Map<unknown, string>();
	const hints = new Set<string>();
	const { parameters } = context.getNode();

	function field(name: string, item: number): unknown {
		if (constants.has(name)) return constants.get(name);
		const value: unknown = context.getNodeParameter(name, item);
		if (!hasExpression(parameters[name])) constants.set(name, value);
		return value;
	}

	function nodeField(name: string, label: string): unknown {
		const value = field(name, 0);
		const refuse = (problem: string): never => {
			throw new InvalidValue(
				label,
				problem,
				'It holds for all items of a run, so nothing was sent. Give a fixed value.',
			);
		};
		// Of a field that takes no expression, n8n gives the expression's text.
		if (holdsTemplate(value)) return refuse('holds an expression, which it does not take');
		if (!hasExpression(parameters[name])) return value;
		const written = JSON.stringify(value);
		context.getInputData().forEach((_, item) => {
			if (JSON.stringify(field(name, item)) === written) return;
			refuse(`has another value for item ${item} than for item 0`);
		});
		return value;
	}

	return {
		context,
		client: createClient(context),
		field: field as Execution<F>['field'],
		isFixed: (name) => !hasExpression(parameters[name]),
		nodeField: nodeField as Execution<F>['nodeField'],
		shop(item, name = 'shop') {
			const value = field(name, item);
			const typed = (value as { value?: unknown } | null)?.value ?? value;
			const known = shops.get(typed);
			if (known !== undefined) return known;
			const domain = shopDomain(value);
			shops.set(typed, domain);
			return domain;
		},
		options: (item, defaults) => checkedOptions(field('options', item) as object, defaults),
		nodeOptions: () => checkedOptions(nodeField('options', 'Options') as object),
		hint(message, isSingular = false) {
			if (hints.has(message) || (hints.size >= MOST_HINTS && !isSingular)) return;
			hints.add(message);
			context.addExecutionHints({ message, location: 'outputPane' });
		},
		hints,
	};
}

/** An Options collection, with defaults for the bounds of requests. @throws InvalidValue */
export function checkedOptions<T extends object>(
	given: T | null | undefined,
	defaults: Partial<Limits> = {},
): T & Limits {
	const byDefault = Object.fromEntries(
		LIMIT_OPTIONS.map((option) => [option.name, option.default]),
	);
	const whole: Record<string, unknown> = { ...byDefault, ...defaults, ...given };
	for (const { name, displayName, typeOptions } of LIMIT_OPTIONS) {
		const value = whole[name];
		const least = typeOptions.minValue;
		if (typeof value === 'number' && Number.isFinite(value) && value >= least) continue;
		throw new InvalidValue(displayName, `must be a number, ${least} or more`);
	}
	return whole as T & Limits;
}

/** Whether a saved parameter holds an expression anywhere; n8n marks them by a leading "=". */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (value === null || typeof value !== 'object') return false;
	return Object.values(value).some(hasExpression);
}

/** Whether a resolved value still has an expression in it. */
function holdsTemplate(value: unknown): boolean {
	if (typeof value === 'string') return value.includes('{{');
	if (value === null || typeof value !== 'object') return false;
	return Object.values(value).some(holdsTemplate);
}
