import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import type { EndpointName } from '../service/endpoints';
import type { Outcome } from '../service/errors/retryPolicy';

/**
 * Remembers within one execution what was sent, so that a rerun (Retry On Fail, "Retry execution")
 * neither loses nor doubles anything. It lives in the node context, which survives both.
 *
 * It goes by place (input item and row within it), never by content: identical rows may be pushed
 * twice on purpose, and an expression such as $now changes the content from try to try.
 */

/** The place of a row: its input item, and which of the item's rows it is. */
export type Place = readonly [item: number, row: number];

/** What one request carries: the rows of a shop from one place to another, both included. */
export interface Range {
	shop: string;
	from: Place;
	to: Place;
	/** Items between them that could not be read. A rerun may be able to. */
	without?: number[];
}

/** A request that was sent and not refused, and what is known of it. */
export interface LedgerEntry extends Range {
	/** The credential and address it went to. What one has accepted says nothing of another. */
	target: string;
	/** `inFlight` at the start of a rerun means that nobody saw the answer. */
	state: 'inFlight' | 'accepted' | 'unknown';
	/** Of an accepted request: what its output item is rebuilt from. */
	receipt?: IDataObject;
}

/** The entry of one request, to be told how that request fares, in any order among requests. */
export interface LedgerHandle {
	/** Whether the request may have arrived, as far as is noted. */
	readonly isKept: boolean;
	/** Notes what is known now. What the service refused or never got may be sent again. */
	track(state: 'inFlight' | Outcome, receipt?: IDataObject): void;
}

export interface Ledger {
	/** The entry of an earlier try that covers a place. Places of a shop are asked for in order. */
	covering(shop: string, place: Place): LedgerEntry | undefined;
	/** A handle for a request; nothing is noted before it is told to. */
	handle(range: Range): LedgerHandle;
	/**
	 * Whether the places of an item's file are those of an earlier try, as far as one has sent any of it.
	 * If so, the file is noted for the tries to come.
	 * @param fingerprint of the file and how it is read
	 */
	knows(item: number, fingerprint: string): boolean;
}

/** Makes one receipt of those of two requests whose rows follow each other. */
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
 * Opens the ledger of this run of the node. Another iteration of a loop is another run: what an
 * earlier one sent says nothing about it. A call by an AI agent has one of its own, in memory,
 * because calls side by side share the run's number and the places.
 * @param target the credential and address that requests go to; where it is not known, nothing can
 *   be sent, and what any target accepted is still told
 * @param unread the items that this try could not read, ascending
 * @param join where accepted rows that follow each other become one entry
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
		// What this try adds to an entry is not of an earlier one.
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
			// In descending order of their beginnings: the next ones are at the end.
			for (let index = ofShop.length - 1; index >= 0; index--) {
				const entry = ofShop[index];
				if (comparePlaces(entry.from, place) > 0) break;
				// Places are asked for in order, so what lies behind is not needed again.
				if (comparePlaces(entry.to, place) < 0) ofShop.splice(index, 1);
				// An item that a request went without may have gone with a later one.
				else if (!entry.without?.includes(place[0])) return entry;
			}
			return undefined;
		},
		knows(item, fingerprint) {
			const files = (stored.files ??= {});
			const hasSent = entries.some(({ from }) => from[0] === item);
			if (hasSent && files[item] !== fingerprint) return false;
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

/** Makes one entry of an accepted one and those whose rows come right before and after its own. */
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
