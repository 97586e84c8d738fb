import type { INode } from 'n8n-workflow';
import { isTool } from '../n8n/agentCall';
import type { Row } from '../rows/row';
import type { Inspection, Source } from '../rows/source';
import type { Failure } from '../service/call';
import { type Outcome, rowOf } from '../service/errors/errorTable';
import { ServiceError } from '../service/errors/serviceError';
import type { DeliveryOptions } from './requestFormat';

/**
 * The errors that stop a node whose error output is off: what is wrong, and how to go on. "Execute step"
 * starts a new execution, which knows nothing of what was sent; a retry does.
 */

/** n8n 2.x names the ways of Retry like this. */
const RETRY = 'choose "Retry with currently saved workflow" in the list of executions';
const ERROR_BRANCH =
	'On Error to "Continue (using error output)", and connect a node to the Error Branch, or';
const NOT_AGAIN = 'Do not execute again, or {noun} are sent twice. Instead:';

/** What was found wrong before anything was sent. */
interface Refusal {
	message: string;
	/** What to do about it, and what else is wrong. */
	description: string;
	item: number;
	/** Whether there are rows that could be sent. */
	hasOthers: boolean;
}

/**
 * Rows that cannot be sent, or input items that are refused, were found before anything was sent.
 * @param hasEarlier whether an earlier try has sent rows
 */
export function refusedError(
	node: INode,
	inspection: Inspection,
	source: Pick<Source, 'placeOf'>,
	noun: string,
	hasEarlier: boolean,
): ServiceError {
	const refusal = refusalOfInput(inspection) ?? refusalOfRows(inspection, source, noun);
	const { message, item, hasOthers } = refusal;
	const ways = [
		hasEarlier
			? `${NOT_AGAIN} 1. Correct this. 2. Save, and ${RETRY}. It sends only what no earlier try has sent.`
			: 'Nothing was sent. Correct this and execute again.',
		hasOthers ? `To send the others all the same, set ${ERROR_BRANCH} these {noun} are lost.` : '',
	];
	const toAgent = ['Nothing was sent. Correct this and call the tool again.'];
	const description = [refusal.description, ...(isTool(node) ? toAgent : ways)];
	return new ServiceError(node, {
		message,
		description: description.filter(Boolean).join(' ').replaceAll('{noun}', noun),
		outcome: 'rejected',
		itemIndex: item,
	});
}

/** The first input item none of whose rows is sent. */
function refusalOfInput({ inputs, total }: Inspection): Refusal | undefined {
	const refused = [...inputs].filter(([, { refusal }]) => refusal);
	if (refused.length === 0) return undefined;
	const [[item, { refusal }]] = refused;
	const { message, remedy: description } = refusal!;
	const hasOthers = total > refused.reduce((sum, [, { rows }]) => sum + rows, 0);
	const isOneOfMany = hasOthers || inputs.size > 1;
	return {
		message: isOneOfMany ? `Item ${item + 1}: ${message}` : message,
		description,
		item,
		hasOthers,
	};
}

/** The first rows that cannot be sent. */
function refusalOfRows(
	{ first, refused, total }: Inspection,
	source: Pick<Source, 'placeOf'>,
	noun: string,
): Refusal {
	const [row] = first;
	const { message, remedy } = row.problem!;
	// Many rows are wrong in one way.
	const messages = new Set(first.map(({ problem }) => problem!.message));
	const texts = [...messages].map((wrong) => {
		const rows = first.filter(({ problem }) => problem!.message === wrong);
		return textAt(rows, wrong, source);
	});
	if (refused > first.length) texts.push(`${refused - first.length} more`);
	const all = refused > 1 ? `What is wrong: ${texts.join('; ')}.` : '';
	return {
		message: `${refused} of ${total} ${noun} cannot be sent. First, ${textAt([row], message, source)}`,
		description: `${remedy} ${all}`.trim(),
		item: row.item,
		hasOthers: refused < total,
	};
}

