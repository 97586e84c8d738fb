import type { IDataObject } from 'n8n-workflow';
import { deliver } from '../../delivery/deliver';
import { preview } from '../../delivery/preview';
import type { RequestFormat } from '../../delivery/requestFormat';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import { asInvalid, Row } from '../../mapping/row';
import { InspectionBuilder, type Source } from '../../input/source';
import { ENDPOINTS } from '../../service/endpoints';
import type { Fields } from '../../n8n/field';
import {
	agentNotice,
	COUNT,
	maxParallelRequestsOption,
	optionsField,
	shopDomainField,
	SWITCH,
	TEXT,
} from '../../n8n/fields';
import { InvalidInput, InvalidValue } from '../../errors/invalidInput';
import { identifiers, KINDS } from './identifiers';

const deletionRequestFields = [
	{
		displayName: 'Deletion cannot be undone. AI agents are refused without "Allow as AI Tool".',
		name: 'deletionNotice',
		type: 'notice',
		default: '',
	},
	agentNotice('Emails, Phones, and Shop if it is not always the same'),
	{ ...shopDomainField, description: 'The shop whose data about these people is to be deleted' },
	{
		displayName: 'Emails',
		name: 'emails',
		...TEXT,
		typeOptions: { rows: 2 },
		placeholder: 'e.g. nathan@example.com, sam@example.com',
		description:
			'Email addresses, separated by commas, semicolons or line breaks, or an expression that returns a list. At least one email address or phone number is needed.',
	},
	{
		displayName: 'Phones',
		name: 'phones',
		...TEXT,
		typeOptions: { rows: 2 },
		placeholder: 'e.g. +44 20 7946 0000',
		description: 'Separated by commas, semicolons or line breaks. An expression may return a list.',
	},
	{
		displayName: 'Preview',
		name: 'preview',
		...SWITCH,
		description: 'Whether to send nothing, and show how many deletions would be requested',
	},
	optionsField([
		{
			displayName: 'Allow as AI Tool',
			name: 'allowAsTool',
			...SWITCH,
			noDataExpression: true,
			description: 'Whether an AI agent may create deletion requests, which cannot be undone',
		},
		{
			displayName: 'Combine Items',
			name: 'combine',
			...SWITCH,
			description: 'Whether to send one request per shop instead of one per item',
		},
		{
			displayName: 'Max Identifiers',
			name: 'maxIdentifiers',
			...COUNT,
			default: 100,
			description: 'Max number of emails and phones in a combined request. An item is never split.',
			displayOptions: { show: { combine: [true] } },
		},
		maxParallelRequestsOption,
	]),
] as const satisfies Fields;

export const createDeletionRequest = bulkOperation({
	value: 'create',
	name: 'Create',
	action: 'Create a deletion request',
	description: 'Ask the service to delete its data about people, by email address or phone number',
	fields: deletionRequestFields,

	/** "Endpoints" 7. */
	async executeAll(execution, output) {
		const { context, nodeField } = execution;
		const options = { ...nodeField('options'), output: 'requests' as const };
		if (isAgentCall(context) && !options.allowAsTool) {
			const refusal = 'Creating deletion requests as an AI tool is not allowed in this node';
			throw new InvalidInput('deletion.notAsTool', refusal, NOT_AS_TOOL);
		}
		const source = sourceOf(readContacts(execution));
		const { combine, maxIdentifiers } = options;
		const format = deletionFormat(
			combine ? { rows: Infinity, size: maxIdentifiers } : { rows: 1, size: Infinity },
		);
		if (nodeField('preview')) return await preview(execution, output, format, source, numbersOf);
		await deliver(execution, output, format, source, options);
	},
});

const NOT_AS_TOOL = `Nothing was sent, and calling the tool again does not help. The workflow's author can turn on "Allow as AI Tool" in the options of this node. Deleted data cannot be restored.`;

type Kind = keyof typeof KINDS;
const KINDS_OF_PEOPLE = Object.keys(KINDS) as Kind[];

/** A row without fields: fields get into outputs, and the people are personal data. */
class Contact extends Row {
	/** Empty if it cannot be sent. */
	people: Readonly<Record<Kind, readonly string[]>> = { emails: [], phones: [] };
}

