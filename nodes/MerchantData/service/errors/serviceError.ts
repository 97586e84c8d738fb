import { type INode, NodeApiError } from 'n8n-workflow';
import type { FailedOutcome } from './retryPolicy';

export interface ServiceErrorDetails {
	message: string;
	/** What it means, and what to do. */
	description: string;
	/** What to send to the support of the service. It stands last, behind whatever else there is to say. */
	supportBlock?: string;
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

	/** The description without the block for support, for whoever has advice to add to it. */
	readonly explanation: string;

	readonly supportBlock: string;

	constructor(node: INode, details: ServiceErrorDetails) {
		const { supportBlock = '' } = details;
		const description = details.description + supportBlock;
		super(
			node,
			{ message: details.message },
			{
				message: details.message,
				description,
				httpCode: details.status?.toString(),
				itemIndex: details.itemIndex,
			},
		);
		// NodeApiError replaces messages that look like a network error's by texts of its own.
		this.message = details.message;
		this.description = description;
		this.explanation = details.description;
		this.supportBlock = supportBlock;
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
