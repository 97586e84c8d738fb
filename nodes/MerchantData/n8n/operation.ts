import type { CredentialName } from '../service/endpoints';
import type { Fields } from '../shared/field';
import type { Execution } from './execution';
import type { Output } from './output';

interface OperationDescription<F extends Fields> {
	/** Saved workflows depend on it. */
	value: string;
	name: string;
	/** What the node panel offers. */
	action: string;
	description: string;
	/** The fields of the operation; when they are shown is added by the registry. */
	fields: F;
}

/** An operation that treats one item after another. */
export interface ItemOperation<F extends Fields = Fields, Input = unknown>
	extends OperationDescription<F> {
	/**
	 * Reads and checks the fields for one item. It runs for all items before the first request.
	 * @throws InvalidValue
	 */
	read(execution: Execution<F>, item: number): Input;
	/** Does the work for one item and puts the results out, linked to the item. */
	execute(execution: Execution<F>, input: Input, item: number, output: Output): Promise<void>;
}

/** An operation that treats all items together, because it joins them into requests. */
export interface BulkOperation<F extends Fields = Fields> extends OperationDescription<F> {
	executeAll(execution: Execution<F>, output: Output): Promise<void>;
}

export type Operation = ItemOperation | BulkOperation;

/** An operation whose fields and input are typed by how they are declared and read. */
export const itemOperation = <const F extends Fields, Input>(
	operation: ItemOperation<F, Input>,
): ItemOperation => operation as unknown as ItemOperation;

/** The same for {@link BulkOperation}. */
export const bulkOperation = <const F extends Fields>(operation: BulkOperation<F>): BulkOperation =>
	operation as unknown as BulkOperation;

/** A resource of the service, a folder under resources/. */
export interface Resource {
	/** Saved workflows depend on it. */
	value: string;
	name: string;
	/** Which credential its requests take. */
	credential: CredentialName | 'both';
	operations: Operation[];
}
