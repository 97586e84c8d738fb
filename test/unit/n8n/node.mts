import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { createContext, type Script } from '../service/context.mts';

/** The values of the node's fields for an item, as n8n resolves them. */
export type Resolve = (name: string, item: number) => unknown;

interface Given extends Script {
	/** As saved: an expression begins with "=". */
	parameters?: IDataObject;
	/** For fields with an expression; the others are as saved. */
	resolve?: Resolve;
	/** What the items hold, or how many there are. */
	items?: number | IDataObject[];
	continues?: boolean;
}

/** n8n as one execution of the node sees it. */
export function createNode({
	parameters = {},
	resolve,
	items = 1,
	continues = true,
	...script
}: Given) {
	const n8n = createContext(script);
	n8n.node.parameters = parameters as never;
	const asked: Array<[name: string, item: number]> = [];
	const hints: unknown[] = [];
	const held = Array.isArray(items) ? items : Array.from({ length: items }, (_, n) => ({ n }));
	const input: INodeExecutionData[] = held.map((json) => ({ json }));
	const context = Object.assign(n8n.context, {
		getInputData: () => input,
		getNodeParameter(name: string, item: number) {
			asked.push([name, item]);
			return resolve?.(name, item) ?? parameters[name];
		},
		continueOnFail: () => continues,
		addExecutionHints: (hint: unknown) => hints.push(hint),
	}) as unknown as IExecuteFunctions;
	return { ...n8n, context, asked, hints };
}
