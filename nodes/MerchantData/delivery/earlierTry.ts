import type { INode } from 'n8n-workflow';
import { ServiceError } from '../transport/serviceError';
import type { NotDelivered } from './deliver';

/** What is said of data that an earlier try of the execution sent without learning its fate. */
export function unknownSinceEarlierTry(node: INode, itemIndex: number): NotDelivered {
	const outcome = 'unknown';
	const error = new ServiceError(node, {
		message:
			'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again',
		description: 'Check at the service whether it is there before you send it again.',
		outcome,
		itemIndex,
	});
	return { outcome, status: null, error };
}
