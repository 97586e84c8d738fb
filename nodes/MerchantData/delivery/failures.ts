import type { INode } from 'n8n-workflow';
import type { Failure } from '../service/call';
import type { FailedOutcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';

/** Failures that are known without asking the service. */

/** The failure of data that this try does not send. */
export function failure(
	node: INode,
	outcome: FailedOutcome,
	itemIndex: number,
	message: string,
	description: string,
): Failure {
	const error = new ServiceError(node, { message, description, outcome, itemIndex });
	return { outcome, status: null, error };
}

/** The failure of data that an earlier try of the execution sent without learning the outcome. */
export function unknownSinceEarlierTry(node: INode, itemIndex: number): Failure {
	return failure(
		node,
		'unknown',
		itemIndex,
		'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again',
		'Check at the service whether it is there before you send it again.',
	);
}
