import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Failure } from '../service/call';
import type { FailedOutcome, Outcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';

/** Counts the outcomes of rows, for the one error that stops a node whose error output is off. */
export interface OutcomeCounts {
	/** Whether there was a failure. */
	readonly hasFailed: boolean;
	/** How many were accepted. */
	readonly accepted: number;
	count(outcome: Outcome, rows: number): void;
	/**
	 * Counts rows that were not accepted. The first failure becomes the error.
	 * @param item of the first of these rows, and `place` as people count
	 */
	fail(failure: Failure, rows: number, item: number, place: string): void;
	/**
	 * The error: the first failure, what became of all rows, the first row not accepted, and how to go on.
	 * @param total how many rows there are; those not counted were not sent
	 */
	error(node: INode, total: number, options: { isolateRejectedRows?: boolean }): ServiceError;
}

type Counts = Record<Outcome, number>;

const IN_WORDS: Record<Outcome, string> = {
	accepted: 'accepted',
	rejected: 'rejected',
	unknown: 'unknown',
	notSent: 'not sent',
};

/** @param noun what is counted, in the plural */
export function createOutcomeCounts(noun: string): OutcomeCounts {
	const counts: Counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let cause: Failure | undefined;
	/** Shops take turns, so that a later failure may be of an earlier row. */
	let first = { item: Infinity, place: '', outcome: 'rejected' as FailedOutcome };

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
		fail(failure, rows, item, place) {
			counts[failure.outcome] += rows;
			cause ??= failure;
			if (item < first.item) first = { item, place, outcome: failure.outcome };
		},
		error(node, total, options) {
			const failure = cause!;
			const { accepted, rejected, unknown } = counts;
			const all = { ...counts, notSent: total - accepted - rejected - unknown };
			const became = (Object.keys(IN_WORDS) as Outcome[]).flatMap((outcome) =>
				all[outcome] > 0 ? `${all[outcome]} ${IN_WORDS[outcome]}` : [],
			);
			const reason = failure.error.message.replace(/\.$/, '');
			const advice = isTool(node) ? agentAdvice(all, noun) : steps(all, noun, failure, options);
			const { explanation, supportBlock, context } = failure.error;
			return new ServiceError(node, {
				message: `${reason}. Of ${total} ${noun}: ${became.join(', ')}. First ${IN_WORDS[first.outcome]}: ${first.place}.`,
				description: [explanation, advice].filter(Boolean).join(' '),
				supportBlock,
				status: failure.status ?? undefined,
				outcome: failure.outcome,
				itemIndex: context.itemIndex as number,
			});
		},
	};
}

const agentAdvice = ({ accepted }: Counts, noun: string): string =>
	accepted > 0 ? `Do not send the accepted ${noun} (${accepted}) again.` : '';

/** Statuses that say nothing of the rows: the credential, the shop or the address is to be corrected. */
const OF_ACCESS: ReadonlySet<number | null> = new Set([401, 403, 404]);

/**
 * How to go on, by what became of the rows. n8n remembers within an execution what was sent; "Execute
 * step" starts a new one. The ways of Retry are named as n8n 2.x names them.
 */
function steps(
	{ accepted, rejected, unknown, notSent }: Counts,
	noun: string,
	{ status }: Failure,
	{ isolateRejectedRows }: { isolateRejectedRows?: boolean },
): string {
	const isOfRows = rejected > 0 && !OF_ACCESS.has(status);
	const isolate =
		isOfRows && status === 400 && isolateRejectedRows === false
			? '"Isolate Rejected Rows" in the options finds the rows that are meant. '
			: '';
	if (accepted + unknown === 0)
		return `${isolate}Nothing has arrived at the service. Correct the cause and execute again.`;
	const toDo = [
		unknown > 0 &&
			`Look up the unknown ${noun} (${unknown}) at the service: they may have arrived, and Retry does not send them again.`,
		isOfRows &&
			`Set On Error to "Continue (using error output)", and connect a node to the Error Branch, or the rejected ${noun} are lost.`,
		!isOfRows && rejected > 0 && 'Correct the cause.',
		rejected + notSent > 0 &&
			`Save, and choose "Retry with currently saved workflow" in the list of executions: it sends only ${accepted > 0 ? 'the rest' : `the other ${noun}`} (${rejected + notSent}).`,
	].filter((step) => step !== false);
	return `${isolate}Do not execute again: ${accepted > 0 ? `that would send the accepted ${noun} (${accepted}) once more` : `that could send the unknown ${noun} twice`}. Instead: ${toDo.map((step, index) => `${index + 1}. ${step}`).join(' ')}`;
}
