import fc from 'fast-check';
import {
	Columns,
	type ColumnSettings,
	type Layout,
	namedInForm,
	namedValues,
} from '../../../nodes/MerchantData/rows/columns.ts';
import { entry, settingsOf } from './settings.mts';

const layoutOf = (names: string[], settings: Partial<ColumnSettings> = {}, ...added: string[][]) =>
	new Columns(settingsOf(settings)).layoutOf(
		names,
		added.map((path) => ({ path, origin: '"Fields to Add"', json: '1' })),
	);
/** The places of columns and what they are sent as. */
const sentOf = ({ columns }: Layout) => columns.map(({ at, path }) => `${at} ${path.join('.')}`);

it('values have the names of their row', () => {
	expect(namedValues({ b: 1, a: undefined })).toEqual({
		names: ['b', 'a'],
		values: [1, undefined],
	});
	// What an earlier push wrote is no data.
	const error = { message: 'no', outcome: 'rejected' };
	expect(namedValues({ a: 1, error }).names).toEqual(['a']);
});

describe('what is sent of a column', () => {
	it('is what its entry says, and else its value under its own name', () => {
		const spend = entry('cost', { path: ['metrics', 'spend'], type: 'number' });
		expect(layoutOf([' Cost\uFEFF', 'a'], { entries: [spend] }).columns).toEqual([
			{
				name: 'Cost',
				at: 0,
				path: ['metrics', 'spend'],
				origin: 'the column "Cost"',
				type: 'number',
				entry: spend,
			},
			{ name: 'a', at: 1, path: ['a'], origin: 'the column "a"' },
		]);
	});

	it.each<[names: string[], settings: Partial<ColumnSettings>, sent: string[]]>([
		[['b', ' a '], {}, ['0 b', '1 a']],
		[['a', 'b'], { entries: [entry('a', { path: ['m', 'x'] })] }, ['0 m.x', '1 b']],
		[['a', 'b'], { entries: [entry('a', { isLeftOut: true })] }, ['1 b']],
		[['a', 'b', 'c'], { entries: [entry('B')], sendsOthers: false }, ['1 b']],
		[['a', 'b'], { entries: [entry('c')], sendsOthers: false }, []],
		// An exact name is meant before one that is the same to people.
		[['A', 'a'], { entries: [entry('a', { path: ['x'] })] }, ['0 A', '1 x']],
		[['A', 'B'], { entries: [entry('a', { path: ['x'] })] }, ['0 x', '1 B']],
		// The shop column is sent if "Columns" names it.
		[['Shop', 'a'], { shopColumn: 'shop' }, ['1 a']],
		[['Shop', 'a'], { shopColumn: 'shop', entries: [entry('SHOP')] }, ['0 Shop', '1 a']],
		[['a', 'b'], { shopColumn: 'shop' }, ['0 a', '1 b']],
		// So is what n8n and this node have written.
		[['row_number', 'a'], {}, ['1 a']],
		[['row_number', 'a'], { entries: [entry('row_number')] }, ['0 row_number', '1 a']],
		[['row_numbers', 'Row_Number'], {}, ['0 row_numbers', '1 Row_Number']],
		[['a', 'pushStatus', 'pushOutcome'], {}, ['0 a']],
		[['pushOutcome', 'a'], {}, ['0 pushOutcome', '1 a']],
		[['pushStatus', 'a'], {}, ['0 pushStatus', '1 a']],
		[
			['pushStatus', 'pushOutcome'],
			{ entries: [entry('pushStatus')], sendsOthers: false },
			['0 pushStatus'],
		],
		// A row of the field "Rows" is sent as it is.
		[[' a ', '\uFEFFb'], { dataMode: 'autoMapInputData' }, ['0 a', '1 b']],
		[[' a ', '\uFEFFb'], { dataMode: 'json' }, ['0  a ', '1 \uFEFFb']],
	])('of the columns %j with %j is %j', (names, settings, sent) => {
		expect(sentOf(layoutOf(names, settings))).toEqual(sent);
	});

	it('does not depend on rows before it', () => {
		const name = fc.constantFrom('a', 'A', ' a', 'b', 'B ', 'row_number');
		const rows = fc.array(fc.uniqueArray(name, { maxLength: 4 }), { minLength: 1, maxLength: 6 });
		const entries = fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 2 });
		fc.assert(
			fc.property(rows, entries, (all, wanted) => {
				const settings = {
					entries: wanted.map((each) => entry(each, { path: [`x${each}`] })),
					skipRules: [{ column: 'B' }],
					shopColumn: 'b',
				};
				const columns = new Columns(settingsOf(settings));
				for (const names of all)
					expect(columns.layoutOf(names, [])).toEqual(layoutOf(names, settings));
			}),
		);
	});

	it('is known for the names of a row once, as long as there are not too many', () => {
		const columns = new Columns(settingsOf());
		const none: [] = [];
		const first = columns.layoutOf(['a', 'b'], none);
		expect(columns.layoutOf(['a', 'b'], none)).toBe(first);
		expect(columns.layoutOf(['a', 'c'], none)).not.toBe(first);
		expect(columns.layoutOf(['a', 'b'], none)).toBe(first);
		for (let n = 0; n < 1_000; n++) columns.layoutOf([`n${n}`], none);
		const last = columns.layoutOf(['last'], none);
		expect(columns.layoutOf(['last'], none)).toBe(last);
		expect(columns.layoutOf(['a', 'b'], none)).toBe(first);
		expect(columns.layoutOf(['last'], none)).not.toBe(last);
	});

	it('depends on the names of added fields as well', () => {
		const columns = new Columns(settingsOf());
		const of = (...path: string[]) => columns.layoutOf(['a'], [{ path, origin: '', json: '1' }]);
		expect(of('b')).toBe(of('b'));
		expect(of('c').fields).not.toEqual(of('b').fields);
		expect(of('a').problem).toBeDefined();
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
		expect(layoutOf([name], { dataMode: 'json' }).shops).toMatchObject([{ name }]);
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

describe('fields', () => {
	it('are those of columns, and behind them those that are added', () => {
		const entries = [entry('a', { path: ['m', 'x'] })];
		const { columns, fields, problem } = layoutOf(['a', 'b'], { entries }, ['c'], ['m', 'y']);
		expect(problem).toBeUndefined();
		const origin = '"Fields to Add"';
		expect(fields).toEqual([
			{
				key: '"m":',
				fields: [
					{ key: '"x":', leaf: columns[0] },
					{ key: '"y":', leaf: { path: ['m', 'y'], origin, json: '1' } },
				],
			},
			{ key: '"b":', leaf: columns[1] },
			{ key: '"c":', leaf: { path: ['c'], origin, json: '1' } },
		]);
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

	it('that are set in the form are those of "Fields"', () => {
		const of = (...names: string[]) => {
			const fields = names.map((name, at) => ({ name, at, path: ['a'], origin: `field ${name}` }));
			return new Columns(settingsOf({ dataMode: 'defineBelow' })).layoutFor(fields, []);
		};
		expect(of('shop')).toMatchObject({ shops: [{ at: 0 }], columns: [{ at: 0 }] });
		expect(of('b', 'c').problem!.message).toBe(
			'"Fields" gives the field "a" twice: from field b and from field c',
		);
	});
});

describe('columns that the form names', () => {
	const settings = {
		shopColumn: 'Shop',
		entries: [entry('Spend'), entry('Clicks')],
		skipRules: [{ column: 'Name' }, { column: '' }, { column: 'Spend', text: 'x' }],
	};

	it('are known with the fields that name them, and found or not', () => {
		expect(Object.fromEntries(namedInForm(settingsOf(settings)))).toEqual({
			Shop: 'Shop Column',
			Name: 'Rows to Skip',
			Spend: 'Columns',
			Clicks: 'Columns',
		});
		expect(layoutOf(['spend', 'a', 'name', 'shop'], settings)).toMatchObject({
			found: ['Shop', 'Name', 'Spend'],
			shopAt: 3,
			skipAt: [2, 0, 0],
		});
		expect(layoutOf([], settings)).toMatchObject({ found: [], shopAt: -1, skipAt: [-1, -1, -1] });
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
