import type {
	ICredentialType,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
} from 'n8n-workflow';
import { jsonParse } from 'n8n-workflow';

export const PACKAGE = 'n8n-nodes-merchant-data';

export type NodeClass = new () => INodeType;
export type CredentialClass = new () => ICredentialType;

type Tool = { invoke(args: unknown): Promise<unknown> };

const nodeType = (
	run: (n8n: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
	more: Partial<INodeTypeDescription> = {},
) =>
	({
		description: { version: 1, inputs: ['main'], outputs: ['main'], properties: [], ...more },
		async execute(this: IExecuteFunctions) {
			return await run(this);
		},
	}) as unknown as INodeType;

/** Passes its items on; the start of the workflow and the sink of each branch. */
const passOn = nodeType(async (n8n) => [n8n.getInputData()]);

/** Emits its items `times` times on the first output, driven by its second output's loop to itself. */
const loop = nodeType(
	async (n8n) => {
		const run = n8n.getWorkflowDataProxy(0).$runIndex as number;
		const isLast = run + 1 === n8n.getNodeParameter('times', 0);
		const again = n8n.getInputData().map((item) => ({ ...item }));
		return [n8n.getInputData(), isLast ? [] : again];
	},
	{
		outputs: ['main', 'main'],
		properties: [{ displayName: 'Times', name: 'times', type: 'number', default: 1 }],
	},
);

/** Calls its tool once for each of the given arguments, as an agent's model would. */
const agent = nodeType(
	async (n8n) => {
		const [tool] = (await n8n.getInputConnectionData('ai_tool', 0)) as Tool[];
		const answers: INodeExecutionData[] = [];
		for (const args of jsonParse<unknown[]>(n8n.getNodeParameter('calls', 0) as string)) {
			const answer = await tool.invoke(args).then(
				(response) => ({ response }),
				(error: Error) => ({ error: error.message }),
			);
			answers.push({ json: answer as INodeExecutionData['json'], pairedItem: 0 });
		}
		return [answers];
	},
	{
		inputs: ['main', { type: 'ai_tool', displayName: 'Tool', required: true }],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	},
);

/** The same node as n8n offers it to agents: no inputs, one tool output. */
function asTool(nodeType: INodeType): INodeType {
	const tool = {
		...nodeType.description,
		name: `${nodeType.description.name}Tool`,
		inputs: [],
		outputs: ['ai_tool'],
	} as INodeTypeDescription;
	return Object.create(nodeType, { description: { value: tool } }) as INodeType;
}

/** The node types that a workflow of the tests may use; with `Tool` at its end, the given one is a tool. */
export function createNodeTypes(node: NodeClass): INodeTypes {
	const underTest = new node();
	const name = `${PACKAGE}.${underTest.description.name}`;
	const types: Record<string, INodeType> = {
		'test.passOn': passOn,
		'test.loop': loop,
		'test.agent': agent,
		[name]: underTest,
		[`${name}Tool`]: asTool(underTest),
	};
	const find = (name: string) => types[name]!;
	return { getByName: find, getByNameAndVersion: find, getKnownTypes: () => ({}) };
}
