import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Row, PushedFile } from '../rows/row';
import type { Settled } from './kind';

/** Most error items of a file, which may have millions of rows. */
const MOST_ERROR_ITEMS = 1_000;
const FAILED_ROWS_FIELD = 'failedRows';

/**
 * Reports what became of one file.
 * @param keepsFailed whether the rows that are not accepted are put into a file
 */
export function createFileReport(execution: Execution, file: PushedFile, keepsFailed: boolean) {
	const { item, name, shopColumn } = file;
	const counts = { accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
	let requests = 0;
	let bytes = 0;
	let failed = 0;
	const shops = new Set<string>();
	const failedRows = keepsFailed ? createFailedRows(execution, file) : undefined;

	return {
		add(settled: Settled): void {
			const { rows, outcome } = settled;
			counts[outcome] += rows.length;
			if (!rows[0].problem) shops.add(rows[0].shop);
			if (settled.outcome === 'accepted') {
				requests += 1;
				bytes += Number(settled.receipt.bytes ?? 0);
			} else failedRows?.add(rows);
		},

		/** Whether a row that was not accepted gets an error item. Each row is asked for once. */
		hasErrorItem: () => ++failed <= MOST_ERROR_ITEMS,

		/** No more rows of the file come. @returns its item */
		async end(): Promise<INodeExecutionData> {
			const stored = await failedRows?.end();
			const rows = counts.accepted + counts.rejected + counts.unknown + counts.notSent;
			if (rows === 0)
				execution.hint(`The file of item ${item + 1} has no rows, so nothing of it was sent`);
			if (failed > MOST_ERROR_ITEMS)
				execution.hint(
					`Of the rows of item ${item + 1} that were not accepted, ${failed - MOST_ERROR_ITEMS} have no item of their own.${stored ? ` All that could be read are in the file "${FAILED_ROWS_FIELD}".` : ''}`,
				);
			const json: IDataObject = {
				rows,
				...counts,
				...(shopColumn === undefined ? { shop: [...shops][0] ?? null } : { shops: [...shops] }),
				...(name ? { fileName: name } : {}),
				requests,
				bytes,
			};
			const binary = stored && { binary: { [FAILED_ROWS_FIELD]: stored } };
			return { json, ...binary, pairedItem: { item } };
		},
	};
}

/**
 * Writes rows of a file that were not accepted into an NDJSON file that can be pushed again. n8n stores it
 * while the rows come, so that they are not held.
 */
export function createFailedRows(
	{ context, hint }: Pick<Execution, 'context' | 'hint'>,
	file: PushedFile,
) {
	let queue: ReadableStreamDefaultController<Buffer> | undefined;
	let stored: Promise<IBinaryData | undefined> | undefined;

	/** Empty for a row that could not be read. */
	function lineOf({ json, problem, shop }: Row): string {
		if (json === '') return '';
		const { shopColumn } = file;
		// A row that was refused here has the column as it was given.
		if (shopColumn === undefined || problem) return `${json}\n`;
		return `{${JSON.stringify(shopColumn)}:${JSON.stringify(shop)},${json.slice(1)}\n`;
	}

	async function store(): Promise<IBinaryData | undefined> {
		const queued = new ReadableStream<Buffer>({
			start: (controller) => void (queue = controller),
			cancel: () => void (queue = undefined),
		});
		const name = `${file.name.replace(/(\.\w+)?(\.gz)?$/, '')}-not-accepted.ndjson`;
		try {
			// The types of browsers do not know that it can be iterated.
			const content = await file.content(queued as unknown as AsyncIterable<Buffer>);
			return await context.helpers.prepareBinaryData(content, name, 'application/x-ndjson');
		} catch (error) {
			queue = undefined;
			hint(
				`The rows of item ${file.item + 1} that were not accepted could not be put into a file: ${(error as Error).message}`,
			);
			return undefined;
		}
	}

	return {
		add(rows: readonly Row[]): void {
			const text = rows.map(lineOf).join('');
			if (text === '') return;
			stored ??= store();
			queue?.enqueue(Buffer.from(text));
		},

		/** No more rows come. @returns the file, where there were rows and n8n could store it */
		async end(): Promise<IBinaryData | undefined> {
			queue?.close();
			return await stored;
		},
	};
}
