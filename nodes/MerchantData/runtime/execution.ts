import type { IExecuteFunctions } from 'n8n-workflow';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import { type Client, createClient, type Limits } from '../transport/client';

/** What operations work with during one execution of the node. */
export interface Execution {
	readonly context: IExecuteFunctions;
	readonly client: Client;
	/**
	 * The value of a field for an item. A field without an expression is resolved once: with tens of
	 * thousands of items, resolving is most of the work.
	 */
	field<T>(name: string, item: number): T;
	/** The plain domain in the Shop field. @throws InvalidValue */
	shop(item: number): string;
	/** The Options collection, with its defaults for the bounds of requests. @throws InvalidValue */
	options<T extends object>(item: number): Partial<T> & Limits;
	/** Shows a text in the output pane, once. Of many texts only the first 20 are shown. */
	hint(message: string): void;
}

const DEFAULT_LIMITS: Limits = { timeout: 300_000, maxRetries: 5, maxWait: 300 };
/** Texts that name an item's shop or period could be thousands. */
const MOST_HINTS = 20;
const LEAST: Record<keyof Limits, { label: string; least: number }> = {
	// To axios, 0 means to wait without end.
	timeout: { label: 'Timeout (Ms)', least: 1 },
	maxRetries: { label: 'Max Retries', least: 0 },
	maxWait: { label: 'Max Wait (Seconds)', least: 0 },
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

	return {
		context,
		client: createClient(context),
		field,
		shop(item) {
			const value = field<unknown>('shop', item);
			const typed = (value as { value?: unknown } | null)?.value ?? value;
			const known = shops.get(typed);
			if (known !== undefined) return known;
			const domain = shopDomain(value);
			shops.set(typed, domain);
			return domain;
		},
		options<T extends object>(item: number) {
			const options = {
				...DEFAULT_LIMITS,
				...field<Partial<T> & Partial<Limits>>('options', item),
			};
			for (const name of ['timeout', 'maxRetries', 'maxWait'] as const) {
				const value: unknown = options[name];
				const { label, least } = LEAST[name];
				if (typeof value === 'number' && Number.isFinite(value) && value >= least) continue;
				throw new InvalidValue(label, `must be a number, ${least} or more`);
			}
			return options;
		},
		hint(message) {
			if (hints.has(message) || hints.size === MOST_HINTS) return;
			hints.add(message);
			context.addExecutionHints({ message, location: 'outputPane' });
		},
	};
}

/** Whether a saved parameter holds an expression anywhere; n8n marks them by a leading "=". */
function hasExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (value === null || typeof value !== 'object') return false;
	return Object.values(value).some(hasExpression);
}
