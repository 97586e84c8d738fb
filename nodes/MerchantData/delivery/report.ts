import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { fieldsOf, type Row, type Source } from '../rows/row';
import type { ServiceError } from '../service/errors/serviceError';
import { FileSummary } from './fileSummary';
import type { DeliveryOptions, Kind, Settled } from './kind';
import { createOutcomeCounts } from './outcomeCounts';

/** Reports the outcome of every row: as items, or in the error that stops the node. */
export interface Report {
	add(settled: Settled): void;
	/** The items that come last, and the hints. */
	end(): Promise<void>;
	/** The error that stops a node whose error output is off, where something was not accepted. */
	error(): ServiceError | undefined;
}

/** @param total how many rows there are; those never added were not sent */
export function createReport(
	execution: Execution,
	output: Output,
	kind: Kind,
	source: Source,
	options: Pick<DeliveryOptions, 'output' | 'isolateRejectedRows'>,
	total: number,
): Report {
	const { context } = execution;
	const { noun } = kind;
	const counts = createOutcomeCounts(noun);
	// A node that stops gives out nothing, and other outputs have no item for the file.
	const keepsFailed = output.continues && options.output === 'files';
	const files = new Map(
		(source.files ?? []).map((file) => [file.item, new FileSummary(execution, file, keepsFailed)]),
	);
	let requests = 0;

	function accept({ rows, shop }: Settled, receipt: IDataObject): void {
		counts.count('accepted', rows.length);
		requests++;
		if (options.output === 'files') return;
		if (options.output === 'requests') {
			output.accept({ json: receipt, pairedItem: pairedItems(rows) });
			return;
		}
		const { status } = receipt;
		for (const row of rows) {
			const { item } = row;
			const outcome = 'accepted';
			const own = { pushOutcome: outcome, pushStatus: status };
			// The outcome stands first, and replaces a column of that name, which may be left from before.
			const json =
				options.output === 'rows'
					? { outcome, shop, status, row: fieldsOf(row) }
					: { ...own, ...columnsOf(row), ...own };
			output.accept({ json: json as IDataObject, pairedItem: { item } });
		}
	}

	/** An input item that is a row keeps its ignored fields: they may tell which row of a sheet it is. */
	const columnsOf = (row: Row) =>
		source.isInput ? context.getInputData()[row.item].json : fieldsOf(row);

	return {
		add(settled) {
			const { rows } = settled;
			const told = files.get(rows[0].item)?.add(settled) ?? rows.length;
			if (settled.outcome === 'accepted') return accept(settled, settled.receipt);
			const { outcome, status, shop } = settled;
			counts.fail(settled, rows.length, rows[0].item, source.placeOf(rows[0]));
			if (!output.continues) return;
			for (const row of rows.slice(0, told)) {
				const { item, ordinal, line } = row;
				const details = {
					outcome,
					status,
					shop: shop === '' ? null : shop,
					...(kind.isPersonal
						? {}
						: { rowIndex: ordinal, ...(line === undefined ? {} : { line }), row: fieldsOf(row) }),
				};
				output.failOrThrow(settled.error, item, details);
			}
		},
		async end() {
			for (const [item, summary] of files) {
				const { json, binary } = await summary.end();
				if (options.output === 'files') output.accept({ json, binary, pairedItem: { item } });
			}
			const { accepted } = counts;
			hintAtNotAccepted(execution, total - accepted, total, noun);
			if (options.output !== 'requests' || accepted === requests || kind.isPersonal) return;
			execution.hint(
				`${accepted} rows were accepted in ${requests} ${requests === 1 ? 'request' : 'requests'}: one item per request. For one item per row, see "Output" in the options.`,
			);
		},
		error: () =>
			counts.hasFailed && !output.continues
				? counts.error(context.getNode(), total, options)
				: undefined,
	};
}

/** The input items of rows, each once. */
export function pairedItems(rows: readonly Row[]): Array<{ item: number }> {
	return [...new Set(rows.map(({ item }) => item))].map((item) => ({ item }));
}

/** The first of all hints where a node goes on after failures, and so is green. */
function hintAtNotAccepted(
	{ context, firstHint }: Execution,
	notAccepted: number,
	total: number,
	noun: string,
): void {
	if (notAccepted === 0) return;
	const { onError } = context.getNode();
	const where =
		onError === 'continueErrorOutput' ? 'see the Error Branch' : 'see the items with "error"';
	firstHint(
		`${notAccepted} of ${total} ${noun} ${notAccepted === 1 ? 'was' : 'were'} not accepted: ${where}.`,
	);
}
