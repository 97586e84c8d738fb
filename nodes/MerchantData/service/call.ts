import { answerValue, contradictionIn } from './answers/goodAnswer';
import { BadAnswer, problemText } from './answers/serverText';
import type { FailedOutcome, Outcome } from './errors/errorTable';
import type { NotSent } from './errors/noAnswer';
import type { Accepted, FailedAnswer, RetryChoices } from './errors/retryPolicy';
import type { RequestDetails, ServiceError } from './errors/serviceError';
import type { HttpRequest } from './http/http';
import type { Permit } from './limiter/queue';

export interface Call extends RetryChoices, HttpRequest, RequestDetails {
	/** What `client.permits` gave; without it the request waits for a permit of its own. */
	permit?: Permission;
	/** Outlives the process that sends the request. */
	sending?: Sending;
}

export type Permission = Permit | NotSent;

export interface Sending {
	state: 'inFlight' | Outcome;
}

/** Once nobody knows whether it has arrived, only success or its end changes that. */
export function note(sending: Sending | undefined, state: Sending['state'], isEnd = false): void {
	const isOpen = isEnd || state === 'accepted' || sending?.state !== 'unknown';
	if (sending && isOpen) sending.state = state;
}

export interface Failure {
	outcome: FailedOutcome;
	status: number | null;
	error: ServiceError;
	answer?: FailedAnswer;
}

export type Result = { outcome: 'accepted'; answer: Accepted } | Failure;

/** @throws ServiceError if the request was not accepted */
export function acceptedAnswer(result: Result): Accepted {
	if (result.outcome === 'accepted') return result.answer;
	throw result.error;
}

/** @throws ServiceError if the request was not accepted; BadAnswer if the answer has a problem */
export function acceptedValue(result: Result, problemIn = contradictionIn): unknown {
	const { text } = acceptedAnswer(result);
	const value = answerValue(text);
	const problem = problemIn(value);
	if (problem !== undefined) throw new BadAnswer(problemText(problem, text), CHECK_ADDRESS);
	return value;
}

const CHECK_ADDRESS = 'Check the base URL in the credential, and your account at the service.';
