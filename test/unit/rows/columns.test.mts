import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	Columns,
	type ColumnSettings,
	isEarlierError,
	isPlainObject,
	type Layout,
	namedInForm,
	namedValues,
	withoutEarlierError,
} from '../../../nodes/MerchantData/rows/columns.ts';
import { entry, settingsOf } from './settings.mts';

const layoutOf = (names: string[], settings: Partial<ColumnSettings> = {}, ...added: string[][]) =>
	new Columns(settingsOf(settings)).layoutOf(
		names,
		added.map((path) => ({ path, origin: '"Fields to Add"', json: '1' })),
	);
/** The places of columns and what they are sent as. */
const sentOf = ({ columns }: Layout) => columns.map(({ at, path }) => `${at} ${path.join('.')}`);

class Fields {
	a = 1;
}

it.each<[what: string, hasFields: boolean, value: unknown]>([
	['an object of a class', true, new Fields()],
	['an object without a prototype', true, Object.create(null)],
	['an object of another realm', true, runInNewContext('({ a: 1 })')],
	['an object with a field that is called as a method', true, { toJSON: 'a column' }],
	['nothing', false, null],
	['a list', false, [{}]],
	['a map', false, new Map([['a', 1]])],
	['a luxon date', false, DateTime.now()],
])('%s has named fields: %s', (_, hasFields, value) => {
	expect(isPlainObject(value)).toBe(hasFields);
});

it('values have the names of their row, and the error of an earlier push is no data', () => {
	const error = { message: 'no', outcome: 'rejected', status: 400, row: {} };
	expect(isEarlierError(error)).toBe(true);
	const values = [1, undefined];
	expect(namedValues({ b: 1, error, a: undefined })).toEqual({ names: ['b', 'a'], values });
});

it.each([
	undefined,
	['no'],
	{ message: 'no' },
	{ outcome: 'rejected' },
	{ message: 5, outcome: 'rejected' },
	{ message: 'no', outcome: 1 },
])('another error is data: %j', (error) => {
	expect(isEarlierError(error)).toBe(false);
	const row = { a: 1, error };
	expect(withoutEarlierError(row)).toBe(row);
});

describe('what is sent of a column', () => {
	it.each<[names: string[], settings: Partial<ColumnSettings>, sent: string[]]>([
		[['a', 'b'], { entries: [entry('a', { isLeftOut: true })] }, ['1 b']],
		[['a', 'b', 'c'], { entries: [entry('B')], sendsOthers: false }, ['1 b']],
		// An exact name is meant before one that is the same to people.
		[['A', 'a'], { entries: [entry('a', { path: ['x'] })] }, ['0 A', '1 x']],
		// The shop column is sent if "Columns" names it.
		[['Shop', 'a'], { shopColumn: 'shop' }, ['1 a']],
		[['Shop', 'a'], { shopColumn: 'shop', entries: [entry('SHOP')] }, ['0 Shop', '1 a']],
		// So is what n8n and this node have written.
		[['row_number', 'a'], {}, ['1 a']],
		[['row_number', 'a'], { entries: [entry('row_number')] }, ['0 row_number', '1 a']],
		[['a', 'pushStatus', 'pushOutcome'], {}, ['0 a']],
		[['pushOutcome', 'a'], {}, ['0 pushOutcome', '1 a']],
		[['pushStatus', 'pushOutcome'], { entries: [entry('pushStatus')] }, ['0 pushStatus']],
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

	const NAMES = ['shop', 'shopDomain', 'shop_domain', 'SHOP-ID', ' shop  url ', 'Store_Domain'];
	it.each(NAMES)('may be called %j', (name) => {
		expect(shopsOf(['a', name])).toEqual([1]);
		expect(layoutOf([name], { dataMode: 'json' }).shops).toMatchObject([{ name }]);
	});

	const OTHERS = ['shops', 'shopName', 'storeId', 'my shop', 'store url'];
	it.each(OTHERS)('is not called %j', (name) => expect(shopsOf([name])).toEqual([]));

	it('counts as long as the form says nothing of it, whether it is sent or not', () => {
		const names = ['shop', 'Store'];
		expect(shopsOf(names, { sendsOthers: false })).toEqual([0, 1]);
		expect(shopsOf(names, { entries: [entry('store')] })).toEqual([0]);
		expect(shopsOf(names, { entries: [entry('SHOP', { isLeftOut: true })] })).toEqual([1]);
		expect(shopsOf(names, { shopColumn: 'store' })).toEqual([0]);
	});
});

describe('fields', () => {
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

	it('may be the first one that holds data', () => {
		const of = (...names: string[]) => layoutOf(names, { skipRules: [{ column: '' }] });
		expect(of('row_number', 'a', 'b')).toMatchObject({ skipAt: [1], dataAt: [1, 2] });
		expect(of('row_number')).toMatchObject({ skipAt: [-1], dataAt: [] });
	});
});
