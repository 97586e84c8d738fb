import type { INodeProperties } from 'n8n-workflow';

/** Fields that several operations share. They are read in runtime/execution.ts. */

/** The shop where the credential is OAuth2, so that the granted ones can be listed. */
export const grantedShopField: INodeProperties = {
	displayName: 'Shop',
	name: 'shop',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'The shop that the rows belong to; an expression can take it from each item',
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
};

/**
 * The shop where the credential is an API key, which cannot list shops. It has a name of its own: the
 * editor keeps the value of a name when the resource changes, and the list's is an object.
 */
export const shopDomainField: INodeProperties = {
	displayName: 'Shop',
	name: 'shopDomain',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. my-shop.example.com',
	description: 'The plain domain of the shop, without https:// and slashes',
};

/** For operations that may send several requests. @param atOnce the default */
export function maxParallelRequestsOption(atOnce: number): INodeProperties {
	return {
		displayName: 'Max Parallel Requests',
		name: 'maxParallelRequests',
		type: 'number',
		noDataExpression: true,
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: atOnce,
		description:
			'Max number of requests that are open at once. The node finds out how many the service bears, so lower this only to leave room for others that use the same account; 1 sends one request after another.',
	};
}

const LIMITS: INodeProperties[] = [
	{
		displayName: 'Max Retries',
		name: 'maxRetries',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 5,
		description:
			'How often one request is repeated after a passing fault. What could double data is never repeated. Rate limits do not count: "Max Wait" bounds them.',
	},
	{
		displayName: 'Max Wait (Seconds)',
		name: 'maxWait',
		type: 'number',
		typeOptions: { minValue: 0 },
		default: 300,
		description:
			'How long this node waits in all for rate limits and before repetitions. Requests that wait side by side count once.',
	},
	{
		displayName: 'Timeout (Milliseconds)',
		name: 'timeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300000,
		description: 'How long to wait for the answer to one request',
	},
];

/**
 * The Options collection of an operation that sends requests.
 * @param own what the operation adds to the bounds that all have
 */
export function optionsField(own: INodeProperties[] = []): INodeProperties {
	const options = [...own, ...LIMITS];
	options.sort((a, b) => a.displayName.localeCompare(b.displayName));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options,
	};
}
