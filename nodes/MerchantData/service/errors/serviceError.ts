import { type INode, NodeApiError } from 'n8n-workflow';
import type { FailedOutcome } from './retryPolicy';

export interface ServiceErrorDetails {
	message: string;
	description: string;
	/** The HTTP status, where there was an answer. */
	status?: number;
	/** What became of the data that the request carried. */
	outcome: FailedOutcome;
	itemIndex?: number;
}

/**
 * A request that failed, in words of ours: nothing of n8n's or axios' error object is kept, because
 * on 2.x that holds the credential ({@link https://axios-http.com | axios}' request configuration).
 */
export class ServiceError extends NodeApiError {
	readonly status?: number;

	readonly outcome: FailedOutcome;

	constructor(node: INode, details: ServiceErrorDetails) {
		super(
			node,
			{ message: details.message },
			{
				message: details.message,
				description: details.description,
				httpCode: details.status?.toString(),
				itemIndex: details.itemIndex,
			},
		);
		// NodeApiError replaces messages that look like a network error's by texts of its own.
		this.message = details.message;
		this.description = details.description;
		this.status = details.status;
		this.outcome = details.outcome;
	}
}

/** What an item says of a failed request beside the message; nothing of other errors. */
export function outcomeFields(error: unknown): Partial<Pick<ServiceError, 'outcome' | 'status'>> {
	if (!(error instanceof ServiceError)) return {};
	const { outcome, status } = error;
	return { outcome, ...(status === undefined ? {} : { status }) };
}
