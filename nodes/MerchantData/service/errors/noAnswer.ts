import type { Redactor } from '../redaction/redact';
import type { NoAnswer, NoAnswerSituation } from './attempt';

/** What an error says, as far as it is read. Nothing else of it leaves here: it may hold secrets. */
interface ErrorLike {
	code?: unknown;
	/** n8n's NodeApiError keeps the code here on 1.x, where it has no cause. */
	httpCode?: unknown;
	message?: unknown;
	/** What n8n's NodeApiError said before a friendlier text took its place. */
	messages?: unknown[];
	cause?: ErrorLike;
	/** One for each address that was tried, of an AggregateError. */
	errors?: ErrorLike[];
}

/**
 * How errors are told apart, from the first that fits: by code, or by the words of n8n and Node.js
 * where there is none. Measured on both host lines. What is not known to have stayed unsent counts as
 * lost, because repeating a push that did arrive doubles its rows.
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

/** Deeper than n8n, axios and Node.js together; an error may wrap itself. */
const DEEPEST = 9;

/** @param error what n8n threw instead of an answer */
export function readError(error: unknown, redactor: Redactor): NoAnswer {
	const layers = layersOf((error ?? {}) as ErrorLike);
	const code = firstText(layers.flatMap(({ code, httpCode }) => [code, httpCode])) ?? 'UNKNOWN';
	const said = firstText(layers.flatMap(({ messages = [], message }) => [...messages, message]));
	const message = redactor.redact(said?.trim() ?? '');
	const [situation] = ERRORS.find(([, pattern]) => pattern.test(`${code}: ${message}`)) ?? [];
	return { code, message, situation: situation ?? 'answerLost' };
}

/** An error and what it wraps, innermost first. */
function layersOf(error: ErrorLike, depth = 0): ErrorLike[] {
	const { cause, errors = [] } = error;
	const inner = cause && depth < DEEPEST ? layersOf(cause, depth + 1) : [];
	return [...inner, error, ...errors];
}

function firstText(candidates: unknown[]): string | undefined {
	return candidates.find((each): each is string => typeof each === 'string' && each !== '');
}
