import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { LedgerEntry } from '../delivery/ledger';
import { hintAtNotAccepted } from '../delivery/notAccepted';
import { createOutcomeCounts } from '../delivery/outcomeCounts';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Failure } from '../service/call';
import type { Outcome } from '../service/errors/retryPolicy';
import { addRange, finderOf, linesOf, type RowRanges, writeRows } from './failedRows';
import type { RowFile } from './files/rowFile';
import type { PushOptions } from './options';
import { notReadOn } from './rowFailures';
import type { Settled } from './rowReport';
import type { Piece } from './rows/batches';
import type { PlacedRow } from './rows/row';

/** A row that gets an error item of its own. */
type ToldRow = Pick<PlacedRow, 'ordinal' | 'shop' | 'line'> & { row: unknown };

/** Rows of a file and a shop whose outcome is known, without their values. */
interface SettledRange {
	item: number;
	shop: string;
	/** The ordinals of the first and the last row. */
	from: number;
	to: number;
	rows: number;
	/** Of the first row. */
	line?: number;
	/** Whether the rows could go to their shop. */
	isSendable: boolean;
	/** What is kept of an accepted request; absent if it was counted before. */
	receipt?: IDataObject;
	failure?: Failure;
	isSkipped?: boolean;
	told: ToldRow[];
}

/** What became of a file. */
interface FileState {
	file: RowFile;
	counts: Record<Outcome, number>;
	requests: number;
	bytes: number;
	notAccepted: RowRanges;
	/** The shops that rows went to. */
	shops: Set<string>;
	/** The last record that was settled: its ordinal, and its line if it ended the reading. */
	last: { ordinal: number; line: number };
	told: number;
	/** Where and why the first record was skipped. */
	firstSkipped?: string;
}

/** Most error items of a file. */
const MOST_TOLD = 1_000;

/**
 * Reports the outcome of files: an item for each file or each request, and items for rows that failed.
 */
