import { type Chaos, type FaultLike, Faults } from './faults.mts';
import {
	ACCOUNT_ID,
	API_KEYS,
	type ApiKey,
	CLIENT_ID,
	CLIENT_SECRET,
	type Endpoint,
	type LoggedEndpoint,
	type PushEndpoint,
	SHOPS,
} from './literals.mts';
import { RequestLog } from './log.mts';
import { OAuth } from './oauth.mts';
import { Quotas } from './quotas.mts';
import { createServer } from './server.mts';
import type { Service } from './service.mts';
import { changeSettings, DEFAULT_SETTINGS, type Settings } from './settings.mts';
import { Store } from './store.mts';
import { TEST_CERTIFICATE } from './testCertificate.mts';

export type { FaultLike } from './faults.mts';
export type { Endpoint, PushEndpoint } from './literals.mts';
export type { Settings } from './settings.mts';

/** How a sandbox starts. Any setting may be given too. */
export interface SandboxOptions extends Partial<Settings> {
	/** 0, the default, takes any free port. */
	port?: number;
	clientSecret?: string;
	apiKeys?: readonly ApiKey[];
	/** Last day (`YYYY-MM-DD`) of the seeded orders and ad spend; today in UTC by default. */
	seedEndDate?: string;
	/** Speak HTTPS with the test fixture. */
	https?: 'selfSigned';
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** Starts a sandbox on 127.0.0.1. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}) {
	const {
		port = 0,
		clientSecret = CLIENT_SECRET,
		apiKeys = API_KEYS,
		seedEndDate = new Date().toISOString().slice(0, 10),
		https,
		...initial
	} = options;
	const settings: Settings = structuredClone(DEFAULT_SETTINGS);
	const service: Service = {
		settings,
		apiKeys: new Map(),
		oauth: new OAuth(settings, clientSecret),
		store: new Store(seedEndDate, settings),
		quotas: new Quotas(settings),
		faults: new Faults(),
		log: new RequestLog(),
		closing: new AbortController(),
	};
	const { oauth, store, faults, log } = service;

	/** Back to the start: settings, secret, keys, tokens, faults, quotas, log and stored rows. */
	function reset(): void {
		changeSettings(settings, { ...structuredClone(DEFAULT_SETTINGS), ...initial });
		oauth.clientSecret = clientSecret;
		oauth.removeApp();
		service.apiKeys.clear();
		for (const key of apiKeys) service.apiKeys.set(key.key, { ...key });
		service.quotas.clear();
		faults.clear();
		log.clear();
		store.clear();
	}

	reset();
	const app = createServer(service, https ? TEST_CERTIFICATE : null);
	const url = await app.listen({ port, host: '127.0.0.1' }).catch((error: unknown) => {
		store.close();
		throw error;
	});

	return {
		/** Address without a trailing slash. It is base address, staging address and app address in one. */
		url,
		clientId: CLIENT_ID,
		/** The secret in force. A fault changes it. */
		get clientSecret(): string {
			return oauth.clientSecret;
		},
		accountId: ACCOUNT_ID,
		/** The key of each name: `full`, `noDataOut`, `revoked`, and those set later. */
		get apiKeys(): Readonly<Record<string, string>> {
			return Object.fromEntries([...service.apiKeys.values()].map(({ name, key }) => [name, key]));
		},
		/** The connected shops, which hold seeded data. */
		shops: SHOPS as readonly string[],
		settings: settings as Readonly<Settings>,
		/** Changes settings from the next request on. */
		set: (changes: Partial<Settings>) => changeSettings(settings, changes),
		/** What was received, in order of arrival. */
		log: log.entries,
		requests: (endpoint: LoggedEndpoint) => log.of(endpoint),
		openRequests: (endpoint: LoggedEndpoint) => log.openOf(endpoint),
		clearLog: () => log.clear(),
		/** Gives the next requests of an endpoint one fault each, in this order; `'ok'` lets one pass. */
		fail: (endpoint: Endpoint, ...sequence: FaultLike[]) => faults.script(endpoint, sequence),
		/** Scripted faults that no request has met yet. A test should end with none. */
		get pendingFaults(): number {
			return faults.pending;
		},
		chaos: (mix: Chaos) => faults.chaos(mix),
		clearFaults: () => faults.clear(),
		/** A token response without a consent; `expired` concerns the access token. */
		issueTokens: (choice?: Parameters<OAuth['issueTokens']>[0]) => oauth.issueTokens(choice),
		expireAccessTokens: () => oauth.expireAccessTokens(),
		/** The same, but spares a token that fewer requests have used: one by default. */
		expireUsedAccessTokens: (uses?: number) => oauth.expireUsedAccessTokens(uses),
		expireRefreshTokens: () => oauth.expireRefreshTokens(),
		/** Adds a key or replaces the one with the same text. */
		setApiKey: (key: ApiKey) => void service.apiKeys.set(key.key, key),
		/** Rows that an endpoint took, those too that were replaced, in order of arrival, of one shop or of all. */
		pushed: (endpoint: PushEndpoint, shop?: string) => store.pushed(endpoint, shop),
		deletionRequests: () => store.deletionRequests(),
		/** The database itself; the tables are called `all_<name>`. */
		database: store.database,
		reset,
		/** Closes every connection, also those that wait for an answer, and frees the port. */
		async close() {
			await app.close();
			store.close();
		},
	};
}
