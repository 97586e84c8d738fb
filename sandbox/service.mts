import type { IncomingHttpHeaders } from 'node:http';
import type { Faults } from './faults.mts';
import type { ApiKey, Endpoint } from './literals.mts';
import type { LogEntry, RequestLog } from './log.mts';
import type { OAuth } from './oauth.mts';
import type { Quotas } from './quotas.mts';
import type { Settings } from './settings.mts';
import type { Store } from './store.mts';

export interface Service {
	settings: Settings;
	apiKeys: Map<string, ApiKey>;
	oauth: OAuth;
	store: Store;
	quotas: Quotas;
	faults: Faults;
	log: RequestLog;
	/** Ends what a request waits for when the sandbox closes. */
	closing: AbortController;
}

export interface Received {
	entry: LogEntry;
	endpoint: Endpoint;
	query: Record<string, string | undefined>;
	headers: IncomingHttpHeaders;
	/** The parsed JSON or form; undefined when there was none. */
	body: unknown;
}

/** What is answered. A string body is sent as it is, anything else as JSON. */
export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body?: unknown;
}

/** One endpoint. The handler throws `ApiError` for the rows of the spec's error table. */
export interface Route {
	endpoint: Endpoint;
	method: 'GET' | 'POST';
	handle: (received: Received, service: Service) => Answer | Promise<Answer>;
}
