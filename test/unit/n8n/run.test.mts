import { type INodeExecutionData, NodeOperationError } from 'n8n-workflow';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { itemOperation, type Resource } from '../../../nodes/MerchantData/n8n/operation.ts';
import { run } from '../../../nodes/MerchantData/n8n/run.ts';
import { InvalidValue } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { createContext, ended, type Script } from '../../kit/execution.mts';

beforeEach(() => jest.useFakeTimers());

const DO = { resource: 'shop', operation: 'do' };
async function runs(operation: object, given: Script = {}, chosen = DO) {
	const resources = [
		{ value: 'other', operations: [{ value: 'do' }] },
		{ value: 'shop', operations: [{ value: 'undo' }, { value: 'do', ...operation }] },
	] as unknown as Resource[];
	const node = createContext({ items: 3, ...given, parameters: chosen });
	const { value, error } = await ended(run(node.context, resources));
	return { ...node, items: value?.[0], outputs: value, error };
}

type Execute = (input: unknown, item: number) => unknown;
const each = (read: (item: number) => unknown, execute: Execute) =>
	itemOperation({
		...{ value: 'do', name: 'Do', action: 'Do it', description: 'Does it', fields: [] },
		read: (_, item) => read(item),
		async execute(_, input, item, output) {
			const json = { got: await execute(input, item) } as INodeExecutionData['json'];
			output.accept({ json, pairedItem: { item } });
		},
	});

const invalid = (text: string): never => {
	throw new InvalidValue('value.wrongType', 'Shop', text, 'Mend it.');
};
const told = (items: INodeExecutionData[] | undefined) =>
	items!.map(({ json, pairedItem }) => {
		const { item } = pairedItem as { item: number };
		return `${item}: ${String(json.got ?? (json.error as { message: string }).message)}`;
	});

describe('an operation for each item', () => {
	it('reads all, then treats one after another', async () => {
		const happened: string[] = [];
		const read = (item: number) => (happened.push(`read ${item}`), item * 2);
		const execute = async (input: unknown, item: number) => {
			await Promise.resolve(happened.push(`do ${item}`));
			happened.push(`done ${item}`);
			return input;
		};
		const { outputs, items } = await runs(each(read, execute));
		expect([outputs!.length, told(items)]).toEqual([1, ['0: 0', '1: 2', '2: 4']]);
		const done = [0, 1, 2].flatMap((item) => [`do ${item}`, `done ${item}`]);
		expect(happened).toEqual(['read 0', 'read 1', 'read 2', ...done]);
	});

	it('goes on after failures, which leave after what was accepted', async () => {
		const read = (item: number) => (item === 0 ? invalid('is bad') : item);
		const execute: Execute = (input, item) => (item === 1 ? invalid('is gone') : input);
		const { items } = await runs(each(read, execute));
		expect(told(items)).toEqual(['2: 2', '0: "Shop" is bad', '1: "Shop" is gone']);
	});

	it('is stopped by the first failure if the error output is off', async () => {
		const execute = jest.fn();
		const operation = each((item) => (item === 1 ? invalid('is bad') : item), execute);
		const { error } = await runs(operation, { continues: false });
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: '"Shop" is bad', context: { itemIndex: 1 } });
		expect(execute).not.toHaveBeenCalled();
	});
});

it('an operation for all items that breaks leaves a failure for each item without a result, or for the first, or stops the node', async () => {
	const breaks = (pairedItem: object) => ({
		executeAll: async (_: unknown, output: { accept(item: object): void }) => {
			output.accept({ json: { got: 'it' }, pairedItem });
			return await Promise.reject(new Error('It broke'));
		},
	});
	const toldOf = async (pairedItem: object, items = 3) =>
		told((await runs(breaks(pairedItem), { items })).items);
	expect(await toldOf({ item: 1 })).toEqual(['1: it', '0: It broke', '2: It broke']);
	expect((await toldOf([{ item: 0 }, { item: 2 }])).slice(1)).toEqual(['1: It broke']);
	// Even if every item is done.
	expect(await toldOf({ item: 0 }, 1)).toEqual(['0: it', '0: It broke']);
	const { error } = await runs(breaks({ item: 0 }), { items: 1, continues: false });
	expect(error).toMatchObject({ message: 'It broke', context: { itemIndex: 0 } });
});

it.each([
	{ resource: 'nothing', operation: 'do' },
	{ resource: 'shop', operation: 'nothing' },
])('says of an operation that there is none, on every item: %j', async (chosen) => {
	const { items } = await runs({}, {}, chosen);
	const message = `"Operation" is "${chosen.operation}" of "${chosen.resource}", which this version does not have`;
	const description = 'Choose the resource and the operation from their lists.';
	const error = { outcome: 'rejected', code: 'setting.notAChoice', message, description };
	expect(items).toEqual([0, 1, 2].map((item) => ({ json: { error }, pairedItem: { item } })));
});

it('shows the hints in the output pane, of a node that stops as well', async () => {
	const executeAll = async ({ hint }: Execution) => {
		hint('a');
		return await Promise.reject(new Error('It broke'));
	};
	const { hints } = await runs({ executeAll }, { continues: false });
	expect(hints).toEqual([{ message: 'a', location: 'outputPane' }]);
});

// Nobody would notice less than 0.1 s.
it.each([
	[99, []],
	[100, ['Waited 0.1 s for rate limits, for other executions or for retries']],
	[2_520, ['Waited 2.5 s for rate limits, for other executions or for retries']],
])('a wait of %i ms is reported at the end: %j', async (ms, messages) => {
	const executeAll = async ({ client }: Execution) =>
		void (await client.context.waitBudget.pause(ms));
	const { hints } = await runs({ executeAll });
	expect(hints).toEqual(messages.map((message) => ({ message, location: 'outputPane' })));
});
