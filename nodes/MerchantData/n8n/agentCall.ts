import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { outcomeFields } from '../service/errors/serviceError';

/** How the node answers an AI agent that has it as a tool. */

/** n8n runs a node as an AI tool under another type, which ends in "Tool". */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentCall = (context: IExecuteFunctions): boolean => isTool(context.getNode());

/** An agent sees no hints, and version 3 passes an empty text to its model if there are no items. */
export function withNotes(
	items: INodeExecutionData[],
	hints: readonly string[],
): INodeExecutionData[] {
	const results = items.length === 0 ? { results: 0 } : {};
	const notes = hints.length > 0 ? { notes: [...hints] } : {};
	const json = { ...results, ...notes };
	return Object.keys(json).length > 0 ? [...items, { json }] : items;
}

/**
 * A failure as an item. When an error is thrown, agents up to version 2 pass an empty text to their
 * model, and agents of version 3 end the workflow in n8n 1.x.
 *
 * The item has no key "error": with one, n8n would run the node again if "Retry On Fail" is on, and
 * move the item to an error output, which no agent reads.
 */
export function agentFailure(error: {
	message: string;
	description?: string | null;
}): INodeExecutionData {
	const { message, description } = error;
	const whatToDo = description ? { whatToDo: description } : {};
	return { json: { failed: true, ...outcomeFields(error), message, ...whatToDo } };
}
