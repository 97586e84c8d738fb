import { agentFailure, isTool, withNotes } from '../../../nodes/MerchantData/n8n/agentCall.ts';
import { createContext } from '../../kit/execution.mts';

const ITEM = { json: { rows: 3 } };

it.each([
	['n8n-nodes-merchant-data.merchantData', false],
	['n8n-nodes-merchant-data.merchantDataTool', true],
	['n8n-nodes-merchant-data.merchantDataToolbox', false],
])('%s is a tool: %p', (type, expected) => {
	expect(isTool(createContext({ type }).node)).toBe(expected);
});

it.each([
	[[ITEM], [], [ITEM]],
	[[], [], [{ json: { results: 0 } }]],
	[[ITEM], ['Nothing was sent'], [ITEM, { json: { notes: ['Nothing was sent'] } }]],
	[[], ['a', 'b'], [{ json: { results: 0, notes: ['a', 'b'] } }]],
])('of the items %j and the hints %j an agent gets %j', (items, hints, given) => {
	expect(withNotes(items, hints)).toEqual(given);
});

it('of a failure without a remedy an agent gets none', () => {
	const { json } = agentFailure({ code: 'trigger.noRows', message: 'No rows', description: null });
	expect(json).toEqual({ failed: true, code: 'trigger.noRows', message: 'No rows' });
});
