import type { IDataObject } from 'n8n-workflow';
import type { Execution } from '../n8n/execution';
import { answerValue, oddity } from '../service/answers/goodAnswer';
import type { Call, Failure } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import { ServiceError } from '../service/errors/serviceError';
import type { LedgerHandle } from './ledger';

export type Delivered = { outcome: 'accepted'; receipt: IDataObject } | Failure;

/**
 * Sends a request that carries data. The ledger is told before and after. It does not throw.
 * @param receiptOf makes the receipt of an accepted request from the status and the value of its answer
 */
export async function deliver(
	{ client, context, hint }: Execution,
	endpoint: EndpointName,
	call: Call,
	entry: LedgerHandle,
	receiptOf: (status: number, response: IDataObject) => IDataObject,
): Promise<Delivered> {
	try {
		const result = await client.call(endpoint, { ...call, track: (state) => entry.track(state) });
		if (result.outcome !== 'accepted') {
			entry.track(result.outcome);
			return result;
		}
		const { status, text, isUndecodable } = result.answer;
		const response = answerValue(text);
		const odd = isUndecodable ? 'cannot be decoded' : oddity(response);
		if (odd)
			hint(
				`The service accepted a request, but its answer ${odd}: check at the service that the data has arrived`,
			);
		const receipt = receiptOf(status, response as IDataObject);
		entry.track('accepted', receipt);
		return { outcome: 'accepted', receipt };
	} catch (error) {
		// This is a bug in this package. If the request was handed over, it may have arrived.
		const outcome = entry.isKept ? 'unknown' : 'notSent';
		entry.track(outcome);
		const message = client.context.redactor.redact(String((error as Error).message));
		const { itemIndex } = call;
		return {
			outcome,
			status: null,
			error: new ServiceError(context.getNode(), { message, description: '', outcome, itemIndex }),
		};
	}
}

/** The hint of a push or of deletions with "Preview". */
export const PREVIEWED = 'Nothing was sent: "Preview" is on';
