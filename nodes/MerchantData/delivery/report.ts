import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { withoutEarlierError } from '../mapping/columns';
import { placeText } from '../errors/place';
import { fieldsForPeople, type Row } from '../mapping/row';
import type { Inspection, Source } from '../input/source';
import { counted, numberText } from '../lib/counted';
import { FileReport } from './fileReport';
import { Spans } from './spans';
import type { DeliveryOptions, Failed, RequestFormat, Settled } from './requestFormat';
import type { Sent } from './sent/sent';
import { outcomeError } from './stopErrors';

/** Reports the outcome of every row: as items, or in the error that stops the node. */
export class Report {
	private readonly counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	/** The first failure; one of an earlier attempt only if this one has none. */
	private first?: Failed;
	private readonly spans: Record<'accepted' | 'unknown', Spans>;
	/** Reports of files, by input item. */
	private readonly files = new Map<number, FileReport>();

	/** @param inspection counts all rows; those that are never added were not sent */
	constructor(
		private readonly execution: Execution,
		private readonly output: Output,
		private readonly format: RequestFormat,
		private readonly source: Source,
		private readonly options: DeliveryOptions,
		private readonly inspection: Inspection,
		private readonly sent: Sent,
	) {
		this.spans = { accepted: new Spans(source), unknown: new Spans(source) };
		for (const file of source.files ?? [])
			this.files.set(file.item, new FileReport(execution, file, inspection, options, sent));
	}

	add(ofBatch: readonly Settled[]): void {
		for (const settled of ofBatch) {
			const { rows, outcome } = settled;
			this.counts[outcome] += rows.length;
			if (outcome === 'accepted' || outcome === 'unknown') this.spans[outcome].add(rows);
			const file = this.files.get(rows[0].item);
			file?.add(settled);
			if (settled.outcome === 'accepted') this.accept(rows, settled.receipt);
			else this.fail(settled, file);
		}
	}

	/** Outputs the last items and the hints. @throws ServiceError if the node stops and rows were not accepted */
	async endOrThrow(): Promise<void> {
		const { execution, first, options, output, spans } = this;
		const { noun } = this.format;
		const { total } = this.inspection;
		const node = execution.context.getNode();
		const { hasEarlier } = this.sent;
		const unchanged = [...this.sent.unchanged.values()].reduce((sum, count) => sum + count, 0);
		const { accepted, rejected, unknown } = this.counts;
		const others = total - accepted - unchanged;
		if (first && !output.continues) {
			const notSent = others - rejected - unknown;
			const counts = { accepted, rejected, unknown, notSent, unchanged };
			const place = placeText(this.source.placeOf(first.rows[0]));
			throw outcomeError(node, { noun, total, counts, first, place, spans, hasEarlier, options });
		}
		for (const file of this.files.values()) {
			const item = await file.end();
			if (options.output === 'files') output.accept(item);
		}
		if (unchanged > 0) this.tellUnchanged(unchanged, total);
		if (others === 0) return;
		const where = node.onError === 'continueErrorOutput' ? 'Error Branch' : 'items with "error"';
		// It comes before all other hints, because a node that goes on is green.
		execution.firstHint(
			`${numberText(others)} of ${counted(total, noun)} ${others === 1 ? 'was' : 'were'} not accepted: see the ${where}`,
		);
	}

	private tellUnchanged(unchanged: number, total: number): void {
		const { execution, output } = this;
		const isAll = unchanged === total;
		execution.firstHint(
			isAll
				? `Nothing was sent: all ${counted(total, 'rows')} are the same as in the last run`
				: `${numberText(unchanged)} of ${counted(total, 'rows')} ${unchanged === 1 ? 'has not changed since the last run and was' : 'have not changed since the last run and were'} not sent`,
		);
		// A loop or a branch goes on only with an item.
		if (output.isEmpty) output.accept({ json: { unchanged }, pairedItem: { item: 0 } });
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
			// An input item that is a row keeps the columns that are not sent, such as its row number in a sheet.
			const isItem = output === 'columns' && this.source.isInput;
			const fields = isItem ? withoutEarlierError(inputs[item].json) : fieldsForPeople(row);
			const whole = { outcome: 'accepted', shop, status: receipt.status, row: fields };
			// The outcome comes first. It replaces the one of an earlier push in a column of that name.
			const json = output === 'rows' ? whole : { ...own, ...fields, ...own };
			this.output.accept({ json: json as IDataObject, pairedItem: { item } }, ordinal);
		}
	}

	private fail(failed: Failed, file?: FileReport): void {
		const { rows, outcome, status } = failed;
		if (!this.first || (this.first.isEarlier && !failed.isEarlier)) this.first = failed;
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

export function pairedItems(rows: readonly Row[]): Array<{ item: number }> {
	return [...new Set(rows.map(({ item }) => item))].map((item) => ({ item }));
}
