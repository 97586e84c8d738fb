import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Code } from '../errors/codes';
import { outcomeFields } from '../service/errors/serviceError';

/** n8n runs a node as an AI tool under another type, which ends in "Tool". */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentCall = (context: IExecuteFunctions): boolean => isTool(context.getNode());

/** An agent sees no hints, and version 3 passes an empty text to its model if there are no items. */
export function withNotes(items: INodeExecutionData[], hints: readonly string[]) {
	const json = {
		...(items.length === 0 && { results: 0 }),
		...(hints.length > 0 && { notes: [...hints] }),
	};
	return Object.keys(json).length > 0 ? [...items, { json }] : items;
}

/**
 * A failure as an item: of an error that is thrown, agents pass an empty text to their model. The item has no
 * key "error", because with "Retry On Fail" n8n would run the node again.
 */
type NodeFailure = { code: Code; message: string; description?: string | null };
export function agentFailure(error: NodeFailure) {
	const { code, message, description } = error;
	const whatToDo = description ? { whatToDo: description } : {};
	return { json: { failed: true, ...outcomeFields(error), code, message, ...whatToDo } };
}
