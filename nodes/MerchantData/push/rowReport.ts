import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { hintAtNotAccepted } from '../delivery/notAccepted';
import { createOutcomeCounts } from '../delivery/outcomeCounts';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Failure } from '../service/call';
import type { PushOptions } from './options';
import type { PlacedRow, Rows } from './rows/row';

/** Rows of a shop whose outcome is known. */
export type Settled = { records: Rows } & (
	| { outcome: 'accepted'; receipt: IDataObject }
	| (Failure & {
			/** Whether the node goes on after it, even if it stops at other failures. */
			isSkipped?: boolean;
	  })
);

/** Reports the outcome of every row: on the branches of the node, or in the error that stops it. */
export interface PushReport {
	add(settled: Settled): void;
	/**
	 * @param total how many rows there are; those never added were not sent
	 * @throws ServiceError where the error output is off and something was not accepted
	 */
	finish(total: number): void;
}

export function createPushReport(
	execution: Execution,
	output: Output,
	outputOf: PushOptions['output'],
): PushReport {
	const { context, field, hint } = execution;
	const counts = createOutcomeCounts('rows');
	let requests = 0;
	const mode = field('dataMode', 0);
	const isInput = mode === 'autoMapInputData';
	/** Whether each item makes one row. */
	const isItem = isInput || mode === 'defineBelow';

	/** An input item keeps its ignored fields: they may tell which row of a sheet it is. */
	function columnsOf(record: PlacedRow): IDataObject {
		return isInput ? context.getInputData()[record.item].json : (record.row() as IDataObject);
	}

	/**
	 * The outcome stands first, and replaces a column of that name, which may be left from an earlier
	 * run.
	 */
	function itemOf(record: PlacedRow, { shop, status }: IDataObject): IDataObject {
		const outcome = 'accepted';
		if (outputOf === 'rows') return { outcome, shop, status, row: record.row() as IDataObject };
		const own = { pushOutcome: outcome, pushStatus: status };
		return { ...own, ...columnsOf(record), ...own };
	}

	function accept(records: Rows, receipt: IDataObject): void {
		counts.count('accepted', records.length);
		requests++;
		if (outputOf === 'requests') {
			output.accept({ json: receipt, pairedItem: pairedItems(records) });
			return;
		}
		for (const record of records) {
			output.accept({ json: itemOf(record, receipt), pairedItem: { item: record.item } });
		}
	}

	function fail(records: Rows, failure: Failure): void {
		const [{ item, ordinal, shop }] = records;
		const where = isItem ? `item ${item}` : `row ${ordinal} of item ${item}, shop ${shop}`;
		counts.fail(failure, records.length, where);
		if (!output.continues) return;
		const { outcome, status, error } = failure;
		for (const record of records) {
			const { item, ordinal } = record;
			const isJoined = isInput && isJoinedWithRow(context, item);
			const row = isJoined ? {} : { row: record.row() as IDataObject };
			output.fail(error, item, { outcome, status, shop, rowIndex: ordinal, ...row });
		}
	}

	return {
		add(settled) {
			if (settled.outcome === 'accepted') accept(settled.records, settled.receipt);
			else fail(settled.records, settled);
		},
		finish(total) {
			if (counts.hasFailed && !output.continues) throw counts.error(context.getNode(), total);
			hintAtNotAccepted(execution, total - counts.accepted, total, 'rows');
			const rows = counts.accepted;
			if (outputOf !== 'requests' || rows === requests) return;
			hint(
				`${rows} rows were accepted in ${requests} ${requests === 1 ? 'request' : 'requests'}: one item per request. For one item per row, see "Output" in the options.`,
			);
		},
	};
}

/**
 * Whether n8n joins an error item with its input item, which is the row already. A column named "error"
 * would be replaced.
 */
export function isJoinedWithRow(context: IExecuteFunctions, item: number): boolean {
	const { onError } = context.getNode();
	return (
		onError === 'continueErrorOutput' && !Object.hasOwn(context.getInputData()[item].json, 'error')
	);
}

/** The input items of rows, each once. */
export function pairedItems(records: Rows): Array<{ item: number }> {
	const pairs: Array<{ item: number }> = [];
	let last = -1;
	for (const { item } of records) {
		if (item !== last) pairs.push({ item });
		last = item;
	}
	return pairs;
}
