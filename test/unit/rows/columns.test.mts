import fc from 'fast-check';
import {
	columnOf,
	Columns,
	type ColumnSettings,
	isRowNumber,
	type Layout,
	laidOut,
	namedValues,
	skippedBy,
} from '../../../nodes/MerchantData/rows/columns.ts';
import { entry, settingsOf } from './settings.mts';

const columnsOf = (settings: Partial<ColumnSettings> = {}, ...added: string[][]) =>
	new Columns(
		settingsOf(settings),
		added.map((path) => ({ path, json: '1' })),
	);
const layoutOf = (names: string[], settings: Partial<ColumnSettings> = {}, ...added: string[][]) =>
	columnsOf(settings, ...added).layoutOf(names);
const sentOf = ({ columns }: Layout) => columns.map(({ at, path }) => [at, path.join('.')]);

it('values have the names of their row', () => {
	expect(namedValues({ b: 1, a: undefined })).toEqual({
		names: ['b', 'a'],
		values: [1, undefined],
	});
});

describe('what is sent of a column', () => {
	it('is what its entry says, and else its value under its own name', () => {
		const type = 'number';
		const path = ['metrics', 'spend'];
		expect(columnOf(' Cost\uFEFF', 3)).toEqual({
			name: 'Cost',
			at: 3,
			path: ['Cost'],
			type: undefined,
			isNamed: false,
		});
		expect(columnOf('Cost', 0, entry('cost', { path, type }))).toMatchObject({
			path,
			type,
			isNamed: true,
		});
	});

	it.each<[names: string[], settings: Partial<ColumnSettings>, sent: unknown[]]>([
		[
			['b', ' a '],
			{},
			[
				[0, 'b'],
				[1, 'a'],
			],
		],
		[
			['a', 'b'],
			{ entries: [entry('a', { path: ['m', 'x'] })] },
			[
				[0, 'm.x'],
				[1, 'b'],
			],
		],
		[['a', 'b'], { entries: [entry('a', { isLeftOut: true })] }, [[1, 'b']]],
		[['a', 'b', 'c'], { entries: [entry('B')], sendsOthers: false }, [[1, 'b']]],
		[['a', 'b'], { entries: [entry('c')], sendsOthers: false }, []],
		// An exact name is meant before one that is the same to people.
		[
			['A', 'a'],
			{ entries: [entry('a', { path: ['x'] })] },
			[
				[0, 'A'],
				[1, 'x'],
			],
		],
		[
			['A', ' a'],
			{ entries: [entry('a', { path: ['x'] })] },
			[
				[0, 'x'],
				[1, 'a'],
			],
		],
		// The shop column is sent if "Columns" names it.
		[['Shop', 'a'], { shopColumn: 'shop' }, [[1, 'a']]],
		[
			['Shop', 'a'],
			{ shopColumn: 'shop', entries: [entry('SHOP')] },
			[
				[0, 'Shop'],
				[1, 'a'],
			],
		],
		[
			['a', 'b'],
			{ shopColumn: 'shop' },
			[
				[0, 'a'],
				[1, 'b'],
			],
		],
		// So is what n8n and this node have written.
		[['row_number', 'a'], {}, [[1, 'a']]],
		[
			['row_number', 'a'],
			{ entries: [entry('row_number')] },
			[
				[0, 'row_number'],
				[1, 'a'],
			],
		],
		[
			['row_numbers', 'Row_Number'],
			{},
			[
				[0, 'row_numbers'],
				[1, 'Row_Number'],
			],
		],
		[['a', 'pushStatus', 'pushOutcome'], {}, [[0, 'a']]],
		[
			['pushOutcome', 'a'],
			{},
			[
				[0, 'pushOutcome'],
				[1, 'a'],
			],
		],
		[
			['pushStatus', 'a'],
			{},
			[
				[0, 'pushStatus'],
				[1, 'a'],
			],
		],
		[
			['pushStatus', 'pushOutcome'],
			{ entries: [entry('pushStatus')], sendsOthers: false },
			[[0, 'pushStatus']],
		],
	])('of the columns %j with %j is %j', (names, settings, sent) => {
		expect(sentOf(layoutOf(names, settings))).toEqual(sent);
	});

	it('has its name without the blanks around it, but for rows that are sent as they are', () => {
		const names = [' a ', '\uFEFFb'];
		const of = (isTable?: boolean) => new Columns(settingsOf(), [], isTable).layoutOf(names);
		const shown = ({ columns }: Layout) => columns.map(({ name, path }) => [name, ...path]);
		expect(shown(of())).toEqual([
			['a', 'a'],
			['b', 'b'],
		]);
		expect(shown(of(false))).toEqual(names.map((name) => [name, name]));
	});

	it('does not depend on rows before it', () => {
		const name = fc.constantFrom('a', 'A', ' a', 'b', 'B ', 'row_number');
		const rows = fc.array(fc.uniqueArray(name, { maxLength: 4 }), { minLength: 1, maxLength: 6 });
		const entries = fc.uniqueArray(fc.constantFrom('a', 'A', 'b', 'c'), { maxLength: 2 });
		fc.assert(
			fc.property(rows, entries, (all, wanted) => {
				const settings = {
					entries: wanted.map((each) => entry(each, { path: [`x${each}`] })),
					skipRules: [{ column: 'B' }],
					shopColumn: 'b',
				};
				const columns = columnsOf(settings);
				for (const names of all) expect(columns.layoutOf(names)).toEqual(layoutOf(names, settings));
			}),
		);
	});

	it('is known for the names of a row once, as long as there are not too many', () => {
		const columns = columnsOf();
		const first = columns.layoutOf(['a', 'b']);
		expect(columns.layoutOf(['a', 'b'])).toBe(first);
		expect(columns.layoutOf(['a'])).not.toBe(first);
		expect(columns.layoutOf(['a', 'c'])).not.toBe(first);
		expect(columns.layoutOf(['a', 'b'])).toBe(first);
		for (let n = 0; n < 1_000; n++) columns.layoutOf([`n${n}`]);
		const last = columns.layoutOf(['last']);
		expect(columns.layoutOf(['last'])).toBe(last);
		expect(columns.layoutOf(['a', 'b'])).toBe(first);
		expect(columns.layoutOf(['last'])).toEqual(last);
		expect(columns.layoutOf(['last'])).not.toBe(last);
	});
});

