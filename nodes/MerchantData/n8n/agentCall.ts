import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import type { Code } from '../errors/codes';
import { outcomeFields } from '../service/errors/serviceError';

/** n8n runs a node as an AI tool under another type, which ends in "Tool". */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentCall = (context: IExecuteFunctions): boolean => isTool(context.getNode());

/** Adds hints as an item, because an agent sees none. Version 3 passes an empty text to its model if there are no items. */
export function withNotes(items: INodeExecutionData[], hints: readonly string[]) {
	const json = {
		...(items.length === 0 && { results: 0 }),
		...(hints.length > 0 && { notes: [...hints] }),
	};
	return Object.keys(json).length > 0 ? [...items, { json }] : items;
}

/**
 * A failure as an item, because agents pass an empty text to their model if an error is thrown. The item has no key
 * "error": with "Retry On Fail", n8n would run the node again.
 */
export function agentFailure(error: { code: Code; message: string; description?: string | null }) {
	const { code, message, description } = error;
	const whatToDo = description && { whatToDo: description };
	return { json: { failed: true, ...outcomeFields(error), code, message, ...whatToDo } };
}
