import { backoffMs, retryAfterMs } from '../../shared/waits';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../limiter/limiter';
import type { NodeStream } from '../nodeStream';
import type { NoAnswer, NotSent } from './noAnswer';

/**
 * What a request comes to, and what is done after each way in which it can end, as a table to hold
 * against the specification's "Errors" and "Limits". Nothing here sends or waits.
 */

/** What one try of a request comes to: an answer, none, or not even a request. */
export type Attempt = Answer | NoAnswer | NotSent;

/** The service answered, with whatever status. */
export interface Answer {
	status: number;
	situation: 'accepted' | keyof typeof RETRY_POLICY;
	headers: Record<string, string | undefined>;
	/** Secrets removed. Empty where the body was asked for as a stream. */
	text: string;
	/** Of a write that `saidNo`: what its body is or says, in place of a receipt. */
	odd?: string;
	/** UTF-8, secrets removed. Whoever reads it meets an error where it breaks or stalls. */
	stream?: NodeStream;
	/**
	 * Why there is no new access token after this 401: the token endpoint said no, so the account must be
	 * connected again, or it failed in a way that may pass.
	 */
	refreshFailure?: 'refused' | 'failed';
}

export type Outcome = 'accepted' | 'rejected' | 'unknown' | 'notSent';

export type FailedOutcome = Exclude<Outcome, 'accepted'>;

interface RetryRule {
	/** `ifRepeatable`: only where a second try cannot do harm (see the endpoint table). */
	repeat: 'always' | 'ifRepeatable' | 'never';
	/** Tries after the first. Where none stands here, *Max Wait* alone is the bound. */
	atMost?: number;
	/** What became of the data if this is how it stays. */
	outcome: FailedOutcome;
}

export const RETRY_POLICY = {
	/** What n8n, its HTTP client, TLS or a proxy refused to send, it would refuse again. */
	notSendable: { repeat: 'never', outcome: 'notSent' },
	/** Connection refused, no such host: the service received nothing. */
	neverOpened: { repeat: 'always', atMost: 5, outcome: 'notSent' },
	/** A certificate that is not trusted stays so. */
	untrusted: { repeat: 'never', outcome: 'notSent' },
	/** Given up when the execution was stopped. */
	cancelled: { repeat: 'never', outcome: 'unknown' },
	/** A slow request is slow again, and each try costs the service its work. */
	timedOut: { repeat: 'ifRepeatable', atMost: 1, outcome: 'unknown' },
	/** The answer would be as large the next time. */
	tooLarge: { repeat: 'never', outcome: 'unknown' },
	/** The next answer would be as hard to decode. */
	undecodable: { repeat: 'never', outcome: 'unknown' },
	/** A reset, or an answer that cannot be read: the service may have taken the request. */
	answerLost: { repeat: 'ifRepeatable', atMost: 5, outcome: 'unknown' },
	/** A 2xx whose body is a page or says that it failed: the one or the other is wrong. */
	saidNo: { repeat: 'never', outcome: 'unknown' },
	/** Redirects are not followed: they would carry the token to another address. */
	redirected: { repeat: 'never', outcome: 'rejected' },
	/** 303: "the outcome is told elsewhere" (RFC 9110, 15.4.4), so the request may have been acted on. */
	seeOther: { repeat: 'never', outcome: 'unknown' },
	/** "Every 429 carries header Retry-After"; nothing was done. Its limiter makes it wait. */
	rateLimited: { repeat: 'always', outcome: 'rejected' },
	/** 500, "retry once". */
	brokenOnce: { repeat: 'ifRepeatable', atMost: 1, outcome: 'unknown' },
	/** 502, 504: a gateway lost the answer of a service that may have done the work. */
	gateway: { repeat: 'ifRepeatable', atMost: 1, outcome: 'unknown' },
	/** 503: the service says that it did not do the work. */
	unavailable: { repeat: 'ifRepeatable', atMost: 1, outcome: 'rejected' },
	/** Every other status: the service refused it, and would again. */
	refused: { repeat: 'never', outcome: 'rejected' },
} satisfies Record<string, RetryRule>;

const BY_STATUS: Record<number, keyof typeof RETRY_POLICY> = {
	303: 'seeOther',
	// A proxy asks for a password before it passes anything on (RFC 9110, 15.5.8).
	407: 'notSendable',
	429: 'rateLimited',
	500: 'brokenOnce',
	502: 'gateway',
	503: 'unavailable',
	504: 'gateway',
};

export function situationOfStatus(status: number): Answer['situation'] {
	if (status >= 200 && status < 300) return 'accepted';
	const known = BY_STATUS[status];
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return 'redirected';
	return status > 500 ? 'gateway' : 'refused';
}

export function outcomeOf(situation: Answer['situation']): Outcome {
	return situation === 'accepted' ? 'accepted' : RETRY_POLICY[situation].outcome;
}

export interface RetryChoices {
	/** Repeat after a server error even where that may double the data. */
	retryServerErrors?: boolean;
	/** Where fewer tries are made after the first than the policy allows; a 429 is not counted. */
	mostRetries?: number;
}

/**
 * The one place that decides whether a request is sent again.
 * @returns milliseconds to wait first: what the service asks for, or a backoff (none after a 429, when the
 *   limiter makes it wait); undefined where it is not sent again
 */
export function repeatAfterMs(
	endpoint: Endpoint,
	{ retryServerErrors = false, mostRetries = Infinity }: RetryChoices,
	attempts: ReadonlyArray<Answer | NoAnswer>,
	leftMs: number,
): number | undefined {
	const last = attempts.at(-1)!;
	const { situation } = last;
	if (situation === 'accepted') return undefined;
	const { repeat, atMost }: RetryRule = RETRY_POLICY[situation];
	const isHarmless = endpoint.repeatable || ('status' in last && retryServerErrors);
	if (repeat === 'never' || (repeat === 'ifRepeatable' && !isHarmless)) return undefined;
	const alike = attempts.filter((each) => each.situation === situation);
	if (atMost !== undefined && alike.length > Math.min(atMost, mostRetries)) return undefined;
	const backoff = () => backoffMs(attempts.length - 1, Math.random());
	const waitMs = situation === 'rateLimited' ? 0 : (askedWaitMs(last) ?? backoff());
	return waitMs <= leftMs ? waitMs : undefined;
}

function askedWaitMs(attempt: Answer | NoAnswer): number | undefined {
	return 'status' in attempt ? retryAfterMs(attempt.headers['retry-after']) : undefined;
}

/** What tells a limiter that the service has too much to do; all other ways to end are just answers to it. */
const OVERLOADED: ReadonlyArray<Answer['situation']> = ['gateway', 'unavailable', 'timedOut'];

/** How a request ended, for its limiter. */
export function endedAs(attempt: Answer | NoAnswer): Ended {
	const { situation } = attempt;
	if (situation === 'rateLimited') return { as: situation, retryAfterMs: askedWaitMs(attempt) };
	return { as: OVERLOADED.includes(situation) ? 'overloaded' : 'other' };
}
