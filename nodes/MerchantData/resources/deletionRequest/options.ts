import { NodeOperationError } from 'n8n-workflow';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { defaultsOf } from '../../shared/field';
import type { Limits } from '../../shared/fields';
import { deletionRequestFields } from './fields';

/** The options of deletion requests, which are the same for all items. */
export interface DeletionOptions extends Limits {
	allowAsTool: boolean;
	combine: boolean;
	maxIdentifiers: number;
	preview: boolean;
}

const DEFAULTS = defaultsOf(deletionRequestFields, 'allowAsTool', 'combine', 'maxIdentifiers');

/** @throws InvalidValue; NodeOperationError if an AI agent calls the node and may not */
export function readOptions(execution: Execution<typeof deletionRequestFields>): DeletionOptions {
	const options = {
		...DEFAULTS,
		...execution.nodeOptions(),
		preview: execution.nodeField('preview'),
	};
	refuseUnwantedTool(execution, options);
	return options;
}

function refuseUnwantedTool({ context }: Execution, { allowAsTool }: DeletionOptions): void {
	if (allowAsTool || !isAgentCall(context)) return;
	throw new NodeOperationError(
		context.getNode(),
		'Creating deletion requests as an AI tool is not allowed in this node',
		{
			description:
				'Nothing was sent, and asking again does not help. Whoever builds the workflow can turn on "Allow as AI Tool" in the options of this node. Deleted data cannot be brought back.',
		},
	);
}
