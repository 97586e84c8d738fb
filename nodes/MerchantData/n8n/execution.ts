import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { type Client, createClient } from '../service/client';
import type { Fields, Given, NameOf } from '../shared/field';
import { InvalidValue } from '../shared/invalidValue';
import { shopDomain } from '../shared/shopDomain';
import { createParameters, optionsIn, type Parameters } from './parameters';

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
	 * The value of a field that must be the same for all items. So must each of the options.
	 * @throws InvalidValue if an expression gives different values for different items
	 */
	nodeField<Name extends NameOf<F>>(name: Name): Given<F, Name>;
	/**
	 * Shows a text in the output pane, once. Only the first 20 texts are shown.
	 * @param isSingular the text is shown in any case: there is only one of its kind
	 */
	hint(message: string, isSingular?: boolean): void;
	/** Shows a text before all others. */
	firstHint(message: string): void;
	/** The texts that are shown, in their order. */
	readonly hints: ReadonlySet<string>;
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
	const { field, isFixed } = parameters;
	/** Domains by the value of the field, so that each value is checked once. */
	const shops = new Map<unknown, string>();
	const hints = new Set<string>();

	function nodeField(name: string): unknown {
		const first = field(name, 0);
		if (isFixed(name)) return first;
		for (const item of [...context.getInputData().keys()].slice(1)) {
			const label = differingLabel(name, first, field(name, item));
			if (label === undefined) continue;
			throw new InvalidValue(
				label,
				`has another value for item ${item + 1} than for item 1`,
				'It holds for all items of a run, so nothing was sent. Give a fixed value, or an expression that gives the same for all items.',
			);
		}
		return first;
	}

	/** The label of the field that has two values, or of one of the options in it. */
	function differingLabel(name: string, ...values: [unknown, unknown]): string | undefined {
		const isOptions = name === 'options';
		const parts = isOptions ? optionsIn(fields) : fields.filter((each) => each.name === name);
		const differs = (part: string) => {
			const [one, other] = values.map((value) => (isOptions ? Object(value)[part] : value));
			return JSON.stringify(one) !== JSON.stringify(other);
		};
		return parts.find((part) => differs(part.name))?.displayName;
	}

	return {
		...(parameters as Parameters<F>),
		context,
		client: createClient(context),
		nodeField: nodeField as Execution<F>['nodeField'],
		shop(item, name = 'shop') {
			const given = field(name, item);
			const isLocator = typeof given === 'object' && given !== null && 'value' in given;
			const typed: unknown = isLocator ? given.value : given;
			const known = shops.get(typed) ?? shopDomain(typed);
			shops.set(typed, known);
			return known;
		},
		hint(message, isSingular = false) {
			if (hints.size < MOST_HINTS || isSingular) hints.add(message);
		},
		firstHint(message) {
			const others = [...hints];
			hints.clear();
			for (const each of [message, ...others]) hints.add(each);
		},
		hints,
	};
}
