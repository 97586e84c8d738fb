import {
	Columns,
	type ColumnSettings,
	isEarlierError,
	type Layout,
	usesColumn,
	withoutEarlierError,
} from '../../../nodes/MerchantData/mapping/columns.ts';
import { texts } from '../../kit/texts.mts';
import { entry, settingsOf } from './settings.mts';

const columnsOf = (settings: Partial<ColumnSettings>) =>
	new Columns(settingsOf(settings), settings.dataMode !== 'json');
const layoutOf = (names: string[], settings: Partial<ColumnSettings> = {}, ...added: string[][]) =>
	columnsOf(settings).layoutOf(
		names,
		added.map((path) => ({ path, origin: '"Fields to Add"', json: '1', isChanging: false })),
	);
/** The places of columns and what they are sent as. */
const sentOf = ({ columns }: Layout) => columns.map(({ at, path }) => `${at} ${path.join('.')}`);

it('another error is data', () => {
	for (const error of [['no'], { message: 5, outcome: 'rejected' }, { message: 'no', outcome: 1 }])
		expect([isEarlierError(error), withoutEarlierError({ error })]).toEqual([false, { error }]);
});

it('a column is used if it is sent, or names shops or rows to skip', () => {
	const entries = [entry('a'), entry('b', { isLeftOut: true })];
	const form = { entries, sendsOthers: false, shopColumn: 's', skipRules: [{ column: 'k' }] };
	const isUsed = (name: string) => usesColumn(settingsOf(form), name);
	expect(texts('A | b | S | K | x').filter(isUsed)).toEqual(['A', 'S', 'K']);
	expect(usesColumn(settingsOf(), 'x')).toBe(true);
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
		[['row_number'], { entries: [entry('row_number')] }, ['0 row_number']],
		[['row_number', 'a'], { dataMode: 'json' }, ['0 row_number', '1 a']],
		[['row_number'], { dataMode: 'defineBelow' }, ['0 row_number']],
		[['a', 'pushStatus', 'pushOutcome'], {}, ['0 a']],
		[['pushStatus', 'pushOutcome'], { entries: [entry('pushStatus')] }, ['0 pushStatus']],
		// A row of the field "Rows" is sent as it is.
		[[' a ', '\uFEFFb'], { dataMode: 'autoMapInputData' }, ['0 a', '1 b']],
		[[' a ', '\uFEFFb'], { dataMode: 'json' }, ['0  a ', '1 \uFEFFb']],
	])('of the columns %j with %j is %j', (names, settings, sent) => {
		expect(sentOf(layoutOf(names, settings))).toEqual(sent);
	});

	it('does not depend on rows before it', () => {
		const settings = {
			entries: [entry('a', { path: ['x'] }), entry('c')],
			skipRules: [{ column: 'B' }],
			shopColumn: 'b',
		};
		const [columns, added] = [columnsOf(settings), []];
		for (const row of texts('a b | b a | a b | A a | a | a row_number | B a | a B c | a b | c | '))
			expect(columns.layoutOf(row.split(' '), added)).toEqual(layoutOf(row.split(' '), settings));
	});
});

describe('a column that says whose row it is', () => {
	const shopsOf = (names: string[], settings?: Partial<ColumnSettings>) =>
		layoutOf(names, settings).shops.map(({ at }) => at);

	it('is known by its name', () => {
		const names = ['shop', 'shopDomain', 'shop_domain', 'SHOP-ID', ' shop  url ', 'Store_Domain'];
		const others = ['shops', 'shopName', 'storeId', 'my shop', 'store url'];
		for (const dataMode of ['binary', 'json'] as const)
			expect(shopsOf([...names, ...others], { dataMode })).toEqual([...names.keys()]);
	});

	it('is none if the form names it', () => {
		expect(shopsOf(['shop', 'Store'], { shopColumn: 'store' })).toEqual([0]);
		expect(shopsOf(['shop', 'Store'], { entries: [entry('SHOP')] })).toEqual([1]);
	});
});

it('fields that are set in the form are those of "Fields"', () => {
	const of = (...names: string[]) => {
		const fields = names.map((name, at) => ({ name, at, path: ['a'], origin: `field ${name}` }));
		return columnsOf({ dataMode: 'defineBelow' }).layoutFor(fields, []);
	};
	expect(of('shop')).toMatchObject({ shops: [{ at: 0 }], columns: [{ at: 0 }] });
	expect(of('b', 'c').problem!.message).toBe(
		'"Fields" makes the field "a" twice: from field b and from field c',
	);
});
