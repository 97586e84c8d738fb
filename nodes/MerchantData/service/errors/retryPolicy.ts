import { backoffMs, retryAfterMs } from '../../shared/waits';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../limiter/limiter';
import type { NodeStream } from '../nodeStream';
import type { Outcome, StatusRow } from './errorTable';
import type { NoAnswer, NotSent } from './noAnswer';

export type Attempt = Answer | NoAnswer | NotSent;
export type Answer = Accepted | FailedAnswer;
/** It went out, and was not accepted. */
export type FailedAttempt = FailedAnswer | NoAnswer;
export type Unaccepted = FailedAttempt | NotSent;

interface AnyAnswer {
	status: number;
	headers: Record<string, string | undefined>;
	/** Secrets removed. Empty if the body was asked for as a stream. */
	text: string;
}

export interface Accepted extends AnyAnswer {
	kind: 'accepted';
	/** UTF-8, secrets removed. It gives an error if it breaks or stalls. */
	stream?: NodeStream;
}

export interface FailedAnswer extends AnyAnswer {
	kind: 'failedAnswer';
	row: StatusRow;
	/** After a 2xx to a write: the sentence that its body is no receipt. */
	contradiction?: string;
	/** Of single rows of a write: the others may have been stored. */
	hasRowErrors?: boolean;
}

export const outcomeOf = (attempt: Attempt): Outcome =>
	attempt.kind === 'accepted' || attempt.kind === 'notSent' ? attempt.kind : attempt.row.outcome;

export interface RetryChoices {
	/** Repeat after a 5xx, even if that may double the data. */
	retryServerErrors?: boolean;
	/** Tries after the first, if the tables allow more; a 429 is not counted. */
	mostRetries?: number;
}

/** The wait before a request is sent again, if it is: what the service asks for, a backoff, or 0 after a 429. */
export function repeatAfterMs(
	{ repeatable }: Endpoint,
	{ retryServerErrors = false, mostRetries = Infinity }: RetryChoices,
	attempts: readonly FailedAttempt[],
	leftMs: number,
): number | undefined {
	const last = attempts.at(-1)!;
	const { repeat, atMost, load } = last.row;
	const isServerError = last.kind === 'failedAnswer' && last.status >= 500;
	const isHarmless = repeatable || (isServerError && retryServerErrors);
	if (repeat === undefined || (repeat === 'ifRepeatable' && !isHarmless)) return undefined;
	const alike = attempts.filter(({ row }) => row === last.row).length;
	if (atMost !== undefined && alike > Math.min(atMost, mostRetries)) return undefined;
	const backoff = backoffMs(attempts.length - 1, Math.random());
	const waitMs = load === 'rateLimited' ? 0 : (askedWaitMs(last) ?? backoff);
	return waitMs <= leftMs ? waitMs : undefined;
}

export function endedAs(attempt: Answer | NoAnswer): Ended {
	if (attempt.kind === 'accepted') return { as: 'other' };
	return { as: attempt.row.load ?? 'other', retryAfterMs: askedWaitMs(attempt) };
}

const askedWaitMs = (attempt: FailedAttempt): number | undefined =>
	attempt.kind === 'failedAnswer' ? retryAfterMs(attempt.headers['retry-after']) : undefined;
