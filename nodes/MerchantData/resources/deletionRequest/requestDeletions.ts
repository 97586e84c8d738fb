import type { INode } from 'n8n-workflow';
import { deliver, type Delivered, PREVIEWED } from '../../delivery/deliver';
import { unknownSinceEarlierTry } from '../../delivery/failures';
import { type Ledger, type LedgerEntry, openLedger, type Place } from '../../delivery/ledger';
import { createOutcomeCounts, type OutcomeCounts } from '../../delivery/outcomeCounts';
import type { Execution } from '../../n8n/execution';
import type { Output } from '../../n8n/output';
import type { Call, Failure, Permission } from '../../service/call';
import type { Limits } from '../../shared/fields';
import { orderedMap } from '../../shared/orderedMap';
import {
	type Deletion,
	grouped,
	numbersOf,
	pairs,
	personalDataOf,
	readDeletions,
} from './deletions';
import type { deletionRequestFields } from './fields';
import { type DeletionOptions, readOptions } from './options';

const ENDPOINT = 'createDeletionRequest';

type DeletionExecution = Execution<typeof deletionRequestFields>;

/** Creates deletion requests for all items ("Endpoints" 7). */
export async function requestDeletions(
	execution: DeletionExecution,
	output: Output,
): Promise<void> {
	const { client, context } = execution;
	const options = readOptions(execution);
	if (options.preview) return previewDeletions(execution, output, options);
	const { deletions, unread, repeats } = readDeletions(execution, ([problem], item, shop) =>
		output.fail(problem, item, { outcome: 'notSent', status: null, shop }),
	);
	if (repeats > 0) execution.hint(repeated(repeats));

	const ledger = openLedger(context, ENDPOINT, await client.target(ENDPOINT), unread);
	/** True when a request has failed and the error output is off: then no further request starts. */
	let isStopped = false;

	async function settle({ group, entry }: Job, permit?: Permission): Promise<Settled> {
		if (entry) return { group, end: recalled(context.getNode(), group, entry) };
		if (isStopped) return { group };
		const end = await send(execution, ledger, group, options, permit);
		isStopped ||= !output.continues && end.outcome !== 'accepted';
		return { group, end };
	}
	const permits = client.permits(ENDPOINT, options, () => !isStopped);

	const counts = createOutcomeCounts('items');
	const jobs = jobsOf(deletions, ledger, options);
	for await (const { group, end } of orderedMap(jobs, permits, settle)) {
		if (end?.outcome === 'accepted') {
			counts.count('accepted', group.length);
			output.accept({ json: end.receipt, pairedItem: pairs(group) });
		} else if (end) {
			fail(group, end, counts, output);
		}
	}
	if (counts.hasFailed && !output.continues) {
		throw counts.error(context.getNode(), deletions.length);
	}
}

/** Puts out the requests that would be sent, and all that is wrong with an item that would not. */
function previewDeletions(
	execution: DeletionExecution,
	output: Output,
	options: DeletionOptions,
): void {
	const { deletions, unread, repeats } = readDeletions(execution, (problems, item, shop) => {
		const problem = problems.map(({ message }) => message).join('. ');
		output.accept({ json: { preview: true, problem, shop }, pairedItem: { item } });
	});
	const count = deletions.length + unread.length;
	if (unread.length > 0) execution.hint(`${unread.length} of ${count} items cannot be sent`, true);
	execution.hint(PREVIEWED, true);
	if (repeats > 0) execution.hint(repeated(repeats));
	for (const group of grouped(deletions, options)) {
		output.accept({ json: { preview: true, ...numbersOf(group) }, pairedItem: pairs(group) });
	}
}

function repeated(count: number): string {
	return count === 1
		? '1 email address or phone number was given more than once in an item, and is sent once'
		: `${count} email addresses and phone numbers were given more than once in an item, and are sent once`;
}

/** What one request shall carry, or the ledger's entry of an earlier try that carried it. */
interface Job {
	group: Deletion[];
	entry?: LedgerEntry;
}

/** A group and its outcome. Without an outcome, the group was not sent. */
interface Settled {
	group: Deletion[];
	end?: Delivered;
}

function fail(group: Deletion[], failure: Failure, counts: OutcomeCounts, output: Output): void {
	const [{ item, shop }] = group;
	counts.fail(failure, group.length, `item ${item}, shop ${shop}`);
	if (!output.continues) return;
	const { error, outcome, status } = failure;
	for (const deletion of group) output.fail(error, deletion.item, { outcome, status, shop });
}

function recalled(
	node: INode,
	[{ item }]: Deletion[],
	{ state, receipt = {} }: LedgerEntry,
): Delivered {
	if (state === 'accepted') return { outcome: state, receipt };
	return unknownSinceEarlierTry(node, item);
}

/** Sends one request for a group of items of one shop. */
async function send(
	execution: Execution,
	ledger: Ledger,
	group: Deletion[],
	limits: Limits,
	permit?: Permission,
): Promise<Delivered> {
	const { shop, emails, phones } = personalDataOf(group);
	const body = {
		shop,
		...(emails.length > 0 ? { emails } : {}),
		...(phones.length > 0 ? { phones } : {}),
	};
	const call: Call = {
		shop,
		body: Buffer.from(JSON.stringify(body)),
		limits,
		permit,
		itemIndex: group[0].item,
		confidential: [...emails, ...phones],
		supportPayload: () => JSON.stringify(numbersOf(group)),
	};
	const range = { shop, from: placeOf(group[0]), to: placeOf(group[group.length - 1]) };
	return await deliver(execution, ENDPOINT, call, ledger.handle(range), (status, response) => ({
		...numbersOf(group),
		status,
		time: new Date().toISOString(),
		response,
	}));
}

function placeOf({ item }: Deletion): Place {
	return [item, 0];
}

/**
 * One job per request to send, and one per request of an earlier try. No request covers a range with an
 * item that an earlier one has sent.
 */
function jobsOf(deletions: readonly Deletion[], ledger: Ledger, options: DeletionOptions): Job[] {
	const sent = new Map<LedgerEntry, Deletion[]>();
	const due: Deletion[][] = [[]];
	for (const deletion of deletions) {
		const entry = ledger.covering(deletion.shop, [deletion.item, 0]);
		if (!entry) {
			due[due.length - 1].push(deletion);
			continue;
		}
		const group = sent.get(entry);
		if (group) group.push(deletion);
		else sent.set(entry, [deletion]);
		if (due[due.length - 1].length > 0) due.push([]);
	}
	return [
		...[...sent].map(([entry, group]) => ({ entry, group })),
		...due.flatMap((run) => grouped(run, options)).map((group) => ({ group })),
	];
}
