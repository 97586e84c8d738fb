import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Inspection, Source } from '../rows/source';
import { orderedMap } from '../shared/orderedMap';
import { Claims } from './claims';
import { cut } from './cut';
import { Ledger } from './ledger';
import { preview, Report } from './report';
import type { DeliveryOptions, RequestFormat } from './requestFormat';
import { Sender } from './send';
import { refusedError } from './stopErrors';

/**
 * The one road of rows to the service: inspect, cut, send, report. Every row gets one outcome.
 * @throws what is wrong with the rows, before anything is sent, or ServiceError with what became of them
 */
export async function deliver(
	execution: Execution,
	output: Output,
	format: RequestFormat,
	source: Source,
	options: DeliveryOptions,
): Promise<void> {
	const { client, context, hint } = execution;
	const inspected = await source.inspect();
	for (const text of hintsOf(inspected, options)) hint(text);
	if (options.preview) return await preview(execution, output, format, source, inspected);
	const target = await client.target(format.endpoint);
	const ledger = new Ledger(context, format.endpoint, target);
	const inspection = ledger.compare(inspected);
	const { refused, inputs } = inspection;
	const isRefused = refused > 0 || [...inputs.values()].some(({ refusal }) => refusal);
	if (isRefused && !output.continues)
		throw refusedError(context.getNode(), inspection, source, format.noun, ledger.hasEarlier);
	const sender = new Sender(execution, format, options, ledger, output.continues);
	const settler = options.skipSentRows
		? new Claims(execution, format, sender, target, options)
		: sender;
	ledger.noteInputs(inspection);
	const batches = cut(source, inspection, format, sender, ledger);
	const permits = client.permits(format.endpoint, options, () => !sender.isStopped);
	const report = new Report(execution, output, format, source, options, inspection);
	const all = orderedMap(batches, permits, async (...job) => await settler.settle(...job));
	for await (const settled of all) report.add(settled);
	await report.endOrThrow(ledger.hasEarlier);
}

/** What there is to say of the rows, whatever becomes of them. */
function hintsOf(
	{ total, left, hints }: Inspection,
	{ rowsAtMost = Infinity, preview: isPreview, skipSentRows, rowsToRemember = 0 }: DeliveryOptions,
): readonly string[] {
	const texts: string[] = [];
	if (left > 0) texts.push(`"Rows at Most" is ${rowsAtMost}: ${left} more are left out`);
	if (skipSentRows && total > rowsToRemember)
		texts.push(
			`These are ${total} rows, and "Rows to Remember" is ${rowsToRemember}: the next run would send the first of them again. Set it to more rows than a run has.`,
		);
	if (skipSentRows && isPreview) texts.push('A preview does not look at earlier runs.');
	return [...texts, ...hints];
}
