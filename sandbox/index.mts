import type { AddressInfo } from 'node:net';
import type { DatabaseSync } from 'node:sqlite';
import { Faults } from './faults.mts';
import type { Chaos, FaultLike } from './faults.mts';
import { ACCOUNT_ID, API_KEYS, CLIENT_ID, CLIENT_SECRET, SHOPS } from './literals.mts';
import type { ApiKey, Endpoint, LoggedEndpoint, PushEndpoint } from './literals.mts';
import { RequestLog } from './log.mts';
import type { LogEntry } from './log.mts';
import { OAuth } from './oauth.mts';
import type { TokenResponse } from './oauth.mts';
import { Quotas } from './quotas.mts';
import { createServer } from './server.mts';
import type { Service } from './service.mts';
import { changeSettings, DEFAULT_SETTINGS } from './settings.mts';
import type { Settings } from './settings.mts';
import { Store } from './store.mts';
import type { DeletionRequest, PushedRow } from './store.mts';
import { TEST_CERTIFICATE } from './testCertificate.mts';

export type { Chaos, Fault, FaultLike } from './faults.mts';
export type { ApiKey, Endpoint, LoggedEndpoint, PushEndpoint } from './literals.mts';
export type { LogEntry } from './log.mts';
export type { TokenResponse } from './oauth.mts';
export type { Quota, Settings } from './settings.mts';
export type { DeletionRequest, PushedRow } from './store.mts';

/** How a sandbox starts. Any setting may be given too. */
export interface SandboxOptions extends Partial<Settings> {
	/** 0, the default, takes any free port. */
	port?: number;
	clientSecret?: string;
	apiKeys?: readonly ApiKey[];
	/** Last day (`YYYY-MM-DD`) of the seeded orders and ad spend; today in UTC by default. */
	seedEndDate?: string;
	/** A file for the database instead of memory. Its tables are made anew at every start. */
	database?: string;
	/** Speak HTTPS with this key and certificate, or with the self-signed test fixture. */
	https?: { key: string; cert: string } | 'selfSigned';
}

/** A running sandbox. What is not explained here is explained where it is defined. */
export interface Sandbox {
	/** Address without a trailing slash. It is base address, staging address and app address in one. */
	readonly url: string;
	readonly clientId: string;
	/** The secret in force; it changes with `rotateSecret`. */
	readonly clientSecret: string;
	readonly accountId: string;
	/** The key of each name: `full`, `noDataOut`, `noCompliance`, `revoked`, and those set later. */
	readonly apiKeys: Readonly<Record<string, string>>;
	/** The connected shops, which hold seeded data. */
	readonly shops: readonly string[];
	readonly settings: Readonly<Settings>;
	/** Changes settings from the next request on. */
	set(changes: Partial<Settings>): void;
	/** The log's entries in order of arrival. */
	readonly log: readonly LogEntry[];
	/** How many entries `logLimit` has pushed out of the log. */
	readonly droppedLogEntries: number;
	/** The log's entries of one endpoint. */
	requests(endpoint: LoggedEndpoint): LogEntry[];
	/** How many requests of an endpoint have no answer yet. */
	openRequests(endpoint: LoggedEndpoint): number;
	clearLog(): void;
	/** Gives the next requests of an endpoint one fault each, in this order; `'ok'` lets one pass. */
	fail(endpoint: Endpoint, ...faults: FaultLike[]): void;
	/** Scripted faults that no request has met yet. A test should end with none. */
	readonly pendingFaults: number;
	chaos(chaos: Chaos): void;
	clearFaults(): void;
	/** A token response without a consent; `expired` concerns the access token. */
	issueTokens(options?: {
		scopes?: string[];
		expired?: boolean;
		refreshExpired?: boolean;
	}): TokenResponse;
	expireAccessTokens(): void;
	/** The same, but spares a token that fewer requests have used: one by default. */
	expireUsedAccessTokens(uses?: number): void;
	expireRefreshTokens(): void;
	/** Returns the new client secret. */
	rotateSecret(): string;
	removeApp(): void;
	/** Adds a key or replaces the one with the same text. */
	setApiKey(key: ApiKey): void;
	/** Rows that an endpoint took, those too that were replaced, in order of arrival, of one shop or of all. */
	pushed(endpoint: PushEndpoint, shop?: string): PushedRow[];
	deletionRequests(): DeletionRequest[];
	/** The database itself; the tables are called `all_<name>`. */
	readonly database: DatabaseSync;
	/** Back to the start: settings, secret, keys, tokens, faults, quotas, log and stored rows. */
	reset(): void;
	/** Closes every connection, also those that wait for an answer, and frees the port. */
	close(): Promise<void>;
}

