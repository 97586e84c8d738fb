import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';
import { Client } from '../service/client';
import type { Fields, Given, NameOf } from './field';
import { isObject } from '../lib/objects';
import { InvalidValue } from '../errors/invalidInput';
import { shopDomain } from '../service/shopDomain';
import { optionsIn, Parameters } from './parameters';

/** The sender of requests: an execution of the node, or a poll of the trigger. */
export interface Requester {
	readonly context: IExecuteFunctions | IPollFunctions;
	readonly client: Client;
}

const ONE_VALUE = 'All items share it, so nothing was sent. Give a fixed value for all of them.';

/** Otherwise there could be thousands of texts, one for each shop or period. */
const MOST_HINTS = 20;

/** An execution of an operation. Like those of {@link Parameters}, its functions may be destructured. */
export class Execution<F extends Fields = Fields> extends Parameters<F> {
	readonly client: Client;
	private readonly texts: string[] = [];
	readonly hints: readonly string[] = this.texts;
	/** The shop of all items, if it is set without an expression. */
	private onlyShop?: string;

	constructor(
		readonly context: IExecuteFunctions,
		fields: F,
	) {
		// n8n does not save a field that is not shown, or that is newer than a stored execution.
		const defaultOf = (wanted: string) => fields.find(({ name }) => name === wanted)?.default;
		const resolve = (name: string, item: number) =>
			context.getNodeParameter(name, item, defaultOf(name));
		super(context.getNode(), resolve, fields);
		this.client = new Client(context);
	}

	/** The value of a field, or of all options, that must be the same for all items. @throws InvalidValue */
	readonly nodeField = <Name extends NameOf<F>>(name: Name): Given<F, Name> => {
		const first = this.field(name, 0);
		if (this.isFixed(name)) return first;
		const isOptions = name === 'options';
		const parts = isOptions ? optionsIn(this.fields) : this.fields;
		const textOf = (value: unknown, part: string) =>
			JSON.stringify(((isOptions ? value : { [name]: value }) as Record<string, unknown>)[part]);
		for (const item of this.context.getInputData().keys()) {
			const other = this.field(name, item);
			const part = parts.find((each) => textOf(first, each.name) !== textOf(other, each.name));
			if (!part) continue;
			const problem = `has another value for item ${item + 1} than for item 1`;
			throw new InvalidValue('setting.differsByItem', part.displayName, problem, ONE_VALUE);
		}
		return first;
	};

	/** The plain domain of the shop, from whichever of the two fields the form has. @throws InvalidValue */
	readonly shop = (item: number): string => {
		if (this.onlyShop !== undefined) return this.onlyShop;
		const name = this.fields.some((field) => field.name === 'shop') ? 'shop' : 'shopDomain';
		const given: unknown = this.field(name, item);
		const domain = isObject(given) && 'value' in given ? given.value : given;
		if (this.isFixed(name)) return (this.onlyShop = shopDomain(domain));
		if ((domain ?? '') !== '') return shopDomain(domain);
		const remedy = 'Its expression returns nothing. Check the name of the field in it.';
		throw new InvalidValue('setting.givesNothing', 'Shop', `is empty for item ${item + 1}`, remedy);
	};

	/** Shows a text in the output pane, unless it is a repetition or there are 20 texts. */
	readonly hint = (text: string): void => {
		if (this.texts.length < MOST_HINTS && !this.texts.includes(text)) this.texts.push(text);
	};

	/** Always shows a text, before all others. */
	readonly firstHint = (message: string): void => void this.texts.unshift(message);
}
