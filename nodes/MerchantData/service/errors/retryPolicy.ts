import { backoffMs, retryAfterMs } from '../../lib/backoff';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../../lib/limiter';
import type { NodeStream } from '../nodeStream';
import type { Outcome, StatusRow } from './statusRow';
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
	/** Errors of single rows of a push: the other rows may have been stored. */
	rowErrors?: readonly unknown[];
}

export const outcomeOf = (attempt: Attempt): Outcome =>
	attempt.kind === 'accepted' || attempt.kind === 'notSent' ? attempt.kind : attempt.row.outcome;

export interface RetryChoices {
	/** Whether the service replaces rows that it has, so that a push may be repeated as a read is. */
	replaces?: boolean;
	/** Tries after the first, if the tables allow more; a 429 is not counted. */
	mostRetries?: number;
}

/** The first wait before a request is sent again, if the service names none. */
const FIRST_WAIT_MS = 2_000;
/** How often a request is repeated in all after failures that may have cost the service its work. */
const MOST_COSTLY = 3;

/** The wait before a request is sent again, if it is: what the service asks for, a backoff, or 0 after a 429. */
export function repeatAfterMs(
	{ repeatable }: Endpoint,
	{ replaces = false, mostRetries = Infinity }: RetryChoices,
	attempts: readonly FailedAttempt[],
	leftMs: number,
): number | undefined {
	const last = attempts.at(-1)!;
	const { repeat, atMost, load } = last.row;
	const isSafe = repeatable || replaces;
	if (repeat === undefined || (repeat === 'ifRepeatable' && !isSafe)) return undefined;
	const alike = attempts.filter(({ row }) => row === last.row).length;
	if (atMost !== undefined && alike > Math.min(atMost, mostRetries)) return undefined;
	const costly = attempts.filter(({ row }) => row.repeat === 'ifRepeatable').length;
	if (costly > MOST_COSTLY) return undefined;
	const waits = attempts.filter(({ row }) => row.load !== 'rateLimited').length;
	const backoff = backoffMs(FIRST_WAIT_MS, waits - 1, Math.random());
	const waitMs = load === 'rateLimited' ? 0 : (askedWaitMs(last) ?? backoff);
	return waitMs <= leftMs ? waitMs : undefined;
}

/** Statuses of rows that the service has looked at, and would have refused at an earlier attempt as well. */
const SAYS_OF_ROWS = [400, 413];

/**
 * The attempt that says what became of a request. Once a push may have arrived, later failures tell nothing about
 * it, unless the service looked at its rows again.
 * @returns undefined if none went out
 */
export function decisive(
	attempts: readonly FailedAttempt[],
	{ repeatable }: Endpoint,
): FailedAttempt | undefined {
	const last = attempts.at(-1);
	const isOfRows = last?.kind === 'failedAnswer' && SAYS_OF_ROWS.includes(last.status);
	if (repeatable || isOfRows) return last;
	return attempts.findLast(({ row }) => row.outcome === 'unknown') ?? last;
}

export function endedAs(attempt: Answer | NoAnswer): Ended {
	if (attempt.kind === 'accepted') return { as: 'other' };
	return { as: attempt.row.load ?? 'other', retryAfterMs: askedWaitMs(attempt) };
}

const askedWaitMs = (attempt: FailedAttempt): number | undefined =>
	attempt.kind === 'failedAnswer' ? retryAfterMs(attempt.headers['retry-after']) : undefined;
