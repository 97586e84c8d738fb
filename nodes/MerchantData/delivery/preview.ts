import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { InvalidInput } from '../errors/invalidInput';
import type { Source } from '../input/source';
import type { Row } from '../mapping/row';
import { cut, type Known } from './batches';
import { pairedItems } from './report';
import type { RequestFormat } from './requestFormat';

/** A preview ignores earlier attempts and runs. */
const NOTHING_SENT: Known = {
	isOver: false,
	counts: () => false,
	earlier: () => undefined,
	leaveOut: () => false,
};

/** Outputs the requests that would be sent, and each row that could not be. @param describe makes their fields */
export async function preview(
	execution: Execution,
	output: Output,
	format: RequestFormat,
	source: Source,
	describe: (rows: readonly Row[]) => IDataObject,
): Promise<void> {
	const inspection = await source.inspect();
	// More than the inspection counts: if an input item is refused, none of its rows can be sent.
	let refused = 0;
	for await (const { rows } of cut(source, inspection, format, format.limit, NOTHING_SENT)) {
		for (const part of rows[0].problem ? rows.map((row) => [row]) : [rows]) {
			const [{ ordinal, problem }] = part;
			if (problem) refused++;
			const text = problem && sentencesOf(problem);
			const json = { preview: true, ...(text && { problem: text }), ...describe(part) };
			output.accept({ json, pairedItem: pairedItems(part) }, ordinal);
		}
	}
	if (refused > 0)
		execution.firstHint(
			`${refused} of ${inspection.total} ${format.noun} cannot be sent: see "problem"`,
		);
	execution.firstHint('Nothing was sent: "Preview" is on');
}

/** The problem, and its remedy. */
export const sentencesOf = ({ message, remedy }: InvalidInput): string =>
	[message.replace(/\.$/, ''), remedy].filter(Boolean).join('. ');
