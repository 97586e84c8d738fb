import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { createExecution, type Execution } from './execution';
import type { BulkOperation, ItemOperation, Operation, Resource } from './operation';
import { createOutput, type Output } from './output';

/**
 * Runs the operation that the node is set to.
 * With the error output on it never throws: n8n would send all inputs down the success branch.
 */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const operation = chosenOperation(context, resources);
	const execution = createExecution(context);
	const output = createOutput(context, execution.client.redactor);
	if ('executeAll' in operation) await executeAll(operation, execution, output);
	else await executeItems(operation, execution, output);
	hintAtWaits(execution);
	return [output.items()];
}

function chosenOperation(context: IExecuteFunctions, resources: readonly Resource[]): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const found = resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === operation);
	if (!found) throw new Error(`This version has no operation "${operation}" of "${resource}"`);
	return found;
}

/** Reads all items, so that bad input is found before anything is sent, then treats each. */
async function executeItems(
	operation: ItemOperation,
	execution: Execution,
	output: Output,
): Promise<void> {
	const inputs = new Map<number, unknown>();
	execution.context.getInputData().forEach((_, item) => {
		try {
			inputs.set(item, operation.read(execution, item));
		} catch (error) {
			output.fail(error, item);
		}
	});
	for (const [item, input] of inputs) {
		try {
			await operation.execute(execution, input, item, output);
		} catch (error) {
			output.fail(error, item);
		}
	}
}

async function executeAll(
	operation: BulkOperation,
	execution: Execution,
	output: Output,
): Promise<void> {
	try {
		await operation.executeAll(execution, output);
	} catch (error) {
		output.failRest(error);
	}
}

function hintAtWaits({ client, hint }: Execution): void {
	const { pauses, waitedMs } = client.waiter;
	if (pauses === 0) return;
	hint(
		`Waited ${pauses} ${pauses === 1 ? 'time' : 'times'}, ${(waitedMs / 1_000).toFixed(1)} s in all, for rate limits or before a repetition`,
	);
}
