import type {
	ICredentialType,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	INodeTypes,
} from 'n8n-workflow';
import { jsonParse, NodeHelpers } from 'n8n-workflow';

/** Constructors as a package exports them. */
export type NodeClass = new () => INodeType;
export type CredentialClass = new () => ICredentialType;

type Tool = { invoke(args: unknown): Promise<unknown> };

const description = (
	name: string,
	more: Partial<INodeTypeDescription> = {},
): INodeTypeDescription => ({
	name,
	displayName: name,
	description: name,
	group: ['transform'],
	version: 1,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});

/** Passes its items on; the start of the workflow and the sink of each branch. */
class PassOn implements INodeType {
	description = description('passOn');

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}

/** Emits its items `times` times on the first output, driven by its second output's loop to itself. */
class Loop implements INodeType {
	description = description('loop', {
		outputs: ['main', 'main'],
		properties: [{ displayName: 'Times', name: 'times', type: 'number', default: 1 }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = this.getWorkflowDataProxy(0).$runIndex as number;
		const isLast = run + 1 === this.getNodeParameter('times', 0);
		const again = this.getInputData().map((item) => ({ ...item }));
		return [this.getInputData(), isLast ? [] : again];
	}
}

/** Calls its tool once for each of the given arguments, as an agent's model would. */
class Agent implements INodeType {
	description = description('agent', {
		inputs: ['main', { type: 'ai_tool', displayName: 'Tool', required: true }],
		properties: [{ displayName: 'Calls', name: 'calls', type: 'json', default: '[]' }],
	});

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const [tool] = (await this.getInputConnectionData('ai_tool', 0)) as Tool[];
		const answers: INodeExecutionData[] = [];
		for (const args of jsonParse<unknown[]>(this.getNodeParameter('calls', 0) as string)) {
			const answer = await tool.invoke(args).then(
				(response) => ({ response }),
				(error: Error) => ({ error: error.message }),
			);
			answers.push({ json: answer as INodeExecutionData['json'], pairedItem: 0 });
		}
		return [answers];
	}
}

/** The same node as n8n offers it to agents: no inputs, one tool output, a description to fill. */
function asTool(nodeType: INodeType): INodeType {
	const tool = {
		...nodeType.description,
		name: `${nodeType.description.name}Tool`,
		inputs: [],
		outputs: ['ai_tool'],
		properties: [
			{ displayName: 'Description', name: 'descriptionType', type: 'string', default: 'auto' },
			{
				displayName: 'Tool Description',
				name: 'toolDescription',
				type: 'string',
				default: nodeType.description.description,
			},
			...nodeType.description.properties,
		],
	} as INodeTypeDescription;
	return Object.create(nodeType, { description: { value: tool } }) as INodeType;
}

/**
 * The node types a workflow of the tests may use, by their full names: `test.passOn`, `test.loop`,
 * `test.agent`, and `<packageName>.<name>` of the given node, with `Tool` appended as a tool.
 */
export function createNodeTypes(node: NodeClass, packageName: string): INodeTypes {
	const underTest = new node();
	const name = `${packageName}.${underTest.description.name}`;
	const types = new Map<string, INodeType>([
		['test.passOn', new PassOn()],
		['test.loop', new Loop()],
		['test.agent', new Agent()],
		[name, underTest],
		[`${name}Tool`, asTool(underTest)],
	]);
	const find = (name: string): INodeType => {
		const type = types.get(name);
		if (!type) throw new Error(`Unknown node type ${name}`);
		return type;
	};
	return {
		getByName: find,
		getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(find(name), version),
		getKnownTypes: () => Object.fromEntries([...types.keys()].map((name) => [name, {}])),
	} as INodeTypes;
}
