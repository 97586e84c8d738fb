import type { Found } from '../../../nodes/MerchantData/trigger/diff.ts';
import { itemsOf } from '../../../nodes/MerchantData/trigger/items.ts';

const COLUMNS = { key: ['id'], compare: [], ignore: [] };
const ALL: Found[] = [
	{ index: 0, change: 'new' },
	{ index: 1, change: 'changed' },
];
const rows = [
	{ id: 1, spend: 2 },
	{ id: 2, spend: 3 },
];

it('gives the rows that were found, in their order', () => {
	expect(itemsOf(rows, ALL, COLUMNS, false)).toEqual(rows.map((json) => ({ json })));
	expect(itemsOf(rows, ALL.slice(1), COLUMNS, false)).toEqual([{ json: rows[1] }]);
});

it('puts a row that n8n would take for a failed item under "row"', () => {
	expect(itemsOf([{ error: 'x' }], ALL.slice(0, 1), COLUMNS, false)).toEqual([
		{ json: { row: { error: 'x' } } },
	]);
});

it.each([
	['several columns are compared', {}, undefined],
	['one column is compared', { compare: ['spend'] }, ['spend']],
	[
		'one is left of those that are compared',
		{ compare: ['id', 'spend', 'at'], ignore: ['at'] },
		['spend'],
	],
	['two are left', { compare: ['spend', 'at'] }, undefined],
])('adds what has changed, where %s', (_, more, changed) => {
	const items = itemsOf(rows, ALL, { ...COLUMNS, ...more }, true);
	expect(items.map(({ json }) => json)).toEqual([
		{ id: 1, spend: 2, change: { type: 'new' } },
		{ id: 2, spend: 3, change: { type: 'changed', ...(changed ? { columns: changed } : {}) } },
	]);
	expect(rows[0]).toEqual({ id: 1, spend: 2 });
});

it('adds it under a name that no row has', () => {
	const [item] = itemsOf([{ id: 1 }, { change: 5 }], ALL.slice(0, 1), COLUMNS, true);
	expect(item!.json.change).toBeUndefined();
	expect(Object.values(item!.json)).toContainEqual({ type: 'new' });
});
