import type { IExecuteFunctions, INode, INodeExecutionData } from 'n8n-workflow';
import { InvalidValue } from '../shared/invalidValue';
import { forAgent, isAgentCall } from './agentCall';
import { createExecution, type Execution } from './execution';
import type { Operation, Resource } from './operation';
import { createOutput } from './output';

/**
 * Runs the operation that is chosen in the node.
 * With the error output on it never throws: n8n would send all input items to the success branch.
 */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	const { parameters } = context.getNode();
	const operation = chosenOperation(parameters, resources);
	const execution = createExecution(context, operation?.fields ?? []);
	const output = createOutput(context, execution.client.context.redactor);
	const work = async () => {
		try {
			if (!operation) throw unknownOperation(parameters);
			await operation.executeAll(execution, output);
		} catch (error) {
			output.failRestOrThrow(error);
		} finally {
			// Those of a node that stops, too.
			hintAtWaits(execution);
			// n8n shows them in the order in which it gets them.
			for (const message of execution.hints)
				context.addExecutionHints({ message, location: 'outputPane' });
		}
		return output.items();
	};
	return [isAgentCall(context) ? await forAgent(execution, work) : await work()];
}

/** Reads the saved values only, so that neither an expression nor an agent can choose the operation. */
function chosenOperation(
	{ resource, operation }: INode['parameters'],
	resources: readonly Resource[],
): Operation | undefined {
	return resources
		.find((candidate) => candidate.value === resource)
		?.operations.find((candidate) => candidate.value === operation);
}

function unknownOperation({ resource, operation }: INode['parameters']): InvalidValue {
	return new InvalidValue(
		'Operation',
		`is "${String(operation)}" of "${String(resource)}", which this version does not have`,
		'Choose the resource and the operation from their lists.',
	);
}

/** A shorter wait is none that anybody would notice. */
const LEAST_WAIT_MS = 100;

function hintAtWaits({ client, hint }: Execution): void {
	const { pauses, waitedMs } = client.context.waitBudget;
	if (waitedMs < LEAST_WAIT_MS) return;
	hint(
		`Waited ${pauses} ${pauses === 1 ? 'time' : 'times'}, ${(waitedMs / 1_000).toFixed(1)} s in all, for rate limits, for other executions or before trying again`,
		true,
	);
}
