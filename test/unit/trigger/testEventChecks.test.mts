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

it('names thirty columns at most', () => {
	const row = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`c${n}`, n]));
	expect(() => checkColumns([row], 'Key Columns', ['a'])).toThrow(
		expect.objectContaining({
			remedy: expect.stringMatching(/columns: c0, .*, c29\.$/) as string,
		}) as unknown as Error,
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
		expect.objectContaining({
			message:
				'"Key Columns" do not tell all rows apart: rows 2 and 3 of the answer have the same a, b',
			remedy: 'Name further columns, or group the rows in the query.',
		}) as unknown as Error,
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

	it.each([
		[KEY, 'newOrChangedRows', 'changed'],
		[{}, 'newRows', 'new'],
	] as const)('is refused with what would come of it: %j', (columns, event, change) => {
		const rowsOf = (n: number) => rows.map(({ id }) => ({ id, at: n, now: n }));
		expect(() => checkSteadiness(rowsOf(1), rowsOf(2), columnsOf(columns), event)).toThrow(
			expect.objectContaining({
				message: '"Query" gives other values each time it runs, in every row: at, now',
				remedy: expect.stringMatching(
					new RegExp(`^Each poll would take all rows for ${change}\\. .*"Columns to Ignore"`),
				) as string,
			}) as unknown as Error,
		);
	});

	it('is told from one that stays, where rows look alike', () => {
		const alike = (n: number) => [1, 1, 1].map((id) => ({ id, at: n }));
		expect(() => checkSteadiness(alike(1), alike(2), columnsOf({}), 'newRows')).toThrow(/: at$/);
	});
});
