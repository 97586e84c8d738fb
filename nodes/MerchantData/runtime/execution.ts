import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import type { Client, Limits } from '../transport/call';
import { createClient } from '../transport/client';

/** What operations work with during one execution of the node. */
export interface Execution {
	readonly context: IExecuteFunctions;
	readonly client: Client;
	/**
	 * The value of a field for an item. A field without an expression is resolved once: with tens of
	 * thousands of items, resolving is most of the work.
	 */
	field<T>(name: string, item: number): T;
	/** Whether a field holds no expression, so that it is the same for all items. */
	isFixed(name: string): boolean;
	/** The plain domain in the field that names the shop. @throws InvalidValue */
	shop(item: number, name?: 'shop' | 'shopDomain'): string;
	/**
	 * The value of a field that holds for the node as a whole.
	 * @param label of the field, for the error
	 * @throws InvalidValue where an expression gives another value for another item
	 */
	nodeField<T>(name: string, label: string): T;
	/**
	 * The Options collection, with its defaults for the bounds of requests.
	 * @param defaults where the operation has its own
	 * @throws InvalidValue
	 */
	options<T extends object>(item: number, defaults?: Partial<Limits>): Partial<T> & Limits;
	/** {@link options}, where they hold for the node as a whole. @throws InvalidValue */
	nodeOptions<T extends object>(): Partial<T> & Limits;
	/**
	 * Shows a text in the output pane, once. Of many texts only the first 20 are shown.
	 * @param isSingular it is the only one of its kind, and always shown
	 */
	hint(message: string, isSingular?: boolean): void;
	/** The texts that {@link hint} has shown. */
	readonly hints: ReadonlySet<string>;
}

const DEFAULT_LIMITS: Limits = {
	timeout: 300_000,
	maxRetries: 5,
	maxWait: 300,
	maxParallelRequests: 16,
};
/** Texts that name an item's shop or period could be thousands. */
const MOST_HINTS = 20;
const LEAST: Record<keyof Limits, { label: string; least: number }> = {
	// To axios, 0 means to wait without end.
	timeout: { label: 'Timeout (Milliseconds)', least: 1 },
	maxRetries: { label: 'Max Retries', least: 0 },
	maxWait: { label: 'Max Wait (Seconds)', least: 0 },
	maxParallelRequests: { label: 'Max Parallel Requests', least: 1 },
};

export function createExecution(context: IExecuteFunctions): Execution {
	const constants = new Map<string, unknown>();
	/** By what the field holds, so that each is checked once. */
	const shops = new Map<unknown, string>();
	const hints = new Set<string>();
	const { parameters } = context.getNode();

	function field<T>(name: string, item: number): T {
		if (constants.has(name)) return constants.get(name) as T;
		const value = context.getNodeParameter(name, item) as T;
		if (!hasExpression(parameters[name])) constants.set(name, value);
		return value;
	}

	function checkedOptions<T extends object>(
		given: T | null | undefined,
		defaults: Partial<Limits> = {},
	): T & Limits {
		const whole = { ...DEFAULT_LIMITS, ...defaults, ...given };
		for (const [name, { label, least }] of Object.entries(LEAST)) {
			const value: unknown = whole[name as keyof Limits];
			if (typeof value === 'number' && Number.isFinite(value) && value >= least) continue;
			throw new InvalidValue(label, `must be a number, ${least} or more`);
		}
		return whole as T & Limits;
	}

	function nodeField<T>(name: string, label: string): T {
		const value = field<T>(name, 0);
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
		field,
		isFixed: (name) => !hasExpression(parameters[name]),
		nodeField,
		shop(item, name = 'shop') {
			const value = field<unknown>(name, item);
			const typed = (value as { value?: unknown } | null)?.value ?? value;
			const known = shops.get(typed);
			if (known !== undefined) return known;
			const domain = shopDomain(value);
			shops.set(typed, domain);
			return domain;
		},
		options: <T extends object>(item: number, defaults?: Partial<Limits>) =>
			checkedOptions(field<Partial<T>>('options', item), defaults),
		nodeOptions: <T extends object>() =>
			checkedOptions(nodeField<Partial<T>>('options', 'Options')),
		hint(message, isSingular = false) {
			if (hints.has(message) || (hints.size >= MOST_HINTS && !isSingular)) return;
			hints.add(message);
			context.addExecutionHints({ message, location: 'outputPane' });
		},
		hints,
	};
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
