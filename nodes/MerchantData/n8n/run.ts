import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { InvalidValue } from '../errors/invalidInput';
import { agentFailure, isAgentCall, withNotes } from './agentCall';
import { Execution } from './execution';
import type { Resource } from './operation';
import { asNodeError, Output } from './output';

/** Runs the chosen operation. With the error output on it never throws, or n8n would send all input items to the success branch. */
export async function run(
	context: IExecuteFunctions,
	resources: readonly Resource[],
): Promise<INodeExecutionData[][]> {
	// Saved values, so that neither an expression nor an agent can choose the operation.
	const { resource, operation: chosen } = context.getNode().parameters;
	const operation = resources
		.find(({ value }) => value === resource)
		?.operations.find(({ value }) => value === chosen);
	const execution = new Execution(context, operation?.fields ?? []);
	const { redactor, waitBudget, hints: ofCredentials } = execution.client.context;
	const output = new Output(context, redactor);
	const isAgent = isAgentCall(context);
	const hints = () => [...execution.hints, ...waitHints(waitBudget.waitedMs)];
	try {
		if (!operation) {
			const problem = `is "${String(chosen)}" of "${String(resource)}", which this version does not have`;
			const remedy = 'Choose the resource and the operation from their lists.';
			throw new InvalidValue('setting.notAChoice', 'Operation', problem, remedy);
		}
		await operation.executeAll(execution, output);
	} catch (error) {
		// Even if "On Error" stops the node: n8n would run a tool that throws again, and rows would be sent twice.
		if (isAgent) return [[agentFailure(asNodeError(context, error, 0, redactor))]];
		output.failRestOrThrow(error);
	} finally {
		// A node that stops shows them, too. An agent gets no hints on credentials, which its model cannot change.
		for (const message of [...hints(), ...ofCredentials])
			context.addExecutionHints({ message, location: 'outputPane' });
	}
	return [isAgent ? withNotes(output.items(), hints()) : output.items()];
}

const LEAST_WAIT_MS = 100;

function waitHints(waitedMs: number): string[] {
	if (waitedMs < LEAST_WAIT_MS) return [];
	const seconds = (waitedMs / 1_000).toFixed(1);
	return [`Waited ${seconds} s for rate limits, for other executions or for retries`];
}
