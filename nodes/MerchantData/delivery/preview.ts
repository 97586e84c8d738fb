import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Source } from '../rows/row';
import { cut } from './cut';
import type { Kind } from './kind';
import { pairedItems } from './report';

/** Puts out the requests that would be sent, and each row that could not be; sends nothing. */
export async function preview(
	execution: Execution,
	output: Output,
	kind: Kind,
	source: Source,
): Promise<void> {
	let total = 0;
	let refused = 0;
	for await (const batch of cut(source, () => kind.limit, kind)) {
		const { rows } = batch;
		total += rows.length;
		const isRefused = rows[0].problem !== undefined;
		if (isRefused) refused += rows.length;
		for (const part of isRefused ? rows.map((row) => ({ ...batch, rows: [row] })) : [batch]) {
			const { message, remedy } = part.rows[0].problem ?? {};
			const problem = message && { problem: [message, remedy].filter(Boolean).join('. ') };
			const json: IDataObject = { preview: true, ...problem, ...kind.previewOf(part) };
			output.accept({ json, pairedItem: pairedItems(part.rows) });
		}
	}
	execution.hint('Nothing was sent: "Preview" is on', true);
	if (refused > 0)
		execution.firstHint(`${refused} of ${total} ${kind.noun} cannot be sent: see "problem"`);
}