describe('a column that says whose row it is', () => {
	const shopsOf = (names: string[], settings?: Partial<ColumnSettings>) =>
		layoutOf(names, settings).shops.map(({ at }) => at);

	it.each([
		'shop',
		'shopDomain',
		'shop_domain',
		'Shop Domain',
		'SHOP-ID',
		' shop url ',
		'shop - url',
		'store',
		'Store_Domain',
		'storeDomain',
	])('may be called %j', (name) => {
		expect(shopsOf(['a', name])).toEqual([1]);
		expect(new Columns(settingsOf(), [], false).layoutOf([name]).shops).toMatchObject([{ name }]);
	});

	it.each(['shops', 'shopName', 'storeId', 'my shop', 'workshop', 'domain', 'store url'])(
		'is not called %j',
		(name) => {
			expect(shopsOf([name])).toEqual([]);
		},
	);

	it('counts as long as the form says nothing of it, whether it is sent or not', () => {
		const names = ['shop', 'Store'];
		expect(shopsOf(names, { sendsOthers: false })).toEqual([0, 1]);
		expect(shopsOf(names, { entries: [entry('store')] })).toEqual([0]);
		expect(shopsOf(names, { entries: [entry('SHOP', { isLeftOut: true })] })).toEqual([1]);
		expect(shopsOf(names, { shopColumn: 'store' })).toEqual([0]);
	});
});

it('n8n calls the number of a row row_number, and nothing else', () => {
	expect(['row_number', 'Row_number', 'row number'].map(isRowNumber)).toEqual([true, false, false]);
});

describe('fields', () => {
	it('are those of columns, and behind them those that are added', () => {
		const entries = [entry('a', { path: ['m', 'x'] })];
		const { columns, fields, problem } = layoutOf(['a', 'b'], { entries }, ['c'], ['m', 'y']);
		expect(problem).toBeUndefined();
		expect(fields).toEqual([
			{
				key: '"m":',
				fields: [
					{ key: '"x":', leaf: columns[0] },
					{ key: '"y":', leaf: 1 },
				],
			},
			{ key: '"b":', leaf: columns[1] },
			{ key: '"c":', leaf: 0 },
		]);
		expect(laidOut(columns).fields).toHaveLength(2);
	});

	it.each<[string[], Partial<ColumnSettings>, string[][], problem: string]>([
		[
			['a', 'b'],
			{ entries: [entry('a', { path: ['b'] })] },
			[],
			'gives the field "b" twice: from the column "a" and from the column "b"',
		],
		[
			['b', ' a'],
			{ entries: [entry('A', { path: ['b', 'c'] })] },
			[],
			'makes the field "b" a value, from the column "b", and an object, from the column "a"',
		],
		[['a'], {}, [['a']], 'gives the field "a" twice: from the column "a" and from "Fields to Add"'],
		[
			['a'],
			{},
			[['b', 'c'], ['b']],
			'makes the field "b" a value, from "Fields to Add", and an object, from "Fields to Add"',
		],
	])('of the columns %j with %j and %j do not go together', (names, settings, added, problem) => {
		const layout = layoutOf(names, settings, ...added);
		expect(layout.problem!.message).toBe(`"Columns" ${problem}`);
		expect([layout.fields, layout.columns.length]).toEqual([[], names.length]);
	});

	it('are refused if two entries name one column', () => {
		const entries = [entry('b'), entry('A'), entry('a '), entry('c')];
		const { problem } = layoutOf(['a', 'b'], { entries });
		expect(problem).toMatchObject({
			message: '"Columns" names one column twice: as "A" and as "a "',
			remedy: 'Remove one of them.',
		});
		expect(layoutOf(['a', 'A'], { entries: entries.slice(1, 2) }).problem).toBeUndefined();
		expect(layoutOf(['x'], { entries }).problem).toBeUndefined();
	});
});

