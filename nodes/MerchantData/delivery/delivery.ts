import type { Execution } from '../n8n/execution';
import type { Output } from '../n8n/output';
import type { Source } from '../rows/row';
import { InvalidValue } from '../shared/invalidValue';
import { orderedMap } from '../shared/orderedMap';
import { check, cut } from './cut';
import type { Batch, DeliveryOptions, Kind } from './kind';
import { openLedger } from './ledger';
import { createReport, preview } from './report';
import { createSender } from './send';
import { refusedError } from './stopErrors';

/**
 * The one road of rows to the service, for pushes and deletion requests: check, cut, send, report.
 * Every row ends as accepted, rejected, unknown or not sent.
 * @throws what is wrong with the rows, before anything is sent, or ServiceError with what became of them
 */
export async function deliver(
	execution: Execution,
	output: Output,
	kind: Kind,
	source: Source,
	options: DeliveryOptions,
): Promise<void> {
	const { client, context, hint } = execution;
	const checked = await check(source);
	if (source.skipped() > 0)
		hint(`Rows left out, because they have no value to send: ${source.skipped()}`);
	if (options.preview) {
		const batches = cut(source, () => kind.limit, kind);
		return await preview(execution, output, kind, batches, checked);
	}

	const ledger = openLedger(context, kind.endpoint, await client.target(kind.endpoint));
	for (const file of source.files ?? [])
		if (!ledger.knows(file.item, file.fingerprint)) file.refusal ??= OTHER_FILE;
	const isRefused = checked.refused > 0 || source.files?.some(({ refusal }) => refusal);
	if (isRefused && !output.continues)
		throw refusedError(context.getNode(), checked, source, kind.noun, ledger.hasEarlier);

	const report = createReport(execution, output, kind, source, options, checked.total);
	const sender = createSender(execution, kind, options, ledger, output.continues);
	const permits = client.permits(kind.endpoint, options, () => !sender.isStopped());
	async function* untilStopped(): AsyncGenerator<Batch> {
		for await (const batch of cut(source, sender.limit, kind, ledger)) {
			// What earlier tries have sent is counted all the same: it must not be sent once more.
			if (sender.isStopped() && !ledger.hasEarlier) return;
			yield batch;
		}
	}
	for await (const settled of orderedMap(untilStopped(), permits, sender.settle))
		report.add(settled);
	await report.endOrThrow();
}

const OTHER_FILE = new InvalidValue(
	'Input Binary Field',
	'holds another file than at an earlier try of this execution, or is read in another way',
	'It is not known which of its rows were sent. Undo the change, or push the rows that are still to be sent in another file.',
);
