import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/index.mts';
import { RestClient, type CredentialInput } from '../../scripts/hosts/client.mts';
import { freePort, startHost, type Host } from '../../scripts/hosts/host.mts';
import { installHost, type HostLine } from '../../scripts/hosts/install.mts';
import { installPackage, packPackage } from '../../scripts/hosts/package.mts';
import { CACHE } from '../../scripts/paths.mts';

/** What the end-to-end tests leave behind: n8n's folders and logs, screenshots. */
export const E2E_CACHE = join(CACHE, 'e2e');

/** The account of an n8n that lives as long as the test; it opens nothing else. */
export const OWNER = { email: 'owner@merchant-data.example', password: 'Local-only-1' };

export const SCOPES = ['read_data', 'ads:write', 'email-sms:write'];

/** The last day of the sandbox's data; a fixed one, so that a query always finds the same rows. */
export const SEED_END_DATE = '2026-06-30';

/** A real n8n with the packed package, and two sandboxes for it to talk to. */
export interface Stage {
	line: HostLine;
	/** n8n's own version, such as `2.41.1`. */
	version: string;
	host: Host;
	client: RestClient;
	production: Sandbox;
	staging: Sandbox;
	close(): Promise<void>;
}

/**
 * Starts n8n with an empty database, installing it where it is missing.
 * @param name of the stage's folder
 */
export async function startStage(line: HostLine, name: string): Promise<Stage> {
	const { tarball } = await packPackage();
	const installed = await installHost(line);
	const folder = join(E2E_CACHE, name);
	rmSync(folder, { recursive: true, force: true });
	await installPackage(tarball, folder);
	const closers: Array<() => Promise<void>> = [];
	const close = async () => {
		for (const end of closers.splice(0).reverse()) await end();
	};
	try {
		const sandboxes: Sandbox[] = [];
		for (const preferred of [4010, 4020]) {
			const sandbox = await startSandbox({
				port: await freePort(preferred),
				seedEndDate: SEED_END_DATE,
			});
			closers.push(() => sandbox.close());
			sandboxes.push(sandbox);
		}
		const [production, staging] = sandboxes as [Sandbox, Sandbox];
		const log = join(E2E_CACHE, `${name}.log`);
		const host = await startHost({ line, folder, log, env: { GENERIC_TIMEZONE: 'UTC' } });
		closers.push(() => host.stop());
		const client = new RestClient(host.url);
		await client.signIn(OWNER);
		const manifest = readFileSync(join(installed, 'node_modules', 'n8n', 'package.json'), 'utf8');
		const { version } = JSON.parse(manifest) as { version: string };
		return { line, version, host, client, production, staging, close };
	} catch (error) {
		await close();
		throw error;
	}
}

/** The fields of the OAuth2 credential, as a user would type them. */
export function oauthCredential(
	{ production, staging }: Stage,
	changes: Record<string, unknown> = {},
	name = 'OAuth2',
): CredentialInput {
	const { url, clientId, clientSecret, accountId } = production;
	const data = {
		environment: 'production',
		baseUrl: url,
		stagingBaseUrl: staging.url,
		appUrl: url,
		accountId,
		clientId,
		clientSecret,
		scopes: SCOPES,
		...changes,
	};
	return { name, type: 'merchantDataOAuth2Api', data };
}

/** The fields of the API key's credential, as a user would type them. */
export function keyCredential(
	{ production, staging }: Stage,
	changes: Record<string, unknown> = {},
	name = 'API key',
): CredentialInput {
	const data = {
		environment: 'production',
		baseUrl: production.url,
		stagingBaseUrl: staging.url,
		apiKey: production.apiKeys.full,
		...changes,
	};
	return { name, type: 'merchantDataApi', data };
}
