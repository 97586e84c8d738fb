import type { IDataObject, INode, IWorkflowBase } from 'n8n-workflow';

/** A workflow as n8n stores it, as far as an execution needs it. */
export type WorkflowData = Pick<IWorkflowBase, 'nodes' | 'connections' | 'settings'> & {
	id?: string;
};

/** How the node under test is set up, and what surrounds it. n8n takes a wait of 0 for its default of 1000. */
export type NodeSetup = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'> & {
	parameters: IDataObject;
	/** Runs the node so many times over the same items in one execution. */
	loops?: number;
	/** Runs the node as an agent's tool, once for each of these arguments, instead of over the items. */
	toolCalls?: IDataObject[];
	settings?: WorkflowData['settings'];
};

export const START = 'Start';
export const AGENT = 'Agent';

const node = (
	name: string,
	type: string,
	column: number,
	row: number,
	extra: Partial<INode> = {},
): INode => ({
	id: name,
	name,
	type,
	typeVersion: 1,
	// In one column the upper node runs first, with everything after it.
	position: [column * 200, row * 200],
	parameters: {},
	...extra,
});

const to = (name: string, type: 'main' | 'ai_tool' = 'main') => [{ node: name, type, index: 0 }];

/** Start → [Loop →] node → Success and Error, or Start → Agent with the node as its tool. */
export function buildWorkflow(
	underTest: Pick<INode, 'name' | 'type' | 'credentials'>,
	setup: NodeSetup,
): WorkflowData {
	const { parameters, loops, toolCalls, settings, ...nodeSettings } = setup;
	const { name, type, credentials } = underTest;
	const own = { ...nodeSettings, credentials, parameters: parameters as INode['parameters'] };
	const executionSettings = { executionOrder: 'v1' as const, ...settings };
	const start = node(START, 'test.passOn', 0, 0);
	if (toolCalls) {
		const agent = node(AGENT, 'test.agent', 1, 0, {
			parameters: { calls: JSON.stringify(toolCalls) },
		});
		return {
			nodes: [start, agent, node(name, `${type}Tool`, 1, 1, own)],
			connections: { [START]: { main: [to(AGENT)] }, [name]: { ai_tool: [to(AGENT, 'ai_tool')] } },
			settings: executionSettings,
		};
	}
	const loop = node('Loop', 'test.loop', 1, 1, { parameters: { times: loops ?? 1 } });
	return {
		nodes: [
			start,
			...(loops ? [loop] : []),
			node(name, type, 2, 0, own),
			node('Success', 'test.passOn', 3, 0),
			node('Error', 'test.passOn', 3, 1),
		],
		connections: {
			[START]: { main: [to(loops ? 'Loop' : name)] },
			...(loops ? { Loop: { main: [to(name), to('Loop')] } } : {}),
			[name]: { main: [to('Success'), to('Error')] },
		},
		settings: executionSettings,
	};
}
