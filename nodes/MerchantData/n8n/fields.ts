import type { Field, Fields } from './field';

export const TEXT = { type: 'string', default: '' } as const;
/** Dragging a field there inserts its name, not its value. */
export const COLUMN_NAMES = { ...TEXT, requiresDataPath: 'multiple' } as const;
export const SWITCH = { type: 'boolean', default: false } as const;
export const COUNT = { type: 'number', typeOptions: { minValue: 1, numberPrecision: 0 } } as const;

/** The shop for the OAuth2 credential, which can list the granted shops. */
export const grantedShopField = {
	displayName: 'Shop',
	name: 'shop',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The shop that the rows belong to. An expression can take it from each item.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a shop…',
			typeOptions: { searchListMethod: 'searchShops', searchable: true },
		},
		{
			displayName: 'Domain',
			name: 'domain',
			type: 'string',
			placeholder: 'e.g. my-shop.example.com',
		},
	],
} as const satisfies Field;

/** The shop for an API key, which cannot list shops. It needs another name, because the editor keeps values by name. */
export const shopDomainField = {
	displayName: 'Shop',
	name: 'shopDomain',
	...TEXT,
	required: true,
	placeholder: 'e.g. my-shop.example.com',
	description: 'The plain domain of the shop, without https:// and slashes',
} as const satisfies Field;

/** A notice in the form of an AI tool. @param fields their labels */
export const agentNotice = (fields: string) =>
	({
		displayName: `To let the agent fill in a field, click the stars beside it: ${fields}.`,
		name: 'agentNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { '@tool': [true] } },
	}) as const satisfies Field;

export const queryField = {
	displayName: 'Query',
	name: 'query',
	...TEXT,
	typeOptions: { editor: 'sqlEditor', rows: 5 },
	required: true,
} as const satisfies Field;

export const maxParallelRequestsOption = {
	displayName: 'Max Parallel Requests',
	name: 'maxParallelRequests',
	...COUNT,
	default: 16,
	description: 'Max number of parallel requests. 1 sends one after another.',
} as const satisfies Field;

/** The options of an operation that sends requests. @param seconds default of the bounds */
export function optionsField<const Added extends Fields = readonly []>(
	added: Added = [] as Fields as Added,
	seconds = 300,
) {
	const bounds = [
		{
			displayName: 'Max Wait (Seconds)',
			name: 'maxWait',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: seconds,
			description: 'How long to wait in total for rate limits, other executions and retries',
		},
		{
			displayName: 'Timeout (Seconds)',
			name: 'timeout',
			type: 'number',
			// To axios, 0 means no timeout.
			typeOptions: { minValue: 0.1 },
			default: seconds,
			description: 'How long to wait for the answer to one request',
		},
	] as const satisfies Fields;
	const options: Array<Added[number] | (typeof bounds)[number]> = [...added, ...bounds];
	options.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	} as const satisfies Field;
}

/** Options that bound nothing until they are added. Their first value in the editor is not a default. */
export const UNBOUNDED_UNLESS_ADDED: ReadonlySet<string> = new Set(['limit', 'rowsAtMost']);

export const limitField = {
	displayName: 'Limit',
	name: 'limit',
	...COUNT,
	default: 50,
	description: 'Max number of results to return',
} as const satisfies Field;

export const simplifyField = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies Field;

export const rowsFieldOption = {
	displayName: 'Rows Field',
	name: 'rowsField',
	...TEXT,
	placeholder: 'e.g. result.rows',
	description:
		'Where the rows are, such as data.rows. If empty, the only list of objects has them.',
} as const satisfies Field;

export const timezoneOption = {
	displayName: 'Timezone',
	name: 'timezone',
	...TEXT,
	placeholder: 'e.g. Europe/Berlin',
	description: "The time zone in which days begin and end. If empty, the workflow's time zone.",
} as const satisfies Field;
