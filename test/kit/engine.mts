import assert from 'node:assert/strict';
import { Container } from '@n8n/di';
import { parse, stringify } from 'flatted';
import {
	BinaryDataService,
	DataDeduplicationService,
	ExecutionLifecycleHooks,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICheckProcessedContextData,
	IDataDeduplicator,
	IDataObject,
	INodeExecutionData,
	INodeTypes,
	IRunExecutionData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { MemoryCredentials } from './credentials.mts';
import { MemoryProcessedData } from './processedData.mts';
import { captureLogs } from './logs.mts';
import { createNodeTypes, type CredentialClass, type NodeClass, PACKAGE } from './nodeTypes.mts';
import { AGENT, buildWorkflow, type NodeSetup, START, type WorkflowData } from './workflow.mts';

declare const n8nLine: 'n8n-2' | 'n8n-1';

/** The n8n line whose engine this test file runs on. */
export const line = n8nLine;

export type RunOptions = NodeSetup & {
	/** The items that reach the node, as JSON; default: one empty item. */
	items?: IDataObject[];
	/** The files of those items, as n8n keeps them. */
	files?: Array<INodeExecutionData['binary']>;
	credentials?: string[];
	isUnsaved?: boolean;
	/** Cancels the execution as the editor's stop button does. */
	signal?: AbortSignal;
};

export type RunResult = Awaited<ReturnType<typeof execute>>;

let ready: Promise<unknown> | undefined;
let executions = 0;

/** What n8n remembers of nodes across the executions of a test file. */
export const processedData = new MemoryProcessedData(
	async () => await new Promise<void>((end) => setImmediate(end)),
);

function ownerOf({ workflow, node }: ICheckProcessedContextData): string {
	assert.ok(workflow.id);
	return `${workflow.id}:${node!.id}`;
}

async function setUp(): Promise<void> {
	// The files of a worker share n8n, and each brings a memory of its own.
	Object.assign(DataDeduplicationService, { instance: undefined });
	const memory: Partial<IDataDeduplicator> = {
		checkProcessedAndRecord: async (values, _, context, options) =>
			await processedData.checkProcessedAndRecord(values, ownerOf(context), options),
		removeProcessed: async (values, _, context) =>
			await processedData.removeProcessed(values, ownerOf(context)),
		clearAllProcessedItems: async (_, context) => await processedData.clear(ownerOf(context)),
	};
	await DataDeduplicationService.init(memory as IDataDeduplicator);
	await Container.get(BinaryDataService).init();
}

/** @param nodeName the name of the node under test */
async function execute(
	nodeName: string,
	nodeTypes: INodeTypes,
	credentials: MemoryCredentials,
	workflow: WorkflowData,
	data: IRunExecutionData,
	mode: WorkflowExecuteMode,
	signal?: AbortSignal,
) {
	await (ready ??= setUp());
	const executionId = String(++executions);
	const saved = JSON.parse(JSON.stringify(workflow)) as WorkflowData;
	const workflowData = { id: 'workflow', name: 'Test', active: false, ...saved };
	const additionalData = {
		...credentials.additionalData(),
		currentNodeExecutionIndex: 0,
		executionId,
		workflowId: workflowData.id,
		hooks: new ExecutionLifecycleHooks(mode, executionId, workflowData as unknown as IWorkflowBase),
		setExecutionStatus: () => {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	} as IWorkflowExecuteAdditionalData;
	const logs = captureLogs();
	const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(
		new Workflow({ ...workflowData, nodeTypes }),
	);
	const cancel = () => execution.cancel();
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel);
	const run = await execution;
	signal?.removeEventListener('abort', cancel);

	const { runData, error, lastNodeExecuted } = run.data.resultData;
	const output = (name: string, index: number): INodeExecutionData[] =>
		(runData[name] ?? []).flatMap((task) => task.data?.main?.[index] ?? []);
	return {
		status: run.status,
		/** First output of the node under test over all its runs; the agent's output in a tool run. */
		success: output(AGENT in runData ? AGENT : nodeName, 0),
		/** Error output of the node under test, merged with the input items by the engine. */
		error: output(nodeName, 1),
		hints: (runData[nodeName] ?? []).flatMap((task) => task.hints ?? []),
		thrown: error as (Error & { description?: string; httpCode?: string }) | undefined,
		/** The execution data as n8n's database holds it. */
		stored: stringify(run.data),
		/** What a workflow that handles errors receives, as JSON; empty when nothing failed. */
		errorWorkflowInput: error
			? JSON.stringify({
					execution: { id: executionId, error, lastNodeExecuted, mode },
					workflow: { id: workflowData.id, name: workflowData.name },
				})
			: '',
		/** What was logged meanwhile, debug level included, by other executions of this file too. */
		logs: logs(),
		workflow,
	};
}

/** The engine of one n8n line with a node, and with credentials that all its executions share. */
export function createEngine(node: NodeClass, credentialTypes: CredentialClass[]) {
	const credentials = new MemoryCredentials(credentialTypes);
	const nodeTypes = createNodeTypes(node);
	const { name: shortName, displayName: nodeName } = new node().description;
	const run = execute.bind(undefined, nodeName, nodeTypes, credentials);

	return {
		credentials,

		async run(options: RunOptions): Promise<RunResult> {
			const {
				items = [{}],
				files = [],
				credentials: ids = [],
				signal,
				isUnsaved,
				...setup
			} = options;
			const type = `${PACKAGE}.${shortName}`;
			const underTest = { name: nodeName, type, credentials: credentials.forNode(ids) };
			const workflow = buildWorkflow(underTest, setup);
			if (isUnsaved) workflow.id = '';
			const node = workflow.nodes.find(({ name }) => name === START)!;
			const main = [items.map((json, item) => ({ json, binary: files[item] }))];
			const data = createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node, data: { main }, source: null }] },
			});
			return await run(workflow, data, 'trigger', signal);
		},

		/** "Retry execution" of the executions list: goes on from the saved data of a failed one. */
		async retry(failed: RunResult): Promise<RunResult> {
			const data = parse(failed.stored) as IRunExecutionData;
			const { lastNodeExecuted, runData } = data.resultData;
			delete data.resultData.error;
			const runs = runData[lastNodeExecuted ?? ''] ?? [];
			if (runs.at(-1)?.error !== undefined) runs.pop();
			return await run(failed.workflow, data, 'retry');
		},
	};
}