function textAt(rows: readonly Row[], wrong: string, source: Pick<Source, 'placeOf'>): string {
	// What could not be read names its line already.
	const placed = rows.filter(({ line }) => !wrong.includes(` line ${line} `));
	return [placed.map((row) => source.placeOf(row)).join(', '), wrong].filter(Boolean).join(': ');
}

const ISOLATE =
	'Turn on "Isolate Rejected Rows" in the options: it finds the bad {noun}, and sends the good ones beside them.';
const RETRY_REST = `Save, and ${RETRY}. It sends only the rest ({rest}).`;
const NOTHING_SENT =
	'Nothing has arrived at the service. Once the cause is corrected or gone, execute again.';

/** How to go on, by the cause: if nothing has arrived at the service, and if something has. */
const ENDINGS = {
	/** The service takes nothing for now, or could not be asked: the rest goes as it is. */
	forNow: {
		nothingSent: NOTHING_SENT,
		someSent: `${NOT_AGAIN} once the cause is gone, ${RETRY}. It sends only the rest ({rest}).`,
	},
	/** The credential, the shop or the address is to be corrected, and no row. */
	access: {
		nothingSent: NOTHING_SENT,
		someSent: `${NOT_AGAIN} 1. Correct the cause. 2. ${RETRY_REST}`,
	},
	/** One bad row may have made the service refuse all of its request. */
	oneOfMany: {
		nothingSent: `Nothing has arrived at the service. 1. ${ISOLATE} 2. Execute again.`,
		someSent: `${NOT_AGAIN} 1. ${ISOLATE} 2. Set ${ERROR_BRANCH} the rejected {noun} are lost. 3. ${RETRY_REST}`,
	},
	/** It names some rows of a request, and may have stored the others. */
	partly: {
		nothingSent:
			'1. Correct the {noun} that the service names. 2. If it overwrites what it has, execute again. If not, look up which {noun} are there (it may show them only after 20 minutes), and send the others in a new execution.',
		someSent: `${NOT_AGAIN} 1. If the service does not overwrite what it has, look up which of the rejected {noun} are there. 2. Set ${ERROR_BRANCH} the rejected {noun} are lost. 3. ${RETRY_REST}`,
	},
	/** The service refused rows, and would again at a retry. */
	rows: {
		nothingSent: NOTHING_SENT,
		someSent: `${NOT_AGAIN} 1. Set ${ERROR_BRANCH} the rejected {noun} are lost. 2. ${RETRY_REST}`,
	},
};

/** Nobody knows whether these rows have arrived, and a retry does not send them. */
const LOOK_UP =
	'Do not execute again, or {noun} may be sent twice. Instead: 1. Look up the unknown {noun} ({unknown}) at the service: they may have arrived, and it may show them only after 20 minutes. 2. Send those that are missing in a new execution, and no others. (If the service overwrites what it has, sending all of them again does no harm.)';
const LOOK_UP_AND_RETRY = `${LOOK_UP} 3. Then ${RETRY}. It sends only the other {noun} ({rest}).`;

/** With "Skip Rows Already Sent", another execution sends what has not arrived. */
const AGAIN =
	'Once the cause is corrected or gone, execute again: as "Skip Rows Already Sent" is on, only the rest ({rest}) is sent.';
const UNKNOWN_ARE_SKIPPED =
	'The unknown {noun} ({unknown}) may have arrived, and are not sent again. Look them up at the service, and send those that are missing with that field turned off.';

/** How a node stopped, because not all rows were accepted. */
interface Stop {
	noun: string;
	/** Of all rows, those that were never come to among those not sent. */
	counts: Record<Outcome, number>;
	/** Rows that an earlier run has sent. */
	alreadySent: number;
	/** The first rows that were not accepted. */
	first: Failure & { rows: readonly Row[] };
	/** Whether a refused request may have stored some of its rows. */
	isPartly: boolean;
	/** Where the first ten rows stand that were not accepted. */
	places: readonly string[];
	/** Whether an earlier try has sent rows. */
	hasEarlier: boolean;
	options: Pick<DeliveryOptions, 'isolateRejectedRows' | 'skipSentRows'>;
}

