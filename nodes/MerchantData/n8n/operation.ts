import type { CredentialName } from '../service/endpoints';
import type { Fields } from '../shared/field';
import type { Execution } from './execution';
import type { Output } from './output';

interface OperationDescription<F extends Fields> {
	/** Never change it: saved workflows depend on it. */
	value: string;
	name: string;
	/** Its name in the node panel. */
	action: string;
	description: string;
	/** The fields of the operation. The registry adds when they are shown. */
	fields: F;
}

/** An operation that works on one item after another. */
export interface ItemOperation<F extends Fields = Fields, Input = unknown>
	extends OperationDescription<F> {
	/**
	 * Reads and checks the fields for one item. It runs for all items before the first request.
	 * @throws InvalidValue
	 */
	read(execution: Execution<F>, item: number): Input;
	/** Does the work for one item and outputs the results, linked to the item. */
	execute(execution: Execution<F>, input: Input, item: number, output: Output): Promise<void>;
}

/** An operation that works on all items together, because one request can carry several of them. */
export interface BulkOperation<F extends Fields = Fields> extends OperationDescription<F> {
	executeAll(execution: Execution<F>, output: Output): Promise<void>;
}

export type Operation = ItemOperation | BulkOperation;

/** Declares an operation. The types of its fields and of its input follow from the declaration. */
export const itemOperation = <const F extends Fields, Input>(
	operation: ItemOperation<F, Input>,
): ItemOperation => operation as unknown as ItemOperation;

/** The same for {@link BulkOperation}. */
export const bulkOperation = <const F extends Fields>(operation: BulkOperation<F>): BulkOperation =>
	operation as unknown as BulkOperation;

/** A resource of the service. */
export interface Resource {
	/** Never change it: saved workflows depend on it. */
	value: string;
	name: string;
	/** The credential that its requests need. */
	credential: CredentialName | 'both';
	operations: Operation[];
}
