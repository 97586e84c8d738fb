/**
 * What is done after each way in which a request can end, as a table to hold against the
 * specification's "Errors" and "Limits". Nothing here sends or waits.
 */

/** How a request without an answer ended, as far as repeating it is concerned. */
export type NoAnswerSituation =
	| 'notSendable'
	| 'neverOpened'
	| 'untrusted'
	| 'cancelled'
	| 'timedOut'
	| 'tooLarge'
	| 'undecodable'
	| 'answerLost';

/** How a request ended, as far as repeating it is concerned. */
export type Situation =
	| NoAnswerSituation
	| 'accepted'
	| 'saidNo'
	| 'redirected'
	| 'seeOther'
	| 'rateLimited'
	| 'brokenOnce'
	| 'gateway'
	| 'unavailable'
	| 'refused';

export type FailedSituation = Exclude<Situation, 'accepted'>;

/** What became of the data that a request carried. */
export type Outcome = 'accepted' | 'rejected' | 'unknown' | 'notSent';

export type FailedOutcome = Exclude<Outcome, 'accepted'>;

export interface RetryRule {
	/** `ifRepeatable`: only where a second try cannot do harm (see the endpoint table). */
	repeat: 'always' | 'ifRepeatable' | 'never';
	/** Tries after the first. Where none stands here, *Max Wait* alone is the bound. */
	atMost?: number;
	/** What became of the data if this is how it stays. */
	outcome: FailedOutcome;
}

export const RETRY_POLICY: Record<FailedSituation, RetryRule> = {
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
};

const BY_STATUS: Record<number, Situation> = {
	303: 'seeOther',
	// A proxy asks for a password before it passes anything on (RFC 9110, 15.5.8).
	407: 'notSendable',
	429: 'rateLimited',
	500: 'brokenOnce',
	502: 'gateway',
	503: 'unavailable',
	504: 'gateway',
};

/** @param status the HTTP status of an answer */
export function situationOfStatus(status: number): Situation {
	if (status >= 200 && status < 300) return 'accepted';
	const known = BY_STATUS[status];
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return 'redirected';
	return status > 500 ? 'gateway' : 'refused';
}

/**
 * How errors are told apart, from the first that fits: by code, or by the words of n8n and Node.js
 * where there is none. Measured on both host lines.
 */
const ERRORS: ReadonlyArray<[situation: NoAnswerSituation, error: RegExp]> = [
	// Before n8n's HTTP client opens a connection.
	[
		'notSendable',
		/^(ERR_INVALID_(URL|CHAR|PROTOCOL|HTTP_TOKEN)|ERR_UNESCAPED_CHARACTERS|ERR_SOCKET_BAD_PORT|ERR_FR_MAX_BODY_LENGTH_EXCEEDED):/,
	],
	['notSendable', /^ERR_BAD_REQUEST: (Unsupported protocol|Request body larger than)/],
	// n8n's protection against requests to forbidden places, and credentials that sign nothing.
	[
		'notSendable',
		/^UNKNOWN: (The request was blocked because|Domain not allowed|Cannot determine the host|Unable to sign without|OAuth credentials not connected)/,
	],
	// TLS could not even write the request: the other side speaks none, or another version.
	['notSendable', /^EPROTO: write EPROTO/],
	['neverOpened', /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL):/],
	['neverOpened', /^E[A-Z_]+: (connect|getaddrinfo) E/],
	['neverOpened', /: Client network socket disconnected before secure TLS connection/],
	// A proxy that gave no answer, or none that can be read, when it was asked for the way to the service.
	['neverOpened', /^UNKNOWN: (Proxy connection|No header|Invalid header) .*CONNECT response/],
	// Refused by us while the connection is set up; an alert of the service may come after the request.
	[
		'untrusted',
		/^(?!\w*_ALERT_)\w*(CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|INVALID_CA)/,
	],
	['cancelled', /^ERR_CANCELED:/],
	['timedOut', /^(ETIMEDOUT|ECONNABORTED):/],
	['undecodable', /^(not [\w-]+|unknown charset):/],
	[
		'tooLarge',
		/^ERR_STRING_TOO_LONG:|: (Cannot create a string longer than|maxContentLength size)/,
	],
];

/**
 * The situation after a request that got no answer. What is not known to have stayed unsent counts
 * as lost, because repeating a push that did arrive doubles its rows.
 * @param code the error code of Node.js, of its TLS layer or of n8n's HTTP client; UNKNOWN for none
 * @param message what the error says
 */
export function situationOfErrorCode(code: string, message = ''): NoAnswerSituation {
	const error = `${code}: ${message}`;
	return ERRORS.find(([, pattern]) => pattern.test(error))?.[0] ?? 'answerLost';
}
