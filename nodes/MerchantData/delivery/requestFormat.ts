import type { IDataObject } from 'n8n-workflow';
import type { Row } from '../mapping/row';
import type { Failure } from '../service/call';
import type { EndpointName } from '../service/endpoints';
import type { Limits } from '../lib/waitBudget';

type Rows = readonly Row[];

/** `isEarlier`: it was an earlier attempt that failed. */
export type Failed = { rows: Rows; isEarlier?: true } & Failure;
/** Rows of one shop whose outcome is known. */
export type Settled = { rows: Rows; outcome: 'accepted'; receipt: IDataObject } | Failed;

/** Bounds of a request. A row that is larger than `size` goes alone. */
export interface RequestLimit {
	readonly rows: number;
	/** A 413 lowers it for the rest of the execution, and nothing raises it. */
	size: number;
}

/** Differences between pushes and deletion requests. Everything else is shared. */
export interface RequestFormat {
	readonly endpoint: EndpointName;
	/** Rows or contacts, in the plural. */
	readonly noun: string;
	readonly limit: Readonly<RequestLimit>;
	/** The bytes or people that a row adds to a request. */
	sizeOf(row: Row): number;
	bodyOf(rows: Rows): Buffer;
	/** The part of an accepted request that is output, and kept for later attempts. */
	receiptOf(rows: Rows, bytes: number, status: number, response: IDataObject): IDataObject;
	/** Personal data in the body, which no output may repeat. */
	confidentialOf?(rows: Rows): string[];
	/** The request without values, for the service's support. */
	supportPayloadOf(rows: Rows): string;
}

export interface DeliveryOptions extends Limits {
	maxParallelRequests: number;
	output: 'columns' | 'files' | 'requests' | 'rows';
	/** Undefined for deletion requests. */
	ifSentAgain?: 'mayDouble' | 'replaces';
	onlyChanged?: boolean;
	isolateRejectedRows?: boolean;
	/** Undefined if there is no bound. */
	rowsAtMost?: number;
}
