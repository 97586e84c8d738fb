import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { EndpointName } from '../transport/endpoints';

/**
 * Remembers within one execution what was sent, so that a rerun (Retry On Fail, "Retry execution")
 * neither loses nor doubles anything. It lives in the node context, which survives both.
 *
 * It goes by place (input item and row within it), never by content: identical rows may be pushed
 * twice on purpose, and an expression such as $now changes the content from try to try.
 */

/** The place of a row: its input item, and which of the item's rows it is. */
export type Place = readonly [item: number, row: number];

/** One request, and what is known of it. */
export interface LedgerEntry {
	shop: string;
	from: Place;
	to: Place;
	/** `inFlight` at the start of a rerun means that nobody saw the answer. */
	state: 'inFlight' | 'accepted' | 'unknown';
	/** Of an accepted request: what its output item is rebuilt from. */
	receipt?: IDataObject;
}

export interface Ledger {
	/** The entry of an earlier try that covers a place. Places of a shop are asked for in order. */
	covering(shop: string, place: Place): LedgerEntry | undefined;
	/** The first place, from the given one on, that an entry of an earlier try covers. */
	nextCovered(shop: string, place: Place): Place | undefined;
	/** Notes a request before it is sent. */
	begin(shop: string, from: Place, to: Place): void;
	/** Notes how the request begun last ended. What the service refused may be sent again. */
	settle(outcome: 'accepted' | 'unknown' | 'rejected' | 'notSent', receipt?: IDataObject): void;
}

interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: LedgerEntry[];
}

const CONTEXT_KEY = 'merchantDataLedger';

/** Negative where `a` comes before `b`. */
export function comparePlaces(a: Place, b: Place): number {
	return a[0] - b[0] || a[1] - b[1];
}

/**
 * Opens the ledger of this run of the node. Another iteration of a loop is another run: what an
 * earlier one sent says nothing about it.
 */
export function openLedger(context: IExecuteFunctions, endpoint: EndpointName): Ledger {
	const nodeContext = context.getContext('node');
	const run = context.getWorkflowDataProxy(0).$runIndex;
	const stored = nodeContext[CONTEXT_KEY] as StoredLedger | undefined;
	const isOfThisRun = stored !== undefined && stored.run === run && stored.endpoint === endpoint;
	const entries = isOfThisRun ? stored.entries : [];
	nodeContext[CONTEXT_KEY] = { run, endpoint, entries } satisfies StoredLedger;

	const earlier = new Map<string, LedgerEntry[]>();
	for (const entry of entries) {
		if (entry.state === 'inFlight') entry.state = 'unknown';
		const ofShop = earlier.get(entry.shop);
		if (ofShop) ofShop.push(entry);
		else earlier.set(entry.shop, [entry]);
	}
	for (const ofShop of earlier.values()) ofShop.sort((a, b) => comparePlaces(b.from, a.from));

	/** Places are asked for in order, so what lies behind is dropped from the end of the list. */
	const firstNotBefore = (shop: string, place: Place): LedgerEntry | undefined => {
		const ofShop = earlier.get(shop) ?? [];
		while (ofShop.length > 0 && comparePlaces(ofShop[ofShop.length - 1].to, place) < 0)
			ofShop.pop();
		return ofShop[ofShop.length - 1];
	};

	return {
		covering(shop, place) {
			const entry = firstNotBefore(shop, place);
			return entry && comparePlaces(entry.from, place) <= 0 ? entry : undefined;
		},
		nextCovered: (shop, place) => firstNotBefore(shop, place)?.from,
		begin(shop, from, to) {
			entries.push({ shop, from, to, state: 'inFlight' });
		},
		settle(outcome, receipt) {
			const entry = entries[entries.length - 1];
			if (outcome === 'accepted' || outcome === 'unknown') {
				entry.state = outcome;
				entry.receipt = receipt;
			} else {
				entries.pop();
			}
		},
	};
}
