/** The parts of n8n's records that the scripts and tests read. */

export interface WorkflowNode {
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	[field: string]: unknown;
}

export interface Workflow {
	name: string;
	nodes: WorkflowNode[];
	connections: Record<string, unknown>;
	settings?: Record<string, unknown>;
	tags?: Array<{ name: string }>;
	[field: string]: unknown;
}

export interface RunItem {
	json: Record<string, unknown>;
	binary?: Record<string, object>;
}

interface NodeRun {
	hints?: Array<{ message: string }>;
	/** Per output of the node, its items. */
	data?: { main?: Array<RunItem[] | null> };
}

export interface Execution {
	id: string;
	status: string;
	stoppedAt?: string;
	data: {
		resultData: {
			error?: { message: string; description?: string | null; node?: { name?: string } };
			lastNodeExecuted?: string;
			/** By node name, one entry per run. */
			runData: Record<string, NodeRun[] | undefined>;
		};
	};
}

export function outputOf(execution: Execution, nodeName: string, output = 0): RunItem[] {
	const runs = execution.data.resultData.runData[nodeName] ?? [];
	return runs.flatMap((run) => run.data?.main?.[output] ?? []);
}

/** Why an execution failed, as its user reads it; null when it succeeded. */
export function failureOf(execution: Execution): string | null {
	if (execution.status === 'success') return null;
	const { error, lastNodeExecuted } = execution.data.resultData;
	if (error === undefined) return `ended as "${execution.status}"`;
	const node = error.node?.name ?? lastNodeExecuted ?? 'a node';
	return [`${node}: ${error.message}`, error.description].filter(Boolean).join('\n');
}
