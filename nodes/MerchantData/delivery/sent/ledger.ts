import { hash } from 'node:crypto';
import type { IExecuteFunctions } from 'n8n-workflow';
import { isAgentCall } from '../../n8n/agentCall';
import type { Row } from '../../mapping/row';
import type { Inspection, Source } from '../../input/source';
import type { EndpointName } from '../../service/endpoints';
import { InvalidInput } from '../../errors/invalidInput';
import type { DeliveryOptions, RequestFormat } from '../requestFormat';
import { LedgerEntry, type StoredEntry } from './entry';
import { type Range, rangesIn, rangesOf } from './ranges';

/** The data that n8n keeps of a node. */
interface StoredLedger {
	run: number;
	endpoint: EndpointName;
	entries: StoredEntry[];
	/** Fingerprints by input item, as they were when rows were sent. Other items had one row. */
	inputs: Record<number, string>;
}

/**
 * Remembers what was sent in a run of the node, so that another attempt (Retry On Fail, "Retry execution") neither
 * loses nor doubles rows. Each iteration of a loop is a run. Rows are known by their place, not by their content:
 * identical rows may be pushed on purpose, and $now changes the content at each attempt.
 */
export class Ledger {
	/** Its entries are those of earlier attempts that count, and all of this attempt. */
	private readonly stored: StoredLedger;
	/** Rows by shop that earlier attempts have sent to the target, in their order. */
	private readonly sent = new Map<string, Array<Range & { entry: LedgerEntry }>>();
	/** Input items of which earlier attempts have sent rows to any target. */
	private readonly sentItems = new Set<number>();
	private readonly mayDouble: boolean;
	/** Whether earlier attempts have sent rows that count. */
	readonly hasEarlier: boolean;

	/** @param target undefined if nothing can be sent; then the entries of all targets count */
	constructor(
		context: IExecuteFunctions,
		private readonly format: Pick<RequestFormat, 'endpoint' | 'bodyOf'>,
		private readonly target: string | undefined,
		{ ifSentAgain }: Pick<DeliveryOptions, 'ifSentAgain'>,
	) {
		this.mayDouble = ifSentAgain === 'mayDouble';
		this.stored = storedLedger(context, format.endpoint);
		// Rows that replace are sent again unless they are known to be there.
		const earlier = this.stored.entries
			.map((stored) => new LedgerEntry(stored))
			.filter((entry) => (ifSentAgain === 'replaces' ? entry.receipt : entry.mayHaveArrived));
		this.stored.entries = earlier.map(({ stored }) => stored);
		for (const entry of earlier) {
			const { stored } = entry;
			const ranges = rangesIn(stored.ranges);
			for (const { item } of ranges) this.sentItems.add(item);
			if (target !== undefined && stored.target !== target) continue;
			const ofShop = this.sent.get(stored.shop) ?? [];
			for (const range of ranges) ofShop.push({ ...range, entry });
			this.sent.set(stored.shop, ofShop);
		}
		for (const ranges of this.sent.values())
			ranges.sort((a, b) => a.item - b.item || a.from - b.from);
		this.hasEarlier = this.sent.size > 0;
	}

	/** The request of an earlier attempt that carried a row. */
	earlier({ item, ordinal, shop }: Row): LedgerEntry | undefined {
		const ofShop = this.sent.get(shop) ?? [];
		// The number of ranges that begin before the row or with it. Only the last of them can contain it.
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

	/**
	 * Whether an earlier request counts for the rows that are in its places now. If not, it is forgotten: rows that replace,
	 * and people to delete, are sent again if they were corrected.
	 */
	counts(entry: LedgerEntry, rows: readonly Row[]): boolean {
		if (this.mayDouble || this.isSame(entry, rows)) return true;
		this.stored.entries = this.stored.entries.filter((each) => each !== entry.stored);
		return false;
	}

	/** Refuses input items that have changed since an earlier attempt sent rows of them. */
	async compare(inspection: Inspection, source: Source): Promise<Inspection> {
		if (!this.mayDouble) return inspection;
		const inputs = new Map(inspection.inputs);
		const changed = [...this.sentItems].filter(
			(item) => inputs.get(item)?.fingerprint !== this.stored.inputs[item],
		);
		const reordered = source.mayReorder ? await this.reordered(inspection, source) : [];
		const why = source.mayReorder ? OTHER_ROWS : OTHER_INPUT;
		for (const item of [...changed, ...reordered]) {
			// Without an entry, an item has one row.
			const { rows = 1, fingerprint = '', refusal = why } = inputs.get(item) ?? {};
			inputs.set(item, { rows, fingerprint, refusal, isOther: true });
		}
		return { ...inspection, inputs };
	}

	/** Notes fingerprints for {@link compare} at a later attempt. To be called before rows are sent. */
	noteInputs({ inputs }: Inspection): void {
		const earlier = this.stored.inputs;
		this.stored.inputs = {};
		for (const [item, { fingerprint, isOther }] of inputs) {
			const noted = isOther ? earlier[item] : fingerprint;
			if (noted !== undefined) this.stored.inputs[item] = noted;
		}
	}

	/** Makes the entry of a request that is not sent yet. */
	begin(rows: readonly Row[], body: Uint8Array): LedgerEntry {
		const stored: StoredEntry = {
			shop: rows[0].shop,
			target: this.target ?? '',
			ranges: rangesOf(rows),
			count: rows.length,
			digest: digestOf(body),
			state: 'notSent',
		};
		this.stored.entries.push(stored);
		return new LedgerEntry(stored);
	}

	/** Input items that now have other rows in the places of rows that were sent. */
	private async reordered(inspection: Inspection, source: Source): Promise<Set<number>> {
		const found = new Map<LedgerEntry, Row[]>();
		for await (const chunk of source.rows(inspection))
			for (const row of chunk) {
				const entry = this.earlier(row);
				if (!entry) continue;
				const rows = found.get(entry) ?? [];
				found.set(entry, rows);
				rows.push(row);
			}
		const others = [...found].filter(([entry, rows]) => !this.isSame(entry, rows));
		return new Set(others.flatMap(([, rows]) => rows.map(({ item }) => item)));
	}

	private isSame(entry: LedgerEntry, rows: readonly Row[]): boolean {
		return digestOf(this.format.bodyOf(rows)) === entry.stored.digest;
	}
}

const digestOf = (body: Uint8Array): string => hash('sha256', body, 'base64');

const OTHER_INPUT = new InvalidInput(
	'sent.otherRows',
	'The input item has other rows than at an earlier attempt of this execution: another file, another number of rows, or a file that is read in another way',
	'It is not known which of its rows were sent. Undo the change, or push the rows that are still to be sent in another execution.',
);
const OTHER_ROWS = new InvalidInput(
	'sent.otherRows',
	'"Rows" has other rows than at the earlier attempt',
	'Restore them, then retry. An expression such as $now makes other rows each time.',
);

function storedLedger(context: IExecuteFunctions, endpoint: EndpointName): StoredLedger {
	const run = context.getWorkflowDataProxy(0).$runIndex;
	const ledger: StoredLedger = { run, endpoint, entries: [], inputs: {} };
	// Parallel calls of an agent share the number of the run, and the places.
	if (isAgentCall(context)) return ledger;
	const nodeContext = context.getContext('node');
	const stored = nodeContext[CONTEXT_KEY] as StoredLedger | undefined;
	if (stored && stored.run === run && stored.endpoint === endpoint) return stored;
	nodeContext[CONTEXT_KEY] = ledger;
	return ledger;
}

const CONTEXT_KEY = 'merchantDataLedger';
