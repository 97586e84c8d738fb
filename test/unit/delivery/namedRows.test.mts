import { namedRows } from '../../../nodes/MerchantData/delivery/namedRows.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import { numbersOf, row } from './road.mts';

const ROWS = [
	{ n: 0, order_id: 'A-1', day: '2026-01-31', campaign: { id: '7' } },
	{ n: 1, order_id: 'A-2', day: '2026-01-31', campaign: { id: '8' } },
	{ n: 2, order_id: 'A-3', day: '2026-02-01', campaign: { id: '8' } },
].map((fields, item) => row(item, { json: JSON.stringify(fields) }));

it.each<[by: string, errors: unknown[], named: number[]]>([
	['an index from 0', [{ index: 0, error: 'x' }, { index: '2' }], [0, 2]],
	['no index that no row has', [{ index: 3 }, { index: -1 }], []],
	['the value of a field', [{ order_id: 'A-3', error: 'day is required' }], [2]],
	['a number that is a text there', [{ id: 7 }], [0]],
	['values within an object', [{ row: { order_id: 'A-2', day: '2026-01-31' }, code: 9 }], [1]],
	['values that no other row has together', [{ day: '2026-01-31', id: '8' }], [1]],
	['values and an index of one row', [{ order_id: 'A-2', index: 1 }], [1]],
	['no values of one row and the index of another', [{ order_id: 'A-1', index: 1 }], []],
	['no value that several rows have', [{ day: '2026-01-31' }, { id: '8' }], []],
	['no value of another field', [{ sku: 'A-3' }], []],
	['no text or number', ['A-3', 2, null, { message: null }], []],
	['several errors, once', [{ order_id: 'A-3' }, { index: 2 }], [2]],
])('names rows by %s: %j', (_, errors, named) => {
	expect(numbersOf([...namedRows(ROWS, errors)])).toEqual(named);
});

it('does not take a column "index" for the place of a row', () => {
	const [one, two] = ['A-1', 'A-2', 'A-3'].map((order, item) =>
		row(item, { json: JSON.stringify({ index: item + 1, order }) }),
	) as [Row, Row];
	const named = (error: object) => [...namedRows([one, two], [error])];
	expect(named({ index: 1, order: 'A-1' })).toEqual([one]);
	// It may be the second row, or the first one's value.
	expect(named({ index: 1, error: 'x' })).toEqual([]);
});
