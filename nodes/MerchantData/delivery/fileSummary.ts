import type { IBinaryData, IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { RowFile } from '../rows/row';
import { FailedRows } from './failedRows';
import type { Settled } from './kind';

/** Most error items of a file, which may have millions of rows. */
const MOST_TOLD = 1_000;
const FAILED_ROWS_FIELD = 'failedRows';

/** What became of one file. */
export class FileSummary {
	private readonly counts = { rows: 0, accepted: 0, rejected: 0, unknown: 0, notSent: 0 };

	private requests = 0;

	private bytes = 0;

	private told = 0;

	private readonly shops = new Set<string>();

	/** Receipts of earlier tries that have been counted: the rows of one come in several batches. */
	private readonly counted = new Set<IDataObject>();

	private readonly execution: Execution;

	private readonly file: RowFile;

	private readonly failed: FailedRows | undefined;

	/** @param keepsFailed whether the rows that are not accepted are put into a file */
	constructor(execution: Execution, file: RowFile, keepsFailed: boolean) {
		this.execution = execution;
		this.file = file;
		this.failed = keepsFailed ? new FailedRows(execution.context, file) : undefined;
	}

	/** @returns how many of the rows get an error item of their own */
	add(settled: Settled): number {
		const { rows, shop, outcome } = settled;
		this.counts.rows += rows.length;
		this.counts[outcome] += rows.length;
		if (!rows[0].problem) this.shops.add(shop);
		if (outcome === 'accepted') {
			const { receipt } = settled;
			if (this.counted.has(receipt)) return 0;
			this.counted.add(receipt);
			this.requests += 1;
			this.bytes += Number(receipt.bytes ?? 0);
			return 0;
		}
		this.failed?.add(rows);
		const told = Math.min(rows.length, MOST_TOLD - this.told);
		this.told += told;
		return told;
	}

	/** No more rows of the file come. @returns its item */
	async end(): Promise<{ json: IDataObject; binary?: Record<string, IBinaryData> }> {
		const { execution, file, counts, told } = this;
		const { item, name, shopColumn } = file;
		const failedRows = await this.failed?.end().catch((error: Error) => {
			execution.hint(
				`The rows of item ${item + 1} that were not accepted could not be put into a file: ${error.message}`,
			);
			return undefined;
		});
		if (counts.rows === 0)
			execution.hint(`The file of item ${item + 1} has no rows, so nothing of it was sent`);
		const untold = counts.rows - counts.accepted - told;
		if (untold > 0)
			execution.hint(
				`Of the rows of item ${item + 1} that were not accepted, ${untold} have no item of their own.${failedRows ? ` All that could be read are in the file "${FAILED_ROWS_FIELD}".` : ''}`,
			);
		const shops = [...this.shops];
		return {
			json: {
				...counts,
				...(shopColumn === undefined ? { shop: shops[0] ?? null } : { shops }),
				...(name ? { fileName: name } : {}),
				requests: this.requests,
				bytes: this.bytes,
			},
			...(failedRows ? { binary: { [FAILED_ROWS_FIELD]: failedRows } } : {}),
		};
	}
}
