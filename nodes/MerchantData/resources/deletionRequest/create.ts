import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { deliver } from '../../delivery/delivery';
import type { DeliveryOptions, Kind } from '../../delivery/kind';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import type { Row } from '../../rows/row';
import { defaultsOf } from '../../shared/field';
import { deletionRequestFields } from './fields';
import { peopleSource } from './people';

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
		const source = peopleSource(execution);
		await deliver(execution, output, kindOf(options, source), source, options);
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

function kindOf(
	{ combine, maxIdentifiers }: typeof DEFAULTS,
	{ peopleOf }: ReturnType<typeof peopleSource>,
): Kind {
	const namesOf = (rows: readonly Row[]) => Object.values(peopleOf(rows)).flat();
	/** What is said of the people: only how many they are. */
	function numbersOf(rows: readonly Row[]): IDataObject {
		const { emails, phones } = peopleOf(rows);
		return { shop: rows[0].shop || null, emails: emails.length, phones: phones.length };
	}
	return {
		endpoint: 'createDeletionRequest',
		noun: 'contacts',
		limit: combine ? { rows: Infinity, size: maxIdentifiers } : { rows: 1, size: Infinity },
		sizeOf: (row) => namesOf([row]).length,
		bodyOf(rows) {
			const { emails, phones } = peopleOf(rows);
			const given = { ...(emails.length > 0 && { emails }), ...(phones.length > 0 && { phones }) };
			return Buffer.from(JSON.stringify({ shop: rows[0].shop, ...given }));
		},
		receiptOf: (rows, _, status, response) => ({
			...numbersOf(rows),
			status,
			time: new Date().toISOString(),
			response,
		}),
		previewOf: numbersOf,
		confidentialOf: namesOf,
		supportPayloadOf: (rows) => JSON.stringify(numbersOf(rows)),
	};
}
