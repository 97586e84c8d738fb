import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Row, Source } from '../rows/row';
import type { Failure } from '../service/call';
import type { Outcome } from '../service/errors/retryPolicy';
import { ServiceError } from '../service/errors/serviceError';
import type { check } from './cut';
import type { DeliveryOptions } from './kind';

/** The errors that stop a node whose error output is off: what is wrong, and how to go on. */

/** n8n 2.x names the ways of Retry like this. */
const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';

/** Rows that cannot be sent, or a file that cannot be, were found before anything was sent. */
export function refusedError(
	node: INode,
	{ total, refused, first }: Awaited<ReturnType<typeof check>>,
	{ files = [], placeOf }: Source,
	noun: string,
	hasEarlier: boolean,
): ServiceError {
	const file = files.find(({ refusal }) => refusal);
	const { message, remedy } = file?.refusal ?? first[0].problem!;
	// What could not be read names its line already.
	const placesOf = (rows: readonly Row[]) =>
		rows.filter((row) => !row.problem!.message.includes(` line ${row.line} `)).map(placeOf);
	const textAt = (rows: readonly Row[], wrong: string) =>
		[placesOf(rows).join(', '), wrong].filter(Boolean).join(': ');
	// Many rows are wrong in one way.
	const ofMessage = (wrong: string) => first.filter((row) => row.problem!.message === wrong);
	const messages = new Set(first.map((row) => row.problem!.message));
	const texts = [...messages].map((wrong) => textAt(ofMessage(wrong), wrong));
	if (refused > first.length) texts.push(`${refused - first.length} more`);
	const description = [
		remedy,
		!file && refused > 1 && `What is wrong: ${texts.join('; ')}.`,
		hasEarlier
			? `Nothing was sent this time, but an earlier try has sent rows: do not execute again. Correct this, save, and ${RETRY}.`
			: 'Nothing was sent. Correct this and execute again.',
		(file ? files.length > 1 : refused < total) &&
			`To send the others all the same, set On Error to "Continue (using error output)", and connect a node to the Error Branch, or these ${noun} are lost.`,
	];
	return new ServiceError(node, {
		message: file
			? `${files.length > 1 ? `Item ${file.item + 1}: ` : ''}${message}`
			: `${refused} of ${total} ${noun} cannot be sent. First, ${textAt(first.slice(0, 1), message)}`,
		description: description.filter(Boolean).join(' '),
		outcome: 'rejected',
		itemIndex: file?.item ?? first[0].item,
	});
}

const outcomeInWords = (outcome: Outcome): string => (outcome === 'notSent' ? 'not sent' : outcome);

/**
 * Rows were not accepted: what became of all of them.
 * @param counts of all rows, those that were never come to among those not sent
 */
export function outcomeError(
	node: INode,
	noun: string,
	counts: Record<Outcome, number>,
	failure: Failure,
	place: string,
	options: Pick<DeliveryOptions, 'isolateRejectedRows'>,
): ServiceError {
	const outcomes = Object.entries(counts) as Array<[Outcome, number]>;
	const total = outcomes.reduce((sum, [, rows]) => sum + rows, 0);
	const became = outcomes
		.filter(([, rows]) => rows > 0)
		.map(([outcome, rows]) => `${rows} ${outcomeInWords(outcome)}`);
	const { error, status, outcome } = failure;
	const { accepted } = counts;
	const toAgent = accepted > 0 && `Do not send the accepted ${noun} (${accepted}) again.`;
	const toPerson = steps(counts, noun, status, options.isolateRejectedRows);
	return new ServiceError(node, {
		message: `${error.message.replace(/\.$/, '')}. Of ${total} ${noun}: ${became.join(', ')}. First ${outcomeInWords(outcome)}: ${place}.`,
		description: [error.explanation, isTool(node) ? toAgent : toPerson].filter(Boolean).join(' '),
		supportBlock: error.supportBlock,
		status: status ?? undefined,
		outcome,
		itemIndex: error.context.itemIndex as number,
	});
}

/** Statuses that say nothing of the rows: the credential, the shop or the address is to be corrected. */
const OF_ACCESS: ReadonlySet<number | null> = new Set([401, 403, 404]);

/**
 * How to go on, by what became of the rows. "Execute step" starts a new execution, which knows nothing of them.
 */
function steps(
	{ accepted, rejected, unknown, notSent }: Record<Outcome, number>,
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
