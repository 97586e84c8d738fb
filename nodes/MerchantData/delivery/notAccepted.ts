import type { Execution } from '../n8n/execution';

/**
 * The first of all hints where a node goes on after failures, and so is green.
 * @param noun what is counted, in the plural
 */
export function hintAtNotAccepted(
	{ context, firstHint }: Pick<Execution, 'context' | 'firstHint'>,
	notAccepted: number,
	total: number,
	noun: string,
): void {
	if (notAccepted === 0) return;
	const were = notAccepted === 1 ? 'was' : 'were';
	firstHint(`${notAccepted} of ${total} ${noun} ${were} not accepted: ${wayTo(context)}.`);
}

/** Where the user finds them. A node without either leaves out records of files and goes on. */
function wayTo(context: Execution['context']): string {
	if (context.getNode().onError === 'continueErrorOutput') return 'see the Error Branch';
	return context.continueOnFail() ? 'see the items with "error"' : 'they were skipped';
}
