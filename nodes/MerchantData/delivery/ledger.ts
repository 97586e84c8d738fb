import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../n8n/agentCall';
import type { Row } from '../rows/row';
import type { Inspection } from '../rows/source';
import type { Sending } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import { InvalidInput } from '../shared/invalidValue';

/** One request: begun before it is sent, settled after it. */
export interface LedgerEntry extends Sending {
	shop: string;
	/** The credential and address it went to. An entry counts for the same target only. */
	target: string;
	/** Exactly the rows that it carried, by item (`0.0-499 0.501`). Rows of many shops may take turns. */
	ranges: string;
	count: number;
	/** Of an accepted request: from it, a later try makes the output item again. */
	receipt?: IDataObject;
}

/** What n8n keeps. */
interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: LedgerEntry[];
	/** By input item, the fingerprint that it had when rows were sent. Other items had one row. */
	inputs: Record<number, string>;
}

/** Neighbouring rows of an item that a request carried. Both ends are included. */
interface Range {
	readonly item: number;
	readonly from: number;
	to: number;
}

/**
 * Remembers what was sent in a run of the node, so that another try of it (Retry On Fail, "Retry execution")
 * neither loses nor doubles rows. Each iteration of a loop is a run. Rows are known by their place, never by
 * their content: identical rows may be pushed on purpose, and $now changes the content from try to try.
 */
export class Ledger {
	/** Its entries are those of earlier tries that may have arrived, and all of this try. */
	private readonly stored: StoredLedger;
	/** By shop, what earlier tries have sent to the target, in the order of the rows. */
	private readonly sent = new Map<string, Array<Range & { entry: LedgerEntry }>>();
	/** Input items of which earlier tries have sent rows, to whatever target. */
	private readonly sentItems = new Set<number>();
	/** Whether earlier tries have sent rows that may have arrived. */
	readonly hasEarlier: boolean;

	/** @param target if it is not known, nothing can be sent, and the entries of all targets count */
	constructor(
		context: IExecuteFunctions,
		endpoint: EndpointName,
		private readonly target: string | undefined,
	) {
		this.stored = storedLedger(context, endpoint);
		this.stored.entries = this.stored.entries.filter(({ state }) => mayHaveArrived(state));
		for (const entry of this.stored.entries) {
			const ranges = rangesIn(entry.ranges);
			for (const { item } of ranges) this.sentItems.add(item);
			if (target !== undefined && entry.target !== target) continue;
			const ofShop = this.sent.get(entry.shop) ?? [];
			for (const range of ranges) ofShop.push({ ...range, entry });
			this.sent.set(entry.shop, ofShop);
		}
		for (const ranges of this.sent.values())
			ranges.sort((a, b) => a.item - b.item || a.from - b.from);
		this.hasEarlier = this.sent.size > 0;
	}

	/** The request of an earlier try that carried a row. */
	earlier({ item, ordinal, shop }: Row): LedgerEntry | undefined {
		const ofShop = this.sent.get(shop) ?? [];
		// How many ranges begin before the row or with it: the last of these may hold it.
		let before = 0;
		for (let end = ofShop.length; before < end; ) {
			const middle = (before + end) >>> 1;
			const range = ofShop[middle];
			if (range.item < item || (range.item === item && range.from <= ordinal)) before = middle + 1;
			else end = middle;
		}
		const last = ofShop[before - 1];
		return last?.item === item && ordinal <= last.to ? last.entry : undefined;
	}

	/** Refuses the input items that are others than at an earlier try which has sent rows of them. */
	compare(inspection: Inspection): Inspection {
		const inputs = new Map(inspection.inputs);
		for (const item of this.sentItems) {
			// Without an entry, an item has one row.
			const { rows = 1, fingerprint, refusal = OTHER } = inputs.get(item) ?? {};
			if (fingerprint !== this.stored.inputs[item])
				inputs.set(item, { rows, fingerprint: fingerprint ?? '', refusal, isOther: true });
		}
		return { ...inspection, inputs };
	}

	/** Notes the fingerprints of input items, for {@link compare} at a later try. Called before rows are sent. */
	noteInputs({ inputs }: Inspection): void {
		const earlier = this.stored.inputs;
		this.stored.inputs = {};
		for (const [item, { fingerprint, isOther }] of inputs) {
			const noted = isOther ? earlier[item] : fingerprint;
			if (noted !== undefined) this.stored.inputs[item] = noted;
		}
	}

	/** The entry of a request that is not sent yet. From then on, its `state` says what becomes of it. */
	begin(rows: readonly Row[]): LedgerEntry {
		const entry: LedgerEntry = {
			shop: rows[0].shop,
			target: this.target ?? '',
			ranges: rangesOf(rows),
			count: rows.length,
			state: 'notSent',
		};
		this.stored.entries.push(entry);
		return entry;
	}
}

const OTHER = new InvalidInput(
	'The input item gives other rows than at an earlier try of this execution: another file, another number of rows, or a file that is read in another way',
	'It is not known which of its rows were sent. Undo the change, or push the rows that are still to be sent in another execution.',
);

/** @param state an outcome, or `inFlight` */
export const mayHaveArrived = (state: string): boolean =>
	['inFlight', 'accepted', 'unknown'].includes(state);

function rangesOf(rows: readonly Row[]): string {
	const ranges: Range[] = [];
	for (const { item, ordinal } of rows) {
		const last = ranges.at(-1);
		if (last?.item === item && last.to + 1 === ordinal) last.to = ordinal;
		else ranges.push({ item, from: ordinal, to: ordinal });
	}
	const written = ({ item, from, to }: Range) => `${item}.${from}${to === from ? '' : `-${to}`}`;
	return ranges.map(written).join(' ');
}

function rangesIn(text: string): Range[] {
	return text.split(' ').map((range) => {
		const [item, from, to = from] = range.split(/[.-]/).map(Number);
		return { item, from, to };
	});
}

function storedLedger(context: IExecuteFunctions, endpoint: EndpointName): StoredLedger {
	const run = context.getWorkflowDataProxy(0).$runIndex;
	const ledger: StoredLedger = { run, endpoint, entries: [], inputs: {} };
	// Calls of an agent at the same time share the number of the run and the places.
	if (isAgentCall(context)) return ledger;
	const nodeContext = context.getContext('node');
	const stored = nodeContext[CONTEXT_KEY] as StoredLedger | undefined;
	if (stored && stored.run === run && stored.endpoint === endpoint) return stored;
	nodeContext[CONTEXT_KEY] = ledger;
	return ledger;
}

const CONTEXT_KEY = 'merchantDataLedger';
