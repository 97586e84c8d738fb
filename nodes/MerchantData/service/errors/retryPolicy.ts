import { backoffMs, retryAfterMs } from '../../lib/backoff';
import type { Endpoint } from '../endpoints';
import type { Ended } from '../../lib/limiter';
import type { NodeStream } from '../nodeStream';
import type { Outcome, StatusRow } from './statusRow';
import type { NoAnswer, NotSent } from './noAnswer';

export type Attempt = Answer | NoAnswer | NotSent;
export type Answer = Accepted | FailedAnswer;
/** It was sent, and not accepted. */
export type FailedAttempt = FailedAnswer | NoAnswer;
export type Unaccepted = FailedAttempt | NotSent;

interface AnyAnswer {
	status: number;
	headers: Record<string, string | undefined>;
	/** Without secrets. Empty if the body is a stream. */
	text: string;
}

export interface Accepted extends AnyAnswer {
	kind: 'accepted';
	/** UTF-8 without secrets. It ends in an error if the connection breaks or stalls. */
	stream?: NodeStream;
}

export interface FailedAnswer extends AnyAnswer {
	kind: 'failedAnswer';
	row: StatusRow;
	/** After a 2xx to a write, the sentence that its body is not a receipt. */
	contradiction?: string;
	/** Errors of single rows of a push: the other rows may have been stored. */
	rowErrors?: readonly unknown[];
}

export const outcomeOf = (attempt: Attempt): Outcome =>
	attempt.kind === 'accepted' || attempt.kind === 'notSent' ? attempt.kind : attempt.row.outcome;

/** The first wait before a request is sent again, if the service names none. */
const FIRST_WAIT_MS = 2_000;
/** Most repetitions of a request after failures that may have cost the service its work. */
const MOST_COSTLY = 3;

/** The wait before a request is repeated: what the service requests, a backoff, or 0 after a 429. Undefined if it is not. */
export function repeatAfterMs(
	{ repeatable }: Endpoint,
	{ replaces = false }: { replaces?: boolean },
	attempts: readonly FailedAttempt[],
	leftMs: number,
): number | undefined {
	const last = attempts.at(-1)!;
	const { repeat, atMost = Infinity, load } = last.row;
	const isSafe = repeatable || replaces;
	if (repeat === undefined || (repeat === 'ifRepeatable' && !isSafe)) return undefined;
	const alike = attempts.filter(({ row }) => row === last.row).length;
	const costly = attempts.filter(({ row }) => row.repeat === 'ifRepeatable').length;
	if (alike > atMost || costly > MOST_COSTLY) return undefined;
	const waits = attempts.filter(({ row }) => row.load !== 'rateLimited').length;
	const backoff = backoffMs(FIRST_WAIT_MS, waits - 1, Math.random());
	const waitMs = load === 'rateLimited' ? 0 : (askedWaitMs(last) ?? backoff);
	return waitMs <= leftMs ? waitMs : undefined;
}

/** Statuses that say that the service has read the rows, and would have refused them earlier, too. */
const SAYS_OF_ROWS = [400, 413];

/**
 * The attempt that decides the outcome of a request; undefined if none was sent. Once a push may have arrived, later
 * failures tell nothing about it, unless the service has read its rows again.
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
