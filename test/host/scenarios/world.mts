import assert from 'node:assert/strict';
import { type Execution, failureOf } from '../../../scripts/hosts/executions.mts';
import type { HostLine } from '../../../scripts/hosts/versions.mts';
import { keyCredential, oauthCredential, type Stage } from '../../kit/host.mts';
import {
	addCredential,
	type NodeRun,
	type Row,
	TRIGGER,
	workflowFor,
} from '../../kit/workflows.mts';

/** A stage with a credential of each type, connected, as each scenario finds it. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** What is shown to hold on a real n8n, by its line in the table. */
export type Scenarios = Readonly<Record<string, ((world: World) => Promise<void>) | LoneScenario>>;

/** One that starts an n8n of its own, and can run beside the others. */
interface LoneScenario {
	/** The line that has what it is about; both by default. */
	line?: HostLine;
	folder: string;
	env?: Record<string, string>;
	run(stage: Stage): Promise<void>;
}

/** The sandbox as at its start, and new credentials: no rate limit of a scenario before holds them back. */
export async function createWorld(stage: Stage) {
	stage.production.reset();
	const credentials = {
		merchantDataOAuth2Api: await addCredential(stage, oauthCredential(stage)),
		merchantDataApi: await addCredential(stage, keyCredential(stage)),
	};
	await stage.client.connectOAuth(credentials.merchantDataOAuth2Api);
	stage.production.clearLog();
	const run = async (parameters: Row, options: Partial<NodeRun> = {}) => {
		const workflow = workflowFor({ parameters, credentials, ...options });
		return await stage.client.run(await stage.client.saveWorkflow(workflow), TRIGGER);
	};
	return { ...stage, credentials, run };
}

/** @throws AssertionError unless an execution failed with these texts in what its user reads */
export function failedWith(execution: Execution, ...texts: RegExp[]): void {
	for (const text of texts) assert.match(failureOf(execution) ?? 'no failure', text);
}
