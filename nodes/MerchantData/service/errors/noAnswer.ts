import type { Code } from '../../errors/codes';
import type { PollCause, StatusRow } from './statusRow';

interface NoAnswerRow extends Pick<StatusRow, 'repeat' | 'atMost' | 'outcome' | 'load'> {
	code: Code;
	/** Patterns of "systemCode: message". */
	errors: readonly RegExp[];
	/** Follows "The service". */
	text: string;
	remedy: string;
	/** Replaces the remedy after a request that may be repeated: a read, or rows that replace. */
	remedyOfRepeatable?: string;
}

const CHECK_THERE =
	'The service may have received the request. Check there before you send it again.';
const LOST = {
	code: 'service.lost',
	repeat: 'ifRepeatable',
	outcome: 'unknown',
	remedyOfRepeatable: 'The connection broke or timed out. Try again later, or raise "Timeout".',
} as const;

/**
 * Requests without an answer, by the code of n8n or Node.js, or by their words if there is none: the first row that
 * fits, measured on both host lines. If it may have been sent, treat it as lost: repeating a push duplicates rows.
 */
export const NO_ANSWER = {
	/** n8n, its HTTP client, TLS or a proxy refused to send it, and would again. */
	notSendable: {
		code: 'service.notAsked',
		errors: [
			// Before n8n's HTTP client opens a connection.
			/^(ERR_INVALID_(URL|CHAR|PROTOCOL|HTTP_TOKEN)|ERR_UNESCAPED_CHARACTERS|ERR_SOCKET_BAD_PORT|ERR_FR_MAX_BODY_LENGTH_EXCEEDED):/,
			/^ERR_BAD_REQUEST: (Unsupported protocol|Request body larger than)/,
			// n8n's protection against requests to forbidden places, and credentials that sign nothing.
			/^UNKNOWN: (The request was blocked because|Domain not allowed|Cannot determine the host|Unable to sign without|OAuth credentials not connected)/,
			// TLS could not even write the request: the other side speaks none, or another version.
			/^EPROTO: write EPROTO/,
		],
		outcome: 'notSent',
		text: 'could not be called',
		remedy: 'Nothing was sent. Check the base URL, and what n8n is allowed to connect to.',
	},
	neverOpened: {
		code: 'service.notReached',
		errors: [
			// Not while an open connection is read or written.
			/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL):(?!.*\b(read|write) E)/,
			/^E[A-Z_]+: (connect|getaddrinfo) E/,
			/: Client network socket disconnected before secure TLS connection/,
			// A proxy gave no readable answer to CONNECT.
			/^UNKNOWN: (Proxy connection|No header|Invalid header) .*CONNECT response/,
		],
		repeat: 'always',
		atMost: 5,
		outcome: 'notSent',
		text: 'could not be reached',
		remedy: 'Nothing was sent. Check the base URL in the credential and the network.',
	},
	untrusted: {
		code: 'service.untrusted',
		// Refused on this side while the connection is set up; an alert of the service may come after the request.
		errors: [
			/^(?!\w*_ALERT_)\w*(CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)_|HOSTNAME_MISMATCH|INVALID_CA)/,
		],
		outcome: 'notSent',
		text: 'has a certificate that is not trusted',
		remedy: 'Nothing was sent. Correct the certificate ("Ignore SSL Issues" is for test systems).',
	},
	cancelled: {
		code: 'service.cancelled',
		errors: [/^ERR_CANCELED:/],
		outcome: 'unknown',
		text: 'did not answer before the execution was cancelled',
		remedy: '',
	},
	/** A slow request is slow again, and each attempt costs the service its work. */
	timedOut: {
		...LOST,
		errors: [/^(ETIMEDOUT|ECONNABORTED):/],
		atMost: 1,
		load: 'overloaded',
		text: 'did not answer in time',
		remedy: `${CHECK_THERE} If it is slow, raise "Timeout" in the options.`,
	},
	undecodable: {
		code: 'service.undecodable',
		errors: [/^not utf-8:/],
		outcome: 'unknown',
		text: 'returned an answer that cannot be decoded',
		remedy:
			'Its bytes are not UTF-8. Ask your contact at the service to correct it, or query fewer rows to find the bad value.',
	},
	tooLarge: {
		code: 'service.tooLarge',
		errors: [/^ERR_STRING_TOO_LONG:|: (Cannot create a string longer than|maxContentLength size)/],
		outcome: 'unknown',
		text: 'returned an answer that is too large for one text',
		remedy: 'Choose a file as "Output Format", or split the query into shorter periods.',
	},
	/** All others, such as a reset: the service may have received the request. */
	answerLost: {
		...LOST,
		errors: [/^/],
		atMost: 3,
		text: 'did not answer',
		remedy: `The connection broke. ${CHECK_THERE}`,
	},
} as const satisfies Record<string, NoAnswerRow>;

/** On 1.x, n8n's errors have that code in `httpCode`, the first words in `messages`, and no cause. */
interface ErrorLike extends Partial<Record<'code' | 'httpCode' | 'message', unknown>> {
	messages?: unknown[];
	cause?: ErrorLike;
	/** Errors of single addresses. */
	errors?: ErrorLike[];
}

/** The error closest to the connection says most. Nothing else of it leaves here: it may contain secrets. */
export function readError(error: unknown) {
	const layers = layersOf((error ?? {}) as ErrorLike);
	const codes = layers.flatMap((layer) => [layer.code, layer.httpCode]);
	const systemCode = firstText(codes) ?? 'UNKNOWN';
	const said = firstText(layers.flatMap(({ messages = [], message }) => [...messages, message]));
	const text = `${systemCode}: ${said?.trim() ?? ''}`;
	const rows = Object.values<NoAnswerRow>(NO_ANSWER);
	const row = rows.find(({ errors }) => errors.some((like) => like.test(text)))!;
	return { kind: 'noAnswer', row, systemCode } as const;
}
export type NoAnswer = ReturnType<typeof readError>;

const layersOf = (error: ErrorLike): ErrorLike[] => [
	...(error.cause ? layersOf(error.cause) : []),
	error,
	...(error.errors ?? []),
];

const firstText = (candidates: unknown[]): string | undefined =>
	candidates.find((each) => typeof each === 'string' && each !== '') as string | undefined;

export const notSent = (code: Code, reason: string, remedy = '', pollCause?: PollCause) =>
	({ kind: 'notSent', code, reason, remedy, pollCause }) as const;
export type NotSent = ReturnType<typeof notSent>;

export const CANCELLED = notSent(
	'service.cancelled',
	'Not sent, because the execution was cancelled',
);

/** Why a request was not sent, by the cause of its wait when "Max Wait" had passed. */
export const WAITED_IN_VAIN = {
	cancelled: CANCELLED,
	others: notSent(
		'notSent.othersFirst',
		'Not sent, because other executions used all requests for longer than "Max Wait"',
		'Raise "Max Wait" in the options, or run fewer executions with this credential at the same time.',
	),
	quota: notSent(
		'service.429',
		'Not sent, because the service refused more requests (429) for longer than "Max Wait"',
		'Raise "Max Wait" in the options, or run less often.',
		'rate-limited',
	),
};
