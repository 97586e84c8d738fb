import type { IDataObject } from 'n8n-workflow';
import type { Output } from '../n8n/output';
import { pairedItems } from './rowReport';
import { type BatchSize, cutBatches } from './rows/batches';
import type { RowSource } from './rows/row';

/** Gives an item for each request that a push would send, and sends nothing. */
export async function previewPush(rows: RowSource, size: BatchSize, output: Output): Promise<void> {
	const pieces = cutBatches(
		rows,
		() => size,
		() => undefined,
	);
	for await (const piece of pieces) {
		const { shop, records } = piece;
		const [first] = records;
		output.accept({
			json: {
				preview: true,
				shop,
				rows: records.length,
				...(piece.kind === 'batch' ? { bytes: piece.body.length } : {}),
				firstRow: first.row() as IDataObject,
				...(piece.kind === 'unsendable'
					? { bytes: piece.bytes, problem: piece.problem.message }
					: {}),
			},
			pairedItem: pairedItems(records),
		});
	}
}
