import type { IncomingHttpHeaders } from 'node:http';
import type { LoggedEndpoint } from './literals.mts';
import type { Settings } from './settings.mts';

/** One request as the service saw it. */
export interface LogEntry {
	/** Running number; also the `request_id` of the rows that the request stored. */
	id: number;
	/** Milliseconds since the epoch at which the request arrived. */
	time: number;
	endpoint: LoggedEndpoint;
	/** How many requests of the endpoint had no answer yet when it arrived, itself included. */
	open: number;
	method: string;
	path: string;
	query: Record<string, string | string[] | undefined>;
	/** Headers as received, with the credential in full: these are development values. */
	headers: IncomingHttpHeaders;
	/** The parsed body. Without `logRows`, a push's `data` is left out. */
	body: unknown;
	/** A JSON body as it came over the wire; empty without `logRows`. */
	text: string;
	/** Length of the body in bytes. */
	bytes: number;
	/** Rows in a push. */
	rows: number | null;
	/** `key:<name>` or `token:<number of issue>`; null when the credential is not known. */
	credential: string | null;
	/** Of a token call. */
	grantType: string | null;
	/** The status answered; null when no answer was given (yet). */
	status: number | null;
	/** The fault that was applied, by name or as JSON. */
	fault: string | null;
	/** From arrival to answer; null while there is none. */
	durationMs: number | null;
}

/** The log of received requests, in order of arrival, bounded by `logLimit`. */
export class RequestLog {
	readonly entries: LogEntry[] = [];
	/** How many entries were dropped because of `logLimit` since the last clear. */
	dropped = 0;
	readonly #settings: Settings;
	/** Per endpoint; it outlives a clear. */
	readonly #open = new Map<LoggedEndpoint, number>();
	#lastId = 0;

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	/** How many requests of an endpoint have no answer yet. */
	openOf(endpoint: LoggedEndpoint): number {
		return this.#open.get(endpoint) ?? 0;
	}

	/** Notes that a request has ended, whether or not it was answered. */
	close({ endpoint }: LogEntry): void {
		this.#open.set(endpoint, this.openOf(endpoint) - 1);
	}

	/** Adds an entry for a request that is open, and gives it its number. */
	add(entry: Omit<LogEntry, 'id' | 'open'>): LogEntry {
		const open = this.openOf(entry.endpoint) + 1;
		this.#open.set(entry.endpoint, open);
		const added = { id: ++this.#lastId, open, ...entry };
		this.entries.push(added);
		const excess = this.entries.length - this.#settings.logLimit;
		if (excess > 0) {
			this.entries.splice(0, excess);
			this.dropped += excess;
		}
		return added;
	}

	/** The entries of one endpoint, or all. */
	of(endpoint?: LoggedEndpoint): LogEntry[] {
		return this.entries.filter((entry) => endpoint === undefined || entry.endpoint === endpoint);
	}

	/** Forgets all entries; numbers go on. */
	clear(): void {
		this.entries.length = 0;
		this.dropped = 0;
	}
}
