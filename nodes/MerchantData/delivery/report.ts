import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { fieldsForPeople, type Row, type Source } from '../rows/row';
import type { Failure } from '../service/call';
import { createFileReport } from './fileReport';
import type { Batch, DeliveryOptions, Kind, Settled } from './kind';
import { outcomeError } from './stopErrors';

/**
 * Reports the outcome of every row: as items, or in the error that stops the node.
 * @param total how many rows there are; those never added were not sent
 */
export function createReport(
	execution: Execution,
	output: Output,
	kind: Kind,
	source: Source,
	options: Pick<DeliveryOptions, 'output' | 'isolateRejectedRows'>,
	total: number,
) {
	const { context } = execution;
	const counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let first: (Failure & { rows: readonly Row[] }) | undefined;
	// A node that stops gives out nothing, and other outputs have no item for the file.
	const keepsFailed = output.continues && options.output === 'files';
	const files = new Map(
		source.files?.map((file) => [file.item, createFileReport(execution, file, keepsFailed)]),
	);

	function accept({ rows }: Settled, receipt: IDataObject): void {
		if (options.output === 'files') return;
		if (options.output === 'requests') {
			output.accept({ json: receipt, pairedItem: pairedItems(rows) }, rows[0].ordinal);
			return;
		}
		const { status } = receipt;
		for (const row of rows) {
			const { item, ordinal, shop } = row;
			const outcome = 'accepted';
			const own = { pushOutcome: outcome, pushStatus: status };
			// The outcome stands first, and replaces a column of that name, which may be left from before.
			const json =
				options.output === 'rows'
					? { outcome, shop, status, row: fieldsForPeople(row) }
					: { ...own, ...columnsOf(row), ...own };
			output.accept({ json: json as IDataObject, pairedItem: { item } }, ordinal);
		}
	}

	/** An input item that is a row keeps its ignored fields: they may tell which row of a sheet it is. */
	const columnsOf = (row: Row) =>
		source.isInput ? context.getInputData()[row.item].json : fieldsForPeople(row);

	function fail(row: Row, failure: Failure): void {
		if (!output.continues || files.get(row.item)?.hasErrorItem() === false) return;
		const { outcome, status, error } = failure;
		const { item, ordinal, line, shop } = row;
		const ofRow = kind.confidentialOf
			? {}
			: { rowIndex: ordinal, ...(line === undefined ? {} : { line }), row: fieldsForPeople(row) };
		const details = { outcome, status, shop: shop === '' ? null : shop, ...ofRow };
		output.failOrThrow(error, item, details, ordinal);
	}

	return {
		add(ofBatch: readonly Settled[]): void {
			for (const settled of ofBatch) {
				const { rows, outcome } = settled;
				counts[outcome] += rows.length;
				files.get(rows[0].item)?.add(settled);
				if (settled.outcome === 'accepted') accept(settled, settled.receipt);
				else {
					first ??= settled;
					for (const row of rows) fail(row, settled);
				}
			}
		},

		/**
		 * Gives out the items that come last, and the hints.
		 * @throws ServiceError where something was not accepted, and the node stops at errors
		 */
		async endOrThrow(): Promise<void> {
			const { noun } = kind;
			const { accepted, rejected, unknown } = counts;
			if (first && !output.continues) {
				const all = { ...counts, notSent: total - accepted - rejected - unknown };
				const place = source.placeOf(first.rows[0]);
				throw outcomeError(context.getNode(), noun, all, first, place, options);
			}
			for (const file of files.values()) {
				const item = await file.end();
				if (options.output === 'files') output.accept(item);
			}
			const others = total - accepted;
			if (others > 0) {
				const isBranch = context.getNode().onError === 'continueErrorOutput';
				// The first of all hints, because a node that goes on is green.
				execution.firstHint(
					`${others} of ${total} ${noun} ${others === 1 ? 'was' : 'were'} not accepted: ${isBranch ? 'see the Error Branch' : 'see the items with "error"'}.`,
				);
			}
		},
	};
}

function pairedItems(rows: readonly Row[]): Array<{ item: number }> {
	return [...new Set(rows.map(({ item }) => item))].map((item) => ({ item }));
}

/** Puts out the requests that would be sent, and each row that could not be. */
export async function preview(
	execution: Execution,
	output: Output,
	kind: Kind,
	batches: AsyncIterable<Batch>,
	{ total, refused: notSendable }: { total: number; refused: number },
): Promise<void> {
	for await (const { rows } of batches) {
		for (const part of rows[0].problem ? rows.map((row) => [row]) : [rows]) {
			const [{ ordinal, problem }] = part;
			const text = problem && [problem.message, problem.remedy].filter(Boolean).join('. ');
			const json = { preview: true, ...(text && { problem: text }), ...kind.previewOf(part) };
			output.accept({ json, pairedItem: pairedItems(part) }, ordinal);
		}
	}
	if (notSendable > 0)
		execution.firstHint(`${notSendable} of ${total} ${kind.noun} cannot be sent: see "problem"`);
	execution.firstHint('Nothing was sent: "Preview" is on');
}
