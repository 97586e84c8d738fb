import { type INode, NodeApiError } from 'n8n-workflow';
import { oddText, serverText } from '../answers/serverText';
import type { Endpoint } from '../endpoints';
import type { Finding } from './diagnosis';
import { explain, neededScope } from './errorTable';
import { noAnswerRow } from './noAnswer';
import { type Answer, type Attempt, type FailedOutcome, outcomeOf } from './retryPolicy';

interface ServiceErrorDetails {
	message: string;
	description: string;
	/** What to send to the support of the service. It comes last, behind whatever else there is to say. */
	supportBlock?: string;
	status?: number;
	outcome: FailedOutcome;
	itemIndex?: number;
}

/**
 * A request that failed, in words of ours: nothing of n8n's or axios' error object is kept, because on 2.x
 * that has the credential in it (axios' request configuration).
 */
export class ServiceError extends NodeApiError {
	readonly status?: number;

	readonly outcome: FailedOutcome;

	/** The description without the block for support, for whoever has advice to add to it. */
	readonly explanation: string;

	readonly supportBlock: string;

	constructor(node: INode, details: ServiceErrorDetails) {
		const { message, supportBlock = '', status, itemIndex } = details;
		const description = details.description + supportBlock;
		const httpCode = status?.toString();
		super(node, { message }, { message, description, httpCode, itemIndex });
		// NodeApiError replaces messages that look like a network error's by texts of its own.
		this.message = message;
		this.description = description;
		this.explanation = details.description;
		this.supportBlock = supportBlock;
		this.status = status;
		this.outcome = details.outcome;
	}
}

/** What an item says of a failed request beside the message; nothing of other errors. */
export function outcomeFields(error: unknown): Partial<Pick<ServiceError, 'outcome' | 'status'>> {
	if (!(error instanceof ServiceError)) return {};
	const { outcome, status } = error;
	return { outcome, ...(status === undefined ? {} : { status }) };
}

interface FailedRequest {
	tries: number;
	shop?: string;
	supportPayload?: () => string;
	finding?: Finding;
	itemIndex?: number;
}

/** The error of a request that was not accepted: what came back, what it means, and what to do. */
export function serviceErrorOf(
	node: INode,
	endpoint: Endpoint,
	request: FailedRequest,
	attempt: Attempt,
): ServiceError {
	const { itemIndex, finding } = request;
	if ('reason' in attempt) {
		const { reason: message, remedy: description } = attempt;
		return new ServiceError(node, { message, description, outcome: 'notSent', itemIndex });
	}
	const outcome = outcomeOf(attempt.situation) as FailedOutcome;
	const { label, repeatable } = endpoint;
	const tries = request.tries > 1 ? `, after ${request.tries} tries` : '';
	if ('code' in attempt) {
		const { text, remedy, remedyOfRead = remedy } = noAnswerRow(attempt.situation);
		const message = `The service ${text} (${label}, ${attempt.code}${tries})`;
		const description = repeatable ? remedyOfRead : remedy;
		return new ServiceError(node, { message, description, outcome, itemIndex });
	}
	const { status, odd, text, refreshFailure } = attempt;
	if (refreshFailure) {
		const name = node.credentials?.[endpoint.credential]?.name ?? '';
		const [message, remedy] = NOT_REFRESHED[refreshFailure](name);
		const description = `${remedy} ${neededScope(endpoint)}`.trim();
		return new ServiceError(node, { message, description, status, outcome, itemIndex });
	}
	const { name, meaning, remedy } = explain(endpoint, status, finding?.cause);
	const said = odd === undefined ? serverText(text) : oddText(odd, text);
	return new ServiceError(node, {
		message: `${status} ${name} (${label}${tries}): ${said === '' ? 'the service gave no text' : said}`,
		description: [finding?.text, meaning, remedy].filter(Boolean).join(' '),
		supportBlock: supportBlock(endpoint, request, attempt),
		status,
		// A 500 whose cause is the shop is a refusal ("Errors", row 500), not a fault of the service.
		outcome: finding?.cause === 'shopNotGranted' ? 'rejected' : outcome,
		itemIndex,
	});
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

const LONGEST_PAYLOAD = 2_000;

/** "Errors", row 500: contact support with the response body, shop domain, endpoint and payload. */
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
