import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { deliver } from '../../delivery/delivery';
import type { Batch, DeliveryOptions, Kind } from '../../delivery/kind';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import { defaultsOf } from '../../shared/field';
import { deletionRequestFields } from './fields';
import { type People, peopleOf, peopleSource } from './people';

type DeletionExecution = Execution<typeof deletionRequestFields>;

const DEFAULTS = defaultsOf(deletionRequestFields, 'allowAsTool', 'combine', 'maxIdentifiers');

export const createDeletionRequest = bulkOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a deletion request',
	description: 'Ask the service to delete its data about people, by email address or phone number',
	fields: deletionRequestFields,

	/** "Endpoints" 7. */
	async executeAll(execution, output) {
		const options: typeof DEFAULTS & DeliveryOptions = {
			...DEFAULTS,
			output: 'requests',
			...execution.nodeOptions(),
			preview: execution.nodeField('preview'),
		};
		refuseUnwantedTool(execution, options);
		await deliver(execution, output, kindOf(options), peopleSource(execution), options);
	},
});

/** @throws NodeOperationError if an AI agent calls the node and may not */
function refuseUnwantedTool(
	{ context }: DeletionExecution,
	{ allowAsTool }: { allowAsTool: boolean },
): void {
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

function kindOf({ combine, maxIdentifiers }: { combine: boolean; maxIdentifiers: number }): Kind {
	return {
		endpoint: 'createDeletionRequest',
		noun: 'contacts',
		isPersonal: true,
		limit: combine ? { rows: Infinity, size: maxIdentifiers } : { rows: 1, size: Infinity },
		sizeOf: (row) => Object.values(peopleOf([row])).flat().length,
		bodyOf: ({ shop, rows }) => {
			const { emails, phones } = peopleOf(rows);
			const given = { ...(emails.length > 0 && { emails }), ...(phones.length > 0 && { phones }) };
			return Buffer.from(JSON.stringify({ shop, ...given }));
		},
		receiptOf: (batch, _, status, response) => ({
			...numbersOf(batch),
			status,
			time: new Date().toISOString(),
			response,
		}),
		previewOf: numbersOf,
		confidentialOf: ({ rows }) => Object.values(peopleOf(rows)).flat(),
		supportPayloadOf: (batch) => JSON.stringify(numbersOf(batch)),
	};
}

/** What a receipt says of the people: only how many they are. */
function numbersOf({ shop, rows }: Batch): IDataObject {
	const { emails, phones }: People = peopleOf(rows);
	return { shop: shop === '' ? null : shop, emails: emails.length, phones: phones.length };
}
