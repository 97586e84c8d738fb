import type { IDataObject, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Execution } from '../runtime/execution';
import { asNodeError } from '../runtime/output';
import type { Call } from '../transport/client';
import type { EndpointName } from '../transport/endpoints';
import type { Answer } from '../transport/http';
import type { Outcome } from '../transport/retryPolicy';
import { ServiceError } from '../transport/serviceError';
import type { Ledger, Place } from './ledger';

/** A request that carries data of one shop. */
export interface Parcel extends Call {
	shop: string;
	itemIndex: number;
	from: Place;
	to: Place;
}

export interface Delivered {
	outcome: 'accepted';
	receipt: IDataObject;
}

export interface NotDelivered {
	outcome: Outcome;
	/** The HTTP status, or null where there was no answer. */
	status: number | null;
	error: NodeApiError | NodeOperationError;
}

/**
 * Sends a parcel, noted in the ledger before and after. It does not throw.
 * @param receiptOf makes what is kept and put out of the answer to an accepted parcel
 */
export async function deliver(
	execution: Execution,
	ledger: Ledger,
	endpoint: EndpointName,
	parcel: Parcel,
	receiptOf: (answer: Answer) => IDataObject,
): Promise<Delivered | NotDelivered> {
	const { shop, from, to, ...call } = parcel;
	ledger.begin(shop, from, to);
	try {
		const answer = await execution.client.call(endpoint, { ...call, shop });
		const receipt = receiptOf(answer);
		ledger.settle('accepted', receipt);
		return { outcome: 'accepted', receipt };
	} catch (error) {
		// Any other error comes from the credential, before something could be sent.
		const { outcome, status } =
			error instanceof ServiceError ? error : { outcome: 'notSent' as const, status: undefined };
		ledger.settle(outcome);
		return {
			outcome,
			status: status ?? null,
			error: asNodeError(execution.context, error, parcel.itemIndex, execution.client.redactor),
		};
	}
}