export function createFileReport(
	execution: Execution,
	output: Output,
	{ output: outputOf, failedRowsField, shopColumn = '' }: PushOptions,
	files: readonly RowFile[],
) {
	const { context, hint } = execution;
	const counts = createOutcomeCounts('rows');
	/** Entries of earlier tries whose receipts have been counted. */
	const counted = new Set<LedgerEntry>();
	const states = new Map(files.map((file) => [file.item, newState(file)]));

	/**
	 * Keeps of settled rows what the report needs, so that they need not be held until it is their turn.
	 */
	function take(settled: Settled[], piece: Piece<LedgerEntry>): SettledRange[] {
		const isCounted = piece.kind === 'covered' && counted.has(piece.entry);
		if (piece.kind === 'covered') counted.add(piece.entry);
		return settled.map((each) => {
			const { records } = each;
			const [{ item, shop, ordinal, line }] = records;
			const to = records.at(-1)!.ordinal;
			const rows = records.length;
			const isSendable = piece.kind !== 'unsendable';
			const range = { item, shop, from: ordinal, to, rows, line, isSendable, told: [] };
			if (each.outcome === 'accepted')
				return isCounted ? range : { ...range, receipt: each.receipt };
			const state = states.get(item)!;
			const left = output.continues ? MOST_TOLD - state.told : 0;
			const told = Array.from(records.slice(0, left), toldRow);
			state.told += told.length;
			const { outcome, status, error, isSkipped } = each;
			return { ...range, failure: { outcome, status, error }, isSkipped, told };
		});
	}

	function add(range: SettledRange): void {
		const { item, shop, from, to, rows, line, receipt, failure, isSkipped, told } = range;
		const state = states.get(item)!;
		if (range.isSendable) state.shops.add(shop);
		// A request may hold earlier rows than that of another shop before it.
		if (to > state.last.ordinal) state.last = { ordinal: to, line: line ?? 0 };
		state.counts[failure?.outcome ?? 'accepted'] += rows;
		if (failure) {
			const where = `row ${from} of item ${item} (line ${line}), shop ${shop}`;
			counts.fail(failure, rows, where, isSkipped);
			if (isSkipped) state.firstSkipped ??= `line ${line}: ${failure.error.message}`;
			addRange(state.notAccepted, shop, from, to);
			for (const row of told) tell(failure, item, row);
			return;
		}
		counts.count('accepted', rows);
		if (!receipt) return;
		if (outputOf === 'requests') output.accept({ json: receipt, pairedItem: { item } });
		state.requests += Number(receipt.requests);
		state.bytes += Number(receipt.bytes);
	}

	function tell({ outcome, status, error }: Failure, item: number, told: ToldRow): void {
		const { ordinal, shop, line, row } = told;
		const details = { outcome, status, shop, rowIndex: ordinal, line, row: row as IDataObject };
		output.fail(error, item, details);
	}

	/**
	 * Reads a file again: for its rows that were not accepted, and for those that were not read so far.
	 */
	async function finishFile(state: FileState): Promise<void> {
		const { file, counts, notAccepted, last, firstSkipped } = state;
		const { item, name } = file;
		const rest = notReadOn(context.getNode(), item, last.line);
		const isNotAccepted = finderOf(notAccepted);
		const isWanted = (record: PlacedRow) => {
			if (record.ordinal <= last.ordinal) return isNotAccepted(record);
			counts.notSent++;
			if (state.told < MOST_TOLD) {
				state.told++;
				tell(rest, item, toldRow(record));
			}
			return true;
		};
		let failedRows: IBinaryData | undefined;
		const isCutShort = isCancelled(context);
		if (isCutShort) hint('The execution was stopped: what is left of its files was not read');
		else if (notAccepted.size > 0 && outputOf === 'files')
			failedRows = await writeRows(execution, file, isWanted).catch((error: Error) => {
				hint(
					`The rows of item ${item} that were not accepted could not be put into a file: ${error.message}`,
				);
				return undefined;
			});
		else if (notAccepted.size > 0) await readThrough(linesOf(file, isWanted));
		const rows = sumOf(counts);
		if (rows === 0 && !isCutShort)
			hint(`The file of item ${item} has no rows, so nothing of it was sent`);
		const untold = rows - counts.accepted - state.told;
		const first =
			firstSkipped && !output.continues ? ` The first that was skipped is in ${firstSkipped}.` : '';
		if (untold > 0)
			hint(
				`Of the rows of item ${item} that were not accepted, ${untold} have no item of their own.${first}${failedRows ? ` All that could be read are in the file "${failedRowsField}".` : ''}`,
			);
		if (outputOf === 'requests') return;
		const { requests, bytes } = state;
		const shops = shopColumn === '' ? { shop: file.shop } : { shops: [...state.shops] };
		output.accept({
			json: { rows, ...counts, ...shops, ...(name ? { fileName: name } : {}), requests, bytes },
			...(failedRows ? { binary: { [failedRowsField]: failedRows } } : {}),
			pairedItem: { item },
		});
	}

	async function totalRows(): Promise<number> {
		let total = 0;
		if (isCancelled(context)) {
			for (const { counts } of states.values()) total += sumOf(counts);
			return total;
		}
		for (const file of files) for await (const chunk of file.records(false)) total += chunk.length;
		return total;
	}

	return {
		take,
		add,
		/** @throws ServiceError where the error output is off and something was not accepted */
		async finish(): Promise<void> {
			if (counts.hasFailed && !output.continues)
				throw counts.error(context.getNode(), await totalRows());
			let rows = 0;
			let accepted = 0;
			for (const state of states.values()) {
				await finishFile(state);
				rows += sumOf(state.counts);
				accepted += state.counts.accepted;
			}
			hintAtNotAccepted(execution, rows - accepted, rows, 'rows');
		},
	};
}

/** Whether somebody stopped the execution. Then nobody waits for the rest of a file. */
export const isCancelled = (context: IExecuteFunctions): boolean =>
	context.getExecutionCancelSignal()?.aborted ?? false;

const sumOf = (counts: FileState['counts']): number =>
	Object.values(counts).reduce((sum, count) => sum + count);

async function readThrough(lines: AsyncIterator<unknown>): Promise<void> {
	while (!(await lines.next()).done);
}

const newState = (file: RowFile): FileState => ({
	file,
	counts: { accepted: 0, rejected: 0, unknown: 0, notSent: 0 },
	requests: 0,
	bytes: 0,
	notAccepted: new Map(),
	shops: new Set(),
	last: { ordinal: -1, line: 0 },
	told: 0,
});

const toldRow = (record: PlacedRow): ToldRow => ({
	ordinal: record.ordinal,
	shop: record.shop,
	line: record.line,
	row: record.row(),
});
