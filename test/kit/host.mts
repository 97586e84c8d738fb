import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '../../sandbox/index.mts';
import { keyFields, oauthFields } from '../../scripts/credentialFields.mts';
import { RestClient, type CredentialInput } from '../../scripts/hosts/client.mts';
import { startHost } from '../../scripts/hosts/host.mts';
import { installHost, type N8n } from '../../scripts/hosts/install.mts';
import { installPackage, packPackage } from '../../scripts/hosts/package.mts';
import { CACHE } from '../../scripts/paths.mts';

/** Files of the end-to-end tests: n8n's folders and logs, screenshots. */
export const E2E_CACHE = join(CACHE, 'e2e');

/** The last day of the sandbox's data; a fixed one, so that a query always finds the same rows. */
export const SEED_END_DATE = '2026-06-30';

/** What ends the things that a test has started, the latest last. */
export type Closers = Array<() => Promise<void>>;

/** Does work, and ends what was started for it, the latest first, also when this process is to end. */
export async function closing<T>(work: (closers: Closers) => Promise<T>): Promise<T> {
	const closers: Closers = [];
	const closeAll = async () => {
		for (let end = closers.pop(); end; end = closers.pop()) await end();
	};
	const interrupted = () => void closeAll().finally(() => process.exit(1));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
	try {
		return await work(closers);
	} finally {
		for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
		await closeAll();
	}
}

/** A real n8n with the packed package, and a sandbox for it to talk to. */
export type Stage = Awaited<ReturnType<typeof startStage>>;

/**
 * Starts n8n with an empty database, in a folder of that name.
 * @param port of the sandbox; any free one by default, because stages start in parallel
 */
export async function startStage(
	closers: Closers,
	n8n: N8n,
	name: string,
	env: Record<string, string> = {},
	port = 0,
) {
	const { tarball } = await packPackage();
	await installHost(n8n);
	const folder = join(E2E_CACHE, name);
	rmSync(folder, { recursive: true, force: true });
	await installPackage(tarball, folder);
	const production = await startSandbox({ port, seedEndDate: SEED_END_DATE });
	closers.push(() => production.close());
	const log = join(E2E_CACHE, `${name}.log`);
	const options = { n8n, folder, log, env: { GENERIC_TIMEZONE: 'UTC', ...env } };
	let host = await startHost(options);
	closers.push(() => host.stop());
	const client = new RestClient(host.url);
	await client.signIn();
	/** Ends n8n as a crash would, and starts it again with what is in its database. */
	const crash = async () => {
		const ended = once(host.child, 'exit');
		host.child.kill('SIGKILL');
		await ended;
		host = await startHost({ ...options, port: host.port });
		await client.signIn();
	};
	return { n8n, host, client, production, crash };
}

/** Does work with such an n8n, and ends it. */
export const withStage = async <T,>(
	work: (stage: Stage) => Promise<T>,
	n8n: N8n,
	name: string,
	env?: Record<string, string>,
	port?: number,
): Promise<T> =>
	await closing(async (closers) => await work(await startStage(closers, n8n, name, env, port)));

/** The credentials of a stage, as a user would type them. */
const credential =
	(name: string, type: string, fields: typeof keyFields | typeof oauthFields) =>
	({ production }: Stage, changes: Record<string, unknown> = {}): CredentialInput => ({
		name,
		type,
		data: { ...fields(production), ...changes },
	});
export const oauthCredential = credential('OAuth2', 'merchantDataOAuth2Api', oauthFields);
export const keyCredential = credential('API key', 'merchantDataApi', keyFields);
