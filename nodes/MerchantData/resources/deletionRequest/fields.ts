import type { Fields } from '../../shared/field';
import {
	agentNotice,
	maxParallelRequestsOption,
	optionsField,
	shopDomainField,
} from '../../shared/fields';

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
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. nathan@example.com, sam@example.com',
		description:
			'Email addresses, separated by commas, semicolons or line breaks, or an expression that gives a list. At least one email address or phone number is needed.',
	},
	{
		displayName: 'Phones',
		name: 'phones',
		type: 'string',
		typeOptions: { rows: 2 },
		default: '',
		placeholder: 'e.g. +44 20 7946 0000',
		description:
			'Phone numbers, separated by commas, semicolons or line breaks, or an expression that gives a list',
	},
	{
		displayName: 'Preview',
		name: 'preview',
		type: 'boolean',
		default: false,
		description: 'Whether to send nothing and show what would be requested, in numbers',
	},
	optionsField([
		{
			displayName: 'Allow as AI Tool',
			name: 'allowAsTool',
			type: 'boolean',
			noDataExpression: true,
			default: false,
			description:
				'Whether an AI agent that has this node as a tool may create deletion requests. Deleted data cannot be brought back.',
		},
		{
			displayName: 'Combine Items',
			name: 'combine',
			type: 'boolean',
			default: false,
			description: 'Whether to join the items of a shop into one request instead of one per item',
		},
		{
			displayName: 'Max Identifiers',
			name: 'maxIdentifiers',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 100,
			description:
				'Max number of email addresses and phone numbers in a request that joins items. An item is never split.',
			displayOptions: { show: { combine: [true] } },
		},
		maxParallelRequestsOption,
	]),
] as const satisfies Fields;
