import type { IncomingHttpHeaders } from 'node:http';
import type { LoggedEndpoint } from './literals.mts';

/** One request as the service saw it. */
export interface LogEntry {
	/** Running number; also the `request_id` of the rows that the request stored. */
	id: number;
	/** Milliseconds since the epoch at which the request arrived. */
	time: number;
	endpoint: LoggedEndpoint;
	/** How many requests of the endpoint had no answer yet when it arrived, itself included. */
	open: number;
	query: Record<string, string | string[] | undefined>;
	/** Headers as received, with the credential in full: these are development values. */
	headers: IncomingHttpHeaders;
	/** The parsed body. Without `logRows`, a push's `data` is left out. */
	body: unknown;
	/** A JSON body as it came over the wire; empty without `logRows`. */
	text: string;
	bytes: number;
	rows: number | null;
	grantType: string | null;
	/** The status answered; null when no answer was given (yet). */
	status: number | null;
	/** The fault that was applied, by name or as JSON. */
	fault: string | null;
	/** From arrival to answer; null while there is none. */
	durationMs: number | null;
}

/** The log keeps this many of the latest requests. */
const MOST_ENTRIES = 10_000;

export class RequestLog {
	readonly entries: LogEntry[] = [];
	/** Per endpoint; it outlives a clear. */
	readonly #open = new Map<LoggedEndpoint, number>();
	#lastId = 0;

	openOf(endpoint: LoggedEndpoint): number {
		return this.#open.get(endpoint) ?? 0;
	}

	/** Notes that a request has ended, whether or not it was answered. */
	close({ endpoint }: LogEntry): void {
		this.#open.set(endpoint, this.openOf(endpoint) - 1);
	}

	add(entry: Omit<LogEntry, 'id' | 'open'>): LogEntry {
		const open = this.openOf(entry.endpoint) + 1;
		this.#open.set(entry.endpoint, open);
		const added = { id: ++this.#lastId, open, ...entry };
		this.entries.push(added);
		if (this.entries.length > MOST_ENTRIES) this.entries.shift();
		return added;
	}

	of(endpoint: LoggedEndpoint): LogEntry[] {
		return this.entries.filter((entry) => entry.endpoint === endpoint);
	}

	clear(): void {
		this.entries.length = 0;
	}
}
