import { ApiError, errorAnswer, faultMessage } from './errors.mts';
import { type Endpoint, PATHS } from './literals.mts';
import type { OAuth } from './oauth.mts';
import { retryAfter } from './quotas.mts';
import { hash, pick, random } from './random.mts';
import type { Answer } from './service.mts';
import type { SpoiltBody } from './spoiltBody.mts';

/** What is done to one request. Without `status` and `connection` the request is answered. */
export interface Fault {
	/** What happens to the grant before the request is looked at. */
	state?: keyof OAuth &
		('expireAccessTokens' | 'expireRefreshTokens' | 'rotateSecret' | 'removeApp');
	delayMs?: number;
	/** The request is carried out (rows are stored) before its answer is spoiled. */
	taken?: boolean;
	/** `reset` closes the connection without an answer; `silent` leaves it open for ever. */
	connection?: 'reset' | 'silent';
	spoiltBody?: SpoiltBody;
	/** Answered instead of the true status, with `headers` and `body`. */
	status?: number;
	headers?: Record<string, string>;
	body?: unknown;
	/** The body repeats the request, its credential included, in every form a careless service may. */
	echo?: true | 'asRows';
}

/** Where redirects lead: no endpoint, but the log tells whether a client followed, and what it sent. */
export const ELSEWHERE = '/_sandbox/elsewhere';

export const NAMED_FAULTS = {
	ok: {},
	reset: { connection: 'reset' },
	lostAnswer: { connection: 'reset', taken: true },
	timeout: { connection: 'silent' },
	lostTimeout: { connection: 'silent', taken: true },
	stalledBody: { spoiltBody: 'stalls' },
	trickledBody: { spoiltBody: 'trickles' },
	redirect: { status: 302, headers: { location: ELSEWHERE } },
	queryTimeout: {
		status: 400,
		body: { success: false, message: 'Query timeout: it ran for 60 seconds' },
	},
	expireToken: { state: 'expireAccessTokens' },
	deadRefreshTokens: { state: 'expireRefreshTokens' },
	rotateSecret: { state: 'rotateSecret' },
	removeApp: { state: 'removeApp' },
} as const satisfies Record<string, Fault>;

/** A status, a name, or the fault itself. */
export type FaultLike = number | keyof typeof NAMED_FAULTS | Fault;

/** Faults by chance on some endpoints. The same seed gives the same faults in the same order. */
export interface Chaos {
	endpoints: Endpoint[];
	/** From 0 (never) to 1 (each request). */
	probability: number;
	/** One of these is drawn for each request that is hit. */
	faults: FaultLike[];
	seed?: number;
}

type LabelledFault = Fault & { label: string };

export class Faults {
	readonly #scripts = new Map<Endpoint, LabelledFault[]>();
	readonly #chaos = new Map<Endpoint, () => LabelledFault | undefined>();

	/** Appends faults for the next requests of an endpoint, one each, in this order. */
	script(endpoint: Endpoint, faults: FaultLike[]): void {
		requireEndpoint(endpoint);
		const script = this.#scripts.get(endpoint) ?? [];
		this.#scripts.set(endpoint, [...script, ...faults.map(labelled)]);
	}

	/** Replaces the faults by chance of the endpoints. Scripted faults come first. */
	chaos({ endpoints, probability, faults, seed = 1 }: Chaos): void {
		const choice = faults.map(labelled);
		for (const endpoint of endpoints) {
			requireEndpoint(endpoint);
			// A generator per endpoint: requests to one do not change the faults of another.
			const next = random(seed ^ hash(endpoint));
			this.#chaos.set(endpoint, () => (next() < probability ? pick(choice, next) : undefined));
		}
	}

	clear(): void {
		this.#scripts.clear();
		this.#chaos.clear();
	}

	get pending(): number {
		return [...this.#scripts.values()].reduce((sum, script) => sum + script.length, 0);
	}

	/** The scripted faults that wait for the next requests of an endpoint, by name or as JSON. */
	pendingOf(endpoint: Endpoint): string[] {
		return (this.#scripts.get(endpoint) ?? []).map(({ label }) => label);
	}

	next(endpoint: Endpoint): LabelledFault | undefined {
		return this.#scripts.get(endpoint)?.shift() ?? this.#chaos.get(endpoint)?.();
	}
}

/** The answer of a fault that has a status. A bare 429 carries `Retry-After`, as the spec says. */
export function faultAnswer(fault: Fault & { status: number }, request: unknown): Answer {
	const { status } = fault;
	const headers = { ...(status === 429 ? retryAfter(1_000) : {}), ...fault.headers };
	if (fault.echo) {
		const row = { message: echo(request) };
		return { status, headers, body: fault.echo === 'asRows' ? [row] : row };
	}
	if ('body' in fault || status < 400) return { status, headers, body: fault.body };
	return errorAnswer(new ApiError(status, faultMessage(status), headers));
}

/** Plain, URL-encoded, JSON in JSON, and base64: of the whole and of each value. */
function echo(request: unknown): string {
	const plain = JSON.stringify(request);
	const values = Object.values(request as Record<string, Record<string, unknown>>)
		.flatMap((part) => Object.values(part ?? {}))
		.map(String);
	const forms = [plain, ...values].map((text) => [
		text,
		encodeURIComponent(text),
		JSON.stringify(text),
		Buffer.from(text).toString('base64'),
	]);
	return `You sent ${forms.flat().join(' ')}`;
}

/** A misspelt name would script a fault that no request ever meets. */
function requireEndpoint(endpoint: string): void {
	if (!(endpoint in PATHS)) throw new Error(`The sandbox has no endpoint "${endpoint}"`);
}

function labelled(fault: FaultLike): LabelledFault {
	if (typeof fault === 'number') return { status: fault, label: String(fault) };
	if (typeof fault === 'object') return { ...fault, label: JSON.stringify(fault) };
	if (!(fault in NAMED_FAULTS)) throw new Error(`The sandbox has no fault "${String(fault)}"`);
	return { ...NAMED_FAULTS[fault], label: fault };
}
