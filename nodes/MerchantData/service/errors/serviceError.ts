import { type INode, NodeApiError } from 'n8n-workflow';
import type { Code } from '../../errors/codes';
import { joined } from '../../lib/counted';
import { serverText, shortened } from '../answers/serverText';
import type { Endpoint } from '../endpoints';
import type { FailedOutcome, Meaning, PollCause } from './statusRow';
import type { FailedAnswer, Unaccepted } from './retryPolicy';

type Details = { description: string; itemIndex?: number } & Pick<
	ServiceError,
	'code' | 'message' | 'outcome'
> &
	Partial<Pick<ServiceError, 'pollCause' | 'status' | 'supportBlock'>>;

/** It keeps nothing of n8n's or axios' error, which on 2.x contains the credential (the request's configuration). */
export class ServiceError extends NodeApiError {
	readonly code: Code;
	readonly status?: number;
	readonly outcome: FailedOutcome;
	readonly pollCause: PollCause;
	/** The description without the block for support, which stands last. */
	readonly explanation: string;
	readonly supportBlock: string;

	constructor(node: INode, details: Details) {
		const { message, description: explanation, status, itemIndex, supportBlock = '' } = details;
		const description = explanation + supportBlock;
		super(node, { message }, { message, description, httpCode: status?.toString(), itemIndex });
		// NodeApiError replaces messages that look like network errors.
		this.message = message;
		this.description = description;
		this.explanation = explanation;
		this.supportBlock = supportBlock;
		this.code = details.code;
		this.status = status;
		this.outcome = details.outcome;
		this.pollCause = details.pollCause ?? 'temporarily-unavailable';
		// n8n 2.x reads the cause here. n8n 1.x does not take it as an option.
		this.failure = { cause: this.pollCause };
	}

	/** A copy with another message. @param addition to what it explains, as sentences */
	reworded(message: string, addition: string): ServiceError {
		const { code, explanation, supportBlock, status, outcome, pollCause, context } = this;
		return new ServiceError(this.node, {
			code,
			message,
			description: joined(explanation, addition),
			supportBlock,
			status,
			outcome,
			pollCause,
			itemIndex: context.itemIndex as number | undefined,
		});
	}
}

export function outcomeFields(error: unknown): Partial<Pick<ServiceError, 'outcome' | 'status'>> {
	if (!(error instanceof ServiceError)) return {};
	const { outcome, status } = error;
	return { outcome, ...(status === undefined ? {} : { status }) };
}

export interface RequestDetails {
	shop?: string;
	/** Whether the service replaces rows that it has, so that a push may be repeated as a read is. */
	replaces?: boolean;
	itemIndex?: number;
	/** The payload without secrets and personal data, for the support of the service. */
	supportPayload?: () => string;
}

/** The error with the answer, its meaning and the remedy. @param meaning of a failed answer */
export function serviceErrorOf(
	node: INode,
	endpoint: Endpoint,
	request: RequestDetails & { attempts: number },
	attempt: Unaccepted,
	meaning?: Meaning,
): ServiceError {
	const { itemIndex } = request;
	if (attempt.kind === 'notSent') {
		const { code, kind: outcome, reason: message, remedy: description, pollCause } = attempt;
		return new ServiceError(node, { code, message, description, outcome, itemIndex, pollCause });
	}
	const { label, credential, repeatable } = endpoint;
	const attempts = request.attempts > 1 ? `, after ${request.attempts} attempts` : '';
	if (attempt.kind === 'noAnswer') {
		const { code, text, remedy, remedyOfRepeatable = remedy, outcome } = attempt.row;
		const message = `The service ${text} (${label}, ${attempt.systemCode}${attempts})`;
		const description = repeatable || request.replaces ? remedyOfRepeatable : remedy;
		return new ServiceError(node, { code, message, description, outcome, itemIndex });
	}
	const { status, row, contradiction } = attempt;
	const { code, text: description, outcome } = meaning!;
	const said = (contradiction ?? serverText(attempt.text)) || 'the service sent no text';
	const credentialName = node.credentials?.[credential]?.name ?? '';
	return new ServiceError(node, {
		code,
		message:
			row.message?.replace('{credential}', credentialName) ??
			`${status} ${row.name} (${label}${attempts}): ${said}`,
		description,
		supportBlock: status === 500 ? supportBlock(endpoint, request, attempt) : undefined,
		status,
		outcome,
		itemIndex,
		pollCause: row.pollCause,
	});
}

const LONGEST_PAYLOAD = 2_000;

/** "Errors", row 500: contact support with the response body, shop domain, endpoint and payload. */
function supportBlock({ method, path }: Endpoint, request: RequestDetails, answer: FailedAnswer) {
	const { shop = '(none)', supportPayload = () => '(none)' } = request;
	const { status, text } = answer;
	const lines = [
		`Time: ${new Date().toISOString()}`,
		`Shop: ${shop}`,
		`Endpoint: ${method} ${path}`,
		`Response: ${status} ${shortened(text, LONGEST_PAYLOAD)}`,
		`Payload: ${shortened(supportPayload(), LONGEST_PAYLOAD)}`,
	];
	// One line, because n8n drops line breaks in its panel, and shows them as \n in items.
	return ` For the support of the service: | ${lines.join(' | ')} |`;
}
