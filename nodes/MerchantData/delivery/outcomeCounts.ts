import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Failure } from '../service/call';
import type { Outcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';

/** Counts the outcomes of rows, for the one error that stops a node whose error output is off. */
export interface OutcomeCounts {
	/** Whether there was a failure that stops the node. */
	readonly hasFailed: boolean;
	/** How many were accepted. */
	readonly accepted: number;
	count(outcome: Outcome, rows: number): void;
	/**
	 * Counts rows that were not accepted. The first failure that it is told becomes the error.
	 * @param where names the first of these rows
	 * @param isSkipped whether the failure does not stop the node
	 */
	fail(failure: Failure, rows: number, where: string, isSkipped?: boolean): void;
	/**
	 * The error: the first failure, the outcomes of all rows, the first row not accepted.
	 * @param total how many rows there are; those not counted were not sent
	 */
	error(node: INode, total: number): ServiceError;
}

/** @param noun what is counted, in the plural */
export function createOutcomeCounts(noun: string): OutcomeCounts {
	const counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let cause: Failure | undefined;
	/** Requests of several shops are mixed, so a later failure may be of an earlier row. */
	let first = { item: Infinity, where: '' };

	return {
		get hasFailed() {
			return cause !== undefined;
		},
		get accepted() {
			return counts.accepted;
		},
		count(outcome, rows) {
			counts[outcome] += rows;
		},
		fail(failure, rows, where, isSkipped = false) {
			counts[failure.outcome] += rows;
			if (!isSkipped) cause ??= failure;
			const item = itemOf(failure);
			if (item < first.item) first = { item, where };
		},
		error(node, total) {
			const failure = cause!;
			const notSent = total - counts.accepted - counts.rejected - counts.unknown;
			const message = `${failure.error.message.replace(/\.$/, '')}. Of ${total} ${noun}: ${counts.accepted} accepted, ${counts.rejected} rejected, ${counts.unknown} unknown, ${notSent} not sent. First not accepted: ${first.where}.`;
			return new ServiceError(node, {
				message,
				description: [failure.error.description, againAdvice(node, counts.accepted, noun)]
					.filter(Boolean)
					.join(' '),
				status: failure.status ?? undefined,
				outcome: failure.outcome,
				itemIndex: itemOf(failure),
			});
		},
	};
}

/** The ledger holds for one execution, and "Execute step" starts a new one. */
function againAdvice(node: INode, accepted: number, noun: string): string {
	if (accepted === 0) return '';
	if (isTool(node)) return `Do not send the accepted ${noun} (${accepted}) again.`;
	return `Do not execute the step again: that would send the accepted ${noun} (${accepted}) once more. "Retry" in the list of executions sends only the rest.`;
}

/** The input item of the first row that a failure concerns. */
function itemOf({ error }: Failure): number {
	return error.context.itemIndex as number;
}
