import { fieldTypes } from '../../../nodes/MerchantData/push/fieldTypes.ts';
import type { PlacedRow } from '../../../nodes/MerchantData/push/rows/row.ts';

const record = (item: number, ordinal = 0, row: unknown = { item, ordinal }): PlacedRow => ({
	item,
	ordinal,
	shop: 'a.example',
	row: () => row,
});

describe('a row for the support of the service', () => {
	it('is told by its fields and their types', () => {
		const row = { a: 'ada@example.com', b: 1.5, c: true, d: null, e: ['x'], f: { g: 1 } };
		expect(fieldTypes(record(0, 0, row))).toBe(
			'a (text), b (number), c (boolean), d (null), e (list), f (object)',
		);
	});

	it.each([[undefined], [null], [{}]])('that holds nothing has none (%j)', (row) => {
		expect(fieldTypes({ ...record(0), row: () => row })).toBe('');
	});

	it('is told by no more than a hundred', () => {
		const row = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`field${n}`, n]));
		const told = fieldTypes(record(0, 0, row)).split(', ');
		expect(told).toHaveLength(100);
		expect(told.at(-1)).toBe('field99 (number)');
	});
});
