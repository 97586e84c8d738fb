import type { INodeExecutionData } from 'n8n-workflow';
import { forAgent, isAgentCall, isTool } from '../../../nodes/MerchantData/n8n/agentCall.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { ServiceError } from '../../../nodes/MerchantData/service/errors/serviceError.ts';
import { createContext } from '../../kit/execution.mts';

const NODE = createContext({}).node;
const ITEM: INodeExecutionData = { json: { rows: 3 } };

function execution(hints: string[] = [], onError?: string): Execution {
	const context = { getNode: () => ({ ...NODE, onError }) };
	return { context, hints: new Set(hints) } as unknown as Execution;
}

const answer = async (items: INodeExecutionData[], ...setup: Parameters<typeof execution>) =>
	await forAgent(execution(...setup), async () => items);

const failing = async (error: Error, ...setup: Parameters<typeof execution>) =>
	await forAgent(execution(...setup), async () => await Promise.reject(error));

it.each([
	['n8n-nodes-merchant-data.merchantData', false],
	['n8n-nodes-merchant-data.merchantDataTool', true],
	['n8n-nodes-merchant-data.merchantDataToolbox', false],
	['toolbox.ToolMaker', false],
])('%s is a tool: %p', (type, expected) => {
	const node = { ...NODE, type };
	expect(isTool(node)).toBe(expected);
	expect(isAgentCall({ getNode: () => node } as never)).toBe(expected);
});

describe('what an agent gets', () => {
	it('is the items, and nothing else', async () => {
		expect(await answer([ITEM])).toEqual([ITEM]);
	});

	it('says so where there are no items', async () => {
		expect(await answer([])).toEqual([{ json: { results: 0 } }]);
	});

	it('has the hints behind the items', async () => {
		expect(await answer([ITEM], ['Nothing was sent'])).toEqual([
			ITEM,
			{ json: { notes: ['Nothing was sent'] } },
		]);
		expect(await answer([], ['a', 'b'])).toEqual([{ json: { results: 0, notes: ['a', 'b'] } }]);
	});

	it('of a failure is an item with the remedy', async () => {
		const error = Object.assign(new Error('No rows'), { description: 'Give at least one.' });
		expect(await failing(error, ['hint'])).toEqual([
			{ json: { failed: true, message: 'No rows', whatToDo: 'Give at least one.' } },
		]);
		expect(await failing(new Error('No rows'))).toEqual([
			{ json: { failed: true, message: 'No rows' } },
		]);
	});

	it.each([
		[403, { status: 403 }],
		[undefined, {}],
	])('of a failed request says what became of it: %p', async (status, expected) => {
		const error = new ServiceError(NODE, {
			message: 'Not delivered',
			description: '',
			outcome: 'rejected',
			itemIndex: 0,
			status,
		});
		const [{ json }] = (await failing(error)) as [INodeExecutionData];
		expect(json).toEqual({
			failed: true,
			outcome: 'rejected',
			...expected,
			message: expect.stringContaining('Not delivered') as string,
		});
	});

	it('of a failure is the error, where the user chose that it stops the workflow', async () => {
		await expect(failing(new Error('No rows'), [], 'stopWorkflow')).rejects.toThrow('No rows');
		expect(await answer([], ['a'], 'stopWorkflow')).toEqual([
			{ json: { results: 0, notes: ['a'] } },
		]);
	});
});
