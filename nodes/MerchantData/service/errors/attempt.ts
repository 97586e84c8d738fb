import type { NodeStream } from '../nodeStream';

/** What a request comes to: an answer, none, or not even a request. */

/** How a request without an answer ended. */
export type NoAnswerSituation =
	| 'notSendable'
	| 'neverOpened'
	| 'untrusted'
	| 'cancelled'
	| 'timedOut'
	| 'tooLarge'
	| 'undecodable'
	| 'answerLost';

/** How a request failed, as far as repeating it is concerned. `RETRY_POLICY` says what each is. */
export type FailedSituation =
	| NoAnswerSituation
	| 'saidNo'
	| 'redirected'
	| 'seeOther'
	| 'rateLimited'
	| 'brokenOnce'
	| 'gateway'
	| 'unavailable'
	| 'refused';

/** The service answered, with whatever status. */
export interface Answer {
	status: number;
	situation: 'accepted' | FailedSituation;
	headers: Record<string, string | undefined>;
	/** Secrets removed. Empty where the body was asked for as a stream. */
	text: string;
	/** Of a write that `saidNo`: what its body is or says, in place of a receipt. */
	odd?: string;
	/** Of a write that was accepted: nobody can read what it says. */
	isUndecodable?: boolean;
	/** UTF-8, secrets removed. Whoever reads it meets an error where it breaks or stalls. */
	stream?: NodeStream;
	/** Why no new access token could be had after this 401. */
	refreshFailure?: RefreshFailure;
}

/** No answer came, or none that could be read. */
export interface NoAnswer {
	/** The error code of Node.js, its TLS layer or n8n's HTTP client, such as ECONNRESET. */
	code: string;
	/** What failed, in their words. Secrets removed. */
	message: string;
	situation: NoAnswerSituation;
}

/** Why a request is not sent. */
export interface NotSent {
	reason: string;
	remedy: string;
}

/**
 * Why there is no new token: the token endpoint said no, so the account must be connected again, or
 * it failed in a way that may pass.
 */
export type RefreshFailure = 'refused' | 'failed';
