import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type IPairedItemData,
	NodeOperationError,
} from 'n8n-workflow';
import { outcomeFields, ServiceError } from '../service/errors/serviceError';
import type { Redactor } from '../lib/redact';
import type { InvalidInput } from '../errors/invalidInput';
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
		const { message, description } = known;
		const fields = { ...outcomeFields(known), ...details };
		// The outcome stands first, as in accepted items.
		const outcome = 'outcome' in fields && { outcome: fields.outcome };
		const told = { ...outcome, message, description: description ?? '', ...fields };
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

/** Turns any error into one of n8n's that names the item and holds no secrets. */
export function asNodeError(
	context: Requester['context'],
	error: unknown,
	itemIndex: number | undefined,
	redactor: Redactor,
): ServiceError | NodeOperationError {
	if (error instanceof ServiceError) return error;
	const known = error as Partial<NodeOperationError & InvalidInput>;
	const text = redactor.redact(known.message ?? String(error));
	const made = new NodeOperationError(context.getNode(), text, {
		itemIndex: (known.context?.itemIndex as number | undefined) ?? itemIndex,
		description: redactor.redact(known.remedy ?? known.description ?? ''),
	});
	// n8n replaces a message that looks like a network error with a text of its own.
	made.message = text;
	return made;
}
