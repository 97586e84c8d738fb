import type { INodeProperties } from 'n8n-workflow';
import type { CredentialName } from '../transport/endpoints';
import type { Execution } from './execution';
import type { Output } from './output';

interface OperationDescription {
	/** Saved workflows depend on it. */
	value: string;
	name: string;
	/** What the node panel offers. */
	action: string;
	description: string;
	/** The fields of the operation; when they are shown is added by the registry. */
	fields: INodeProperties[];
}

/** An operation that treats one item after another. */
export interface ItemOperation<Input = unknown> extends OperationDescription {
	/**
	 * Reads and checks the fields for one item. It runs for all items before the first request.
	 * @throws InvalidValue
	 */
	read(execution: Execution, item: number): Input;
	/** Does the work for one item and puts the results out, linked to the item. */
	execute(execution: Execution, input: Input, item: number, output: Output): Promise<void>;
}

/** An operation that treats all items together, because it joins them into requests. */
export interface BulkOperation extends OperationDescription {
	executeAll(execution: Execution, output: Output): Promise<void>;
}

export type Operation = ItemOperation | BulkOperation;

/** A resource of the service, a folder under resources/. */
export interface Resource {
	/** Saved workflows depend on it. */
	value: string;
	name: string;
	credential: CredentialName;
	operations: Operation[];
}
