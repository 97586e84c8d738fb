import { PollContext } from 'n8n-core';
import type { IDataObject, INode } from 'n8n-workflow';
import { Workflow } from 'n8n-workflow';
import { MerchantDataApi } from '../../credentials/MerchantDataApi.credentials.ts';
import { MerchantDataTrigger } from '../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { keyFields } from '../../scripts/credentialFields.mts';
import { stopClock } from './clock.mts';
import { MemoryCredentials } from './credentials.mts';
import { createNodeTypes, PACKAGE } from './nodeTypes.mts';
import { sharedSandbox } from './sandbox.mts';

/** Noon of the last day of the sandbox's data. */
const NOON = '2026-06-30T12:00:00Z';

let workflows = 0;

/** A sandbox, and the engine's polls of one n8n line. Each test begins at noon, with the rows as at first. */
export function sharedTriggerStage() {
	const { sandbox } = sharedSandbox({ seedEndDate: '2026-06-30' });
	const credentials = new MemoryCredentials([MerchantDataApi]);
	const nodeTypes = createNodeTypes(MerchantDataTrigger);
	const trigger = new MerchantDataTrigger();
	let key: string;

	beforeEach(() => {
		stopClock(NOON);
		sandbox.database.exec('SAVEPOINT test');
		// What a process learns of a service goes by the credential.
		key = credentials.add('merchantDataApi', keyFields(sandbox));
	});
	afterEach(() => {
		jest.useRealTimers();
		sandbox.database.exec('ROLLBACK TO test; RELEASE test');
		expect(sandbox.pendingFaults).toBe(0);
	});

	/** A workflow with one trigger: only a text in n8n's database outlives the process. */
	function workflow(parameters: IDataObject, timezone = 'UTC') {
		const id = `workflow-${++workflows}`;
		let saved = '{}';
		let live: ReturnType<typeof load>;

		function load() {
			const node: INode = {
				id: 'trigger',
				name: trigger.description.displayName,
				type: `${PACKAGE}.${trigger.description.name}`,
				typeVersion: 1,
				position: [0, 0],
				parameters: parameters as INode['parameters'],
				credentials: credentials.forNode([key]),
			};
			const loaded = new Workflow({
				id,
				nodes: [node],
				connections: {},
				active: true,
				nodeTypes,
				staticData: JSON.parse(saved) as IDataObject,
				settings: { timezone },
			});
			const context = new PollContext(
				loaded,
				loaded.getNode(node.name)!,
				credentials.additionalData(),
				'trigger',
				'activate',
			);
			return {
				/** @returns the rows that start the workflow; null if n8n saves nothing */
				poll: async () =>
					(await trigger.poll.call(context))?.flat().map(({ json }) => json) ?? null,
				save: () => void (saved = JSON.stringify(loaded.staticData)),
			};
		}

		return {
			/** An activation polls once. */
			async activate() {
				live = load();
				const rows = await live.poll();
				// n8n saves after an activation, whatever its poll gave.
				live.save();
				return rows ?? [];
			},
			async poll() {
				const rows = await live.poll();
				if (rows !== null) live.save();
				return rows ?? [];
			},
		};
	}
	return { sandbox, workflow };
}