describe('columns that the form names', () => {
	const settings = {
		shopColumn: 'Shop',
		entries: [entry('Spend'), entry('Clicks')],
		skipRules: [{ column: 'Name' }, { column: '' }, { column: 'Spend', text: 'x' }],
	};

	it('are found or missing', () => {
		const all = layoutOf(['spend', 'a', 'name', 'CLICKS', 'shop'], settings);
		expect([...all.found].sort()).toEqual(['Clicks', 'Name', 'Shop', 'Spend', 'Spend']);
		expect([...all.missing]).toEqual([]);
		expect(all).toMatchObject({ shopAt: 4, skipAt: [2, 0, 0] });
		const none = layoutOf([], settings);
		expect(none.found).toEqual([]);
		expect(Object.fromEntries(none.missing)).toEqual({
			Shop: 'Shop Column',
			Name: 'Rows to Skip',
			Spend: 'Columns',
			Clicks: 'Columns',
		});
		expect(none).toMatchObject({ shopAt: -1, skipAt: [-1, -1, -1] });
	});

	it('may be none', () => {
		const { found, missing, shopAt, skipAt } = layoutOf(['a']);
		expect({ found, missing: [...missing], shopAt, skipAt }).toEqual({
			found: [],
			missing: [],
			shopAt: -1,
			skipAt: [],
		});
	});

	it.each([
		[['row_number', 'a', 'b'], 1, [1, 2]],
		[['a', 'row_number'], 0, [0]],
		[['row_number'], -1, []],
	])('may be the first one, which of %j is at %i', (names, at, dataAt) => {
		const layout = layoutOf(names, { skipRules: [{ column: '' }] });
		expect(layout).toMatchObject({ skipAt: [at], dataAt });
	});
});

describe('a rule that leaves rows out', () => {
	const first = { column: '', text: 'Total' };
	const named = { column: 'Name', text: '©  2026' };
	const empty = { column: 'b' };
	const names = ['a', 'b', 'name'];

	it.each<[values: unknown[], rule: object | undefined]>([
		[['Total', 'x', 'x'], first],
		[[' TOTAL: Account', 'x', 'x'], first],
		[['Grand total', 'x', 'x'], undefined],
		[['x', 'x', '©\u00a0 2026 Firm'], named],
		[['x', '', '© 2026'], named],
		[['x', '', 'x'], empty],
		[['x', ' \u00a0', 'x'], empty],
		[['x', null, 'x'], empty],
		[['x', 0, 'x'], undefined],
		// What is not there is not empty.
		[['x'], undefined],
		[['x', undefined, 'x'], undefined],
	])('for %j is %j', (values, rule) => {
		const settings = settingsOf({ skipRules: [first, named, empty] });
		expect(skippedBy(settings, new Columns(settings).layoutOf(names), values)).toBe(rule);
	});

	it('may be none, and may look at a column that is not there', () => {
		const without = settingsOf();
		const layout = new Columns(without).layoutOf(['a']);
		expect(skippedBy(without, layout, ['Total'])).toBeUndefined();
		const settings = settingsOf({ skipRules: [named] });
		expect(skippedBy(settings, new Columns(settings).layoutOf(['a']), ['© 2026'])).toBeUndefined();
	});

	it('looks at numbers as they are written', () => {
		const settings = settingsOf({ skipRules: [{ column: 'a', text: '12' }] });
		const layout = new Columns(settings).layoutOf(['a']);
		expect([125, 0.125].map((value) => skippedBy(settings, layout, [value]) !== undefined)).toEqual(
			[true, false],
		);
	});
});
