import { randomUUID } from 'node:crypto';
import type { CredentialInput } from '../../scripts/hosts/client.mts';
import type { Workflow, WorkflowNode } from '../../scripts/hosts/executions.mts';
import type { Stage } from './host.mts';

export const TRIGGER = 'When clicking ‘Execute workflow’';
export const NODE = 'Merchant Data';
/** The shop that requests are for, unless a test is about shops. */
export const SHOP = 'nordlicht-laden.example';

export type Row = Record<string, unknown>;

/** How one Merchant Data node is set and what it gets. */
export interface NodeRun {
	parameters: Row;
	items?: Row[];
	/** The name of a file that the node gets instead of the items: one of rows, made of them. */
	file?: string;
	/** Ids by credential type. */
	credentials: Record<string, string>;
	/** Settings of the node, such as `onError`. */
	node?: Row;
}

/** Credentials as a node holds them. @param ids by type */
export const asNodeHolds = (ids: Record<string, string>) =>
	Object.fromEntries(Object.entries(ids).map(([type, id]) => [type, { id, name: type }]));

/** A node of n8n's own. */
export const n8nNode = (
	name: string,
	type: string,
	typeVersion: number,
	parameters: Row = {},
): WorkflowNode => ({ name, type: `n8n-nodes-base.${type}`, typeVersion, parameters });

export const jsonNode = (json: object) =>
	n8nNode('Data', 'set', 3.4, { mode: 'raw', jsonOutput: JSON.stringify(json), options: {} });

const csvNode = (fileName: string) =>
	n8nNode('File', 'convertToFile', 1.1, { operation: 'csv', options: { fileName } });

export const CLICK = n8nNode(TRIGGER, 'manualTrigger', 1);

/** A Merchant Data node. @param credentials ids by type @param more its name, and other settings */
export const dataNode = (
	parameters: Row,
	credentials: Record<string, string>,
	more: Row = {},
): WorkflowNode => ({
	name: NODE,
	type: 'n8n-nodes-merchant-data.merchantData',
	typeVersion: 1,
	parameters,
	credentials: asNodeHolds(credentials),
	...more,
});

/** A workflow of nodes in a row, the trigger first. */
export function inARow(nodes: WorkflowNode[], name: string = randomUUID()): Workflow {
	const connections = nodes.slice(1).map((target, index) => {
		const next = { node: target.name, type: 'main', index: 0 };
		return [nodes[index]!.name, { main: [[next]] }] as const;
	});
	return {
		name,
		nodes: nodes.map((node, n) => ({ id: randomUUID(), position: [n * 220, 0], ...node })),
		connections: Object.fromEntries(connections),
		settings: { executionOrder: 'v1' },
	};
}

/** n8n's own nodes that give items, or a file of them, after a click. */
export const itemNodes = (items: Row[], file?: string): WorkflowNode[] => [
	CLICK,
	jsonNode({ items }),
	n8nNode('Items', 'splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
	...(file === undefined ? [] : [csvNode(file)]),
];

export const workflowFor = ({ parameters, items = [{}], file, credentials, node }: NodeRun) =>
	inARow([...itemNodes(items, file), dataNode(parameters, credentials, node)]);

/** As many digits for all: n8n 1.x proposes for a new node the last one by name. */
let added = 100;

/** Creates a credential of its own for a scenario. @returns its id */
export async function addCredential(stage: Stage, credential: CredentialInput): Promise<string> {
	// Pictures show the name.
	const named = { ...credential, name: `${credential.name} ${++added}` };
	return await stage.client.saveCredential(named);
}

export const shop = (value: string) => ({ __rl: true, mode: 'domain', value });

export const PUSH = { resource: 'adData', operation: 'push', shop: shop(SHOP) };
/** Its option for one row after another, if it matters what happens to each. */
export const ONE_BY_ONE = { batchSize: 1, maxParallelRequests: 1 };
