import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../rows/row';
import type { Failure } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import type { Limits } from '../shared/fields';
import type { LedgerEntry } from './ledger';

type Rows = readonly Row[];

/** Rows of one shop that go out in one request, rows that one has sent before, or rows that cannot be sent. */
export interface Batch {
	readonly rows: Rows;
	readonly earlier?: LedgerEntry;
}

export type Failed = { rows: Rows } & Failure;
/** Rows of one shop whose outcome is known. */
export type Sent = { rows: Rows; outcome: 'accepted'; receipt: IDataObject } | Failed;
/** The same, and rows that are not sent because an earlier run has sent them. */
export type Settled = Sent | { rows: Rows; outcome: 'alreadySent' };

/** What pushes and deletion requests differ in. All else of the road is the same. */
export interface RequestFormat {
	readonly endpoint: EndpointName;
	/** What is counted, in the plural: rows or contacts. */
	readonly noun: string;
	/** What a request holds at most. A row that is larger than `size` goes alone. */
	readonly limit: { readonly rows: number; readonly size: number };
	/** What a row adds to a request: bytes, or people. */
	sizeOf(row: Row): number;
	bodyOf(rows: Rows): Buffer;
	/** What an accepted request leaves behind, in the output and for later tries. */
	receiptOf(rows: Rows, bytes: number, status: number, response: IDataObject): IDataObject;
	previewOf(rows: Rows): IDataObject;
	/** Personal data in the body: neither an answer nor an output repeats it. */
	confidentialOf?(rows: Rows): string[];
	/** The request without values, for the support of the service. */
	supportPayloadOf(rows: Rows): string;
}

export interface DeliveryOptions extends Limits {
	maxParallelRequests: number;
	output: 'columns' | 'files' | 'requests' | 'rows';
	preview: boolean;
	isolateRejectedRows?: boolean;
	retryServerErrors?: boolean;
	/** How many rows are sent at most; all if it is not set. */
	rowsAtMost?: number;
	skipSentRows?: boolean;
	rowsToRemember?: number;
}
