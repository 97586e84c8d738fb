import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Source } from '../input/source';
import { orderedMap } from '../lib/orderedMap';
import { cut, isSent } from './batches';
import { Report } from './report';
import type { DeliveryOptions, RequestFormat } from './requestFormat';
import { Sender } from './sender';
import { Sent } from './sent/sent';
import { refusedError } from './stopErrors';

/** Inspects, batches, sends and reports rows. Every row gets one outcome. @throws ServiceError if the node stops */
export async function deliver(
	execution: Execution,
	output: Output,
	format: RequestFormat,
	source: Source,
	options: DeliveryOptions,
): Promise<void> {
	const { client, context, hint } = execution;
	const inspected = await source.inspect();
	for (const text of inspected.hints) hint(text);
	const sent = new Sent(execution, format, await client.target(format.endpoint), options);
	const inspection = await sent.compare(inspected, source);
	const { refusal, refused, inputs } = inspection;
	const isRefused = refusal || refused > 0 || [...inputs.values()].some((input) => input.refusal);
	const mayDouble = sent.hasEarlier && options.ifSentAgain !== 'replaces';
	if (isRefused && !output.continues)
		throw refusedError(context.getNode(), inspection, source, format.noun, mayDouble);
	const report = new Report(execution, output, format, source, options, inspection, sent);
	await sent.begin(inspection);
	try {
		const limit = { ...format.limit };
		const sender = new Sender(execution, format, limit, options, sent, output.continues);
		const batches = cut(source, inspection, format, limit, sent);
		const permits = client.permits(format.endpoint, options, isSent);
		const all = orderedMap(batches, permits, async (...job) => await sender.settle(...job));
		for await (const settled of all) report.add(settled);
	} finally {
		await sent.end();
	}
	await report.endOrThrow();
}
