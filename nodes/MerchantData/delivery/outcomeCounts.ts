import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Failure } from '../service/call';
import type { FailedOutcome, Outcome } from '../service/errors/retryPolicy';
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
	 * The error: the first failure, what became of all rows, the first row not accepted, and how to go on.
	 * @param total how many rows there are; those not counted were not sent
	 */
	error(node: INode, total: number): ServiceError;
}

const OUTCOMES = ['accepted', 'rejected', 'unknown', 'notSent'] as const;

const IN_WORDS: Record<Outcome, string> = {
	accepted: 'accepted',
	rejected: 'rejected',
	unknown: 'unknown',
	notSent: 'not sent',
};

/** @param noun what is counted, in the plural */
export function createOutcomeCounts(noun: string): OutcomeCounts {
	const counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let cause: Failure | undefined;
	/** Shops take turns, so that a later failure may be of an earlier row. */
	let first = { item: Infinity, where: '', outcome: 'rejected' as FailedOutcome };

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
			if (item < first.item) first = { item, where, outcome: failure.outcome };
		},
		error(node, total) {
			const failure = cause!;
			const { accepted, rejected, unknown } = counts;
			const all = { ...counts, notSent: total - accepted - rejected - unknown };
			const became = OUTCOMES.flatMap((outcome) =>
				all[outcome] > 0 ? `${all[outcome]} ${IN_WORDS[outcome]}` : [],
			);
			const reason = failure.error.message.replace(/\.$/, '');
			const message = `${reason}. Of ${total} ${noun}: ${became.join(', ')}. First ${IN_WORDS[first.outcome]}: ${first.where}.`;
			const advice = isTool(node) ? agentAdvice(all, noun) : retryAdvice(all, noun, failure);
			return new ServiceError(node, {
				message,
				description: [failure.error.description, ...advice].filter(Boolean).join(' '),
				status: failure.status ?? undefined,
				outcome: failure.outcome,
				itemIndex: itemOf(failure),
			});
		},
	};
}

type Counts = Record<Outcome, number>;

/** Statuses that say nothing of the rows: the credential, the shop or the address is to be corrected. */
const OF_ACCESS: ReadonlySet<number | null> = new Set([401, 403, 404]);

const agentAdvice = ({ accepted }: Counts, noun: string): string[] =>
	accepted > 0 ? [`Do not send the accepted ${noun} (${accepted}) again.`] : [];

/**
 * How to go on, by what became of the rows. n8n remembers within an execution what was sent; "Execute
 * step" starts a new one. The two ways of Retry are named as n8n 2.x names them.
 */
function retryAdvice(
	{ accepted, rejected, unknown, notSent }: Counts,
	noun: string,
	{ status }: Failure,
): string[] {
	const advice: string[] = [];
	if (accepted > 0)
		advice.push(
			`Do not execute the step again: that would send the accepted ${noun} (${accepted}) once more.`,
		);
	if (rejected > 0 && !OF_ACCESS.has(status))
		advice.push(
			`To correct ${noun}, set On Error to "Continue (using error output)" and run once more: accepted ${noun} are not sent again by Retry, but are by Execute.`,
			`So choose "Retry with currently saved workflow" in the list of executions: it sends only the rest, and what is rejected leaves on the Error Branch. "Retry with original workflow" would stop at the same place.`,
		);
	else if (rejected + notSent > 0)
		advice.push(
			`"Retry" in the list of executions sends only ${accepted > 0 ? 'the rest' : `these ${noun}`}.`,
		);
	if (unknown > 0)
		advice.push(
			`Unknown ${noun} (${unknown}) may have arrived: look them up at the service. Retry does not send them again.`,
		);
	return advice;
}

/** The input item of the first row that a failure concerns. */
function itemOf({ error }: Failure): number {
	return error.context.itemIndex as number;
}