/** Reads the people of all items, so that bad input is found before anything is sent. */
function readContacts(execution: Execution<typeof deletionRequestFields>): Contact[] {
	const { context, shop, field } = execution;
	/** Fields that have a value, even an empty one, for any item. */
	const found = new Set<Kind>();
	const note = (kind: Kind, item: number, value: unknown): void => {
		const parts = String(context.getNode().parameters[kind]).match(/\{\{[^]*?\}\}/g);
		// Within a text, n8n writes what is missing as nothing.
		const given =
			typeof value === 'string' && parts
				? parts.map((part) => context.evaluateExpression(part, item))
				: [value].flat();
		if (given.length === 0 || given.some((each) => each !== undefined)) found.add(kind);
	};
	const contacts = context.getInputData().map((_, item) => {
		const contact = new Contact(item, 0, '');
		try {
			// All fields are read before any value can be refused.
			const values = KINDS_OF_PEOPLE.map((kind) => field(kind, item));
			KINDS_OF_PEOPLE.forEach((kind, at) => note(kind, item, values[at]));
			contact.shop = shop(item);
			const [emails, phones] = KINDS_OF_PEOPLE.map((kind, at) => identifiers(kind, values[at]));
			if (emails.length + phones.length === 0) throw NOBODY_NAMED;
			contact.people = { emails, phones };
		} catch (error) {
			contact.problem = asInvalid(error);
		}
		return contact;
	});
	const missing = KINDS_OF_PEOPLE.find((kind) => !execution.isFixed(kind) && !found.has(kind));
	// An agent omits what it does not know.
	if (missing === undefined || isAgentCall(context)) return contacts;
	// Otherwise the other identifier would be deleted alone, and the person would count as deleted.
	const { field: label } = KINDS[missing];
	const problem = new InvalidValue('setting.givesNothing', label, GIVES_NOTHING, CHECK_EXPRESSION);
	for (const contact of contacts)
		if (!contact.problem || contact.problem === NOBODY_NAMED) contact.problem = problem;
	return contacts;
}

const GIVES_NOTHING = 'is an expression that returns nothing for any item';
const CHECK_EXPRESSION = 'Check the name of the field in it.';
const BOTH_EMPTY = 'and "Phones" are both empty';
const GIVE_ONE = 'Give at least one email address or phone number.';
const NOBODY_NAMED = new InvalidValue('value.empty', 'Emails', BOTH_EMPTY, GIVE_ONE);

const sourceOf = (contacts: readonly Contact[]): Source => ({
	inspect() {
		const inspection = new InspectionBuilder();
		for (const contact of contacts) inspection.see(contact);
		return Promise.resolve(inspection.end());
	},
	rows: () => [contacts],
	placeOf: ({ item }) => ({ what: 'contact', number: item + 1 }),
});

/** The people of rows of {@link sourceOf}, each once. */
const peopleOf = (rows: readonly Row[], kind: Kind): string[] => [
	...new Set((rows as readonly Contact[]).flatMap(({ people }) => people[kind])),
];

const allPeopleOf = (rows: readonly Row[]): string[] =>
	KINDS_OF_PEOPLE.flatMap((kind) => peopleOf(rows, kind));

/** Outputs and previews contain only the number of people. */
const numbersOf = (rows: readonly Row[]): IDataObject => ({
	shop: rows[0].shop || null,
	emails: peopleOf(rows, 'emails').length,
	phones: peopleOf(rows, 'phones').length,
});

const deletionFormat = (limit: RequestFormat['limit']): RequestFormat => ({
	endpoint: 'createDeletionRequest',
	noun: 'contacts',
	limit,
	sizeOf: (row) => allPeopleOf([row]).length,
	bodyOf(rows) {
		const lists = KINDS_OF_PEOPLE.map((kind) => [kind, peopleOf(rows, kind)] as const);
		const named = Object.fromEntries(lists.filter(([, people]) => people.length > 0));
		const { shopField } = ENDPOINTS.createDeletionRequest;
		return Buffer.from(JSON.stringify({ [shopField]: rows[0].shop, ...named }));
	},
	receiptOf(rows, _, status, response) {
		return { ...numbersOf(rows), status, time: new Date().toISOString(), response };
	},
	confidentialOf: allPeopleOf,
	supportPayloadOf: (rows) => JSON.stringify(numbersOf(rows)),
});
