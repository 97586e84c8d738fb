import { Container } from '@n8n/di';
import { parse, stringify } from 'flatted';
import {
	BinaryDataService,
	ExecutionLifecycleHooks,
	ExternalSecretsProxy,
	WorkflowExecute,
} from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INodeExecutionData,
	IRun,
	IRunExecutionData,
	ITaskData,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	NodeExecutionHint,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { createRunExecutionData, Workflow } from 'n8n-workflow';
import { MemoryCredentials } from './credentials.mts';
import { captureLogs } from './logs.mts';
import type { CredentialClass, NodeClass } from './nodeTypes.mts';
import { createNodeTypes } from './nodeTypes.mts';
import type { NodeSetup, WorkflowData } from './workflow.mts';
import { AGENT, buildWorkflow, START } from './workflow.mts';

declare const n8nLine: 'n8n-2' | 'n8n-1';

/** The n8n line whose engine this test file runs on. */
export const line = n8nLine;

export type RunOptions = NodeSetup & {
	/** The items that reach the node, as JSON; default: one empty item. */
	items?: IDataObject[];
	/** The files of those items, as n8n keeps them. */
	files?: Array<INodeExecutionData['binary']>;
	/** Ids of stored credentials. */
	credentials?: string[];
	/** Cancels the execution as the editor's stop button does. */
	signal?: AbortSignal;
};

/** What an execution left behind. */
export type RunResult = {
	status: IRun['status'];
	/** First output of the node under test over all its runs; the agent's output in a tool run. */
	success: INodeExecutionData[];
	/** Error output of the node under test, merged with the input items by the engine. */
	error: INodeExecutionData[];
	hints: NodeExecutionHint[];
	/** The error that ended the execution. */
	thrown?: Error & { description?: string; httpCode?: string };
	/** The runs of each node. */
	runData: Record<string, ITaskData[]>;
	metadata: Array<ITaskData['metadata']>;
	/** The execution data as n8n's database holds it. */
	stored: string;
	/** The same as it was when the execution was cancelled, while requests may have been under way. */
	storedAtCancel?: string;
	/** What a workflow that handles errors receives, as JSON; empty when nothing failed. */
	errorWorkflowInput: string;
	/** What was logged meanwhile, debug level included, by other executions of this file too. */
	logs: string[];
	workflow: WorkflowData;
	executionId: string;
};

export type Engine = ReturnType<typeof createEngine>;

let binaryData: Promise<void> | undefined;
let executions = 0;

/**
 * The engine of one n8n line with the given node, and a credential store that all its executions
 * share.
 *
 * @param node the class under test
 * @param credentialTypes the credential classes it uses; `oAuth2Api` is always there
 * @param packageName the part of the node's type name before the dot
 */
