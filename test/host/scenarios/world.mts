import assert from 'node:assert/strict';
import type { N8n } from '../../../scripts/hosts/install.mts';
import type { HostLine } from '../../../scripts/hosts/versions.mts';
import { keyCredential, oauthCredential, type Stage } from '../../kit/host.mts';
import {
	addCredential,
	type NodeResult,
	type NodeRun,
	type Row,
	runNode,
} from '../../kit/workflows.mts';

/** A stage with a credential of each type, connected, as each scenario finds it. */
export type World = Awaited<ReturnType<typeof createWorld>>;

/** One line of the table: what is shown to hold on a real n8n. */
export interface Scenario {
	name: string;
	/** How long it may take; a minute by default. */
	limitMs?: number;
	run(world: World): Promise<void>;
}

/** One that starts an n8n of its own, and can run beside the others. */
export interface LoneScenario {
	name: string;
	/** The line that has what it is about; both by default. */
	line?: HostLine;
	runAlone(n8n: N8n): Promise<void>;
}

/**
 * The sandbox as at its start, its log empty, and new credentials: n8n holds back what comes after a
 * rate limit, per credential, longer than a scenario lasts.
 */
export async function createWorld(stage: Stage) {
	stage.production.reset();
	const oauth = await addCredential(stage, oauthCredential(stage));
	const key = await addCredential(stage, keyCredential(stage));
	await stage.client.connectOAuth(oauth);
	stage.production.clearLog();
	const credentials = { merchantDataOAuth2Api: oauth, merchantDataApi: key };
	return {
		...stage,
		oauth,
		key,
		credentials,
		run: async (parameters: Row, options?: Partial<NodeRun>) =>
			await runNode(stage, { parameters, credentials, ...options }),
	};
}

/** @returns what left on the first output @throws AssertionError unless the execution succeeded */
export function succeeded({ error, execution, success }: NodeResult) {
	assert.equal(execution.status, 'success', `${error?.message} ${error?.description ?? ''}`);
	return success;
}

/** @throws AssertionError unless the node stopped with these texts in its message or description */
export function failedWith(
	{ error, execution }: NodeResult,
	...texts: Array<string | RegExp>
): void {
	assert.equal(execution.status, 'error');
	const told = `${error?.message}\n${error?.description ?? ''}`;
	for (const text of texts) {
		const holds = typeof text === 'string' ? told.includes(text) : text.test(told);
		assert.ok(holds, `${String(text)} is not in: ${told}`);
	}
}
