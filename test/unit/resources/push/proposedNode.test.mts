import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import type { Proposal } from '../../../../nodes/MerchantData/mapping/profile/proposal.ts';
import { proposedNode } from '../../../../nodes/MerchantData/resources/push/proposedNode.ts';

const PROPOSAL: Proposal = {
	columns: [
		{ name: 'Day', field: 'event_date', sendAs: 'date' },
		{ name: 'Cost', field: 'metrics.spend', sendAs: 'number' },
	],
	numberFormat: 'pointComma',
	dateFormat: 'custom',
	datePattern: 'dd.MM.yy',
	emptyValues: ['--'],
	skipRules: [{ column: '', text: 'Summe' }, { column: 'Name' }],
	fieldsToAdd: { currency: 'EUR' },
	hasKnownNames: false,
	questions: [],
};

const NODE: INode = {
	id: 'old',
	name: 'Push',
	type: 't',
	typeVersion: 1,
	position: [10, 20],
	parameters: {},
	credentials: { merchantDataOAuth2Api: { id: '1', name: 'My account' } },
	onError: 'continueErrorOutput',
};

/** The node that is proposed for one with these parameters. */
function proposedFor(parameters: INodeParameters): INode {
	const { nodes, connections } = proposedNode({ ...NODE, parameters }, PROPOSAL, { fromLine: 3 });
	expect(connections).toEqual({});
	return (nodes as unknown as INode[])[0]!;
}

it('the proposed node is a copy below the one that ran, has the settings that fit, and sends', () => {
	const set = { preview: true, shop: 's', columns: {}, options: { batchSize: 5 } };
	const { id, parameters, ...others } = proposedFor(set);
	const { credentials, onError } = NODE;
	expect(others).toMatchObject({ name: 'Push', position: [10, 220], credentials, onError });
	expect(id).not.toBe('old');
	expect(parameters).toEqual({
		preview: false,
		shop: 's',
		columns: { column: PROPOSAL.columns },
		numberFormat: 'pointComma',
		dateFormat: 'custom',
		datePattern: 'dd.MM.yy',
		fieldsToAdd: {
			assignments: [
				{ id: expect.any(String) as unknown, name: 'currency', value: 'EUR', type: 'string' },
			],
		},
		options: {
			batchSize: 5,
			fromLine: 3,
			emptyValues: '--',
			skipRows: {
				rule: [
					{ column: '', when: 'beginsWith', text: 'Summe' },
					{ column: 'Name', when: 'isEmpty', text: '' },
				],
			},
		},
	});
});

it('the proposed node keeps what is set, but for how the file was read', () => {
	const column = { name: 'Start', field: 'date' };
	const rule = { column: 'x', when: 'isEmpty' };
	const kept = proposedFor({
		columns: { column: [column] },
		numberFormat: 'commaPoint',
		dateFormat: 'dayDots',
		fieldsToAdd: { assignments: [{ id: '1', name: 'a', value: 'b', type: 'string' }] },
		options: { emptyValues: 'n/a', skipRows: { rule: [rule] }, fromLine: 1 },
	}).parameters as IDataObject;
	expect(kept).toMatchObject({
		columns: { column: [column, ...PROPOSAL.columns] },
		numberFormat: 'commaPoint',
		dateFormat: 'dayDots',
		fieldsToAdd: { assignments: [{ name: 'a' }, { name: 'currency' }] },
		options: { emptyValues: 'n/a, --', fromLine: 3 },
	});
	expect((kept.options as { skipRows: { rule: unknown[] } }).skipRows.rule).toHaveLength(3);
});
