import type { INodeExecutionData } from 'n8n-workflow';
import type { Output } from '../../../nodes/MerchantData/n8n/output.ts';
import { previewPush } from '../../../nodes/MerchantData/push/preview.ts';
import type { RowRecord } from '../../../nodes/MerchantData/push/rows/row.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

const record = (item: number, text = 'x', shop = 'a.example'): RowRecord => ({
	item,
	ordinal: 0,
	shop,
	writeTo: (body) => body.add(JSON.stringify({ item, text })),
	row: () => ({ item, text }),
});

/** The items of a preview whose requests hold at most two rows and 100 bytes. */
async function preview(...rows: RowRecord[]) {
	const items: INodeExecutionData[] = [];
	const output = { accept: (item: INodeExecutionData) => items.push(item) };
	const size = { rows: 2, bytes: 100, bytesOfOneRow: 100 };
	await previewPush([rows], size, output as unknown as Output);
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
				problem: '"Max Body Size (KB)" is 0.09765625, and row 0 alone takes 1, so it was not sent',
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
