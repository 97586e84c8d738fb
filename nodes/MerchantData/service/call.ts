import { answerValue, oddity } from './answers/goodAnswer';
import { BadAnswer, oddText } from './answers/serverText';
import type { NotSent } from './errors/noAnswer';
import type { Answer, FailedOutcome, Outcome, RetryChoices } from './errors/retryPolicy';
import type { ServiceError } from './errors/serviceError';
import type { HttpRequest } from './http/http';
import type { Permit } from './limiter/queue';

/** What an operation asks of the client, and what it gets. */

export interface Call extends RetryChoices, HttpRequest {
	/** What `client.permits` gave; without it the request waits for a permit of its own. */
	permit?: Permission;
	shop?: string;
	itemIndex?: number;
	/** The payload without secrets and personal data, for the support of the service. */
	supportPayload?: () => string;
	/** Where it is noted how the request stands: it outlives the process that sends it. */
	sending?: Sending;
}

export interface Sending {
	state: 'inFlight' | Outcome;
}

/** Notes how a request stands. Once nobody knows whether it has arrived, only success changes that. */
export function note(sending: Sending | undefined, state: Sending['state']): void {
	if (sending && (sending.state !== 'unknown' || state === 'accepted')) sending.state = state;
}

export type Permission = Permit | NotSent;

export interface Failure {
	outcome: FailedOutcome;
	/** The HTTP status, or null where there was no answer. */
	status: number | null;
	error: ServiceError;
	answer?: Answer;
}

/** How a request ended. The answer to an accepted one is always 2xx. */
export type Result = { outcome: 'accepted'; answer: Answer } | Failure;

/** The answer to an accepted request. @throws ServiceError where it was not accepted */
export function acceptedAnswer(result: Result): Answer {
	if (result.outcome === 'accepted') return result.answer;
	throw result.error;
}

/**
 * The value of the answer to an accepted request.
 * @param whyNot says why a good status does not count
 * @throws ServiceError where it was not accepted; BadAnswer where the status is good, but the answer says no
 */
export function acceptedValue(result: Result, whyNot = oddity): unknown {
	const { text } = acceptedAnswer(result);
	const value = answerValue(text);
	const odd = whyNot(value);
	if (odd !== undefined) throw new BadAnswer(oddText(odd, text), CHECK_ADDRESS);
	return value;
}

const CHECK_ADDRESS = 'Check the base URL in the credential, and your account at the service.';
