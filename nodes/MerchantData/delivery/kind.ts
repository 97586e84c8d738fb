import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../rows/row';
import type { Failure } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import type { Limits } from '../shared/fields';
import type { LedgerEntry } from './ledger';

/** Rows of a shop that go out in one request, or that cannot or need not. */
export interface Batch {
	readonly shop: string;
	readonly rows: readonly Row[];
	/** The request of an earlier try of this execution that carried them. */
	readonly earlier?: LedgerEntry;
}

/** Rows of a shop whose outcome is known. */
export type Settled = Pick<Batch, 'shop' | 'rows'> &
	({ outcome: 'accepted'; receipt: IDataObject } | Failure);

/** What a request holds at most. */
export interface BatchLimit {
	rows: number;
	/** Of what {@link Kind.sizeOf} counts. A row that is larger goes alone. */
	size: number;
}

/** What pushes and deletion requests differ in. All else of the road is the same. */
export interface Kind {
	readonly endpoint: EndpointName;
	/** What is counted, in the plural: rows or contacts. */
	readonly noun: string;
	readonly limit: BatchLimit;
	/** Whether its rows are personal data, which no output shows. */
	readonly isPersonal?: boolean;
	/** What a row adds to a request: bytes, or people. */
	sizeOf(row: Row): number;
	bodyOf(batch: Batch): Buffer;
	/** What an accepted request leaves behind, in the output and for later tries. */
	receiptOf(batch: Batch, bytes: number, status: number, response: IDataObject): IDataObject;
	/** What a preview says of a request. */
	previewOf(batch: Batch): IDataObject;
	/** Personal data in the body, which must not come back with the answer. */
	confidentialOf?(batch: Batch): string[];
	/** The request without values, for the support of the service. */
	supportPayloadOf(batch: Batch): string;
}

/** The options of the road. */
export interface DeliveryOptions extends Limits {
	/** What is given out: an item for each request, row or file. */
	output: 'columns' | 'files' | 'requests' | 'rows';
	preview: boolean;
	isolateRejectedRows?: boolean;
	retryServerErrors?: boolean;
}
