import type { IDataObject, IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { outcomeFields } from '../service/errors/serviceError';

/** How the node answers an AI agent that has it as a tool. */

/** n8n runs a node as an AI tool under a type of its own, which ends in "Tool". */
export const isTool = ({ type }: INode): boolean => type.endsWith('Tool');

export const isAgentCall = (context: IExecuteFunctions): boolean => isTool(context.getNode());

/**
 * The items of one call, with notes for the agent.
 *
 * A failure becomes an item, too. When an error is thrown, agents up to version 2 pass an empty text
 * to their model, and agents of version 3 end the workflow in n8n 1.x.
 * @throws what the work throws, if the user chose that a failure stops the workflow
 */
export async function forAgent(
	{ context, hints }: { context: IExecuteFunctions; hints: ReadonlySet<string> },
	work: () => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const answer = async () => withNotes(await work(), [...hints]);
	if (context.getNode().onError === 'stopWorkflow') return await answer();
	return await answer().catch((error: unknown) => [failure(error)]);
}

/** An agent sees no hints, and version 3 passes an empty text to its model if there are no items. */
function withNotes(items: INodeExecutionData[], notes: string[]): INodeExecutionData[] {
	const last: IDataObject = {
		...(items.length === 0 ? { results: 0 } : {}),
		...(notes.length > 0 ? { notes } : {}),
	};
	return Object.keys(last).length > 0 ? [...items, { json: last }] : items;
}

/**
 * The item has no key "error": with one, n8n would run the node again if "Retry On Fail" is on, and
 * move the item to an error output, which no agent reads.
 */
function failure(error: unknown): INodeExecutionData {
	const { message, description } = error as { message: string; description?: string | null };
	const whatToDo = description ? { whatToDo: description } : {};
	return { json: { failed: true, ...outcomeFields(error), message, ...whatToDo } };
}
