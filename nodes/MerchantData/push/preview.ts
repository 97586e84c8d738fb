import type { IDataObject } from 'n8n-workflow';
import { PREVIEWED } from '../delivery/deliver';
import { asNodeError, type Output } from '../n8n/output';
import type { PushExecution } from './fields/fields';
import { createColumnSample } from './hints/sentColumns';
import { batchSize, type PushOptions } from './options';
import { pairedItems } from './rowReport';
import { cutBatches } from './rows/batches';
import type { RowSource } from './rows/row';

/** Shows what a push would send, and sends nothing. */
export interface Preview {
	/** Gives an item for an input item that cannot be read. */
	fail(error: unknown, item: number, shop: string | null): void;
	/** Gives an item for each request that rows would go out in, and for each row that could not. */
	add(rows: RowSource): Promise<void>;
	/** Hints at what was found. */
	finish(): void;
}

export function createPreview(
	execution: PushExecution,
	options: PushOptions,
	output: Pick<Output, 'accept'>,
): Preview {
	const { client, context } = execution;
	const size = batchSize(options);
	const sample = createColumnSample();
	let total = 0;
	let unsendable = 0;
	return {
		fail(error, item, shop) {
			total++;
			unsendable++;
			const { redactor } = client.context;
			const { message, description } = asNodeError(context, error, item, redactor);
			const problem = problemText(message, description);
			output.accept({ json: { preview: true, problem, shop }, pairedItem: { item } });
		},
		async add(rows) {
			const pieces = cutBatches(
				rows,
				() => size,
				() => undefined,
			);
			for await (const piece of sample.watch(pieces)) {
				const { shop, records } = piece;
				total += records.length;
				const refused = piece.kind === 'unsendable' ? piece : undefined;
				const bytes = piece.kind === 'batch' ? piece.body.length : refused?.bytes;
				const problem = refused?.problem;
				if (problem) unsendable++;
				output.accept({
					json: {
						preview: true,
						...(problem ? { problem: problemText(problem.message, problem.remedy) } : {}),
						shop,
						rows: records.length,
						...(bytes === undefined ? {} : { bytes }),
						firstRow: records.at(0)!.row() as IDataObject,
					},
					pairedItem: pairedItems(records),
				});
			}
		},
		finish() {
			sample.hint(execution);
			execution.hint(PREVIEWED, true);
			if (unsendable > 0)
				execution.firstHint(`${unsendable} of ${total} rows cannot be sent: see "problem"`);
		},
	};
}

const problemText = (message: string, remedy?: string | null): string =>
	remedy ? `${message.replace(/\.$/, '')}. ${remedy}` : message;
