import { oddText, serverText } from '../answers/serverText';
import type { Endpoint } from '../endpoints';
import type { TurnedAway } from '../limiter/queue';
import type { Redactor } from '../redaction/redact';
import type { Finding } from './diagnosis';
import { explain, neededScope } from './errorTable';
import { noAnswerTexts } from './noAnswer';
import {
	type Answer,
	type Attempt,
	type FailedOutcome,
	type NotSent,
	outcomeOf,
} from './retryPolicy';
import type { ServiceErrorDetails } from './serviceError';

/** What the errors of failed requests say. */

/** What is told of a failed request beside how it ended. */
interface FailedRequest {
	/** How often it was sent. */
	tries: number;
	shop?: string;
	/** The payload without secrets or personal data, for the support of the service. */
	supportPayload?: () => string;
	/** What was found out of the cause. */
	finding?: Finding;
	/** The name of the credential. */
	credentialName: string;
}

/** Why a request was not accepted: what came back, what it means, and what to do. */
export function whyFailed(
	endpoint: Endpoint,
	request: FailedRequest,
	attempt: Attempt,
): ServiceErrorDetails {
	if ('reason' in attempt) {
		return { message: attempt.reason, description: attempt.remedy, outcome: 'notSent' };
	}
	const outcome = outcomeOf(attempt.situation) as FailedOutcome;
	const { label, repeatable } = endpoint;
	const tries = request.tries > 1 ? `, after ${request.tries} tries` : '';
	if ('code' in attempt) {
		const { text, remedy } = noAnswerTexts(attempt.situation, repeatable);
		const message = `The service ${text} (${label}, ${attempt.code}${tries})`;
		return { message, description: remedy, outcome };
	}
	const { status, odd, text, refreshFailure } = attempt;
	if (refreshFailure) {
		const [why, remedy] = NOT_REFRESHED[refreshFailure](request.credentialName);
		const description = `${remedy} ${neededScope(endpoint)}`.trim();
		return { message: why, description, status, outcome };
	}
	const { finding } = request;
	const { name, meaning, remedy } = explain(endpoint, status, finding?.cause);
	const said = odd === undefined ? serverText(text) : oddText(odd, text);
	return {
		message: `${status} ${name} (${label}${tries}): ${said === '' ? 'the service gave no text' : said}`,
		description: [finding?.text, meaning, remedy].filter(Boolean).join(' '),
		supportBlock: supportBlock(endpoint, request, attempt),
		status,
		// A 500 whose cause is the shop is a refusal ("Errors", row 500), not a fault of the service.
		outcome: finding?.cause === 'shopNotGranted' ? 'rejected' : outcome,
	};
}

const RECONNECT = 'open the credential and click "Switch account" (n8n 1.x: "Reconnect").';

/** Of a 401 after which no new access token could be had: the message and the remedy. */
const NOT_REFRESHED: Record<
	NonNullable<Answer['refreshFailure']>,
	(credentialName: string) => [message: string, remedy: string]
> = {
	refused: (name) => [
		`The credential "${name}" must be reconnected: its access token has expired (401) and could not be refreshed`,
		`To reconnect it, ${RECONNECT} The refresh token is used up or expired (it lives 30 days), or the merchant removed the app. If the client secret was rotated, enter the new one first.`,
	],
	failed: (name) => [
		`The access token of the credential "${name}" has expired (401) and could not be refreshed, because the token endpoint did not give a good answer`,
		`Try again later. If it stays so, ${RECONNECT}`,
	],
};

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
