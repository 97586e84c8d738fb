import type { TurnedAway } from '../limiter/queue';
import type { Redactor } from '../redaction/redact';

/** Requests that got no answer, or were not sent: why, and what to do about it. */

export const UNDECODABLE =
	'Its bytes are no text in the charset that it names, or in UTF-8 where it names none. Have whoever runs the service correct that, or ask for less, to find the value that is wrong.';

/** What follows "The service", and what to do. */
interface NoAnswerRow {
	errors: readonly RegExp[];
	text: string;
	remedy: string;
	/** Of a request that changes nothing, where that makes a difference. */
	remedyOfRead?: string;
}

const CHECK_THERE =
	'It is not known whether the service took the request. Check there before you send it again.';
const TRY_LATER =
	'The connection broke or timed out. Try again later, or raise "Timeout" in the options.';

/**
 * The kinds of errors, and what is said of each. The first that fits is taken: by code, or by the words of
 * n8n and Node.js where there is none. Measured on both host lines. What is not known to have stayed unsent
 * counts as lost, because repeating a push that did arrive doubles its rows.
 */
const NO_ANSWER = {
	notSendable: {
		errors: [
			// Before n8n's HTTP client opens a connection.
			/^(ERR_INVALID_(URL|CHAR|PROTOCOL|HTTP_TOKEN)|ERR_UNESCAPED_CHARACTERS|ERR_SOCKET_BAD_PORT|ERR_FR_MAX_BODY_LENGTH_EXCEEDED):/,
			/^ERR_BAD_REQUEST: (Unsupported protocol|Request body larger than)/,
			// n8n's protection against requests to forbidden places, and credentials that sign nothing.
			/^UNKNOWN: (The request was blocked because|Domain not allowed|Cannot determine the host|Unable to sign without|OAuth credentials not connected)/,
			// TLS could not even write the request: the other side speaks none, or another version.
			/^EPROTO: write EPROTO/,
		],
		text: 'could not be asked',
		remedy:
			'Nothing was sent. Check the base URL in the credential, and what n8n is allowed to connect to.',
	},
	neverOpened: {
		errors: [
			/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL):/,
			/^E[A-Z_]+: (connect|getaddrinfo) E/,
			/: Client network socket disconnected before secure TLS connection/,
			// A proxy that gave no answer, or none that can be read, when it was asked for the way to the service.
			/^UNKNOWN: (Proxy connection|No header|Invalid header) .*CONNECT response/,
		],
		text: 'could not be reached',
		remedy: 'Nothing was sent. Check the base URL in the credential and the network.',
	},
	untrusted: {
		// Refused by us while the connection is set up; an alert of the service may come after the request.
		errors: [
			/^(?!\w*_ALERT_)\w*(CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|INVALID_CA)/,
		],
		text: 'has a certificate that is not trusted',
		remedy:
			'Nothing was sent. Have the certificate corrected; "Ignore SSL Issues" in the credential is for test systems.',
	},
	cancelled: {
		errors: [/^ERR_CANCELED:/],
		text: 'was not waited for, because the execution was cancelled',
		remedy: '',
	},
	timedOut: {
		errors: [/^(ETIMEDOUT|ECONNABORTED):/],
		text: 'did not answer in time',
		remedy: `${CHECK_THERE} Where it is slow, raise "Timeout" in the options.`,
		remedyOfRead: TRY_LATER,
	},
	undecodable: {
		errors: [/^(not [\w-]+|unknown charset):/],
		text: 'gave an answer that cannot be decoded',
		remedy: UNDECODABLE,
	},
	tooLarge: {
		errors: [/^ERR_STRING_TOO_LONG:|: (Cannot create a string longer than|maxContentLength size)/],
		text: 'gave an answer that is too large for one text',
		remedy: 'Have it as a file, or split the query into shorter periods.',
	},
	answerLost: {
		/** All others. */
		errors: [/^/],
		text: 'did not answer',
		remedy: `The connection broke. ${CHECK_THERE}`,
		remedyOfRead: TRY_LATER,
	},
} satisfies Record<string, NoAnswerRow>;

export interface NoAnswer {
	/** The error code of Node.js, its TLS layer or n8n's HTTP client, such as ECONNRESET. */
	code: string;
	/** What failed, in their words. Secrets removed. */
	message: string;
	situation: keyof typeof NO_ANSWER;
}

export const noAnswerRow = (situation: NoAnswer['situation']): NoAnswerRow => NO_ANSWER[situation];

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

export function readError(error: unknown, redactor: Redactor): NoAnswer {
	const layers = layersOf((error ?? {}) as ErrorLike);
	const code = firstText(layers.flatMap(({ code, httpCode }) => [code, httpCode])) ?? 'UNKNOWN';
	const said = firstText(layers.flatMap(({ messages = [], message }) => [...messages, message]));
	const message = redactor.redact(said?.trim() ?? '');
	const situations = Object.keys(NO_ANSWER) as Array<NoAnswer['situation']>;
	const fits = (kind: RegExp) => kind.test(`${code}: ${message}`);
	const situation = situations.find((name) => NO_ANSWER[name].errors.some(fits))!;
	return { code, message, situation };
}

const layersOf = (error: ErrorLike): ErrorLike[] => [
	...(error.cause ? layersOf(error.cause) : []),
	error,
	...(error.errors ?? []),
];

const firstText = (candidates: unknown[]): string | undefined =>
	candidates.find((each) => typeof each === 'string' && each !== '') as string | undefined;

export interface NotSent {
	reason: string;
	remedy: string;
}

export const CANCELLED: NotSent = {
	reason: 'Not sent, because the execution was cancelled',
	remedy: '',
};

const OTHERS_AT_WORK: NotSent = {
	reason:
		'Not sent, because other executions had as many requests or as much data in flight as is possible at once, for longer than this node may wait',
	remedy:
		'Raise "Max Wait" in the options, or run fewer executions with this credential at the same time.',
};

/** Why a request was not sent, by what it waited for until "Max Wait" was over. */
export const WAITED_IN_VAIN: Record<TurnedAway, NotSent> = {
	cancelled: CANCELLED,
	quota: {
		reason:
			'Not sent, because the quota of this endpoint is used up (429) for longer than this node may wait',
		remedy: 'Raise "Max Wait" in the options, or run less often.',
	},
	limit: OTHERS_AT_WORK,
	bodies: OTHERS_AT_WORK,
};

/** @param message of the error after which nothing more is sent */
export function afterFailure(message: string): NotSent {
	return { reason: 'Not sent, because an earlier request failed for good', remedy: message };
}

/** Why a credential cannot be used, in n8n's words or ours. */
export function whyUnusable(error: unknown, redactor: Redactor): NotSent {
	const { message, description } = error as { message?: string; description?: string | null };
	return {
		reason: redactor.redact(message ?? String(error)),
		remedy: redactor.redact(description ?? ''),
	};
}
