import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { deliver, type Delivered, type NotDelivered, type Parcel } from '../../delivery/deliver';
import { unknownSinceEarlierTry } from '../../delivery/earlierTry';
import { type Ledger, type LedgerEntry, openLedger } from '../../delivery/ledger';
import { createTally } from '../../delivery/tally';
import type { Execution } from '../../runtime/execution';
import type { Output } from '../../runtime/output';
import { answerValue } from '../../shared/answerItem';
import { identifiers, joined } from '../../shared/identifiers';
import { InvalidValue } from '../../shared/invalidValue';
import type { Limits } from '../../transport/client';

interface ComplianceOptions {
	allowAsTool: boolean;
	combine: boolean;
	maxIdentifiers: number;
	preview: boolean;
}

type Options = ComplianceOptions & Limits;

/** The people that one item names, for one shop. */
interface Deletion {
	item: number;
	shop: string;
	emails: string[];
	phones: string[];
}

const ENDPOINT = 'createDeletionRequest';
const DEFAULTS: ComplianceOptions = {
	allowAsTool: false,
	combine: false,
	maxIdentifiers: 100,
	preview: false,
};

/** Creates data-deletion requests for all items ("Endpoints" 7). */
export async function requestDeletions(execution: Execution, output: Output): Promise<void> {
	const { context } = execution;
	const options: Options = { ...DEFAULTS, ...execution.options<ComplianceOptions>(0) };
	if (!(options.maxIdentifiers >= 1))
		throw new InvalidValue('Max Identifiers', 'must be 1 or more');
	refuseUnwantedTool(execution, options);

	const deletions = readDeletions(execution, output);
	if (options.preview) {
		for (const group of grouped(deletions, options)) {
			output.accept({ json: { preview: true, ...numbersOf(group) }, pairedItem: pairs(group) });
		}
		return;
	}

	const ledger = openLedger(context, ENDPOINT);
	const tally = createTally(deletions.length, 'items');
	const fail = (group: Deletion[], failure: NotDelivered) => {
		const [{ item, shop }] = group;
		tally.fail(failure, group.length, `item ${item}, shop ${shop}`);
		if (!output.continues) return;
		const { error, outcome, status } = failure;
		for (const deletion of group) output.fail(error, deletion.item, { outcome, status, shop });
	};
	const accept = (group: Deletion[], receipt: IDataObject) => {
		tally.count('accepted', group.length);
		output.accept({ json: receipt, pairedItem: pairs(group) });
	};

	const { recalled, due } = sorted(deletions, ledger);
	for (const [entry, group] of recalled) {
		if (entry.state === 'accepted') accept(group, entry.receipt ?? {});
		else fail(group, unknownSinceEarlierTry(context.getNode(), group[0].item));
	}
	for (const group of due.flatMap((stretch) => grouped(stretch, options))) {
		const result = await request(execution, ledger, group, options);
		if (result.outcome === 'accepted') accept(group, result.receipt);
		else fail(group, result);
		if (result.outcome !== 'accepted' && !output.continues) break;
	}
	if (tally.hasFailed && !output.continues) throw tally.error(context.getNode());
}

/** Sends one request for a group of items of one shop. */
async function request(
	execution: Execution,
	ledger: Ledger,
	group: Deletion[],
	limits: Limits,
): Promise<Delivered | NotDelivered> {
	const { shop, emails, phones } = people(group);
	const body = {
		shop,
		...(emails.length > 0 ? { emails } : {}),
		...(phones.length > 0 ? { phones } : {}),
	};
	const parcel: Parcel = {
		shop,
		body: Buffer.from(JSON.stringify(body)),
		limits,
		itemIndex: group[0].item,
		from: [group[0].item, 0],
		to: [group[group.length - 1].item, 0],
		confidential: [...emails, ...phones],
		supportPayload: () => JSON.stringify(numbersOf(group)),
	};
	return await deliver(execution, ledger, ENDPOINT, parcel, ({ status, text }) => ({
		...numbersOf(group),
		status,
		time: new Date().toISOString(),
		response: answerValue(text) as IDataObject,
	}));
}

/** n8n runs a node as an AI tool under a type of its own, which ends in "Tool". */
function refuseUnwantedTool({ context }: Execution, { allowAsTool }: Options): void {
	if (allowAsTool || !context.getNode().type.endsWith('Tool')) return;
	throw new NodeOperationError(
		context.getNode(),
		'Creating deletion requests as an AI tool is not allowed in this node',
		{
			description:
				'Deleted data cannot be brought back. Turn on "Allow as AI Tool" in the options if an agent may request it. Nothing was sent.',
		},
	);
}

function readDeletions(execution: Execution, output: Output): Deletion[] {
	const deletions: Deletion[] = [];
	execution.context.getInputData().forEach((_, item) => {
		let shop: string | null = null;
		try {
			shop = execution.shop(item);
			const emails = identifiers('emails', execution.field('emails', item));
			const phones = identifiers('phones', execution.field('phones', item));
			if (emails.length + phones.length === 0) {
				throw new InvalidValue(
					'Emails',
					'and "Phones" are both empty',
					'Give at least one e-mail address or phone number.',
				);
			}
			deletions.push({ item, shop, emails, phones });
		} catch (error) {
			output.fail(error, item, { outcome: 'notSent', status: null, shop });
		}
	});
	return deletions;
}

/**
 * Sorts out what an earlier try has sent. What is due comes in stretches without such an item
 * between, so that a request never spans one.
 */
function sorted(deletions: readonly Deletion[], ledger: Ledger) {
	const recalled = new Map<LedgerEntry, Deletion[]>();
	const due: Deletion[][] = [[]];
	for (const deletion of deletions) {
		const entry = ledger.covering(deletion.shop, [deletion.item, 0]);
		if (!entry) {
			due[due.length - 1].push(deletion);
			continue;
		}
		const group = recalled.get(entry);
		if (group) group.push(deletion);
		else recalled.set(entry, [deletion]);
		if (due[due.length - 1].length > 0) due.push([]);
	}
	return { recalled, due };
}

/** One group per request: an item, or items of a shop joined up to a number of identifiers. */
function grouped(deletions: readonly Deletion[], options: ComplianceOptions): Deletion[][] {
	if (!options.combine) return deletions.map((deletion) => [deletion]);
	const groups: Deletion[][] = [];
	const latest = new Map<string, { group: Deletion[]; size: number }>();
	for (const deletion of deletions) {
		const size = deletion.emails.length + deletion.phones.length;
		let last = latest.get(deletion.shop);
		if (!last || last.size + size > options.maxIdentifiers) {
			last = { group: [], size: 0 };
			latest.set(deletion.shop, last);
			groups.push(last.group);
		}
		last.group.push(deletion);
		last.size += size;
	}
	return groups;
}

/** The people of a group, each once. */
function people(group: readonly Deletion[]) {
	return {
		shop: group[0].shop,
		emails: joined(
			'emails',
			group.map(({ emails }) => emails),
		),
		phones: joined(
			'phones',
			group.map(({ phones }) => phones),
		),
	};
}

/** What a receipt says of the people: how many, not who. */
function numbersOf(group: readonly Deletion[]) {
	const { shop, emails, phones } = people(group);
	return { shop, emails: emails.length, phones: phones.length };
}

function pairs(group: readonly Deletion[]) {
	return group.map(({ item }) => ({ item }));
}
