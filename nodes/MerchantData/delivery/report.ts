import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { withoutEarlierError } from '../rows/columns';
import { fieldsForPeople, type Row } from '../rows/row';
import type { Inspection, Source } from '../rows/source';
import { cut } from './cut';
import { FileReport } from './fileReport';
import type { DeliveryOptions, Failed, RequestFormat, Settled } from './requestFormat';
import { outcomeError } from './stopErrors';

/** An agent corrects the rows that an error names. */
const MOST_PLACES = 10;

/** Reports the outcome of every row: as items, or in the error that stops the node. */
export class Report {
	private readonly counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0, alreadySent: 0 };
	/** The first rows that were not accepted, and the places of some. */
	private first?: Failed;
	private readonly places: string[] = [];
	/** Whether an answer names rows of its request that were refused: it may have stored the others. */
	private isPartly = false;
	/** By input item. */
	private readonly files = new Map<number, FileReport>();

	/** @param inspection of all rows; those of them that are never added were not sent */
	constructor(
		private readonly execution: Execution,
		private readonly output: Output,
		private readonly format: RequestFormat,
		private readonly source: Source,
		private readonly options: DeliveryOptions,
		private readonly inspection: Inspection,
	) {
		for (const file of source.files ?? [])
			this.files.set(file.item, new FileReport(execution, file, inspection, options));
	}

	add(ofBatch: readonly Settled[]): void {
		for (const settled of ofBatch) {
			const { rows, outcome } = settled;
			this.counts[outcome] += rows.length;
			const file = this.files.get(rows[0].item);
			file?.add(settled);
			if (settled.outcome === 'accepted') this.accept(rows, settled.receipt);
			else if (settled.outcome !== 'alreadySent') this.fail(settled, file);
		}
	}

	/** Gives out the last items, and hints. @throws ServiceError if the node stops, and rows were not accepted */
	async endOrThrow(hasEarlier: boolean): Promise<void> {
		const { execution, counts, first, isPartly, places, options } = this;
		const { noun } = this.format;
		const { total } = this.inspection;
		const { accepted, rejected, unknown, alreadySent } = counts;
		const node = execution.context.getNode();
		if (first && !this.output.continues) {
			counts.notSent = total - accepted - rejected - unknown - alreadySent;
			throw outcomeError(node, { noun, counts, first, isPartly, places, hasEarlier, options });
		}
		for (const file of this.files.values()) {
			const item = await file.end(hasEarlier);
			if (options.output === 'files') this.output.accept(item);
		}
		if (alreadySent > 0)
			execution.firstHint(`${alreadySent} of ${total} ${noun} were sent before, and not again.`);
		const others = total - accepted - alreadySent;
		if (others === 0) return;
		const where = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'items with "error"';
		// The first of all hints, because a node that goes on is green.
		execution.firstHint(
			`${others} of ${total} ${noun} ${others === 1 ? 'was' : 'were'} not accepted: see the ${where}.`,
		);
	}

	private accept(rows: readonly Row[], receipt: IDataObject): void {
		const { output } = this.options;
		if (output === 'files') return;
		if (output === 'requests')
			return this.output.accept({ json: receipt, pairedItem: pairedItems(rows) }, rows[0].ordinal);
		const own = { pushOutcome: 'accepted', pushStatus: receipt.status };
		const inputs = this.execution.context.getInputData();
		for (const row of rows) {
			const { item, ordinal, shop } = row;
			// An input item that is a row keeps what is not sent: it may tell which row of a sheet it is.
			const isItem = output === 'columns' && this.source.isInput;
			const fields = isItem ? withoutEarlierError(inputs[item].json) : fieldsForPeople(row);
			const whole = { outcome: 'accepted', shop, status: receipt.status, row: fields };
			// The outcome stands first, and replaces a column of that name, which may be left from before.
			const json = output === 'rows' ? whole : { ...own, ...fields, ...own };
			this.output.accept({ json: json as IDataObject, pairedItem: { item } }, ordinal);
		}
	}

	private fail(failed: Failed, file?: FileReport): void {
		const { rows, outcome, status } = failed;
		this.first ??= failed;
		this.isPartly ||= rows.length > 1 && failed.answer?.hasRowErrors === true;
		const named = rows.slice(0, MOST_PLACES - this.places.length);
		this.places.push(...named.map((row) => this.source.placeOf(row)));
		if (!this.output.continues) return;
		for (const row of file?.takeErrorItems(rows) ?? rows) {
			const { item, ordinal, line, shop } = row;
			const ofRow = { rowIndex: ordinal, ...(line && { line }), row: fieldsForPeople(row) };
			const details = { outcome, status, shop: shop || null };
			const all = this.format.confidentialOf ? details : { ...details, ...ofRow };
			this.output.failOrThrow(failed.error, item, all, ordinal);
		}
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
	source: Source,
	inspection: Inspection,
): Promise<void> {
	// Not those of the inspection: of an input item that is refused, no row can be sent.
	let refused = 0;
	const sender = { limit: format.limit, isStopped: false };
	for await (const { rows } of cut(source, inspection, format, sender)) {
		for (const part of rows[0].problem ? rows.map((row) => [row]) : [rows]) {
			const [{ ordinal, problem }] = part;
			if (problem) refused++;
			const text = problem && [problem.message, problem.remedy].filter(Boolean).join('. ');
			const json = { preview: true, ...(text && { problem: text }), ...format.previewOf(part) };
			output.accept({ json, pairedItem: pairedItems(part) }, ordinal);
		}
	}
	if (refused > 0)
		execution.firstHint(
			`${refused} of ${inspection.total} ${format.noun} cannot be sent: see "problem"`,
		);
	execution.firstHint('Nothing was sent: "Preview" is on');
}
