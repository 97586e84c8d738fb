import { type INode, NodeApiError } from 'n8n-workflow';
import type { NotDelivered } from './deliver';

/** What is said of data that an earlier try of the execution sent without learning its fate. */
export function unknownSinceEarlierTry(node: INode, itemIndex: number): NotDelivered {
	const message =
		'Sent by an earlier try of this execution that did not learn what became of it, so it was not sent again';
	return {
		outcome: 'unknown',
		status: null,
		error: new NodeApiError(
			node,
			{ message },
			{
				message,
				description: 'Check at the service whether it is there before you send it again.',
				itemIndex,
			},
		),
	};
}
