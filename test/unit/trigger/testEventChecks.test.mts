import {
	checkColumns,
	checkKeys,
	checkSteadiness,
} from '../../../nodes/MerchantData/trigger/testEventChecks.ts';

const columnsOf = (more: object) => ({ key: [], compare: [], ignore: [], ...more });

it('refuses a column that no row has', () => {
	const rows = [{ a: 1 }, { b: 2 }];
	expect(() => checkColumns(rows, 'Key Columns', ['a', 'b'])).not.toThrow();
	expect(() => checkColumns(rows, 'Key Columns', ['a', 'c'])).toThrow(
		expect.objectContaining({
			message: '"Key Columns" names "c", which no row has',
			remedy: 'The rows have the columns: a, b.',
		}),
	);
});

it('refuses keys that do not tell rows apart', () => {
	const rows = [
		{ a: 1, b: 1 },
		{ a: 1, b: 2 },
		{ a: '1', b: 2 },
	];
	expect(() => checkKeys(rows.slice(0, 2), columnsOf({ key: ['a', 'b'] }))).not.toThrow();
	expect(() => checkKeys(rows, columnsOf({}))).not.toThrow();
	// A number is the same as its digits.
	expect(() => checkKeys(rows, columnsOf({ key: ['a', 'b'] }))).toThrow(
		'rows 2 and 3 of the answer have the same a, b',
	);
});

describe('a column that has another value each time', () => {
	const rows = [
		{ id: 1, at: 'x', n: 1 },
		{ id: 2, at: 'x', n: 2 },
	];
	const later = rows.map((row) => ({ ...row, at: 'y' })).reverse();
	const KEY = { key: ['id'] };

	it.each([
		['counts as a change', KEY, 'newOrChangedRows', later, /: at$/],
		['is ignored', { ...KEY, ignore: ['at'] }, 'newOrChangedRows', later, undefined],
		['is not compared', { ...KEY, compare: ['n'] }, 'newOrChangedRows', later, undefined],
		['does not count, where only new rows do', KEY, 'newRows', later, undefined],
		['is part of the key', { key: ['id', 'at'] }, 'newRows', later, /: at$/],
		['is part of what rows are known by', {}, 'newRows', later, /: at$/],
		['is ignored where there is no key', { ignore: ['at'] }, 'newRows', later, undefined],
		['is in some rows only', KEY, 'newOrChangedRows', [rows[0]!, later[0]!], undefined],
		['cannot be told, because rows came', {}, 'newRows', [...later, { id: 3 }], undefined],
	] as const)('%s', (_, columns, event, after, refusal) => {
		const check = () => checkSteadiness(rows, [...after], columnsOf(columns), event);
		if (refusal === undefined) expect(check).not.toThrow();
		else expect(check).toThrow(refusal);
	});
});
