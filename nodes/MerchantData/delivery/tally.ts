import type { INode } from 'n8n-workflow';
import type { Outcome } from '../transport/retryPolicy';
import { ServiceError } from '../transport/serviceError';
import type { NotDelivered } from './deliver';

/** Counts what became of rows, for the one error that stops a node whose error output is off. */
export interface Tally {
	/** Whether something was not accepted. */
	readonly hasFailed: boolean;
	count(outcome: 'accepted' | Outcome, rows: number): void;
	/** Remembers the first failure. @param where names the first row concerned */
	fail(failure: NotDelivered, rows: number, where: string): void;
	/** The error: the first failure, the outcomes of all rows, the first row not accepted. */
	error(node: INode): ServiceError;
}

/**
 * @param total how many rows there are; those not counted were not sent
 * @param noun what is counted, in the plural
 */
export function createTally(total: number, noun: string): Tally {
	const counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let first: { failure: NotDelivered; where: string } | undefined;

	return {
		get hasFailed() {
			return first !== undefined;
		},
		count(outcome, rows) {
			counts[outcome] += rows;
		},
		fail(failure, rows, where) {
			counts[failure.outcome] += rows;
			first ??= { failure, where };
		},
		error(node) {
			const { failure, where } = first!;
			const notSent = total - counts.accepted - counts.rejected - counts.unknown;
			const message = `${failure.error.message.replace(/\.$/, '')}. Of ${total} ${noun}: ${counts.accepted} accepted, ${counts.rejected} rejected, ${counts.unknown} unknown, ${notSent} not sent. First not accepted: ${where}.`;
			return new ServiceError(node, {
				message,
				description: failure.error.description ?? '',
				status: failure.status ?? undefined,
				outcome: failure.outcome,
				itemIndex: failure.error.context.itemIndex as number | undefined,
			});
		},
	};
}