export function createEngine(
	node: NodeClass,
	credentialTypes: CredentialClass[],
	packageName = 'n8n-nodes-merchant-data',
) {
	const credentials = new MemoryCredentials(credentialTypes);
	const nodeTypes = createNodeTypes(node, packageName);
	const { name: shortName, displayName: nodeName } = new node().description;
	const type = `${packageName}.${shortName}`;

	async function execute(
		workflow: WorkflowData,
		data: IRunExecutionData,
		mode: WorkflowExecuteMode,
		signal?: AbortSignal,
	): Promise<RunResult> {
		binaryData ??= Container.get(BinaryDataService).init();
		await binaryData;
		const executionId = String(++executions);
		const saved = JSON.parse(JSON.stringify(workflow)) as WorkflowData;
		const workflowData = { id: 'workflow', name: 'Test', active: false, ...saved };
		const additionalData = {
			currentNodeExecutionIndex: 0,
			executionId,
			workflowId: workflowData.id,
			credentialsHelper: credentials,
			hooks: new ExecutionLifecycleHooks(
				mode,
				executionId,
				workflowData as unknown as IWorkflowBase,
			),
			externalSecretsProxy: Container.get(ExternalSecretsProxy),
			variables: {},
			setExecutionStatus: () => {},
			instanceBaseUrl: 'http://localhost/',
			restApiUrl: 'http://localhost/rest',
			webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
			formWaitingBaseUrl: 'http://localhost/form-waiting',
		} as unknown as IWorkflowExecuteAdditionalData;
		const logs = captureLogs();
		const execution = new WorkflowExecute(additionalData, mode, data).processRunExecutionData(
			new Workflow({ ...workflowData, nodeTypes }),
		);
		let storedAtCancel: string | undefined;
		const cancel = () => {
			storedAtCancel = stringify(data);
			execution.cancel();
		};
		if (signal?.aborted) cancel();
		signal?.addEventListener('abort', cancel);
		const run = await execution;
		signal?.removeEventListener('abort', cancel);

		const { runData, error, lastNodeExecuted } = run.data.resultData;
		const tasks = runData[nodeName] ?? [];
		const output = (name: string, index: number): INodeExecutionData[] =>
			(runData[name] ?? []).flatMap((task) => task.data?.main?.[index] ?? []);
		return {
			status: run.status,
			success: output(AGENT in runData ? AGENT : nodeName, 0),
			error: output(nodeName, 1),
			hints: tasks.flatMap((task) => task.hints ?? []),
			thrown: error as RunResult['thrown'],
			runData,
			metadata: tasks.map((task) => task.metadata),
			stored: stringify(run.data),
			storedAtCancel,
			errorWorkflowInput: error
				? JSON.stringify({
						execution: { id: executionId, error, lastNodeExecuted, mode },
						workflow: { id: workflowData.id, name: workflowData.name },
					})
				: '',
			logs: logs(),
			workflow,
			executionId,
		};
	}

	return {
		/** Stores a credential and gives its id. */
		addCredential: (typeName: string, data: ICredentialDataDecryptedObject): string =>
			credentials.add(typeName, data),

		/** The stored data of a credential. */
		credential: (id: string): ICredentialDataDecryptedObject => credentials.read(id),

		/** The data of a credential as n8n uses it: with defaults, and expressions evaluated. */
		resolvedCredential: async (id: string): Promise<ICredentialDataDecryptedObject> =>
			await credentials.resolved(id),

		/** Changes the stored data of a credential, as a user or another process would. */
		updateCredential: (id: string, change: ICredentialDataDecryptedObject): void =>
			credentials.write(id, change),

		/** Deletes a credential, as a user would. */
		deleteCredential: (id: string): void => credentials.remove(id),

		/** Runs a workflow around the node under test. */
		async run(options: RunOptions): Promise<RunResult> {
			const { items = [{}], files, credentials: ids = [], signal, ...setup } = options;
			const underTest = { name: nodeName, type, credentials: credentials.forNode(ids) };
			return await this.runWorkflow(buildWorkflow(underTest, setup), START, items, signal, files);
		},

		/** Runs any workflow of known node types, from the named node, which gets the items. */
		async runWorkflow(
			workflow: WorkflowData,
			startName: string,
			items: IDataObject[] = [{}],
			signal?: AbortSignal,
			files: RunOptions['files'] = [],
		): Promise<RunResult> {
			const start = workflow.nodes.find((each) => each.name === startName);
			if (!start) throw new Error(`The workflow has no node "${startName}"`);
			const main = [items.map((json, item) => ({ json, binary: files[item] }))];
			const data = createRunExecutionData({
				executionData: { nodeExecutionStack: [{ node: start, data: { main }, source: null }] },
			});
			return await execute(workflow, data, 'trigger', signal);
		},

		/** "Retry execution" of the executions list: goes on from the saved data of a failed one. */
		async retry(failed: RunResult, signal?: AbortSignal): Promise<RunResult> {
			if (!failed.thrown) throw new Error('Only a failed execution can be retried');
			const data = parse(failed.stored) as IRunExecutionData;
			const { lastNodeExecuted, runData } = data.resultData;
			delete data.resultData.error;
			const runs = runData[lastNodeExecuted ?? ''] ?? [];
			if (runs.at(-1)?.error !== undefined) runs.pop();
			return await execute(failed.workflow, data, 'retry', signal);
		},
	};
}
