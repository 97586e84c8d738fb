import type { INode } from 'n8n-workflow';
import type { UnsendableRow } from '../rows/batches';
import type { Failure } from '../transport/call';
import type { FailedOutcome } from '../transport/retryPolicy';
import { ServiceError } from '../transport/serviceError';

/** The failures that are found on this side. */

function failure(
	node: INode,
	outcome: FailedOutcome,
	itemIndex: number,
	message: string,
	description: string,
): Failure {
	const error = new ServiceError(node, { message, description, outcome, itemIndex });
	return { outcome, status: null, error };
}

/** What is said of data that an earlier try of the execution sent without learning its fate. */
export function unknownSinceEarlierTry(node: INode, itemIndex: number): Failure {
	return failure(
		node,
		'unknown',
		itemIndex,
		'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again',
		'Check at the service whether it is there before you send it again.',
	);
}

/** What is said of a row that cannot be sent as it is. */
export function unsendable(node: INode, { records, problem }: UnsendableRow): Failure {
	const [{ item }] = records;
	return failure(node, 'rejected', item, problem.message, problem.remedy);
}
