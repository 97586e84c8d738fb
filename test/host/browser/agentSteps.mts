import assert from 'node:assert/strict';
import { agentWorkflow, AGENTS, callsEveryTool } from '../scenarios/agents.mts';
import { createWorld } from '../scenarios/world.mts';
import { sees } from './screens.mts';
import type { Step } from './walk.mts';

/** The node as an agent's tool: what its fields offer, and an agent that a user starts. */

const fields: Step = [
	'A push as a tool: JSON rows, and no input items to map',
	async ({ stage, editor, shoot }) => {
		const world = await createWorld(stage);
		const { id } = await stage.client.saveWorkflow(agentWorkflow(AGENTS[0]!, '', world));
		await editor.openNode(id, 'Push');
		await sees(editor.page, [
			/^\s*Rows\s*$/,
			/Defined automatically by the\s+model/,
			/For the agent to fill in a field, press the button with the stars beside it: Rows/,
		]);
		const modes = await editor.labelsOf('dataMode');
		assert.deepEqual(modes.sort(), ['JSON', 'Map Each Field Below']);
		await shoot('push-tool');
	},
];

const agents = AGENTS.map(
	(version): Step => [
		`AI Agent ${version}: pushes rows, runs SQL, is refused a deletion and told why, is allowed one`,
		async ({ stage, editor }) => {
			const { client } = stage;
			await callsEveryTool(await createWorld(stage), version, async (workflow) => {
				await editor.runWorkflow(workflow.id);
				await editor.page
					.getByText(/Workflow executed successfully/)
					.first()
					.waitFor();
				const [execution] = await client.executionsOf(workflow);
				return execution!;
			});
		},
	],
);

export const agentSteps: readonly Step[] = [fields, ...agents];
