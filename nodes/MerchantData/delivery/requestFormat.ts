import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../mapping/row';
import type { Failure } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import type { Limits } from '../lib/waitBudget';

type Rows = readonly Row[];

export type Failed = { rows: Rows } & Failure;
/** Rows of one shop whose outcome is known. */
export type Settled = { rows: Rows; outcome: 'accepted'; receipt: IDataObject } | Failed;

/** What a request carries at most. A row that is larger than `size` goes alone. */
export interface RequestLimit {
	readonly rows: number;
	/** A 413 lowers it for the rest of the execution, and nothing raises it. */
	size: number;
}

/** What pushes and deletion requests differ in. Everything else is shared. */
export interface RequestFormat {
	readonly endpoint: EndpointName;
	/** What is counted, in the plural: rows or contacts. */
	readonly noun: string;
	readonly limit: Readonly<RequestLimit>;
	/** What a row adds to a request: bytes, or people. */
	sizeOf(row: Row): number;
	bodyOf(rows: Rows): Buffer;
	/** What an accepted request leaves, in the output and for later attempts. */
	receiptOf(rows: Rows, bytes: number, status: number, response: IDataObject): IDataObject;
	/** Personal data in the body: neither an answer nor an output repeats it. */
	confidentialOf?(rows: Rows): string[];
	/** The request without values, for the support of the service. */
	supportPayloadOf(rows: Rows): string;
}

export interface DeliveryOptions extends Limits {
	maxParallelRequests: number;
	output: 'columns' | 'files' | 'requests' | 'rows';
	/** What the service does with a row that it has. Not of deletion requests. */
	ifSentAgain?: 'mayDouble' | 'replaces';
	onlyChanged?: boolean;
	isolateRejectedRows?: boolean;
	/** How many rows are sent at most; all if it is not set. */
	rowsAtMost?: number;
}
