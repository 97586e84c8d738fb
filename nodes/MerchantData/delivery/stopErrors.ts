import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Inspection, Source } from '../rows/source';
import { type Outcome, rowOf, type StatusRow } from '../service/errors/errorTable';
import { ServiceError } from '../service/errors/serviceError';
import type { DeliveryOptions, Failed } from './requestFormat';

/** Named as in n8n 2.x. "Execute step" knows nothing of what was sent, a retry does. */
const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';
const ERROR_BRANCH =
	'On Error to "Continue (using error output)", and connect a node to the Error Branch, or';
const NOT_AGAIN = 'Do not execute again, or {noun} are sent twice. Instead:';

/** Rows that cannot be sent, or input items that are refused, were found before anything was sent. */
export function refusedError(
	node: INode,
	inspection: Inspection,
	source: Pick<Source, 'placeOf'>,
	noun: string,
	hasEarlier: boolean,
): ServiceError {
	const { message, remedy, item, hasOthers } =
		refusalOfInput(inspection) ?? refusalOfRows(inspection, source, noun);
	const next = hasEarlier
		? `${NOT_AGAIN} 1. Correct this. 2. Save, and ${RETRY}. It sends only what no earlier try has sent.`
		: 'Nothing was sent. Correct this and execute again.';
	const others = `To send the others all the same, set ${ERROR_BRANCH} these {noun} are lost.`;
	const whatToDo = isTool(node)
		? 'Nothing was sent. Correct this and call the tool again.'
		: joined(next, hasOthers ? others : '');
	const description = joined(remedy, whatToDo).replaceAll('{noun}', noun);
	return new ServiceError(node, { message, description, outcome: 'rejected', itemIndex: item });
}

const joined = (...texts: string[]): string => texts.filter(Boolean).join(' ');

/** The first input item none of whose rows is sent. */
function refusalOfInput({ inputs, total }: Inspection) {
	const refused = [...inputs].filter(([, { refusal }]) => refusal);
	if (refused.length === 0) return undefined;
	const [[item, { refusal }]] = refused;
	const { message, remedy } = refusal!;
	const hasOthers = total > refused.reduce((sum, [, { rows }]) => sum + rows, 0);
	const label = hasOthers || inputs.size > 1 ? `Item ${item + 1}: ` : '';
	return { message: label + message, remedy, item, hasOthers };
}

/** The first rows that cannot be sent. */
function refusalOfRows(inspection: Inspection, source: Pick<Source, 'placeOf'>, noun: string) {
	const { first, refused, total } = inspection;
	const [{ problem, item }] = first;
	const texts = first.map((row) => `${source.placeOf(row)}: ${row.problem!.message}`);
	const message = `${refused} of ${total} ${noun} cannot be sent. First, ${texts[0]}`;
	if (refused > first.length) texts.push(`${refused - first.length} more`);
	const all = refused > 1 ? `What is wrong: ${texts.join('; ')}.` : '';
	return { message, remedy: joined(problem!.remedy, all), item, hasOthers: refused < total };
}

const ISOLATE =
	'Turn on "Isolate Rejected Rows" in the options: it finds the bad {noun}, and sends the good ones beside them.';
const RETRY_REST = `Save, and ${RETRY}. It sends only the rest ({rest}).`;
const TO_BRANCH = `Set ${ERROR_BRANCH} the rejected {noun} are lost.`;
const NOTHING_SENT = 'Nothing has arrived at the service. Execute again once the cause is gone.';

/** How to go on after something has arrived, by what must change before a retry. */
const SOME_SENT: Record<StatusRow['next'], string> = {
	forNow: `${NOT_AGAIN} once the cause is gone, ${RETRY}. It sends only the rest ({rest}).`,
	access: `${NOT_AGAIN} 1. Correct the cause. 2. ${RETRY_REST}`,
	rows: `${NOT_AGAIN} 1. ${TO_BRANCH} 2. ${RETRY_REST}`,
};

/** One bad row may have made the service refuse all of its request. */
const ONE_OF_MANY = `Nothing has arrived at the service. 1. ${ISOLATE} 2. Execute again.`;
const ONE_OF_MANY_LATER = `${NOT_AGAIN} 1. ${ISOLATE} 2. ${TO_BRANCH} 3. ${RETRY_REST}`;

/** The service names some rows of a request, and may have stored the others. */
const PARTLY_REFUSED =
	'1. Correct the {noun} that the service names. 2. If it overwrites what it has, execute again. If not, look up which {noun} are there (it may show them only after 20 minutes), and send the others in a new execution.';
const PARTLY_REFUSED_LATER = `${NOT_AGAIN} 1. If the service does not overwrite what it has, look up which of the rejected {noun} are there. 2. ${TO_BRANCH} 3. ${RETRY_REST}`;

