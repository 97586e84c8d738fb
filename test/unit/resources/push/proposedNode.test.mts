import type { INode, INodeParameters } from 'n8n-workflow';
import type { Proposal } from '../../../../nodes/MerchantData/mapping/profile/proposal.ts';
import { createContext } from '../../../kit/execution.mts';
import { proposedNode } from '../../../../nodes/MerchantData/resources/push/proposedNode.ts';

const FORMATS = {
	numberFormat: 'pointComma',
	dateFormat: 'custom',
	datePattern: 'dd.MM.yy',
} as const;
const PROPOSAL: Proposal = {
	columns: [
		{ name: 'Day', field: 'event_date', sendAs: 'date' },
		{ name: 'Cost', field: 'metrics.spend', sendAs: 'number' },
	],
	...FORMATS,
	emptyValues: ['--'],
	skipRules: [{ column: '', text: 'Summe' }, { column: 'Name' }],
	fieldsToAdd: { currency: 'EUR' },
	hasKnownNames: false,
	questions: [],
};

const { node } = createContext({});
const NODE: INode = { ...node, position: [10, 20], onError: 'continueErrorOutput' };

function proposedFor(parameters: INodeParameters): INode {
	const { nodes, connections } = proposedNode({ ...NODE, parameters }, PROPOSAL, { fromLine: 3 });
	expect(connections).toEqual({});
	return (nodes as unknown as INode[])[0]!;
}

const RULES = [
	{ column: '', when: 'beginsWith', text: 'Summe' },
	{ column: 'Name', when: 'isEmpty', text: '' },
];
const ADDED = { id: expect.any(String) as unknown, type: 'string' };

it('the proposed node is a copy below the one that ran, has the settings that fit, and sends', () => {
	const set = { preview: true, shop: 's', columns: {}, options: { batchSize: 5 } };
	const { id, parameters, ...others } = proposedFor(set);
	const { name, credentials, onError } = NODE;
	expect(others).toMatchObject({ name, position: [10, 220], credentials, onError });
	expect(id).not.toBe(NODE.id);
	expect(parameters).toEqual({
		preview: false,
		shop: 's',
		columns: { column: PROPOSAL.columns },
		...FORMATS,
		fieldsToAdd: { assignments: [{ ...ADDED, name: 'currency', value: 'EUR' }] },
		options: { batchSize: 5, fromLine: 3, emptyValues: '--', skipRows: { rule: RULES } },
	});
});

it('the proposed node keeps what is set, but for how the file was read', () => {
	const column = { name: 'Start', field: 'date' };
	const rule = { column: 'x', when: 'isEmpty' };
	const { parameters } = proposedFor({
		columns: { column: [column] },
		numberFormat: 'commaPoint',
		dateFormat: 'dayDots',
		fieldsToAdd: { assignments: [{ id: '1', name: 'a', value: 'b', type: 'string' }] },
		options: { emptyValues: 'n/a', skipRows: { rule: [rule] }, fromLine: 1 },
	});
	expect(parameters).toMatchObject({
		columns: { column: [column, ...PROPOSAL.columns] },
		numberFormat: 'commaPoint',
		dateFormat: 'dayDots',
		fieldsToAdd: { assignments: [{ name: 'a' }, { name: 'currency' }] },
		options: { emptyValues: 'n/a, --', fromLine: 3, skipRows: { rule: [rule, ...RULES] } },
	});
	const expression = { fieldsToAdd: '={{ $json.added }}' };
	expect(proposedFor(expression).parameters).toMatchObject(expression);
});
