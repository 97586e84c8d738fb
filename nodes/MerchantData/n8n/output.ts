import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPairedItemData,
	NodeOperationError,
} from 'n8n-workflow';
import { type Code, codeOf, withCode } from '../errors/codes';
import { outcomeFields, ServiceError } from '../service/errors/serviceError';
import { joined } from '../lib/counted';
import type { Redactor } from '../lib/redact';
import type { InvalidInput } from '../errors/invalidInput';
import type { PollCause } from '../service/errors/statusRow';
import { isAgentCall } from './agentCall';
import type { Requester } from './execution';

export class Output {
	/** Whether failed items leave as items instead of stopping the node. */
	readonly continues: boolean;
	private readonly accepted: Placed[] = [];
	/** Empty if the node stops at the first failure. */
	private readonly failed: Placed[] = [];

	/** @param redactor removes secrets from errors of n8n itself */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly redactor: Redactor,
	) {
		// An agent gets one failure with counts: an item per row would be too much text for its model.
		this.continues = context.continueOnFail() && !isAgentCall(context);
	}

	/** Outputs a result. @param ordinal of the row of the input item that it begins with */
	accept(output: INodeExecutionData, ordinal = 0): void {
		this.accepted.push({ item: inputItemsOf(output)[0], ordinal, outputs: [output] });
	}

	/** Outputs results of an input item, of which there may be hundreds of thousands. */
	acceptAll(outputs: INodeExecutionData[], item: number): void {
		this.accepted.push({ item, ordinal: 0, outputs });
	}

	/** Outputs the failure of a row of an input item, or stops the node if its error output is off. */
	failOrThrow(error: unknown, item: number, details: IDataObject = {}, ordinal = 0): void {
		const known = asNodeError(this.context, error, item, this.redactor);
		if (!this.continues) throw known;
		const { code, message, description } = known;
		const fields = { ...outcomeFields(known), ...details };
		// The outcome stands first, as in accepted items.
		const outcome = 'outcome' in fields && { outcome: fields.outcome };
		const told = { ...outcome, code, message, description: description ?? '', ...fields };
		// For n8n to send it to the error branch on both lines, "error" is its only key.
		this.failed.push({ item, ordinal, outputs: [{ json: { error: told }, pairedItem: { item } }] });
	}

	/** {@link failOrThrow} for every input item without an output item. */
	failRestOrThrow(error: unknown): void {
		if (!this.continues) throw asNodeError(this.context, error, 0, this.redactor);
		const done = new Set(this.items().flatMap(inputItemsOf));
		this.context.getInputData().forEach((_, item) => {
			if (!done.has(item)) this.failOrThrow(error, item);
		});
	}

	/** Whether no item leaves the node yet. */
	get isEmpty(): boolean {
		return this.accepted.length === 0 && this.failed.length === 0;
	}

	/** All results in input order, the accepted ones first: n8n repeats a node whose first item is a failure. */
	items(): INodeExecutionData[] {
		return inInputOrder(this.accepted).concat(inInputOrder(this.failed));
	}
}

/** Output items, their first input item, and which row of that they begin with. */
type Placed = { item: number; ordinal: number; outputs: INodeExecutionData[] };

const inInputOrder = (placed: Placed[]): INodeExecutionData[] =>
	placed.sort((a, b) => a.item - b.item || a.ordinal - b.ordinal).flatMap(({ outputs }) => outputs);

/** The input items that an item is linked to: one, or the list of them. */
function inputItemsOf({ pairedItem }: INodeExecutionData): number[] {
	const paired = pairedItem as IPairedItemData | IPairedItemData[];
	return Array.isArray(paired) ? paired.map(({ item }) => item) : [paired.item];
}

/** The failure of a part of the work for an item, before n8n gets its error: that is made once, from all of this. */
export class PartFailure {
	/** @param part stands before the message. @param addition to the description, as sentences */
	constructor(
		readonly part: string,
		readonly failure: unknown,
		readonly addition: string,
	) {}
}

/**
 * Makes one of n8n's errors of any error. It names the item and contains no secrets.
 * @param itemIndex undefined in a poll, whose errors name no item. @param cause for n8n, which a ServiceError has itself
 */
export function asNodeError(
	context: Requester['context'],
	error: unknown,
	itemIndex: number | undefined,
	redactor: Redactor,
	cause?: PollCause,
): (ServiceError | NodeOperationError) & { code: Code } {
	if (error instanceof ServiceError) return error;
	const isPart = error instanceof PartFailure;
	const failure = isPart ? error.failure : error;
	if (isPart && failure instanceof ServiceError) return failure.ofPart(error.part, error.addition);
	const known = failure as Partial<NodeOperationError & InvalidInput>;
	const said = redactor.redact(known.message ?? String(failure));
	const message = isPart ? `${error.part}: ${said}` : said;
	const ofError = known.context?.itemIndex as number | undefined;
	const description = redactor.redact(known.remedy ?? known.description ?? '');
	const made = new NodeOperationError(context.getNode(), message, {
		itemIndex: itemIndex === undefined ? undefined : (ofError ?? itemIndex),
		description: isPart ? joined(description, error.addition) : description,
	});
	// n8n replaces a message that looks like a network error with a text of its own.
	made.message = message;
	// n8n 1.x does not take it as an option.
	if (cause) made.failure = { cause };
	return withCode(codeOf(failure), made);
}
