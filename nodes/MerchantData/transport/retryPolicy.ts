/**
 * What is done after each way in which a request can end, as a table to hold against the
 * specification's "Errors" and "Limits". Nothing here sends or waits.
 */

/** How a request ended, as far as repeating it is concerned. */
export type Situation =
	| 'accepted'
	| 'neverOpened'
	| 'untrusted'
	| 'answerLost'
	| 'redirected'
	| 'rateLimited'
	| 'brokenOnce'
	| 'gateway'
	| 'unavailable'
	| 'refused';

/** What became of the data that a failed request carried. */
export type Outcome = 'rejected' | 'unknown' | 'notSent';

export interface RetryRule {
	/** `ifRepeatable`: only where a second try cannot do harm (see the endpoint table). */
	repeat: 'always' | 'ifRepeatable' | 'never';
	/** Tries after the first, where that is fewer than the user's Max Retries. */
	atMost?: number;
	/** What became of the data if this is how it stays. */
	outcome: Outcome;
}

export const RETRY_POLICY: Record<Exclude<Situation, 'accepted'>, RetryRule> = {
	/** Connection refused, no such host: the service received nothing. */
	neverOpened: { repeat: 'always', outcome: 'notSent' },
	/** A certificate that is not trusted stays so. */
	untrusted: { repeat: 'never', outcome: 'notSent' },
	/** Timeout or reset: the service may have taken the request. */
	answerLost: { repeat: 'ifRepeatable', outcome: 'unknown' },
	/** Redirects are not followed: they would carry the token to another address. */
	redirected: { repeat: 'never', outcome: 'rejected' },
	/** "Every 429 carries header Retry-After"; nothing was done. */
	rateLimited: { repeat: 'always', outcome: 'rejected' },
	/** 500, "retry once". */
	brokenOnce: { repeat: 'ifRepeatable', atMost: 1, outcome: 'unknown' },
	/** 502, 504: a gateway lost the answer of a service that may have done the work. */
	gateway: { repeat: 'ifRepeatable', atMost: 1, outcome: 'unknown' },
	/** 503: the service says that it did not do the work. */
	unavailable: { repeat: 'ifRepeatable', atMost: 1, outcome: 'rejected' },
	/** Every other status: the service said no, and would again. */
	refused: { repeat: 'never', outcome: 'rejected' },
};

const BY_STATUS: Record<number, Situation> = {
	429: 'rateLimited',
	500: 'brokenOnce',
	502: 'gateway',
	503: 'unavailable',
	504: 'gateway',
};

/** @param status the HTTP status of an answer */
export function situationOfStatus(status: number): Situation {
	if (status >= 200 && status < 300) return 'accepted';
	if (status >= 300 && status < 400) return 'redirected';
	return BY_STATUS[status] ?? (status > 500 ? 'gateway' : 'refused');
}

const NEVER_OPENED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/;
/** Refused by us while the connection is set up; an alert of the service may come after the request. */
const UNTRUSTED =
	/^(?!.*_ALERT_).*(CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|INVALID_CA)/;

/**
 * The situation after a request that got no answer. What is not known to have stayed unsent counts
 * as lost, because repeating a push that did arrive doubles its rows.
 * @param code the error code of Node.js or of its TLS layer
 */
export function situationOfErrorCode(code: string): 'neverOpened' | 'untrusted' | 'answerLost' {
	if (NEVER_OPENED.test(code)) return 'neverOpened';
	if (UNTRUSTED.test(code)) return 'untrusted';
	return 'answerLost';
}

const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/**
 * Exponential backoff with jitter, in milliseconds: at least half of 1 s, 2 s, 4 s … up to 60 s.
 * @param repeat 0 for the wait before the first repetition
 * @param random a number from 0 to 1
 */
export function backoffMs(repeat: number, random: number): number {
	const full = Math.min(FIRST_BACKOFF_MS * 2 ** repeat, LONGEST_BACKOFF_MS);
	return Math.round(full * (0.5 + random / 2));
}

/**
 * How long a `Retry-After` header asks to wait, in milliseconds, or undefined where it says nothing
 * usable. Seconds as specified ("Limits"), or an HTTP date as HTTP allows, which is held against
 * the answer's own `Date` so that the two clocks need not agree.
 */
export function retryAfterMs(
	retryAfter: string | undefined,
	date: string | undefined,
	now: number,
): number | undefined {
	const value = retryAfter?.trim();
	if (!value) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
	// Date.parse takes a bare number for a year.
	const until = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
	if (Number.isNaN(until)) return undefined;
	const serverNow = date === undefined ? Number.NaN : Date.parse(date);
	return Math.max(0, until - (Number.isNaN(serverNow) ? now : serverNow));
}
