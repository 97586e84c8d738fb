import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Failure } from '../service/call';
import type { FailedOutcome, Outcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';
import type { DeliveryOptions } from './kind';

/** The one error that stops a node whose error output is off: what became of all rows, and how to go on. */

/** How many rows there are of each outcome. */
export type Counts = Record<Outcome, number>;

export const noRows = (): Counts => ({ accepted: 0, rejected: 0, unknown: 0, notSent: 0 });

const IN_WORDS: Record<Outcome, string> = {
	accepted: 'accepted',
	rejected: 'rejected',
	unknown: 'unknown',
	notSent: 'not sent',
};

/**
 * @param noun what is counted, in the plural
 * @param counts of all rows, those that were never come to among those not sent
 * @param failure the first that there was
 * @param first the place of the first row that was not accepted, as people count, and its outcome
 */
export function outcomeError(
	node: INode,
	noun: string,
	counts: Counts,
	failure: Failure,
	first: { place: string; outcome: FailedOutcome },
	options: Pick<DeliveryOptions, 'isolateRejectedRows'>,
): ServiceError {
	const outcomes = Object.entries(counts) as Array<[Outcome, number]>;
	const total = outcomes.reduce((sum, [, rows]) => sum + rows, 0);
	const became = outcomes
		.filter(([, rows]) => rows > 0)
		.map(([outcome, rows]) => `${rows} ${IN_WORDS[outcome]}`);
	const { error, status, outcome } = failure;
	const advice = isTool(node)
		? agentAdvice(counts, noun)
		: steps(counts, noun, status, options.isolateRejectedRows);
	return new ServiceError(node, {
		message: `${error.message.replace(/\.$/, '')}. Of ${total} ${noun}: ${became.join(', ')}. First ${IN_WORDS[first.outcome]}: ${first.place}.`,
		description: [error.explanation, advice].filter(Boolean).join(' '),
		supportBlock: error.supportBlock,
		status: status ?? undefined,
		outcome,
		itemIndex: error.context.itemIndex as number,
	});
}

const agentAdvice = ({ accepted }: Counts, noun: string): string =>
	accepted > 0 ? `Do not send the accepted ${noun} (${accepted}) again.` : '';

/** Statuses that say nothing of the rows: the credential, the shop or the address is to be corrected. */
const OF_ACCESS: ReadonlySet<number | null> = new Set([401, 403, 404]);

/** n8n 2.x names the ways of Retry like this. */
export const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';

/**
 * How to go on, by what became of the rows. n8n remembers within an execution what was sent; "Execute
 * step" starts a new one.
 */
function steps(
	{ accepted, rejected, unknown, notSent }: Counts,
	noun: string,
	status: number | null,
	isolateRejectedRows: boolean | undefined,
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
			`Save, and ${RETRY}: it sends only ${accepted > 0 ? 'the rest' : `the other ${noun}`} (${rejected + notSent}).`,
	].filter((step) => step !== false);
	return `${isolate}Do not execute again: ${accepted > 0 ? `that would send the accepted ${noun} (${accepted}) once more` : `that could send the unknown ${noun} twice`}. Instead: ${toDo.map((step, index) => `${index + 1}. ${step}`).join(' ')}`;
}