/** Starts a sandbox on 127.0.0.1. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	const {
		port = 0,
		clientSecret = CLIENT_SECRET,
		apiKeys = API_KEYS,
		seedEndDate = new Date().toISOString().slice(0, 10),
		database = ':memory:',
		https,
		...initial
	} = options;
	const settings: Settings = structuredClone(DEFAULT_SETTINGS);
	const service: Service = {
		settings,
		apiKeys: new Map(),
		oauth: new OAuth(settings, clientSecret),
		store: new Store(database, seedEndDate, settings),
		quotas: new Quotas(settings),
		faults: new Faults(),
		log: new RequestLog(settings),
		connectedProviders: new Set(),
	};
	const { oauth, store, faults, log } = service;

	function reset(): void {
		changeSettings(settings, { ...structuredClone(DEFAULT_SETTINGS), ...initial });
		oauth.clientSecret = clientSecret;
		oauth.removeApp();
		service.apiKeys.clear();
		for (const key of apiKeys) service.apiKeys.set(key.key, { ...key });
		service.connectedProviders.clear();
		service.quotas.clear();
		faults.clear();
		log.clear();
		store.clear();
	}

	reset();
	const tls = https === 'selfSigned' ? TEST_CERTIFICATE : (https ?? null);
	const app = createServer(service, reset, tls);
	try {
		await app.listen({ port, host: '127.0.0.1' });
	} catch (error) {
		store.close();
		throw error;
	}
	const { port: taken } = app.server.address() as AddressInfo;

	return {
		url: `${tls ? 'https' : 'http'}://127.0.0.1:${taken}`,
		clientId: CLIENT_ID,
		get clientSecret() {
			return oauth.clientSecret;
		},
		accountId: ACCOUNT_ID,
		get apiKeys() {
			return Object.fromEntries([...service.apiKeys.values()].map(({ name, key }) => [name, key]));
		},
		shops: SHOPS,
		settings,
		set: (changes) => changeSettings(settings, changes),
		log: log.entries,
		get droppedLogEntries() {
			return log.dropped;
		},
		requests: (endpoint) => log.of(endpoint),
		openRequests: (endpoint) => log.openOf(endpoint),
		clearLog: () => log.clear(),
		fail: (endpoint, ...sequence) => faults.script(endpoint, sequence),
		get pendingFaults() {
			return faults.pending;
		},
		chaos: (mix) => faults.chaos(mix),
		clearFaults: () => faults.clear(),
		issueTokens: (choice) => oauth.issueTokens(choice),
		expireAccessTokens: () => oauth.expireAccessTokens(),
		expireUsedAccessTokens: (uses) => oauth.expireUsedAccessTokens(uses),
		expireRefreshTokens: () => oauth.expireRefreshTokens(),
		rotateSecret: () => oauth.rotateSecret(),
		removeApp: () => oauth.removeApp(),
		setApiKey: (key) => void service.apiKeys.set(key.key, key),
		pushed: (endpoint, shop) => store.pushed(endpoint, shop),
		deletionRequests: () => store.deletionRequests(),
		database: store.database,
		reset,
		async close() {
			await app.close();
			store.close();
		},
	};
}