/** Nobody knows whether these rows have arrived, and a retry does not send them. */
const LOOK_UP =
	'Do not execute again, or {noun} may be sent twice. Instead: 1. Look up the unknown {noun} ({unknown}) at the service: they may have arrived, and it may show them only after 20 minutes. 2. Send those that are missing in a new execution, and no others. (If the service overwrites what it has, sending all of them again does no harm.)';
const LOOK_UP_AND_RETRY = `${LOOK_UP} 3. Then ${RETRY}. It sends only the other {noun} ({rest}).`;

/** With "Skip Rows Already Sent", another execution sends what has not arrived. */
const AGAIN =
	'Once the cause is corrected or gone, execute again: as "Skip Rows Already Sent" is on, only the rest ({rest}) is sent.';
const UNKNOWN_ARE_SKIPPED =
	'The unknown {noun} ({unknown}) may have arrived, and are not sent again. Look them up at the service, and send those that are missing with that field turned off.';

interface Stop {
	noun: string;
	/** Of all rows, those that were never come to among those not sent. */
	counts: Record<Outcome | 'alreadySent', number>;
	first: Failed;
	places: readonly string[];
	isPartly: boolean;
	hasEarlier: boolean;
	options: Pick<DeliveryOptions, 'isolateRejectedRows' | 'skipSentRows'>;
}

const IN_WORDS = {
	accepted: 'accepted',
	rejected: 'rejected',
	unknown: 'unknown',
	notSent: 'not sent',
	alreadySent: 'had been sent by earlier runs',
};

/** Rows were not accepted: what became of all of them, and how to go on. */
export function outcomeError(node: INode, stop: Stop): ServiceError {
	const { noun, counts, first, places } = stop;
	const { error, status, outcome } = first;
	const { accepted, unknown, rejected, notSent, alreadySent } = counts;
	const rest = rejected + notSent;
	const outcomes = Object.keys(IN_WORDS) as Array<keyof typeof IN_WORDS>;
	const became = outcomes.flatMap((each) =>
		counts[each] > 0 ? `${counts[each]} ${IN_WORDS[each]}` : [],
	);
	const values = { noun, accepted, unknown, rest };
	const whatToDo = (isTool(node) ? agentEnding(stop) : endingOf(stop, rest)).replace(
		/\{(\w+)\}/g,
		(_, name: keyof typeof values) => `${values[name]}`,
	);
	// Of a push, a gateway's error says so. What may have arrived is not to be tried again.
	const explanation = error.explanation.replace(unknown > 0 ? /Try again later\. ?/ : '', '');
	return new ServiceError(node, {
		message: `${error.message.replace(/\.$/, '')}. Of ${accepted + unknown + rest + alreadySent} ${noun}: ${became.join(', ')}. First ${IN_WORDS[outcome]}: ${places[0]}.`,
		description: joined(explanation.trim(), whatToDo),
		supportBlock: error.supportBlock,
		status: status ?? undefined,
		outcome,
		itemIndex: error.context.itemIndex as number,
	});
}

/** @param rest how many rows another try sends */
function endingOf(stop: Stop, rest: number): string {
	const { counts, first, isPartly, hasEarlier, options } = stop;
	const { accepted, unknown } = counts;
	const { rows, outcome, status } = first;
	const isOneOfMany = status === 400 && rows.length > 1 && options.isolateRejectedRows === false;
	if (options.skipSentRows) {
		const isolate = isOneOfMany && !isPartly ? ISOLATE : '';
		return joined(isolate, AGAIN, unknown > 0 ? UNKNOWN_ARE_SKIPPED : '');
	}
	if (unknown > 0) return rest > 0 ? LOOK_UP_AND_RETRY : LOOK_UP;
	const hasSent = accepted > 0 || hasEarlier;
	if (isPartly) return hasSent ? PARTLY_REFUSED_LATER : PARTLY_REFUSED;
	if (isOneOfMany) return hasSent ? ONE_OF_MANY_LATER : ONE_OF_MANY;
	return hasSent
		? SOME_SENT[outcome === 'notSent' || status === null ? 'forNow' : rowOf(status).next]
		: NOTHING_SENT;
}

/** What the model of an agent reads: it sends rows anew, and knows no steps in the editor. */
function agentEnding({ counts, places }: Stop): string {
	const { accepted, unknown, rejected, notSent } = counts;
	const notAccepted = rejected + notSent + unknown;
	const others = notAccepted > places.length ? ' and others' : '';
	return joined(
		accepted > 0 ? 'Do not send the accepted {noun} ({accepted}) again.' : '',
		unknown > 0
			? 'Do not send the unknown {noun} ({unknown}) again: they may have arrived. Look them up at the service first.'
			: '',
		accepted > 0 && notAccepted > 1 ? `Not accepted: ${places.join(', ')}${others}.` : '',
	);
}
