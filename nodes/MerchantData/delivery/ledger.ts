import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import type { EndpointName } from '../service/endpoints';
import type { Outcome } from '../service/errors/retryPolicy';

/**
 * Remembers what was sent in an execution, so that a second try of it (Retry On Fail, "Retry
 * execution") neither loses rows nor sends them twice. It is kept in n8n's node context, which is still
 * there in the second try.
 *
 * Rows are known by their place (input item and row within it), never by their content: identical rows
 * may be pushed on purpose, and an expression such as $now changes the content from try to try.
 */

/** The place of a row: its input item, and which of the item's rows it is. */
export type Place = readonly [item: number, row: number];

/** What one request carries: the rows of a shop from one place to another, both included. */
export interface Range {
	shop: string;
	from: Place;
	to: Place;
	/** Items between them that could not be read. A later try may be able to read them. */
	without?: number[];
}

/** A request that was sent and not refused, and its state. */
export interface LedgerEntry extends Range {
	/** The credential and address it went to. An entry counts for the same target only. */
	target: string;
	/** `inFlight` at the start of a later try means that nobody saw the answer. */
	state: 'inFlight' | 'accepted' | 'unknown';
	/** Of an accepted request: from it, a later try makes the output item again. */
	receipt?: IDataObject;
}

/** The entry of one request. It is told what becomes of that request; requests may end in any order. */
export interface LedgerHandle {
	/** Whether the ledger has an entry of the request, which then may have arrived. */
	readonly isKept: boolean;
	/** Notes the state. The entry of a request that was refused or not sent is removed: it may be sent again. */
	track(state: 'inFlight' | Outcome, receipt?: IDataObject): void;
}

export interface Ledger {
	/** The entry of an earlier try that holds a place. The places of a shop must be asked for in order. */
	covering(shop: string, place: Place): LedgerEntry | undefined;
	/** A handle for a request. Nothing is noted before {@link LedgerHandle.track} is called. */
	handle(range: Range): LedgerHandle;
	/**
	 * False if an earlier try has sent rows of this item's file, and the file was another one then: its
	 * places would not be those of the earlier try. Otherwise the file is noted for later tries.
	 * @param fingerprint of the file and of the options by which it is read
	 * @param earlier another one that the earlier try may have had
	 */
	knows(item: number, fingerprint: string, earlier?: string): boolean;
}

/** Joins the receipts of two requests whose rows follow each other. */
export type JoinReceipts = (first: IDataObject, second: IDataObject) => IDataObject;

interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: LedgerEntry[];
	/** The fingerprints of files, by item. */
	files?: Record<number, string>;
}

const CONTEXT_KEY = 'merchantDataLedger';

/** Negative where `a` comes before `b`. */
export function comparePlaces(a: Place, b: Place): number {
	return a[0] - b[0] || a[1] - b[1];
}

/**
 * Opens the ledger of this run of the node. Each iteration of a loop is a run with an empty ledger. A
 * call by an AI agent has a ledger of its own, in memory, because calls at the same time share the
 * number of the run and the places.
 * @param target the credential and address that requests go to; if it is not known, nothing can be
 *   sent, and the entries of all targets count
 * @param unread the items that this try could not read, ascending
 * @param join makes accepted rows that follow each other one entry; without it, each request keeps its own
 */
export function openLedger(
	context: IExecuteFunctions,
	endpoint: EndpointName,
	target: string | undefined,
	unread: readonly number[],
	join?: JoinReceipts,
): Ledger {
	const stored = isAgentCall(context) ? newLedger(endpoint) : storedLedger(context, endpoint);
	const { entries } = stored;

	const earlier = new Map<string, LedgerEntry[]>();
	for (const entry of entries) {
		if (entry.state === 'inFlight') entry.state = 'unknown';
		if (target !== undefined && entry.target !== target) continue;
		// A copy, because this try may join rows of its own to the entry.
		const known = join ? { ...entry } : entry;
		const ofShop = earlier.get(entry.shop);
		if (ofShop) ofShop.push(known);
		else earlier.set(entry.shop, [known]);
	}
	for (const ofShop of earlier.values()) ofShop.sort((a, b) => comparePlaces(b.from, a.from));

	return {
		covering(shop, place) {
			const ofShop = earlier.get(shop);
			if (!ofShop) return undefined;
			// They are sorted by their beginnings, descending: the next ones are at the end.
			for (let index = ofShop.length - 1; index >= 0; index--) {
				const entry = ofShop[index];
				if (comparePlaces(entry.from, place) > 0) break;
				// Places are asked for in order, so earlier entries are not needed again.
				if (comparePlaces(entry.to, place) < 0) ofShop.splice(index, 1);
				// An item that is missing in this request may be in a later one.
				else if (!entry.without?.includes(place[0])) return entry;
			}
			return undefined;
		},
		knows(item, fingerprint, earlier) {
			const files = (stored.files ??= {});
			const hasSent = entries.some(({ from }) => from[0] === item);
			if (hasSent && ![fingerprint, earlier].includes(files[item])) return false;
			files[item] = fingerprint;
			return true;
		},
		handle(range) {
			const entry: LedgerEntry = { ...range, target: target ?? '', state: 'inFlight' };
			const without = unread.filter((item) => item > range.from[0] && item < range.to[0]);
			if (without.length > 0) entry.without = without;
			return {
				get isKept() {
					return entries.includes(entry);
				},
				track(state, receipt) {
					const index = entries.lastIndexOf(entry);
					if (state === 'rejected' || state === 'notSent') {
						if (index >= 0) entries.splice(index, 1);
						return;
					}
					entry.state = state;
					if (receipt) entry.receipt = receipt;
					if (index < 0) entries.push(entry);
					if (join && receipt) absorbNeighbours(entries, entry, join);
				},
			};
		},
	};
}

/** Joins an accepted entry with those whose rows come right before and right after its own. */
function absorbNeighbours(entries: LedgerEntry[], entry: LedgerEntry, join: JoinReceipts): void {
	for (let index = entries.length - 1; index >= 0; index--) {
		const other = entries[index];
		const isAlike =
			other.state === entry.state && other.target === entry.target && other.shop === entry.shop;
		if (other === entry || !isAlike) continue;
		const isBefore = isNext(other.to, entry.from);
		if (!isBefore && !isNext(entry.to, other.from)) continue;
		const [first, second] = isBefore ? [other, entry] : [entry, other];
		entry.receipt = join(first.receipt ?? {}, second.receipt ?? {});
		entry.from = first.from;
		entry.to = second.to;
		entries.splice(index, 1);
	}
}

function isNext([item, row]: Place, [nextItem, nextRow]: Place): boolean {
	return item === nextItem && row + 1 === nextRow;
}

const newLedger = (endpoint: EndpointName): StoredLedger => ({ run: 0, endpoint, entries: [] });

function storedLedger(context: IExecuteFunctions, endpoint: EndpointName): StoredLedger {
	const nodeContext = context.getContext('node');
	const run = context.getWorkflowDataProxy(0).$runIndex;
	const stored = nodeContext[CONTEXT_KEY] as StoredLedger | undefined;
	const isOfThisRun = stored !== undefined && stored.run === run && stored.endpoint === endpoint;
	const ledger = isOfThisRun ? stored : { ...newLedger(endpoint), run };
	nodeContext[CONTEXT_KEY] = ledger;
	return ledger;
}
