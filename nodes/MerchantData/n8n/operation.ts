import type { INodeProperties } from 'n8n-workflow';
import type { CredentialName } from '../service/endpoints';
import type { Fields } from './field';
import type { Execution } from './execution';
import type { Output } from './output';

/** An operation that works on all items together, because one request can carry several of them. */
export interface Operation<F extends Fields = Fields> {
	/** Saved workflows depend on it. */
	value: string;
	name: string;
	/** Its name in the node panel and on the canvas. */
	action: string;
	description: string;
	fields: F;
	executeAll(execution: Execution<F>, output: Output): Promise<void>;
}

/** An operation that works on one item after another. */
interface ItemOperation<F extends Fields, Input> extends Omit<Operation<F>, 'executeAll'> {
	/** Reads the fields for an item. It runs for all items before the first request. @throws InvalidValue */
	read(execution: Execution<F>, item: number): Input;
	/** Does the work for an item and outputs the results, linked to the item. */
	execute(execution: Execution<F>, input: Input, item: number, output: Output): Promise<void>;
}

export const bulkOperation = <const F extends Fields>(operation: Operation<F>): Operation =>
	operation as unknown as Operation;

export const itemOperation = <const F extends Fields, Input>(
	operation: ItemOperation<F, Input>,
): Operation =>
	bulkOperation({
		...operation,
		async executeAll(execution: Execution<F>, output) {
			const { read, execute } = operation;
			for (const [item, input] of readItems(read, execution, output)) {
				try {
					await execute(execution, input, item, output);
				} catch (error) {
					output.failOrThrow(error, item);
				}
			}
		},
	});

/** Reads the fields for all items. Outputs a failure for each item with an invalid value. */
export function readItems<F extends Fields, Input>(
	read: (execution: Execution<F>, item: number) => Input,
	execution: Execution<F>,
	output: Output,
): Map<number, Input> {
	const inputs = new Map<number, Input>();
	execution.context.getInputData().forEach((_, item) => {
		try {
			inputs.set(item, read(execution, item));
		} catch (error) {
			output.failOrThrow(error, item);
		}
	});
	return inputs;
}

export interface Resource {
	value: string;
	name: string;
	/** The credential that its requests need. */
	credential: CredentialName | 'both';
	operations: Operation[];
}

export const resourcesWith = (resources: readonly Resource[], credential: CredentialName) =>
	resources
		.filter((each) => [credential, 'both'].includes(each.credential))
		.map(({ value }) => value);

/** An expression for the chosen operation as the node panel calls it. The canvas shows it below the node's name. */
export function subtitleOf(resources: readonly Resource[]): string {
	const actions = resources.flatMap(({ value: resource, operations }) =>
		operations.map(({ value, action }) => [`${resource} ${value}`, action]),
	);
	const byNames = JSON.stringify(Object.fromEntries(actions));
	return `={{ (${byNames})[$parameter["resource"] + " " + $parameter["operation"]] }}`;
}

/** The node's properties: the two menus, then the fields of each operation, shown only for it. */
export function nodeProperties(resources: readonly Resource[]): INodeProperties[] {
	const menu = { type: 'options', noDataExpression: true } as const;
	const resourceMenu: INodeProperties = {
		displayName: 'Resource',
		name: 'resource',
		...menu,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: resources[0].value,
	};
	const operationMenus = resources.map(
		({ value: resource, operations }): INodeProperties => ({
			displayName: 'Operation',
			name: 'operation',
			...menu,
			displayOptions: { show: { resource: [resource] } },
			options: operations.map((each) => {
				const { name, value, action, description } = each;
				return { name, value, action, description };
			}),
			default: operations[0].value,
		}),
	);
	const fields = resources.flatMap(({ value: resource, operations }) =>
		operations.flatMap(({ value: operation, fields: own }) =>
			(own as unknown as INodeProperties[]).map(({ displayOptions, ...field }) => {
				// These conditions come first, because n8n ignores all conditions after one on a field with an expression.
				const show = { resource: [resource], operation: [operation], ...displayOptions?.show };
				return { ...field, displayOptions: { ...displayOptions, show } };
			}),
		),
	);
	return [resourceMenu, ...operationMenus, ...fields];
}
