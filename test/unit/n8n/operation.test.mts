import { type INode, type INodePropertyOptions, type INodeTypes, Workflow } from 'n8n-workflow';
import { MerchantData } from '../../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import {
	nodeProperties,
	type Resource,
	resourcesWith,
} from '../../../nodes/MerchantData/n8n/operation.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { createContext } from '../../kit/execution.mts';

const operation = (value: string, fields: object[]) => ({
	value,
	name: `Name of ${value}`,
	action: `Action of ${value}`,
	description: `Description of ${value}`,
	fields,
	execute: async () => undefined,
});

const SHOWN = { show: { mode: ['json'] }, hide: { '@tool': [true] } };
const RESOURCES = [
	{
		value: 'ad',
		name: 'Ad',
		credential: 'merchantDataOAuth2Api',
		operations: [
			operation('push', [{ name: 'shop' }, { name: 'rows', displayOptions: SHOWN }]),
			operation('list', []),
		],
	},
	{ value: 'key', name: 'Key', credential: 'merchantDataApi', operations: [operation('get', [])] },
	{ value: 'all', name: 'All', credential: 'both', operations: [operation('check', [])] },
] as unknown as Resource[];

it('shows the resources, the operations of each, and the fields of each operation', () => {
	const menu = { type: 'options', noDataExpression: true };
	const operations = (resource: string, ...values: string[]) => ({
		displayName: 'Operation',
		name: 'operation',
		...menu,
		displayOptions: { show: { resource: [resource] } },
		options: values.map((value) => {
			const { fields, execute, ...shown } = operation(value, []);
			return shown;
		}),
		default: values[0],
	});
	// In this order: after a condition on a field that holds an expression, n8n looks at none.
	const isShown = { resource: ['ad'], operation: ['push'] };
	const options = RESOURCES.map(({ name, value }) => ({ name, value }));
	expect(nodeProperties(RESOURCES)).toEqual([
		{ displayName: 'Resource', name: 'resource', ...menu, options, default: 'ad' },
		operations('ad', 'push', 'list'),
		operations('key', 'get'),
		operations('all', 'check'),
		{ name: 'shop', displayOptions: { show: isShown } },
		{ name: 'rows', displayOptions: { ...SHOWN, show: { ...isShown, ...SHOWN.show } } },
	]);
	const { displayOptions } = nodeProperties(RESOURCES).at(-1)!;
	expect(Object.keys(displayOptions!.show!)).toEqual(['resource', 'operation', 'mode']);
});

it.each([
	['merchantDataOAuth2Api', ['ad', 'all']],
	['merchantDataApi', ['key', 'all']],
] as const)('knows which resources take %s', (credential, expected) => {
	expect(resourcesWith(RESOURCES, credential)).toEqual(expected);
});

/** What the canvas shows below the name of a node. */
function subtitle({ description }: MerchantData | MerchantDataTrigger, parameters: object) {
	const node = { ...createContext({}).node, parameters } as INode;
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

it('the canvas calls a node what the node panel calls it', () => {
	for (const { value: resource, operations } of resources)
		for (const { value: operation, action } of operations)
			expect(subtitle(new MerchantData(), { resource, operation })).toBe(action);
	const trigger = new MerchantDataTrigger();
	const events = trigger.description.properties.find(({ name }) => name === 'event')!.options!;
	for (const { name, value } of events as INodePropertyOptions[])
		expect(subtitle(trigger, { event: value })).toBe(name);
});
