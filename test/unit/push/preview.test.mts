import type { INodeExecutionData } from 'n8n-workflow';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../nodes/MerchantData/push/fields/fields.ts';
import type { PushOptions } from '../../../nodes/MerchantData/push/options.ts';
import { createPreview } from '../../../nodes/MerchantData/push/preview.ts';
import type { RowRecord } from '../../../nodes/MerchantData/push/rows/row.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { createContext } from '../../kit/execution.mts';

const record = (item: number, text = 'x', shop = 'a.example'): RowRecord => ({
	item,
	ordinal: 0,
	shop,
	writeTo: (body) => body.add(JSON.stringify({ item, text })),
	row: () => ({ item, text }),
});

/** A preview whose requests hold at most two rows and 100 bytes. */
function started() {
	const items: INodeExecutionData[] = [];
	const { context } = createContext({ parameters: { dataMode: 'autoMapInputData' } });
	const execution = createExecution(context, pushFields);
	const options = { batchSize: 2, maxBodyKb: 100 / 1_024 } as PushOptions;
	const preview = createPreview(execution, options, { accept: (item) => items.push(item) });
	return { ...preview, items, hints: execution.hints };
}

/** The items of such a preview. */
async function preview(...rows: RowRecord[]) {
	const { add, items } = started();
	await add([rows]);
	return items;
}

const bytesOf = (shop: string, ...data: object[]) => JSON.stringify({ shop, data }).length;

it('shows each request that would be sent, linked to its input items', async () => {
	const items = await preview(record(0), record(1, 'y'), record(2, 'z'), record(3, 'x', 'b.se'));
	const [first, second] = [0, 1].map((item) => ({ item, text: 'xy'[item] }));
	const third = { item: 2, text: 'z' };
	const fourth = { item: 3, text: 'x' };
	expect(items).toEqual([
		{
			json: {
				preview: true,
				shop: 'a.example',
				rows: 2,
				bytes: bytesOf('a.example', first!, second!),
				firstRow: first,
			},
			pairedItem: [{ item: 0 }, { item: 1 }],
		},
		{
			json: {
				preview: true,
				shop: 'a.example',
				rows: 1,
				bytes: bytesOf('a.example', third),
				firstRow: third,
			},
			pairedItem: [{ item: 2 }],
		},
		{
			json: {
				preview: true,
				shop: 'b.se',
				rows: 1,
				bytes: bytesOf('b.se', fourth),
				firstRow: fourth,
			},
			pairedItem: [{ item: 3 }],
		},
	]);
});

describe('a row that could not be sent', () => {
	it('says how large it is, where it is too large', async () => {
		const row = { item: 5, text: 'x'.repeat(200) };
		const [item] = await preview(record(5, row.text));
		expect(item).toEqual({
			json: {
				preview: true,
				shop: 'a.example',
				rows: 1,
				firstRow: row,
				bytes: bytesOf('a.example', row),
				problem:
					'"Max Body Size (KB)" is 0.09765625, and row 0 alone takes 1, so it was not sent. Raise "Max Body Size (KB)" in the options, or send a smaller row.',
			},
			pairedItem: [{ item: 5 }],
		});
	});

	it('says what is wrong with it', async () => {
		const writeTo = () => {
			throw new InvalidValue('Number Columns', 'is bad');
		};
		const [item] = await preview({ ...record(5), writeTo });
		expect(item).toEqual({
			json: {
				preview: true,
				shop: 'a.example',
				rows: 1,
				firstRow: { item: 5, text: 'x' },
				problem: '"Number Columns" is bad',
			},
			pairedItem: [{ item: 5 }],
		});
	});
});

it('shows what cannot be read, and counts it first of all', async () => {
	const { add, fail, finish, items, hints } = started();
	fail(new InvalidValue('Shop', 'is empty', 'Choose a shop.'), 1, null);
	const writeTo = () => {
		throw new InvalidValue('spend', 'is bad', 'Mend it.');
	};
	await add([[record(0), { ...record(2), writeTo }]]);
	finish();
	expect(items.map(({ json }) => json.problem)).toEqual([
		'"Shop" is empty. Choose a shop.',
		undefined,
		'"spend" is bad. Mend it.',
	]);
	expect(items[0]).toMatchObject({ json: { preview: true, shop: null }, pairedItem: { item: 1 } });
	for (const { json } of [items[0]!, items[2]!])
		expect(Object.keys(json).slice(0, 3)).toEqual(['preview', 'problem', 'shop']);
	expect([...hints]).toEqual([
		'2 of 3 rows cannot be sent: see "problem"',
		'Nothing was sent: "Preview" is on',
	]);
});
