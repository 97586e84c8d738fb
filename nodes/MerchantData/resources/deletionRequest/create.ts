import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { deliver } from '../../delivery/delivery';
import type { Kind } from '../../delivery/kind';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import { Row, unsendable } from '../../rows/row';
import type { Fields } from '../../shared/field';
import {
	agentNotice,
	COUNT,
	maxParallelRequestsOption,
	optionsField,
	shopDomainField,
	SWITCH,
	TEXT,
} from '../../shared/fields';
import { InvalidValue } from '../../shared/invalidValue';
import { identifiers, KINDS } from './identifiers';

export const deletionRequestFields = [
	{
		displayName:
			'A deletion cannot be undone. As a tool of an AI agent, this is refused unless "Allow as AI Tool" is turned on in the options.',
		name: 'deletionNotice',
		type: 'notice',
		default: '',
	},
	agentNotice('Emails, Phones, and Shop if it is not always the same'),
	{ ...shopDomainField, description: 'The shop whose data about the people is to be deleted' },
	{
		displayName: 'Emails',
		name: 'emails',
		...TEXT,
		typeOptions: { rows: 2 },
		placeholder: 'e.g. nathan@example.com, sam@example.com',
		description:
			'Email addresses, separated by commas, semicolons or line breaks, or an expression that gives a list. At least one email address or phone number is needed.',
	},
	{
		displayName: 'Phones',
		name: 'phones',
		...TEXT,
		typeOptions: { rows: 2 },
		placeholder: 'e.g. +44 20 7946 0000',
		description:
			'Phone numbers, separated by commas, semicolons or line breaks, or an expression that gives a list',
	},
	{
		displayName: 'Preview',
		name: 'preview',
		...SWITCH,
		description: 'Whether to send nothing and show what would be requested, in numbers',
	},
	optionsField([
		{
			displayName: 'Allow as AI Tool',
			name: 'allowAsTool',
			...SWITCH,
			noDataExpression: true,
			description:
				'Whether an AI agent that has this node as a tool may create deletion requests. Deleted data cannot be brought back.',
		},
		{
			displayName: 'Combine Items',
			name: 'combine',
			...SWITCH,
			description: 'Whether to join the items of a shop into one request instead of one per item',
		},
		{
			displayName: 'Max Identifiers',
			name: 'maxIdentifiers',
			...COUNT,
			default: 100,
			description:
				'Max number of email addresses and phone numbers in a request that joins items. An item is never split.',
			displayOptions: { show: { combine: [true] } },
		},
		maxParallelRequestsOption,
	]),
] as const satisfies Fields;

type DeletionExecution = Execution<typeof deletionRequestFields>;

export const createDeletionRequest = bulkOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a deletion request',
	description: 'Ask the service to delete its data about people, by email address or phone number',
	fields: deletionRequestFields,

	/** "Endpoints" 7. */
	async executeAll(execution, output) {
		const options = {
			...execution.nodeField('options'),
			output: 'requests' as const,
			preview: execution.nodeField('preview'),
		};
		if (isAgentCall(execution.context) && !options.allowAsTool) throw notAsTool(execution);
		const source = peopleSource(execution);
		await deliver(execution, output, deletionKind(options, source), source, options);
	},
});

const notAsTool = ({ context }: DeletionExecution) =>
	new NodeOperationError(
		context.getNode(),
		'Creating deletion requests as an AI tool is not allowed in this node',
		{
			description:
				'Nothing was sent, and asking again does not help. Whoever builds the workflow can turn on "Allow as AI Tool" in the options of this node. Deleted data cannot be brought back.',
		},
	);

type People = Record<keyof typeof KINDS, string[]>;

/**
 * Reads and checks the people of all items, so that bad input is found before anything is sent. Each input
 * item is a row of people. The rows themselves do not hold them: they are personal data.
 */
export function peopleSource({ context, field, hint, isFixed, shop }: DeletionExecution) {
	const fields = Object.keys(KINDS) as Array<keyof People>;
	/** The fields that gave something for an item. */
	const given = new Set<string>();
	/** By item; nobody for one that cannot be sent. */
	const people = context.getInputData().map((): People => ({ emails: [], phones: [] }));
	const rows = people.map((named, item): Row => {
		const row = new Row(item, 0, '');
		try {
			row.shop = shop(item, 'shopDomain');
			for (const name of fields) {
				named[name] = identifiers(name, field(name, item));
				if (named[name].length > 0) given.add(name);
			}
			if (named.emails.length + named.phones.length > 0) return row;
			throw new InvalidValue(
				'Emails',
				'and "Phones" are both empty',
				'Give at least one email address or phone number.',
			);
		} catch (error) {
			people[item] = { emails: [], phones: [] };
			return unsendable(row, undefined, error);
		}
	});
	for (const name of fields) {
		if (isFixed(name) || given.has(name) || given.size === 0) continue;
		hint(
			`"${KINDS[name].field}" is an expression that gives nothing for any item. Check the name of the field in it.`,
		);
	}
	return {
		rows: () => [rows],
		skipped: () => 0,
		placeOf: ({ item }: Row) => `contact ${item + 1}`,

		/** The people of several rows, each once. */
		peopleOf(of: readonly Row[]): People {
			const joined = (name: keyof People) => [
				...new Set(of.flatMap(({ item }) => people[item][name])),
			];
			return { emails: joined('emails'), phones: joined('phones') };
		},
	};
}

function deletionKind(
	{ combine, maxIdentifiers }: { combine: boolean; maxIdentifiers: number },
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
