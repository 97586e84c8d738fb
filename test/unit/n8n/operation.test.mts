import { type INode, type INodePropertyOptions, type INodeTypes, Workflow } from 'n8n-workflow';
import { MerchantData } from '../../../nodes/MerchantData/MerchantData.node.ts';
import { MerchantDataTrigger } from '../../../nodes/MerchantData/MerchantDataTrigger.node.ts';
import { nodeProperties, type Resource } from '../../../nodes/MerchantData/n8n/operation.ts';
import { resources } from '../../../nodes/MerchantData/resources/index.ts';
import { createContext } from '../../kit/execution.mts';

it('shows the operations of a resource, and the fields of an operation', () => {
	const show = { mode: ['json'] };
	const hide = { '@tool': [true] };
	const fields = [{ name: 'shop' }, { name: 'rows', displayOptions: { show, hide } }];
	const ad = { value: 'ad', name: 'Ad' };
	const shown = { value: 'push', name: 'Push', action: 'Push ads', description: 'Pushes' };
	const all = [{ ...ad, operations: [{ ...shown, fields }] }] as unknown as Resource[];
	const [resource, operation, shop, rows] = nodeProperties(all);
	const menu = { type: 'options', noDataExpression: true };
	expect(resource).toMatchObject({ ...menu, options: [ad], default: 'ad' });
	expect(operation).toMatchObject({ ...menu, options: [shown], default: 'push' });
	expect(operation!.displayOptions).toEqual({ show: { resource: ['ad'] } });
	// n8n ignores conditions after one on a field with an expression.
	const first = { resource: ['ad'], operation: ['push'] };
	expect(shop!.displayOptions).toEqual({ show: first });
	expect(rows!.displayOptions).toEqual({ show: { ...first, ...show }, hide });
	expect(Object.keys(rows!.displayOptions!.show!)).toEqual(['resource', 'operation', 'mode']);
});

/** What the canvas shows below the name of a node. */
function subtitle({ description }: MerchantData | MerchantDataTrigger, parameters: object) {
	const node = { ...createContext({}).node, parameters } as INode;
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const { expression } = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return expression.getSimpleParameterValue(node, description.subtitle, 'internal', {});
}

it('the canvas and the node panel use the same name for an operation', () => {
	for (const { value: resource, operations } of resources)
		for (const { value: operation, action } of operations)
			expect(subtitle(new MerchantData(), { resource, operation })).toBe(action);
	const trigger = new MerchantDataTrigger();
	const events = trigger.description.properties.find(({ name }) => name === 'event')!.options!;
	for (const { name, value } of events as INodePropertyOptions[])
		expect(subtitle(trigger, { event: value })).toBe(name);
});
