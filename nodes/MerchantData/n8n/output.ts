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
import { InvalidInput } from '../errors/invalidInput';
import type { PollCause } from '../service/errors/statusRow';
import { isAgentCall } from './agentCall';
import type { Requester } from './execution';

export class Output {
	/** Whether failures are output as items instead of stopping the node. */
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

	/** Outputs a result. @param ordinal of its first row in the input item */
	accept(output: INodeExecutionData, ordinal = 0): void {
		this.accepted.push({ item: inputItemsOf(output)[0], ordinal, outputs: [output] });
	}

	/** Outputs the results of an input item, which may be hundreds of thousands. */
	acceptAll(outputs: INodeExecutionData[], item: number): void {
		this.accepted.push({ item, ordinal: 0, outputs });
	}

	/** Outputs the failure of a row of an input item, or stops the node if its error output is off. */
	failOrThrow(error: unknown, item: number, details: IDataObject = {}, ordinal = 0): void {
		const known = asNodeError(this.context, error, item, this.redactor);
		if (!this.continues) throw known;
		const { code, message, description } = known;
		// What this side refuses was not sent.
		const refused = error instanceof InvalidInput && { outcome: 'rejected' };
		const fields = { ...refused, ...outcomeFields(known), ...details };
		// The outcome comes first, as in accepted items.
		const outcome = 'outcome' in fields && { outcome: fields.outcome };
		const told = { ...outcome, code, message, description: description ?? '', ...fields };
		// Both lines of n8n send an item to the error branch only if "error" is its only key.
		this.failed.push({ item, ordinal, outputs: [{ json: { error: told }, pairedItem: { item } }] });
	}

	/** {@link failOrThrow} for every input item without an output item, or for the first if there is none. */
	failRestOrThrow(error: unknown): void {
		if (!this.continues) throw asNodeError(this.context, error, 0, this.redactor);
		const done = new Set(this.items().flatMap(inputItemsOf));
		const rest = [...this.context.getInputData().keys()].filter((item) => !done.has(item));
		for (const item of rest.length > 0 ? rest : [0]) this.failOrThrow(error, item);
	}

	get isEmpty(): boolean {
		return this.accepted.length === 0 && this.failed.length === 0;
	}

	/** All results in input order, accepted ones first, because n8n retries a node whose first item is a failure. */
	items(): INodeExecutionData[] {
		return inInputOrder(this.accepted).concat(inInputOrder(this.failed));
	}
}

/** Output items with their first input item, and the first row of it. */
type Placed = { item: number; ordinal: number; outputs: INodeExecutionData[] };

const inInputOrder = (placed: Placed[]): INodeExecutionData[] =>
	placed.sort((a, b) => a.item - b.item || a.ordinal - b.ordinal).flatMap(({ outputs }) => outputs);

function inputItemsOf({ pairedItem }: INodeExecutionData): number[] {
	const paired = pairedItem as IPairedItemData | IPairedItemData[];
	return Array.isArray(paired) ? paired.map(({ item }) => item) : [paired.item];
}

/** The failure of a part of the work for an item. {@link asNodeError} makes n8n's error of it. */
export class PartFailure {
	/** @param part to precede the message. @param addition sentences to follow the description */
	constructor(
		readonly part: string,
		readonly failure: unknown,
		readonly addition: string,
	) {}
}

/**
 * Converts any error into one of n8n's, which names the item and contains no secrets.
 * @param itemIndex undefined in a poll. @param cause for n8n; a ServiceError has its own
 */
export function asNodeError(
	context: Requester['context'],
	error: unknown,
	itemIndex: number | undefined,
	redactor: Redactor,
	cause?: PollCause,
): (ServiceError | NodeOperationError) & { code: Code } {
	if (error instanceof ServiceError) return error;
	if (error instanceof PartFailure) {
		const { part, failure, addition } = error;
		const whole = asNodeError(context, failure, itemIndex, redactor, cause);
		const message = `${part}: ${whole.message}`;
		if (whole instanceof ServiceError) return whole.reworded(message, addition);
		whole.message = message;
		whole.description = joined(whole.description ?? '', addition);
		return whole;
	}
	const known = error as Partial<NodeOperationError & InvalidInput>;
	const message = redactor.redact(known.message ?? String(error));
	const ofError = known.context?.itemIndex as number | undefined;
	const made = new NodeOperationError(context.getNode(), message, {
		itemIndex: itemIndex === undefined ? undefined : (ofError ?? itemIndex),
		description: redactor.redact(known.remedy ?? known.description ?? ''),
	});
	// n8n replaces a message that looks like a network error with a text of its own.
	made.message = message;
	// n8n 1.x has no option for it.
	if (cause) made.failure = { cause };
	return withCode(codeOf(error), made);
}
