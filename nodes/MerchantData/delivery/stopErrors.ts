import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import { LooksWrong } from '../errors/invalidInput';
import { placesText, placeText } from '../errors/place';
import { refusedText } from '../errors/refusedText';
import type { Row } from '../mapping/row';
import type { Inspection, Source } from '../input/source';
import type { Outcome } from '../service/errors/statusRow';
import { ServiceError } from '../service/errors/serviceError';
import { capital, counted, joined, listed, numberText } from '../lib/counted';
import type { DeliveryOptions, Failed } from './requestFormat';
import type { Spans } from './spans';

/** Named as in n8n 2.x. Only a retry knows what was sent; "Execute step" does not. */
const RETRY = 'In the list of executions, choose "Retry with currently saved workflow".';
const ERROR_OUTPUT = '"On Error" to "Continue (using error output)"';

const steps = (...texts: string[]): string =>
	texts
		.filter(Boolean)
		.map((text, at) => `${at + 1}. ${text}`)
		.join(' ');

/** @param accepted how many rows, 0 if unknown */
const notAgain = (accepted: number, noun: string): string =>
	`Do not execute again, or ${accepted > 0 ? counted(accepted, noun) : noun} ${accepted === 1 ? 'is' : 'are'} sent twice. Instead:`;

/** The error if input cannot be sent. @param mayDouble whether another execution doubles what an earlier attempt sent */
export function refusedError(
	node: INode,
	inspection: Inspection,
	source: Pick<Source, 'placeOf'>,
	noun: string,
	mayDouble: boolean,
): ServiceError {
	const { code, message, remedy, item, hasOthers } =
		refusalOfInput(inspection) ?? refusalOfRows(inspection, source, noun);
	const next = mayDouble
		? `${notAgain(0, noun)} ${steps('Correct this.', 'Save the workflow.', `${RETRY} It sends only what no earlier attempt has sent.`)}`
		: 'Nothing was sent. Correct this, then execute again.';
	const others = `To send the others anyway, set ${ERROR_OUTPUT} and connect a node to the Error Branch.`;
	const whatToDo = isTool(node)
		? 'Nothing was sent. Correct this and call the tool again.'
		: joined(next, hasOthers ? others : '');
	const description = joined(remedy, whatToDo);
	const outcome = 'rejected';
	return new ServiceError(node, { code, message, description, outcome, itemIndex: item });
}

function refusalOfInput({ inputs, total, refusal: ofAll }: Inspection) {
	const all = ofAll && ([[0, { rows: total, refusal: ofAll }]] as const);
	const refused = all ?? [...inputs].filter(([, { refusal }]) => refusal);
	if (refused.length === 0) return undefined;
	const [[item, { refusal }]] = refused;
	const { code, message, remedy } = refusal!;
	const hasOthers = total > refused.reduce((sum, [, { rows }]) => sum + rows, 0);
	const label = hasOthers || (inputs.size > 1 && !ofAll) ? `Item ${item + 1}: ` : '';
	return { code, message: label + message, remedy, item, hasOthers };
}

function refusalOfRows(inspection: Inspection, source: Pick<Source, 'placeOf'>, noun: string) {
	const { first, refused, total } = inspection;
	const [{ problem, item }] = first;
	const place = placeText(source.placeOf(first[0]));
	const verb = first.every((row) => row.problem instanceof LooksWrong) ? 'look wrong' : undefined;
	const message = refusedText({ refused, total, noun, verb }, place, problem!.message);
	const placesOf = (rows: readonly Row[]) =>
		capital(placesText(rows.map((row) => source.placeOf(row))));
	const others: string[] = [];
	for (const kind of new Set(first.map((row) => row.problem!.kind))) {
		const [one, ...more] = first.filter((row) => row.problem!.kind === kind);
		if (one !== first[0]) others.push(`${placesOf([one])}: ${one.problem!.message}.`);
		if (more.length > 0) others.push(`${placesOf(more)}: the same problem.`);
	}
	if (refused > first.length)
		others.push(`${numberText(refused - first.length)} more cannot be sent.`);
	const remedy = joined(problem!.remedy, ...others);
	return { code: problem!.code, message, remedy, item, hasOthers: refused < total };
}

interface Stop {
	noun: string;
	total: number;
	/** Of all rows. Rows that were never read count as not sent. */
	counts: Record<Outcome | 'unchanged', number>;
	first: Failed;
	/** The place of the first row that was not accepted. */
	place: string;
	spans: Record<'accepted' | 'unknown', Spans>;
	hasEarlier: boolean;
	options: Pick<DeliveryOptions, 'ifSentAgain' | 'isolateRejectedRows'>;
}

const inWords = (outcome: string) => (outcome === 'notSent' ? 'not sent' : outcome);

