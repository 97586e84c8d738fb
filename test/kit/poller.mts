import { Container } from '@n8n/di';
import { ExternalSecretsProxy, PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	IPollFunctions,
	IWorkflowExecuteAdditionalData,
	WorkflowActivateMode,
} from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/index.mts';
import { keyFields } from '../../scripts/credentialFields.mts';
import { stopClock } from './clock.mts';
import { MemoryCredentials } from './credentials.mts';
import { createNodeTypes } from './nodeTypes.mts';

const PACKAGE = 'n8n-nodes-merchant-data';

/** How a trigger is set. */
interface TriggerSetup {
	parameters: IDataObject;
	timezone?: string;
	/** Id of a stored credential; the stage's own by default. */
	credential?: string;
}

/** A sandbox, and the engine's polls of one n8n line with a credential that is connected to it. */
type TriggerStage = Awaited<ReturnType<typeof createTriggerStage>>;

const rowsOf = (result: INodeExecutionData[][] | null): IDataObject[] =>
	(result ?? []).flat().map(({ json }) => json);

let workflows = 0;

export async function createTriggerStage(options: SandboxOptions = {}) {
	const sandbox = await startSandbox({ seedEndDate: '2026-06-30', ...options });
	const credentials = new MemoryCredentials([MerchantDataApi]);
	const addKey = () => credentials.add('merchantDataApi', keyFields(sandbox));
	let key = addKey();
	const nodeTypes = createNodeTypes(MerchantDataTrigger, PACKAGE);
	const trigger = new MerchantDataTrigger();
	const additionalData = {
		credentialsHelper: credentials,
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		variables: {},
	} as unknown as IWorkflowExecuteAdditionalData;

	/** A workflow with one trigger: only a text in n8n's database outlives the process. */
	function workflow(setup: TriggerSetup) {
		const id = `workflow-${++workflows}`;
		let saved = '{}';
		let current = setup;
		let live: { workflow: Workflow; context: IPollFunctions };

		function load(activation: WorkflowActivateMode): typeof live {
			const mode = activation === 'manual' ? 'manual' : 'trigger';
			const node: INode = {
				id: 'trigger',
				name: trigger.description.displayName,
				type: `${PACKAGE}.${trigger.description.name}`,
				typeVersion: 1,
				position: [0, 0],
				parameters: current.parameters as INode['parameters'],
				credentials: credentials.forNode([current.credential ?? key]),
			};
			const loaded = new Workflow({
				id,
				nodes: [node],
				connections: {},
				active: mode === 'trigger',
				nodeTypes,
				staticData: JSON.parse(saved) as IDataObject,
				settings: { timezone: current.timezone ?? 'UTC' },
			});
			const context = new PollContext(
				loaded,
				loaded.getNode(node.name)!,
				additionalData,
				mode,
				activation,
			);
			return { workflow: loaded, context };
		}

		const save = () => {
			saved = JSON.stringify(live.workflow.staticData);
		};

		return {
			/** What is in the database of the static data. */
			get saved() {
				return saved;
			},
			set saved(text) {
				saved = text;
			},
			/**
			 * Activates the workflow with what is in the database, which polls once.
			 * @param how by hand by default; `init` is n8n's own start
			 * @returns the rows that start it
			 */
			async activate(change?: Partial<TriggerSetup>, how: WorkflowActivateMode = 'activate') {
				current = { ...current, ...change };
				live = load(how);
				const rows = rowsOf(await trigger.poll.call(live.context));
				// n8n saves after an activation, whatever its poll gave.
				save();
				return rows;
			},
			/** A poll at its time. @returns the rows that start the workflow */
			async poll() {
				const result = await trigger.poll.call(live.context);
				if (result !== null) save();
				return rowsOf(result);
			},
			/** A poll of n8n 2.x with durable cursors: the database is read now, and saved after it. */
			due() {
				const due = load('update');
				return async () => {
					const rows = rowsOf(await trigger.poll.call(due.context));
					saved = JSON.stringify(due.workflow.staticData);
					return rows;
				};
			},
			/** "Fetch test event". */
			byHand: async () => rowsOf(await trigger.poll.call(load('manual').context)),
		};
	}

	return {
		sandbox,
		credentials,
		workflow,
		/** Id of the credential. */
		get key() {
			return key;
		},
		/** Makes a new credential, of which the process knows nothing yet. */
		renew: () => void (key = addKey()),
		close: async () => await sandbox.close(),
	};
}

/** Noon of the last day of the sandbox's data. */
export const NOON = '2026-06-30T12:00:00Z';

/**
 * One stage for the tests of a file, for use outside of them. At the start of each it is noon, and the
 * service has the rows and knows the credential as at first.
 */
export function sharedTriggerStage(): TriggerStage {
	const stage = {} as TriggerStage;
	// It is known before it is there; a copy would not know the credential of the next test.
	beforeAll(async () => void Object.setPrototypeOf(stage, await createTriggerStage()));
	beforeEach(() => {
		stopClock(NOON);
		stage.sandbox.database.exec('SAVEPOINT test');
	});
	afterEach(() => {
		jest.useRealTimers();
		stage.sandbox.database.exec('ROLLBACK TO test; RELEASE test');
		const { pendingFaults } = stage.sandbox;
		stage.sandbox.reset();
		// What a process learns of a service goes by the credential.
		stage.renew();
		expect(pendingFaults).toBe(0);
	});
	afterAll(async () => await stage.close());
	return stage;
}
