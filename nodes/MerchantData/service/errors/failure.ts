import type { INode } from 'n8n-workflow';
import { oddText } from '../answers/goodAnswer';
import { serverText } from '../answers/serverText';
import { ENDPOINTS, type Endpoint, type EndpointName } from '../endpoints';
import { explain, neededScope } from './explanation';
import type { TurnedAway } from '../limiter/queue';
import type { Redactor } from '../redaction/redact';
import type { Answer, NoAnswer, NotSent, RefreshFailure } from './attempt';
import type { Finding } from './diagnosis';
import { type FailedOutcome, type NoAnswerSituation, RETRY_POLICY } from './retryPolicy';
import { ServiceError } from './serviceError';

/** What a failed request was, for the texts of its error. */
export interface FailedRequest {
	node: INode;
	endpoint: EndpointName;
	shop?: string;
	itemIndex?: number;
	/** The payload without secrets or people's data, for the support of the service. */
	supportPayload?: string;
}

/** What to do about an answer whose bytes are no text. */
export const UNDECODABLE =
	'Its bytes are no text in the charset that it names, or in UTF-8 where it names none. Have whoever runs the service correct that, or ask for less, to find the value that is wrong.';

/** The error texts for requests that got no answer. */
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

const LONGEST_PAYLOAD = 2_000;

/** The error of a request that got no answer, or whose answer stayed lost. */
export function noAnswerError(
	request: FailedRequest,
	{ code, situation }: NoAnswer,
	tries: number,
): ServiceError {
	const text = NO_ANSWER[situation];
	const { label, repeatable }: Endpoint = ENDPOINTS[request.endpoint];
	const isRead = repeatable && ['answerLost', 'timedOut'].includes(situation);
	return new ServiceError(request.node, {
		message: `The service ${text.message} (${label}, ${code}${afterTries(tries)})`,
		description: isRead
			? 'The connection broke or timed out. Try again later, or raise "Timeout" in the options.'
			: text.remedy,
		outcome: RETRY_POLICY[situation].outcome,
		itemIndex: request.itemIndex,
	});
}

/** The error of an answer that says no: status, server's text, meaning, remedy, item. */
export function statusError(
	request: FailedRequest,
	answer: Answer,
	finding: Finding | undefined,
	outcome: FailedOutcome,
	tries: number,
): ServiceError {
	const endpoint: Endpoint = ENDPOINTS[request.endpoint];
	const row = explain(endpoint, answer.status, finding?.cause);
	const { odd, text } = answer;
	const said = odd === undefined ? serverText(text) : oddText(odd, text);
	const parts = [finding?.text, row.meaning, row.remedy];
	return new ServiceError(request.node, {
		message: `${answer.status} ${row.name} (${endpoint.label}${afterTries(tries)}): ${said === '' ? 'the service gave no text' : said}`,
		description: parts.filter(Boolean).join(' '),
		supportBlock: supportBlock(request, answer),
		status: answer.status,
		outcome,
		itemIndex: request.itemIndex,
	});
}

/** The error texts for a 401 after which no new access token could be had. */
const NOT_REFRESHED: Record<RefreshFailure, { message: (name: string) => string; remedy: string }> =
	{
		refused: {
			message: (name) =>
				`The credential "${name}" must be reconnected: its access token has expired (401) and could not be refreshed`,
			remedy:
				'Open the credential and click "Switch account" (n8n 1.x: "Reconnect"). The refresh token is used up or expired (it lives 30 days), or the merchant removed the app. If the client secret was rotated, enter the new one first.',
		},
		failed: {
			message: (name) =>
				`The access token of the credential "${name}" has expired (401) and could not be refreshed, because the token endpoint did not give a good answer`,
			remedy:
				'Try again later. If it stays so, open the credential and click "Switch account" (n8n 1.x: "Reconnect").',
		},
	};

/** The error of a 401 after which no new access token could be had. */
export function refreshError(request: FailedRequest, failure: RefreshFailure): ServiceError {
	const { credential } = ENDPOINTS[request.endpoint];
	const { message, remedy } = NOT_REFRESHED[failure];
	return new ServiceError(request.node, {
		message: message(request.node.credentials?.[credential]?.name ?? ''),
		description: `${remedy} ${neededScope(ENDPOINTS[request.endpoint])}`.trim(),
		status: 401,
		outcome: 'rejected',
		itemIndex: request.itemIndex,
	});
}

export const CANCELLED: NotSent = {
	reason: 'Not sent, because the execution was cancelled',
	remedy: '',
};

/** Why a request was not sent, by what it waited for until "Max Wait" was over. */
export const WAITED_IN_VAIN: Record<TurnedAway, NotSent> = {
	cancelled: CANCELLED,
	quota: {
		reason:
			'Not sent, because the quota of this endpoint is used up (429) for longer than this node may wait',
		remedy: 'Raise "Max Wait" in the options, or run less often.',
	},
	limit: {
		reason:
			'Not sent, because other executions had as many requests in flight as the service is known to accept, for longer than this node may wait',
		remedy:
			'Raise "Max Wait" in the options, or run fewer executions with this credential at the same time.',
	},
	bodies: {
		reason:
			'Not sent, because other executions had 8 MiB of data in flight for longer than this node may wait',
		remedy:
			'Raise "Max Wait" in the options, or run fewer executions with this credential at the same time.',
	},
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

/** The error of a request that was not sent. */
export function notSentError(request: FailedRequest, { reason, remedy }: NotSent): ServiceError {
	return new ServiceError(request.node, {
		message: reason,
		description: remedy,
		outcome: 'notSent',
		itemIndex: request.itemIndex,
	});
}

function afterTries(tries: number): string {
	return tries > 1 ? `, after ${tries} tries` : '';
}

/**
 * "Errors", row 500: contact support with the response body, shop domain, endpoint and payload (key
 * redacted).
 */
function supportBlock(request: FailedRequest, answer: Answer): string | undefined {
	if (answer.status !== 500) return undefined;
	const { method, path } = ENDPOINTS[request.endpoint];
	const lines = [
		`Time: ${new Date().toISOString()}`,
		`Shop: ${request.shop ?? '(none)'}`,
		`Endpoint: ${method} ${path}`,
		`Response: ${answer.status} ${answer.text.slice(0, LONGEST_PAYLOAD)}`,
		`Payload: ${(request.supportPayload ?? '(none)').slice(0, LONGEST_PAYLOAD)}`,
	];
	// n8n drops line breaks on the screen: the bars keep the lines apart.
	return `\n\n--- For the support of the service ---\n${lines.map((line) => `| ${line}`).join('\n')}`;
}