/** Rows were not accepted: what became of all of them, and how to go on. */
export function outcomeError(node: INode, stop: Stop): ServiceError {
	const { noun, counts, alreadySent, first, places } = stop;
	const { error, status, outcome } = first;
	const outcomes = Object.entries(counts) as Array<[Outcome, number]>;
	const total = outcomes.reduce((sum, [, rows]) => sum + rows, alreadySent);
	const became = outcomes
		.filter(([, rows]) => rows > 0)
		.map(([each, rows]) => `${rows} ${outcomeInWords(each)}`);
	if (alreadySent > 0) became.push(`${alreadySent} had been sent by earlier runs`);
	const { accepted, unknown, rejected, notSent } = counts;
	const whatToDo = (isTool(node) ? agentEnding(stop) : endingOf(stop))
		.replaceAll('{noun}', noun)
		.replace('{accepted}', `${accepted}`)
		.replace('{unknown}', `${unknown}`)
		.replace('{rest}', `${rejected + notSent}`);
	// Of a push, a gateway's error says so. What may have arrived is not to be tried again.
	const explanation = error.explanation.replace(unknown > 0 ? /Try again later\. ?/ : '', '');
	return new ServiceError(node, {
		message: `${error.message.replace(/\.$/, '')}. Of ${total} ${noun}: ${became.join(', ')}. First ${outcomeInWords(outcome)}: ${places[0]}.`,
		description: [explanation.trim(), whatToDo].filter(Boolean).join(' '),
		supportBlock: error.supportBlock,
		status: status ?? undefined,
		outcome,
		itemIndex: error.context.itemIndex as number,
	});
}

const outcomeInWords = (outcome: Outcome): string => (outcome === 'notSent' ? 'not sent' : outcome);

function endingOf({ counts, first, isPartly, hasEarlier, options }: Stop): string {
	const { accepted, unknown, rejected, notSent } = counts;
	const cause = causeOf(first, options);
	if (options.skipSentRows) {
		const isolate = cause === 'oneOfMany' ? ISOLATE : '';
		return [isolate, AGAIN, unknown > 0 ? UNKNOWN_ARE_SKIPPED : ''].filter(Boolean).join(' ');
	}
	if (unknown > 0) return rejected + notSent > 0 ? LOOK_UP_AND_RETRY : LOOK_UP;
	const { nothingSent, someSent } = ENDINGS[isPartly ? 'partly' : cause];
	return accepted > 0 || hasEarlier ? someSent : nothingSent;
}

/** What the model of an agent reads: it sends rows anew, and knows no steps in the editor. */
function agentEnding({ counts, places }: Stop): string {
	const { accepted, unknown, rejected, notSent } = counts;
	const rest = rejected + notSent + unknown;
	const isPart = accepted > 0 && rest > 1;
	return [
		accepted > 0 ? 'Do not send the accepted {noun} ({accepted}) again.' : '',
		unknown > 0
			? 'Do not send the unknown {noun} ({unknown}) again: they may have arrived. Look them up at the service first.'
			: '',
		isPart ? `Not accepted: ${places.join(', ')}${rest > places.length ? ' and others' : ''}.` : '',
	]
		.filter(Boolean)
		.join(' ');
}

function causeOf(
	{ rows, outcome, status }: Stop['first'],
	{ isolateRejectedRows }: Stop['options'],
): keyof typeof ENDINGS {
	if (outcome === 'notSent' || status === null) return 'forNow';
	const isOneOfMany = status === 400 && rows.length > 1 && isolateRejectedRows === false;
	return isOneOfMany ? 'oneOfMany' : rowOf(status).next;
}
