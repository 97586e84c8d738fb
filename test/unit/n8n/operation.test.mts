import {
	nodeProperties,
	type Resource,
	resourcesWith,
} from '../../../nodes/MerchantData/n8n/operation.ts';

const operation = (value: string, fields: object[]) => ({
	value,
	name: `Name of ${value}`,
	action: `Action of ${value}`,
	description: `Description of ${value}`,
	fields,
	execute: async () => undefined,
});

const RESOURCES = [
	{
		value: 'ad',
		name: 'Ad',
		credential: 'merchantDataOAuth2Api',
		operations: [
			operation('push', [
				{ name: 'shop' },
				{ name: 'rows', displayOptions: { show: { mode: ['json'] }, hide: { '@tool': [true] } } },
			]),
			operation('list', []),
		],
	},
	{ value: 'key', name: 'Key', credential: 'merchantDataApi', operations: [operation('get', [])] },
	{ value: 'all', name: 'All', credential: 'both', operations: [operation('check', [])] },
] as unknown as Resource[];

const menuOf = (value: string) => ({
	name: `Name of ${value}`,
	value,
	action: `Action of ${value}`,
	description: `Description of ${value}`,
});

it('shows the resources, the operations of each, and the fields of each operation', () => {
	const menu = { type: 'options', noDataExpression: true };
	const operations = { displayName: 'Operation', name: 'operation', ...menu };
	const isShown = { resource: ['ad'], operation: ['push'] };
	expect(nodeProperties(RESOURCES)).toEqual([
		{
			displayName: 'Resource',
			name: 'resource',
			...menu,
			options: [
				{ name: 'Ad', value: 'ad' },
				{ name: 'Key', value: 'key' },
				{ name: 'All', value: 'all' },
			],
			default: 'ad',
		},
		{
			...operations,
			displayOptions: { show: { resource: ['ad'] } },
			options: [menuOf('push'), menuOf('list')],
			default: 'push',
		},
		{
			...operations,
			displayOptions: { show: { resource: ['key'] } },
			options: [menuOf('get')],
			default: 'get',
		},
		{
			...operations,
			displayOptions: { show: { resource: ['all'] } },
			options: [menuOf('check')],
			default: 'check',
		},
		{ name: 'shop', displayOptions: { show: isShown } },
		{
			name: 'rows',
			displayOptions: { show: { ...isShown, mode: ['json'] }, hide: { '@tool': [true] } },
		},
	]);
});

it.each([
	['merchantDataOAuth2Api', ['ad', 'all']],
	['merchantDataApi', ['key', 'all']],
] as const)('knows which resources take %s', (credential, expected) => {
	expect(resourcesWith(RESOURCES, credential)).toEqual(expected);
});
