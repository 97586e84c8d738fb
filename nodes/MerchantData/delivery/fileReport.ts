import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row } from '../mapping/row';
import type { Inspection, PushedFile } from '../input/source';
import { counted } from '../lib/counted';
import type { DeliveryOptions, Settled } from './requestFormat';
import type { Sent } from './sent/sent';

/** Most error items of a file, which may have millions of rows. */
const MOST_ERROR_ITEMS = 1_000;

export class FileReport {
	/** Rows by outcome; from the end on, also the rows that never came. */
	private readonly counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	private requests = 0;
	/** Bytes of accepted requests. */
	private bytes = 0;
	private readonly shops = new Set<string>();
	/** With *Rows at Most*: somebody who tries a few rows first wants to see what the service got. */
	private firstRow?: IDataObject;
	/** By ordinal, whether a row came and was not accepted. */
	private readonly failed: boolean[] = [];
	/** The ordinal of the first row that was not read. */
	private unreadFrom = Infinity;
	private errorItems = 0;

	constructor(
		private readonly execution: Execution,
		private readonly file: PushedFile,
		private readonly inspection: Inspection,
		private readonly options: DeliveryOptions,
		private readonly sent: Pick<Sent, 'hasEarlier' | 'unchanged'>,
	) {}

	add(settled: Settled): void {
		const { rows, outcome } = settled;
		this.counts[outcome] += rows.length;
		if (!rows[0].problem) this.shops.add(rows[0].shop);
		if (outcome === 'accepted') {
			this.requests++;
			this.bytes += Number(settled.receipt.bytes ?? 0);
			this.firstRow ??= settled.receipt.firstRow as IDataObject | undefined;
			return;
		}
		for (const { ordinal, isUnread } of rows) {
			if (isUnread) this.unreadFrom = ordinal;
			else this.failed[ordinal] = true;
		}
	}

	/** The rows that get an error item, as long as there are not too many. To be called once for each row. */
	takeErrorItems(rows: readonly Row[]): readonly Row[] {
		const taken = rows.slice(0, MOST_ERROR_ITEMS - this.errorItems);
		this.errorItems += taken.length;
		return taken;
	}

	/** To be called after the last row. @returns the item of the file */
	async end(): Promise<INodeExecutionData> {
		const { item, name, shopColumn } = this.file;
		const { output, onlyChanged } = this.options;
		const { counts } = this;
		const unchanged = this.sent.unchanged.get(item) ?? 0;
		const { rows: inspected = 0, refusal } = this.inspection.inputs.get(item) ?? {};
		const seen = Object.values(counts).reduce((sum, count) => sum + count, unchanged);
		const rows = Math.max(inspected, seen);
		// Rows of the first reading that never came. The second reading of a refused file may end early.
		counts[refusal ? 'rejected' : 'notSent'] += rows - seen;
		// Other outputs have no item for the file.
		const isKept = output === 'files' && this.errorItems > 0;
		const failedRows = isKept ? await this.storeFailed() : undefined;
		const others = rows - counts.accepted - unchanged - this.errorItems;
		if (others > 0)
			this.execution.hint(
				`${counted(others, 'more rows')} of item ${item + 1} ${others === 1 ? 'was' : 'were'} not accepted${failedRows ? ': see "failedRows"' : ''}`,
			);
		const shops = [...this.shops];
		const json: IDataObject = {
			rows,
			...(onlyChanged && { unchanged }),
			...counts,
			...(shopColumn === undefined ? { shop: shops[0] ?? null } : shops.length > 0 && { shops }),
			...(name && { fileName: name }),
			requests: this.requests,
			bytes: this.bytes,
			...(this.firstRow && { firstRow: this.firstRow }),
		};
		return { json, ...(failedRows && { binary: { failedRows } }), pairedItem: { item } };
	}

	/** Puts the rows that were not accepted into a file. @returns undefined if that fails */
	private async storeFailed(): Promise<IBinaryData | undefined> {
		const { context, hint } = this.execution;
		// An earlier attempt may have sent some of the unread rows, or "Rows at Most" may leave them out.
		const isRestMeant = !this.sent.hasEarlier && this.inspection.left === 0;
		const unreadFrom = isRestMeant ? this.unreadFrom : Infinity;
		try {
			const copy = await this.file.copyOf((at) => this.failed[at] || at >= unreadFrom);
			if (!copy) return undefined;
			return await context.helpers.prepareBinaryData(copy.content, copy.name, copy.mimeType);
		} catch (error) {
			hint(
				`The rows of item ${this.file.item + 1} that were not accepted could not be put into a file: ${(error as Error).message}`,
			);
			return undefined;
		}
	}
}
