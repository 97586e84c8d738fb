import type { INode } from 'n8n-workflow';
import type { Failure } from '../../../nodes/MerchantData/service/call.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/retryPolicy.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';

export const node = { name: 'Merchant Data', type: 'merchantData' } as INode;

/** What is known of rows that were not accepted, the first of them of an input item. */
export function failure(outcome: FailedOutcome, status: number | null, itemIndex: number): Failure {
	const details = { message: `${status}: no.`, description: 'Do it well.', outcome, itemIndex };
	return {
		outcome,
		status,
		error: new ServiceError(node, { ...details, status: status ?? undefined }),
	};
}
