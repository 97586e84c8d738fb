/** The words of this room: a permit, what it may be spent on finding out, and why there is none. */

/**
 * Leave to send one request: the one object for it from the queue to its answer. Whoever gets it
 * releases it; the answer to its request releases it too.
 */
export interface Permit {
	/** Its place among the requests of its execution, which keeps it over its repetitions. */
	readonly order: number;
	/** When it was given, in ms. */
	readonly acquiredAt: number;
	/** When its request was sent; until then, when it was given. */
	at: number;
	/** When it was answered; Infinity while it is open. */
	endedAt: number;
	/** Of the body; 0 until the request is sent. */
	bytes: number;
	isSent: boolean;
	isHeld: boolean;
	/** Which limit its request tests, if any. */
	readonly probe: Probe | undefined;
	/** Whether it is the first after rate-limit headers said that nothing was left. */
	readonly endsHeaderLimit: boolean;
}

/**
 * The limit that one request tests: whether there is room already before the cool-down is over, whether
 * the refusals are over after it, whether one more may be in flight, or be sent in a window.
 */
export type Probe = 'early' | 'coolDown' | 'concurrency' | 'window';

/** Why a request gets no permit now. */
export interface Wait {
	/**
	 * `quota`: the service takes no more for now; `limit`: as many are in flight as it is known to
	 * accept; `bodies`: those in flight are as large as may be held in memory.
	 */
	for: 'quota' | 'limit' | 'bodies';
	/** When to ask again, in ms; Infinity where only an answer can change anything. */
	ms: number;
}

export const FULL: Wait = { for: 'limit', ms: Infinity };

export const isWait = (answer: Permit | Wait): answer is Wait => 'for' in answer;

/** Response headers as n8n gives them: names in lower case, repeated headers as lists. */
export type Headers = Readonly<Record<string, unknown>>;

/** How a request ended, as far as its limiter is concerned. */
export type Ended = {
	/** Rate-limit headers are read from here: they may lower what is sent. */
	headers?: Headers;
} & (
	| { as: 'accepted' }
	/** 429. @property retryAfterMs undefined where the service named no time */
	| { as: 'rateLimited'; retryAfterMs?: number }
	/** 502, 503, 504, or no answer in time. */
	| { as: 'overloaded' }
	| { as: 'other' }
);
