import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { withoutEarlierError } from '../rows/columns';
import { fieldsForPeople, type Row } from '../rows/row';
import type { Inspection, Source } from '../rows/source';
import type { Failure } from '../service/call';
import { FileReport } from './fileReport';
import type { Batch, DeliveryOptions, RequestFormat, Settled } from './requestFormat';
import { outcomeError } from './stopErrors';

/** An agent corrects the rows that an error names. */
const MOST_PLACES = 10;

/** Reports the outcome of every row: as items, or in the error that stops the node. */
export class Report {
	/** Of the rows that were added. */
	private readonly counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0, alreadySent: 0 };
	/** The first rows that were not accepted. */
	private first?: Failure & { rows: readonly Row[] };
	/** Whether an answer names rows of its request that were refused: it may have stored the others. */
	private isPartly = false;
	/** Where the first of all rows that were not accepted stand. */
	private readonly places: string[] = [];
	/** By input item; empty if the rows come from no files. */
	private readonly files: ReadonlyMap<number, FileReport>;

	/** @param inspection of all rows; those of them that are never added were not sent */
	constructor(
		private readonly execution: Execution,
		private readonly output: Output,
		private readonly format: RequestFormat,
		private readonly source: Source,
		private readonly options: DeliveryOptions,
		private readonly inspection: Inspection,
	) {
		this.files = new Map(
			source.files?.map((file) => [
				file.item,
				new FileReport(execution, file, inspection, options),
			]),
		);
	}

	/** Takes what became of a batch. */
	add(ofBatch: readonly Settled[]): void {
		for (const settled of ofBatch) {
			const { rows, outcome } = settled;
			const file = this.files.get(rows[0].item);
			this.counts[outcome] += rows.length;
			file?.add(settled);
			if (settled.outcome === 'alreadySent') continue;
			if (settled.outcome === 'accepted') {
				this.accept(rows, settled.receipt);
				continue;
			}
			this.first ??= settled;
			if (settled.status !== null && rows.length > 1) this.isPartly ||= settled.error.hasRowErrors;
			for (const row of rows.slice(0, MOST_PLACES - this.places.length))
				this.places.push(this.source.placeOf(row));
			if (!this.output.continues) continue;
			for (const row of file?.takeErrorItems(rows) ?? rows) this.fail(row, settled);
		}
	}

	/**
	 * Gives out the items that come last, and the hints.
	 * @param hasEarlier whether an earlier try has sent rows
	 * @throws ServiceError if something was not accepted, and the node stops at errors
	 */
	async endOrThrow(hasEarlier: boolean): Promise<void> {
		const { context } = this.execution;
		const { total } = this.inspection;
		const { accepted, rejected, unknown, alreadySent } = this.counts;
		const { noun } = this.format;
		if (this.first && !this.output.continues) {
			const notSent = total - accepted - rejected - unknown - alreadySent;
			throw outcomeError(context.getNode(), {
				noun,
				counts: { accepted, rejected, unknown, notSent },
				alreadySent,
				first: this.first,
				isPartly: this.isPartly,
				places: this.places,
				hasEarlier,
				options: this.options,
			});
		}
		for (const file of this.files.values()) {
			const item = await file.end(hasEarlier);
			if (this.options.output === 'files') this.output.accept(item);
		}
		if (alreadySent > 0)
			this.execution.firstHint(
				`${alreadySent} of ${total} ${noun} had been sent before, and ${alreadySent === 1 ? 'was' : 'were'} not sent again.`,
			);
		const others = total - accepted - alreadySent;
		if (others === 0) return;
		const isBranch = context.getNode().onError === 'continueErrorOutput';
		// The first of all hints, because a node that goes on is green.
		this.execution.firstHint(
			`${others} of ${total} ${noun} ${others === 1 ? 'was' : 'were'} not accepted: ${isBranch ? 'see the Error Branch' : 'see the items with "error"'}.`,
		);
	}

	private accept(rows: readonly Row[], receipt: IDataObject): void {
		const { output } = this.options;
		if (output === 'files') return;
		if (output === 'requests') {
			this.output.accept({ json: receipt, pairedItem: pairedItems(rows) }, rows[0].ordinal);
			return;
		}
		const { status } = receipt;
		for (const row of rows) {
			const { item, ordinal, shop } = row;
			const outcome = 'accepted';
			const own = { pushOutcome: outcome, pushStatus: status };
			// The outcome stands first, and replaces a column of that name, which may be left from before.
			const json =
				output === 'rows'
					? { outcome, shop, status, row: fieldsForPeople(row) }
					: { ...own, ...this.columnsOf(row), ...own };
			this.output.accept({ json: json as IDataObject, pairedItem: { item } }, ordinal);
		}
	}

	/** An input item that is a row keeps the columns that are not sent: they may tell which row of a sheet it is. */
	private columnsOf(row: Row): IDataObject | null {
		return this.source.isInput
			? withoutEarlierError(this.execution.context.getInputData()[row.item].json)
			: fieldsForPeople(row);
	}

	private fail(row: Row, { outcome, status, error }: Failure): void {
		const { item, ordinal, line, shop } = row;
		const ofRow = this.format.confidentialOf
			? {}
			: { rowIndex: ordinal, ...(line === undefined ? {} : { line }), row: fieldsForPeople(row) };
		const details = { outcome, status, shop: shop === '' ? null : shop, ...ofRow };
		this.output.failOrThrow(error, item, details, ordinal);
	}
}

function pairedItems(rows: readonly Row[]): Array<{ item: number }> {
	return [...new Set(rows.map(({ item }) => item))].map((item) => ({ item }));
}

/** Puts out the requests that would be sent, and each row that could not be. */
export async function preview(
	execution: Execution,
	output: Output,
	format: RequestFormat,
	batches: AsyncIterable<Batch>,
	{ total }: Inspection,
): Promise<void> {
	// Not those of the inspection: of an input item that is refused, no row can be sent.
	let refused = 0;
	for await (const { rows } of batches) {
		for (const part of rows[0].problem ? rows.map((row) => [row]) : [rows]) {
			const [{ ordinal, problem }] = part;
			if (problem) refused++;
			const text = problem && [problem.message, problem.remedy].filter(Boolean).join('. ');
			const json = { preview: true, ...(text && { problem: text }), ...format.previewOf(part) };
			output.accept({ json, pairedItem: pairedItems(part) }, ordinal);
		}
	}
	if (refused > 0)
		execution.firstHint(`${refused} of ${total} ${format.noun} cannot be sent: see "problem"`);
	execution.firstHint('Nothing was sent: "Preview" is on');
}
