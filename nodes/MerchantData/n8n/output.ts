import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { ServiceError } from '../service/errors/serviceError';
import type { Redactor } from '../service/redaction/redact';
import { InvalidValue } from '../shared/invalidValue';
import { isAgentCall } from './agentCall';
import type { Requester } from './execution';

/** What an execution of the node gives out. */
export interface Output {
	/** Whether failed items leave as items instead of stopping the node. */
	readonly continues: boolean;
	/** Puts a result out. */
	accept(item: INodeExecutionData): void;
	/**
	 * Puts the failure of an input item out, or stops the node where its error output is off.
	 * @param details further fields of the error item
	 */
	fail(error: unknown, item: number, details?: IDataObject): void;
	/** {@link fail} for every input item that nothing was put out for. */
	failRest(error: unknown): void;
	/**
	 * All results in input order; accepted ones first, so that a failed first row does not rerun the
	 * node.
	 */
	items(): INodeExecutionData[];
}

/** @param redactor knows the secrets that an error of n8n's own might mention */
export function createOutput(context: IExecuteFunctions, redactor: Redactor): Output {
	const accepted: INodeExecutionData[] = [];
	const failed: INodeExecutionData[] = [];
	// An agent gets one failure with counts: an item per row would fill its context.
	const continues = context.continueOnFail() && !isAgentCall(context);
	const items = () => inInputOrder(accepted).concat(inInputOrder(failed));

	function fail(error: unknown, item: number, details: IDataObject = {}): void {
		const known = asNodeError(context, error, item, redactor);
		if (!continues) throw known;
		failed.push(errorItem(known, item, details));
	}

	return {
		continues,
		accept: (item) => accepted.push(item),
		fail,
		failRest(error) {
			if (!continues) throw asNodeError(context, error, 0, redactor);
			const done = new Set(items().flatMap(({ pairedItem }) => itemsOf(pairedItem)));
			context.getInputData().forEach((_, item) => {
				if (!done.has(item)) fail(error, item);
			});
		},
		items,
	};
}

/** By the first input item of each; what belongs to the same one stays as it was put out. */
function inInputOrder(items: INodeExecutionData[]): INodeExecutionData[] {
	return items.sort((a, b) => firstItemOf(a.pairedItem) - firstItemOf(b.pairedItem));
}

function firstItemOf(paired: INodeExecutionData['pairedItem']): number {
	const first = Array.isArray(paired) ? paired[0] : paired;
	return typeof first === 'object' ? first.item : (first ?? 0);
}

function itemsOf(paired: INodeExecutionData['pairedItem']): number[] {
	if (paired === undefined) return [];
	if (typeof paired === 'number') return [paired];
	return Array.isArray(paired) ? paired.map(({ item }) => item) : [paired.item];
}

/**
 * An item for the error branch. It has one key, `error`: n8n then sends it there on both lines, and
 * merges it with its input item without overwriting a column.
 */
function errorItem(
	error: NodeApiError | NodeOperationError,
	item: number,
	details: IDataObject,
): INodeExecutionData {
	const { message, description } = error;
	const service: IDataObject =
		error instanceof ServiceError
			? { outcome: error.outcome, ...(error.status === undefined ? {} : { status: error.status }) }
			: {};
	return {
		json: { error: { message, description: description ?? '', ...service, ...details } },
		pairedItem: { item },
	};
}

/** Any error as one of n8n's, naming the item, without secrets. */
export function asNodeError(
	context: Requester['context'],
	error: unknown,
	itemIndex: number | undefined,
	redactor: Redactor,
): NodeApiError | NodeOperationError {
	if (error instanceof ServiceError) return error;
	const node = context.getNode();
	if (error instanceof InvalidValue) {
		return new NodeOperationError(node, error.message, {
			itemIndex,
			description: error.remedy,
		});
	}
	const { message, description, context: about } = error as Partial<NodeOperationError>;
	const text = redactor.redact(message ?? String(error));
	const known = new NodeOperationError(node, text, {
		itemIndex: (about?.itemIndex as number | undefined) ?? itemIndex,
		description: redactor.redact(description ?? ''),
	});
	// n8n replaces messages that look like a network error's by texts of its own.
	known.message = text;
	return known;
}
