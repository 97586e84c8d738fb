import { type IDataObject, NodeOperationError } from 'n8n-workflow';
import { deliver } from '../../delivery/delivery';
import type { DeliveryOptions, RequestFormat } from '../../delivery/requestFormat';
import { isAgentCall } from '../../n8n/agentCall';
import type { Execution } from '../../n8n/execution';
import { bulkOperation } from '../../n8n/operation';
import { Row, unsendable } from '../../rows/row';
import { type Inspection, InspectionBuilder, type Source } from '../../rows/source';
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

const deletionRequestFields = [
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
		const source = new PeopleSource(execution);
		await deliver(execution, output, deletionFormat(options, source), source, options);
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
const FIELDS = Object.keys(KINDS) as Array<keyof People>;

/**
 * The people of all items, so that bad input is found before anything is sent. Each input item is a row of
 * people. The rows themselves do not hold them: they are personal data.
 */
class PeopleSource implements Source {
	/** By input item; nobody for one that cannot be sent. */
	private readonly people: People[] = [];
	/** One for each input item. */
	private readonly all: readonly Row[];
	/** The fields that gave someone for an item, and those whose expression found a value, if an empty one. */
	private readonly given = new Set<keyof People>();
	private readonly found = new Set<keyof People>();
	private readonly execution: DeletionExecution;

	/** Reads all items. */
	constructor(execution: DeletionExecution) {
		this.execution = execution;
		this.all = execution.context.getInputData().map((_, item) => this.read(item));
		const [missing] = this.expressionsNotIn(this.found);
		if (missing === undefined) return;
		// What it names would not be deleted, and the person would count as deleted.
		const problem = new InvalidValue(KINDS[missing].field, GIVES_NOTHING, CHECK_EXPRESSION);
		for (const row of this.all) {
			this.people[row.item] = { emails: [], phones: [] };
			if (!row.problem || row.problem === NOBODY_NAMED) row.problem = problem;
		}
	}

	inspect(): Promise<Inspection> {
		const builder = new InspectionBuilder();
		for (const row of this.all) builder.see(row);
		const doubtful = this.given.size > 0 ? this.expressionsNotIn(this.given) : [];
		for (const name of doubtful)
			builder.hints.push(`"${KINDS[name].field}" ${GIVES_NOTHING}. ${CHECK_EXPRESSION}`);
		return Promise.resolve(builder);
	}

	/** The fields with an expression that are not among these. An agent leaves out what it does not know. */
	private expressionsNotIn(fields: ReadonlySet<keyof People>): Array<keyof People> {
		if (isAgentCall(this.execution.context)) return [];
		return FIELDS.filter((name) => !this.execution.isFixed(name) && !fields.has(name));
	}

	rows(): Iterable<Iterable<Row>> {
		return [this.all];
	}

	placeOf({ item }: Row): string {
		return `contact ${item + 1}`;
	}

	/** The people of several rows, each once. */
	peopleOf(rows: readonly Row[]): People {
		const joined = (name: keyof People) => [
			...new Set(rows.flatMap(({ item }) => this.people[item][name])),
		];
		return { emails: joined('emails'), phones: joined('phones') };
	}

	/** Reads the people of an item. */
	private read(item: number): Row {
		const people: People = { emails: [], phones: [] };
		const row = new Row(item, 0, '');
		try {
			row.shop = this.execution.shop(item);
			for (const name of FIELDS) {
				const value: unknown = this.execution.field(name, item);
				if (value !== undefined) this.found.add(name);
				people[name] = identifiers(name, value);
				if (people[name].length > 0) this.given.add(name);
			}
			if (people.emails.length + people.phones.length === 0) throw NOBODY_NAMED;
			this.people[item] = people;
			return row;
		} catch (error) {
			this.people[item] = { emails: [], phones: [] };
			return unsendable(row, undefined, error);
		}
	}
}

const GIVES_NOTHING = 'is an expression that gives nothing for any item';
const CHECK_EXPRESSION = 'Check the name of the field in it.';
const NOBODY_NAMED = new InvalidValue(
	'Emails',
	'and "Phones" are both empty',
	'Give at least one email address or phone number.',
);

function deletionFormat(
	{ combine, maxIdentifiers }: DeliveryOptions & { combine: boolean; maxIdentifiers: number },
	source: PeopleSource,
): RequestFormat {
	const namesOf = (rows: readonly Row[]) => Object.values(source.peopleOf(rows)).flat();
	/** What is said of the people: only how many they are. */
	function numbersOf(rows: readonly Row[]): IDataObject {
		const { emails, phones } = source.peopleOf(rows);
		return { shop: rows[0].shop || null, emails: emails.length, phones: phones.length };
	}
	return {
		endpoint: 'createDeletionRequest',
		noun: 'contacts',
		limit: combine ? { rows: Infinity, size: maxIdentifiers } : { rows: 1, size: Infinity },
		sizeOf: (row) => namesOf([row]).length,
		bodyOf(rows) {
			const { emails, phones } = source.peopleOf(rows);
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
