import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import type { Row } from '../rows/row';
import type { Sending } from '../service/call';
import type { EndpointName } from '../service/endpoints';

/**
 * Remembers what was sent in an execution, so that a second try of it (Retry On Fail, "Retry
 * execution") neither loses rows nor sends them twice. n8n's node context keeps it for that try.
 *
 * Rows are known by their place (input item and row within it), never by their content: identical rows
 * may be pushed on purpose, and an expression such as $now changes the content from try to try.
 */

/** One request: begun before it is sent, settled after it. Requests may end in any order. */
export interface LedgerEntry extends Sending {
	shop: string;
	/** The credential and address it went to. An entry counts for the same target only. */
	target: string;
	/**
	 * Exactly the rows that it carried: of each item, from one row to another (`0.0-499 0.501`). As a
	 * text it is small, though rows of many shops may take turns.
	 */
	ranges: string;
	count: number;
	/** Of an accepted request: from it, a later try makes the output item again. */
	receipt?: IDataObject;
}

interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: LedgerEntry[];
	files?: Record<number, string>;
}

export type Ledger = ReturnType<typeof openLedger>;

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
) {
	const stored = storedLedger(context, endpoint);
	const entries = (stored.entries = stored.entries.filter(mayHaveArrived));
	const sent = new Map<string, Range[]>();
	for (const entry of entries) {
		// Nobody saw the answer.
		if (entry.state === 'inFlight') entry.state = 'unknown';
		if (target !== undefined && entry.target !== target) continue;
		const ofShop = sent.get(entry.shop) ?? [];
		sent.set(entry.shop, ofShop);
		for (const range of entry.ranges.split(' ')) {
			const [item, from, to = from] = range.split(/[.-]/).map(Number);
			ofShop.push({ item, from, to, entry });
		}
	}
	for (const ofShop of sent.values()) ofShop.sort((a, b) => b.item - a.item || b.from - a.from);

	return {
		/** Whether earlier tries have sent rows that may have arrived. */
		hasEarlier: sent.size > 0,

		/** The request of an earlier try that carried a row. The rows of a shop must be asked for in order. */
		earlier(row: Row): LedgerEntry | undefined {
			const { item, ordinal, shop } = row;
			const ofShop = sent.get(shop);
			if (!ofShop) return undefined;
			const isBefore = (range: Range) =>
				range.item < item || (range.item === item && range.to < ordinal);
			let next = ofShop.at(-1);
			for (; next && isBefore(next); next = ofShop.at(-1)) ofShop.pop();
			return next?.item === item && next.from <= ordinal ? next.entry : undefined;
		},

		/** The entry of a request that is not sent yet. From then on, its `state` says what becomes of it. */
		begin(rows: readonly Row[]): LedgerEntry {
			const entry: LedgerEntry = {
				shop: rows[0].shop,
				target: target ?? '',
				ranges: rangesOf(rows),
				count: rows.length,
				state: 'notSent',
			};
			entries.push(entry);
			return entry;
		},

		/**
		 * False if an earlier try has sent rows of this item's file, and the file was another one then: its
		 * places are not those of the earlier try, so no row of it is known as sent. Else the file is noted.
		 * @param fingerprint of the file and of how it is read
		 */
		knows(item: number, fingerprint: string): boolean {
			const files = (stored.files ??= {});
			// A request holds rows of one file.
			const hasSent = entries.some(({ ranges }) => ranges.startsWith(`${item}.`));
			if (hasSent && files[item] !== fingerprint) {
				const others = (range: Range) => range.item !== item;
				for (const [shop, ofShop] of sent) sent.set(shop, ofShop.filter(others));
				return false;
			}
			files[item] = fingerprint;
			return true;
		},
	};
}

export const mayHaveArrived = ({ state }: Sending): boolean =>
	state === 'inFlight' || state === 'accepted' || state === 'unknown';

/** Neighbouring rows of an item that a request carried. Both ends are included. */
interface Range {
	item: number;
	from: number;
	to: number;
	entry: LedgerEntry;
}

function rangesOf(rows: readonly Row[]): string {
	const ranges: Array<Omit<Range, 'entry'>> = [];
	for (const { item, ordinal } of rows) {
		const last = ranges.at(-1);
		if (last?.item === item && last.to + 1 === ordinal) last.to = ordinal;
		else ranges.push({ item, from: ordinal, to: ordinal });
	}
	return ranges
		.map(({ item, from, to }) => `${item}.${from}${to === from ? '' : `-${to}`}`)
		.join(' ');
}

function storedLedger(context: IExecuteFunctions, endpoint: EndpointName): StoredLedger {
	const ledger = { run: context.getWorkflowDataProxy(0).$runIndex, endpoint, entries: [] };
	if (isAgentCall(context)) return ledger;
	const nodeContext = context.getContext('node');
	const stored = nodeContext[CONTEXT_KEY] as StoredLedger | undefined;
	if (stored && stored.run === ledger.run && stored.endpoint === endpoint) return stored;
	nodeContext[CONTEXT_KEY] = ledger;
	return ledger;
}

const CONTEXT_KEY = 'merchantDataLedger';
