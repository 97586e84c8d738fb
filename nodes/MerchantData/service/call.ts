import { answerValue, contradictionIn } from './answers/goodAnswer';
import { BadAnswer, problemText } from './answers/serverText';
import type { FailedOutcome, Outcome } from './errors/statusRow';
import type { NotSent } from './errors/noAnswer';
import type { Accepted, FailedAnswer } from './errors/retryPolicy';
import type { RequestDetails, ServiceError } from './errors/serviceError';
import type { HttpRequest } from './http/http';
import type { Permit } from '../lib/permits';

export interface Call extends HttpRequest, RequestDetails {
	/** A permit from `client.permits`. Without it, the request waits for a permit of its own. */
	permit?: Permission;
	sending?: Sending;
}

export type Permission = Permit | NotSent;

/** Records how far a request has come, for longer than the process that sends it. */
export interface Sending {
	/** An attempt begins, or ends. */
	attempt(state: 'inFlight' | Outcome): void;
	/** No attempt follows. */
	end(outcome: FailedOutcome): void;
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
	if (problem !== undefined)
		throw new BadAnswer('service.contradiction', problemText(problem, text), CHECK_ADDRESS);
	return value;
}

const CHECK_ADDRESS = 'Check the base URL in the credential, and your account at the service.';
