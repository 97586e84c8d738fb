import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { keyFields, oauthFields } from '../../scripts/credentialFields.mts';
import { OWNER, RestClient, type CredentialInput } from '../../scripts/hosts/client.mts';
import { startHost, type Host } from '../../scripts/hosts/host.mts';
import { installHost, type N8n } from '../../scripts/hosts/install.mts';
import { installPackage, packPackage } from '../../scripts/hosts/package.mts';
import { CACHE } from '../../scripts/paths.mts';

/** What the end-to-end tests leave behind: n8n's folders and logs, screenshots. */
export const E2E_CACHE = join(CACHE, 'e2e');

/** The last day of the sandbox's data; a fixed one, so that a query always finds the same rows. */
export const SEED_END_DATE = '2026-06-30';

/** A real n8n with the packed package, and two sandboxes for it to talk to. */
export interface Stage {
	n8n: N8n;
	host: Host;
	client: RestClient;
	production: Sandbox;
	staging: Sandbox;
	/** Ends n8n as a crash would, and starts it again with what is in its database. */
	crash(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Starts n8n with an empty database, in a folder of that name.
 * @param ports of the sandboxes; any free ones by default, because stages start side by side
 */
export async function startStage(
	n8n: N8n,
	name: string,
	env: Record<string, string> = {},
	ports: readonly number[] = [0, 0],
): Promise<Stage> {
	const { tarball } = await packPackage();
	await installHost(n8n);
	const folder = join(E2E_CACHE, name);
	rmSync(folder, { recursive: true, force: true });
	await installPackage(tarball, folder);
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const end of closers.splice(0).reverse()) await end();
	};
	try {
		const sandboxes: Sandbox[] = [];
		for (const port of ports) {
			const sandbox = await startSandbox({ port, seedEndDate: SEED_END_DATE });
			closers.push(() => sandbox.close());
			sandboxes.push(sandbox);
		}
		const [production, staging] = sandboxes as [Sandbox, Sandbox];
		const log = join(E2E_CACHE, `${name}.log`);
		const options = { n8n, folder, log, env: { GENERIC_TIMEZONE: 'UTC', ...env } };
		let host = await startHost(options);
		closers.push(() => host.stop());
		const client = new RestClient(host.url);
		await client.signIn(OWNER);
		const crash = async () => {
			const ended = once(host.child, 'exit');
			host.child.kill('SIGKILL');
			await ended;
			host = await startHost({ ...options, port: host.port });
			await client.signIn(OWNER);
		};
		return { n8n, host, client, production, staging, crash, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The credentials of a stage, as a user would type them. */
export const oauthCredential = (
	{ production, staging }: Stage,
	changes: Record<string, unknown> = {},
	name = 'OAuth2',
): CredentialInput => ({
	name,
	type: 'merchantDataOAuth2Api',
	data: { ...oauthFields(production), stagingBaseUrl: staging.url, ...changes },
});
export const keyCredential = (
	{ production, staging }: Stage,
	changes: Record<string, unknown> = {},
): CredentialInput => ({
	name: 'API key',
	type: 'merchantDataApi',
	data: { ...keyFields(production), stagingBaseUrl: staging.url, ...changes },
});
