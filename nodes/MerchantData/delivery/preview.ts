import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import { placeText } from '../errors/place';
import { refusedText, sentencesOf } from '../errors/refusedText';
import type { Inspection, Source } from '../input/source';
import type { Row } from '../mapping/row';
import { type Batch, cut, type Known } from './batches';
import { pairedItems } from './report';
import type { RequestFormat } from './requestFormat';

/** A preview ignores earlier attempts and runs. */
const NOTHING_SENT: Known = {
	isOver: false,
	counts: () => false,
	earlier: () => undefined,
	leaveOut: () => false,
};

/** What a push or a deletion would send, and what it would not, exactly as it would be cut. */
export const previewedBatches = (
	source: Source,
	inspection: Inspection,
	format: RequestFormat,
): AsyncGenerator<Batch, void> => cut(source, inspection, format, format.limit, NOTHING_SENT);

/** Outputs the requests that would be sent, and each row that could not be. @param describe makes their fields */
export async function preview(
	execution: Execution,
	output: Output,
	format: RequestFormat,
	source: Source,
	describe: (rows: readonly Row[]) => IDataObject,
): Promise<void> {
	const inspection = await source.inspect();
	const [bad, good]: INodeExecutionData[][] = [[], []];
	for await (const { rows } of previewedBatches(source, inspection, format)) {
		for (const part of rows[0].problem ? rows.map((row) => [row]) : [rows]) {
			const [{ problem }] = part;
			// Empty, because n8n's table shows what is missing as "undefined".
			const text = problem ? `${placeText(source.placeOf(part[0]))}: ${problem.message}` : '';
			const json = { problem: text, preview: true, ...describe(part) };
			(problem ? bad : good).push({ json, pairedItem: pairedItems(part) });
		}
	}
	output.acceptAll([...bad, ...good], 0);
	const { first, refused, total } = inspection;
	if (refused > 0) {
		const [row] = first;
		const counts = { refused, total, noun: format.noun };
		const place = placeText(source.placeOf(row));
		execution.firstHint(refusedText(counts, place, sentencesOf(row.problem!)));
	}
	execution.firstHint('Nothing was sent: "Preview" is on');
}
