import { oddText } from '../answers/goodAnswer';
import { serverText } from '../answers/serverText';
import type { Endpoint } from '../endpoints';
import type { TurnedAway } from '../limiter/queue';
import type { Redactor } from '../redaction/redact';
import type { Answer, NoAnswer, NoAnswerSituation, NotSent, RefreshFailure } from './attempt';
import type { Finding } from './diagnosis';
import { explain, neededScope } from './errorTable';
import { type FailedOutcome, outcomeOf, RETRY_POLICY } from './retryPolicy';
import type { ServiceErrorDetails } from './serviceError';

/** What the errors of failed requests say. */

/** What to do about an answer whose bytes are no text. */
export const UNDECODABLE =
	'Its bytes are no text in the charset that it names, or in UTF-8 where it names none. Have whoever runs the service correct that, or ask for less, to find the value that is wrong.';

const NO_ANSWER: Record<NoAnswerSituation, { message: string; remedy: string }> = {
	notSendable: {
		message: 'could not be asked',
		remedy:
			'Nothing was sent. Check the base URL in the credential, and what n8n is allowed to connect to.',
	},
	neverOpened: {
		message: 'could not be reached',
		remedy: 'Nothing was sent. Check the base URL in the credential and the network.',
	},
	untrusted: {
		message: 'has a certificate that is not trusted',
		remedy:
			'Nothing was sent. Have the certificate corrected; "Ignore SSL Issues" in the credential is for test systems.',
	},
	cancelled: {
		message: 'was not waited for, because the execution was cancelled',
		remedy: '',
	},
	timedOut: {
		message: 'did not answer in time',
		remedy:
			'It is not known whether the service took the request. Check there before sending it again, or raise "Timeout" in the options.',
	},
	tooLarge: {
		message: 'gave an answer that is too large for one text',
		remedy: 'Have it as a file, or split the query into shorter periods.',
	},
	undecodable: {
		message: 'gave an answer that cannot be decoded',
		remedy: UNDECODABLE,
	},
	answerLost: {
		message: 'did not answer',
		remedy:
			'The connection broke or timed out, so it is not known whether the service took the request. Check there before sending it again.',
	},
};

/** Of a request that got no answer, or whose answer stayed lost. */
export function whyNoAnswer(
	{ label, repeatable }: Endpoint,
	{ code, situation }: NoAnswer,
	tries: number,
): ServiceErrorDetails {
	const { message, remedy } = NO_ANSWER[situation];
	const isRead = repeatable && ['answerLost', 'timedOut'].includes(situation);
	return {
		message: `The service ${message} (${label}, ${code}${afterTries(tries)})`,
		description: isRead
			? 'The connection broke or timed out. Try again later, or raise "Timeout" in the options.'
			: remedy,
		outcome: RETRY_POLICY[situation].outcome,
	};
}

/** What is told of a failed request beside its answer. */
interface FailedRequest {
	shop?: string;
	/** The payload without secrets or personal data, for the support of the service. */
	supportPayload?: () => string;
}

/**
 * Of an answer that says no: status, server's text, meaning, remedy.
 * @param finding what was found out of its cause
 */
export function whyRefused(
	endpoint: Endpoint,
	request: FailedRequest,
	answer: Answer,
	finding: Finding | undefined,
	tries: number,
): ServiceErrorDetails {
	const { status, situation, odd, text } = answer;
	const { name, meaning, remedy } = explain(endpoint, status, finding?.cause);
	const said = odd === undefined ? serverText(text) : oddText(odd, text);
	// A 500 whose cause is the shop is a refusal ("Errors", row 500), not a fault of the service.
	const isRefusal = finding?.cause === 'shopNotGranted';
	return {
		message: `${status} ${name} (${endpoint.label}${afterTries(tries)}): ${said === '' ? 'the service gave no text' : said}`,
		description: [finding?.text, meaning, remedy].filter(Boolean).join(' '),
		supportBlock: supportBlock(endpoint, request, answer),
		status,
		outcome: isRefusal ? 'rejected' : (outcomeOf(situation) as FailedOutcome),
	};
}

const RECONNECT = 'open the credential and click "Switch account" (n8n 1.x: "Reconnect").';

/** Of a 401 after which no new access token could be had. @param name of the credential */
export function whyNotRefreshed(
	endpoint: Endpoint,
	name: string,
	failure: RefreshFailure,
): ServiceErrorDetails {
	const [message, remedy] =
		failure === 'refused'
			? [
					`The credential "${name}" must be reconnected: its access token has expired (401) and could not be refreshed`,
					`To reconnect it, ${RECONNECT} The refresh token is used up or expired (it lives 30 days), or the merchant removed the app. If the client secret was rotated, enter the new one first.`,
				]
			: [
					`The access token of the credential "${name}" has expired (401) and could not be refreshed, because the token endpoint did not give a good answer`,
					`Try again later. If it stays so, ${RECONNECT}`,
				];
	const description = `${remedy} ${neededScope(endpoint)}`.trim();
	return { message, description, status: 401, outcome: 'rejected' };
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

function afterTries(tries: number): string {
	return tries > 1 ? `, after ${tries} tries` : '';
}

const LONGEST_PAYLOAD = 2_000;

/**
 * "Errors", row 500: contact support with the response body, shop domain, endpoint and payload (key
 * redacted).
 */
function supportBlock(
	{ method, path }: Endpoint,
	{ shop = '(none)', supportPayload = () => '(none)' }: FailedRequest,
	{ status, text }: Answer,
): string | undefined {
	if (status !== 500) return undefined;
	const lines = [
		`Time: ${new Date().toISOString()}`,
		`Shop: ${shop}`,
		`Endpoint: ${method} ${path}`,
		`Response: ${status} ${text.slice(0, LONGEST_PAYLOAD)}`,
		`Payload: ${supportPayload().slice(0, LONGEST_PAYLOAD)}`,
	];
	// n8n drops line breaks on the screen: the bars keep the lines apart.
	return `\n\n--- For the support of the service ---\n${lines.map((line) => `| ${line}`).join('\n')}`;
}
