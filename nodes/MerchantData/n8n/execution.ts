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
export type Execution<F extends Fields = Fields> = ReturnType<typeof createExecution<F>>;

/** There may be thousands of texts that name a shop or a period. */
const MOST_HINTS = 20;

/** @param fields descriptions of the fields that may be read */
export function createExecution<F extends Fields = Fields>(context: IExecuteFunctions, fields: F) {
	/** n8n does not save a field that is not shown, or that is newer than a stored execution. */
	const defaultOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.default;
	const parameters = createParameters(
		context.getNode(),
		(name, item) => context.getNodeParameter(name, item, defaultOf(name)),
		fields as Fields,
	);
	const { field, isFixed } = parameters;
	const hints: string[] = [];

	function nodeField(name: string): unknown {
		const first = field(name, 0);
		const partsOf = (value: unknown): Array<[string, unknown]> =>
			Object.entries(name === 'options' ? (value as object) : { [name]: value });
		for (const item of isFixed(name) ? [] : context.getInputData().keys()) {
			const parts = new Map(partsOf(field(name, item)));
			const differs = ([part, value]: [string, unknown]) =>
				JSON.stringify(value) !== JSON.stringify(parts.get(part));
			const part = partsOf(first).find(differs)?.[0];
			if (part === undefined) continue;
			throw new InvalidValue(
				[...optionsIn(fields), ...fields].find((each) => each.name === part)!.displayName,
				`has another value for item ${item + 1} than for item 1`,
				'All items of a run share one value, so nothing was sent. Give a fixed value, or an expression that gives the same for all items.',
			);
		}
		return first;
	}

	return {
		...(parameters as Parameters<F>),
		context,
		client: createClient(context),
		/**
		 * The value of a field that must be the same for all items. So must each of the options.
		 * @throws InvalidValue if an expression gives different values for different items
		 */
		nodeField: nodeField as <Name extends NameOf<F>>(name: Name) => Given<F, Name>,
		/** The plain domain in the field that names the shop. @throws InvalidValue */
		shop(item: number, name: 'shop' | 'shopDomain' = 'shop'): string {
			const given = field(name, item);
			const isLocator = typeof given === 'object' && given !== null && 'value' in given;
			return shopDomain(isLocator ? given.value : given);
		},
		/** Shows a text in the output pane, once. Only the first 20 texts are shown. */
		hint(message: string): void {
			if (hints.length < MOST_HINTS && !hints.includes(message)) hints.push(message);
		},
		/** Shows a text before all others, in any case. */
		firstHint: (message: string) => void hints.unshift(message),
		/** The texts that are shown, in their order. */
		hints: hints as readonly string[],
	};
}