/** The error if rows were not accepted: the outcome of all rows, and how to go on. */
export function outcomeError(node: INode, stop: Stop): ServiceError {
	const { noun, total, counts, first, place } = stop;
	const { error, outcome } = first;
	const outcomes = (Object.keys(counts) as Array<keyof typeof counts>)
		.filter((each) => counts[each] > 0)
		.map((each, at) => {
			const verb = at > 0 ? '' : counts[each] === 1 ? 'was ' : 'were ';
			return `${numberText(counts[each])} ${verb}${inWords(each)}`;
		});
	const cause = error.message.replace(/\.$/, '');
	const ending = isTool(node) ? endingForAgent(stop) : endingOf(stop);
	const message = `${cause}. Of ${counted(total, noun)}, ${listed(outcomes, Infinity)}. First ${inWords(outcome)}: ${place}`;
	return error.reworded(message, ending);
}

function endingOf(stop: Stop): string {
	const { counts, hasEarlier, options } = stop;
	if (options.ifSentAgain === 'replaces') return executeAgain(stop);
	if (counts.accepted === 0 && counts.unknown === 0 && !hasEarlier) return nothingAccepted(stop);
	// A deletion request has no such setting.
	const way = options.ifSentAgain === undefined ? '' : IF_IT_REPLACES;
	return joined(counts.unknown > 0 ? someUnknown(stop) : someAccepted(stop), way);
}

const IF_IT_REPLACES =
	'If the service replaces rows, skip these steps. Set "If a Row Is Sent Again" to "It Replaces the Earlier One" and execute again.';

function executeAgain({ noun, counts: { unknown }, spans }: Stop): string {
	const next =
		'Correct the cause, then execute again. Rows that the service already has are replaced.';
	if (unknown === 0) return next;
	const them = unknown === 1 ? 'it' : 'them';
	return `${next} ${counted(unknown, noun)} may not have arrived (${spans.unknown.text()}). The next run sends ${them}.`;
}

function nothingAccepted(stop: Stop): string {
	const { noun, first, options } = stop;
	const { status, rows } = first;
	const isOneOfMany = status === 400 && rows.length > 1 && options.isolateRejectedRows === false;
	return joined(
		noneAccepted(stop),
		'Correct the cause, then execute again.',
		isOneOfMany ? `To find the bad ${noun}, turn on "Isolate Rejected Rows" in the options.` : '',
	);
}

/** A refused deletion proves nothing: the service may have taken some of the contacts. */
const noneAccepted = ({ options }: Stop): string =>
	options.ifSentAgain === undefined ? '' : 'No row was accepted.';

/** Number of rows that a retry sends. */
const restOf = ({ counts }: Stop): number => counts.rejected + counts.notSent;

const retry = (stop: Stop): string =>
	`${RETRY} It sends only the other ${counted(restOf(stop), stop.noun)}.`;

function someAccepted(stop: Stop): string {
	const { noun, counts, first } = stop;
	const not = notAgain(counts.accepted, noun);
	if (first.answer?.row.next === 'access')
		return `The ${noun} are fine. ${not} ${steps('Correct the credential or the shop, and save.', retry(stop))}`;
	const byBranch = `If ${noun} are wrong, set ${ERROR_OUTPUT} to get them at the Error Branch.`;
	const correct = `Correct the cause, or wait. ${byBranch}`;
	return `${not} ${steps(correct, 'Save the workflow.', retry(stop))}`;
}

function someUnknown(stop: Stop): string {
	const { noun, counts, spans, options } = stop;
	const isDeletion = options.ifSentAgain === undefined;
	const all = steps(
		isDeletion
			? 'Ask the support of the service whether it has the request.'
			: 'Check at the service which of them arrived. They may take 20 minutes to appear.',
		isDeletion ? '' : 'Push the missing ones from a file or list of their own.',
		restOf(stop) > 0 ? retry(stop) : '',
	);
	const lost = counted(counts.unknown, noun);
	const may = isDeletion ? `the request for ${lost} may have arrived` : `${lost} may be stored`;
	return `Do not execute again: ${may} (${spans.unknown.text()}). Instead: ${all}`;
}

/**
 * For the model of an agent, which can send rows again, but cannot use the editor. It names what must not be sent again:
 * the other rows are whatever else the model has, even if the node left some of them out.
 */
function endingForAgent(stop: Stop): string {
	const { noun, counts, spans, options } = stop;
	if (options.ifSentAgain === 'replaces')
		return 'Correct the cause, then call the tool again with all rows: stored ones are replaced.';
	if (counts.accepted === 0 && counts.unknown === 0)
		return joined(noneAccepted(stop), 'Correct the cause, then call the tool again.');
	const accepted = counts.accepted > 0 ? `${spans.accepted.text(Infinity)} (accepted)` : '';
	const unknown = counts.unknown > 0 ? `${spans.unknown.text(Infinity)} (may have arrived)` : '';
	return joined(
		`Do not send again: ${[accepted, unknown].filter(Boolean).join('; ')}.`,
		restOf(stop) > 0 ? `Correct the cause, then send only the other ${noun}.` : '',
	);
}
