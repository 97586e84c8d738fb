import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import type { Row } from '../rows/row';
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
type Place = readonly [item: number, row: number];

/** A request that was sent and not refused: the rows of a shop from one place to another. */
export interface LedgerEntry {
	shop: string;
	from: Place;
	/** Included. */
	to: Place;
	/** The credential and address it went to. An entry counts for the same target only. */
	target: string;
	/** `inFlight` at the start of a later try means that nobody saw the answer. */
	state: 'inFlight' | 'accepted' | 'unknown';
	/** Of an accepted request: from it, a later try makes the output item again. */
	receipt?: IDataObject;
}

/** The entry of one request: begun before it is sent, settled after it. Requests may end in any order. */
export interface LedgerHandle {
	/** Whether the request was begun and may have arrived. */
	readonly isKept: boolean;
	/**
	 * Notes what became of the request. One that was refused or not sent may be sent again. But once nobody
	 * knows whether it has arrived, only success changes that.
	 */
	track(state: 'inFlight' | Outcome, receipt?: IDataObject): void;
}

export interface Ledger {
	/** Whether earlier tries have sent rows that may have arrived. */
	readonly hasEarlier: boolean;
	/** The request of an earlier try that carried a row. The rows of a shop must be asked for in order. */
	earlier(row: Row): LedgerEntry | undefined;
	/** A handle for a request, which is not begun yet. */
	handle(batch: { shop: string; rows: readonly Row[] }): LedgerHandle;
	/**
	 * False if an earlier try has sent rows of this item's file, and the file was another one then: its
	 * places would not be those of the earlier try. Otherwise the file is noted for later tries.
	 * @param fingerprint of the file and of how it is read
	 */
	knows(item: number, fingerprint: string): boolean;
}

interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: LedgerEntry[];
	/** The fingerprints of files, by item. */
	files?: Record<number, string>;
}

const CONTEXT_KEY = 'merchantDataLedger';

const placeOf = ({ item, ordinal }: Row): Place => [item, ordinal];

/** Negative where `a` comes before `b`. */
const compare = (a: Place, b: Place): number => a[0] - b[0] || a[1] - b[1];

/**
 * Opens the ledger of this run of the node. Each iteration of a loop is a run with an empty ledger. A
 * call by an AI agent has a ledger of its own, in memory, because calls at the same time share the
 * number of the run and the places.
 * @param target the credential and address that requests go to; if it is not known, nothing can be
 *   sent, and the entries of all targets count
 */
export function openLedger(
	context: IExecuteFunctions,
	endpoint: EndpointName,
	target: string | undefined,
): Ledger {
	const stored = isAgentCall(context) ? newLedger(endpoint) : storedLedger(context, endpoint);
	const { entries } = stored;

	/** By shop, the last first. */
	const known = new Map<string, LedgerEntry[]>();
	for (const entry of entries) {
		if (entry.state === 'inFlight') entry.state = 'unknown';
		if (target !== undefined && entry.target !== target) continue;
		const ofShop = known.get(entry.shop);
		if (ofShop) ofShop.push(entry);
		else known.set(entry.shop, [entry]);
	}
	for (const ofShop of known.values()) ofShop.sort((a, b) => compare(b.from, a.from));

	const hasEarlier = known.size > 0;
	return {
		hasEarlier,
		earlier(row) {
			const ofShop = known.get(row.shop) ?? [];
			const place = placeOf(row);
			// Rows are asked for in order, so the entries before this one are not needed again.
			while (ofShop.length > 0 && compare(ofShop[ofShop.length - 1].to, place) < 0) ofShop.pop();
			const next = ofShop.at(-1);
			return next && compare(next.from, place) <= 0 ? next : undefined;
		},
		knows(item, fingerprint) {
			const files = (stored.files ??= {});
			const hasSent = entries.some(({ from }) => from[0] === item);
			if (hasSent && files[item] !== fingerprint) return false;
			files[item] = fingerprint;
			return true;
		},
		handle({ shop, rows }) {
			const entry: LedgerEntry = {
				shop,
				from: placeOf(rows[0]),
				to: placeOf(rows.at(-1)!),
				target: target ?? '',
				state: 'inFlight',
			};
			return {
				get isKept() {
					return entries.includes(entry);
				},
				track(state, receipt) {
					if (entry.state === 'unknown' && state !== 'accepted') return;
					const index = entries.lastIndexOf(entry);
					if (state === 'rejected' || state === 'notSent') {
						if (index >= 0) entries.splice(index, 1);
						return;
					}
					entry.state = state;
					if (receipt) entry.receipt = receipt;
					if (index < 0) entries.push(entry);
				},
			};
		},
	};
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
