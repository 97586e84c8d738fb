import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { type Client, createClient } from '../service/client';
import { type Fields, type Given, type NameOf, optionsIn } from '../shared/field';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import { createParameters, type Options, type Parameters } from './parameters';

/** What a request needs from its sender: an execution of the node, or a poll of the trigger. */
export interface Requester {
	readonly context: IExecuteFunctions | IPollFunctions;
	readonly client: Client;
}

/**
 * What operations work with during one execution of the node.
 * @typeParam F the fields that the operation declares: no others can be asked for
 */
export interface Execution<F extends Fields = Fields> extends Requester, Parameters<F> {
	readonly context: IExecuteFunctions;
	/** The plain domain in the field that names the shop. @throws InvalidValue */
	shop(item: number, name?: 'shop' | 'shopDomain'): string;
	/**
	 * The value of a field that must be the same for all items.
	 * @throws InvalidValue if an expression gives different values for different items
	 */
	nodeField<Name extends NameOf<F>>(name: Name): Given<F, Name>;
	/** The Options collection, which must be the same for all items. @throws InvalidValue if it is not */
	nodeOptions(): Options<F>;
	/**
	 * Shows a text in the output pane, once. Only the first 20 texts are shown.
	 * @param isSingular the text is shown in any case: there is only one of its kind
	 */
	hint(message: string, isSingular?: boolean): void;
	/** Shows a text before all others. */
	firstHint(message: string): void;
	/** The texts that are shown, in their order. */
	readonly hints: ReadonlySet<string>;
	/** Gives n8n the hints. It shows them in the order in which it gets them, so this comes last. */
	showHints(): void;
}

/** There may be thousands of texts that name a shop or a period. */
const MOST_HINTS = 20;

/** @param fields descriptions of the fields that may be read */
export function createExecution<F extends Fields = Fields>(
	context: IExecuteFunctions,
	fields: F,
): Execution<F> {
	/** For a field that is not saved: a stored execution may be older than the field, and be retried. */
	const defaultOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.default;
	const parameters = createParameters(
		context.getNode(),
		(name, item) => context.getNodeParameter(name, item, defaultOf(name)),
		fields as Fields,
	);
	const { field, isFixed, options } = parameters;
	/** Domains by the value of the field, so that each value is checked once. */
	const shops = new Map<unknown, string>();
	const hints = new Set<string>();

	/** @throws InvalidValue if a value differs from that of the first item */
	function checkSame(label: string, value: unknown, first: unknown, item: number): void {
		if (JSON.stringify(value) === JSON.stringify(first)) return;
		throw new InvalidValue(
			label,
			`has another value for item ${item + 1} than for item 1`,
			'It holds for all items of a run, so nothing was sent. Give a fixed value, or an expression that gives the same for all items.',
		);
	}

	const otherItems = () => [...context.getInputData().keys()].slice(1);

	function nodeField(name: string): unknown {
		const first = field(name, 0);
		if (isFixed(name)) return first;
		const { displayName } = fields.find((each) => each.name === name)!;
		for (const item of otherItems()) checkSame(displayName, field(name, item), first, item);
		return first;
	}

	function nodeOptions(): Options<Fields> {
		const first = options(0);
		if (!isFixed('options')) {
			for (const item of otherItems()) {
				const given = options(item);
				for (const { displayName, name } of optionsIn(fields)) {
					const option = name as keyof Options<Fields>;
					checkSame(displayName, given[option], first[option], item);
				}
			}
		}
		return first;
	}

	return {
		...(parameters as Parameters<F>),
		context,
		client: createClient(context),
		nodeField: nodeField as Execution<F>['nodeField'],
		nodeOptions: nodeOptions as Execution<F>['nodeOptions'],
		shop(item, name = 'shop') {
			const value = field(name, item);
			const typed = (value as { value?: unknown } | null)?.value ?? value;
			const known = shops.get(typed);
			if (known !== undefined) return known;
			const domain = shopDomain(value);
			shops.set(typed, domain);
			return domain;
		},
		hint(message, isSingular = false) {
			if (hints.has(message) || (hints.size >= MOST_HINTS && !isSingular)) return;
			hints.add(message);
		},
		firstHint(message) {
			const others = [...hints];
			hints.clear();
			for (const each of [message, ...others]) hints.add(each);
		},
		hints,
		showHints() {
			for (const message of hints) context.addExecutionHints({ message, location: 'outputPane' });
		},
	};
}
