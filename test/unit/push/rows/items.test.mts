import { rowsOfItems } from '../../../../nodes/MerchantData/push/rows/items.ts';
import { executionOf, jsonOf, read } from '../../../kit/pushRows.mts';

const AUTO = { dataMode: 'autoMapInputData' };
const JSON_MODE = { dataMode: 'json' };

describe('any mode', () => {
	it('gives each row its place and its shop', () => {
		const rowsJson = ['[{"n":1},{"n":2}]', '{"n":3}', [{ n: 4 }, { n: 5 }]];
		const fields = rowsJson.map((rows, item) => ({
			...JSON_MODE,
			shop: item === 1 ? 'b.example' : 'a.example',
			rowsJson: rows,
		}));
		const { records } = read([{}, {}, {}], fields);
		expect(records.map(({ item, ordinal, shop }) => [item, ordinal, shop])).toEqual([
			[0, 0, 'a.example'],
			[0, 1, 'a.example'],
			[1, 0, 'b.example'],
			[2, 0, 'a.example'],
			[2, 1, 'a.example'],
		]);
		expect(records.map((record) => record.row())).toEqual([1, 2, 3, 4, 5].map((n) => ({ n })));
	});

	it('reports items that cannot be read, and gives the rows of the others', () => {
		const { records, failures } = read(
			[{ a: 1 }, {}, { a: 3 }, { a: 4 }],
			[AUTO, AUTO, { ...AUTO, shop: 5 }, AUTO],
		);
		expect(records.map(({ item }) => item)).toEqual([0, 3]);
		expect(failures).toMatchObject([
			{ item: 1, shop: 'a.example' },
			{ item: 2, shop: null, message: '"Shop" is not a text' },
		]);
	});

	it('ends the reading where the failure is thrown on', () => {
		const items = [{ a: 1 }, {}];
		const execution = executionOf(items, () => ({
			...AUTO,
			shop: 'a.example',
			fieldsToIgnore: '',
		}));
		const stop = (error: unknown) => {
			throw error;
		};
		expect(() => rowsOfItems(execution, stop)).toThrow('has no fields to send');
	});

	it('makes rows in chunks, as often as asked, and only then', () => {
		let made = 0;
		const items = Array.from({ length: 1_001 }, (_, n) => ({
			get n() {
				made++;
				return n;
			},
		}));
		const { source, chunks } = read(items, AUTO);
		expect(chunks.map((chunk) => chunk.length)).toEqual([500, 500, 1]);
		expect(made).toBe(0);
		const [first] = source;
		expect(first!.map(jsonOf).slice(0, 2)).toEqual(['{"n":0}', '{"n":1}']);
		expect([...read([], AUTO).source]).toEqual([]);
		expect(read(items.slice(0, 500), AUTO).chunks).toHaveLength(1);
	});
});
