import { Columns } from '../../../../nodes/MerchantData/rows/columns.ts';
import { FileRows } from '../../../../nodes/MerchantData/rows/sources/fileRows.ts';
import { ShopColumn } from '../../../../nodes/MerchantData/rows/sources/shopColumn.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

const place = { item: 0, ordinal: 4, line: 7, shop: 'a.example' };
const PROBLEM = new InvalidValue('n', 'is wrong');
const REFUSAL = new InvalidValue('Number Columns', 'names no column');

function rowsOf({ ignored = [] as string[], shopColumn = '' } = {}) {
	const columns = new Columns({
		numberColumns: new Set(['n']),
		booleanColumns: new Set(),
		ignored: new Set(ignored),
		emptyValues: new Set(),
		numberFormat: 'plain',
	});
	const rows = { columns, isTable: true, wayToShop: String };
	return new FileRows(rows, shopColumn === '' ? undefined : new ShopColumn(shopColumn));
}

describe('a record', () => {
	it('becomes a row at its place', () => {
		expect(rowsOf().row({ fields: { n: '1.50', t: 'x' } }, place)).toEqual({
			...place,
			json: '{"n":1.50,"t":"x"}',
		});
	});

	it('without a value to send becomes none, unless something else in it is wrong', () => {
		const fields = { n: ' ' };
		expect(rowsOf().row({ fields }, place)).toBeUndefined();
		expect(rowsOf().row({ fields }, place, REFUSAL)).toBeUndefined();
		expect(rowsOf().row({ fields, problem: PROBLEM }, place)).toMatchObject({ problem: PROBLEM });
	});

	it('that could not be read has its text, where it has one', () => {
		expect(rowsOf().row({ problem: PROBLEM }, place)).toEqual({
			...place,
			json: '',
			problem: PROBLEM,
		});
		expect(rowsOf().row({ json: '{"n":1e400}', problem: PROBLEM }, place, REFUSAL)).toEqual({
			...place,
			json: '{"n":1e400}',
			problem: REFUSAL,
		});
	});

	it('of a file that is refused is not sent, and is shown as it was given', () => {
		expect(rowsOf().row({ fields: { n: 'x', t: 'y' } }, place, REFUSAL)).toEqual({
			...place,
			json: '{"n":"x","t":"y"}',
			problem: REFUSAL,
		});
	});

	it('goes to the shop that it names, or says why there is none', () => {
		const rows = rowsOf({ shopColumn: 'Shop' });
		rows.know(['n', 'shop']);
		expect(rows.row({ fields: { n: '1', shop: 'b.example' } }, place)).toEqual({
			...place,
			shop: 'b.example',
			json: '{"n":1}',
		});
		expect(rows.row({ fields: { n: '1' } }, place)).toMatchObject({
			shop: '',
			json: '{"n":"1"}',
			problem: { message: '"shop" is empty' },
		});
		expect(rows.row({ fields: { shop: 'b.example' } }, place)).toBeUndefined();
	});
});

describe('a file', () => {
	it('is not known to be wrong before it has columns', () => {
		const rows = rowsOf({ shopColumn: 'shop' });
		expect([rows.hasColumns, rows.wrong()]).toEqual([false, undefined]);
	});

	it.each<[string, Parameters<typeof rowsOf>[0], string[], string | undefined]>([
		['has all columns', {}, ['n'], undefined],
		['has no number column', {}, ['m'], '"Number Columns" names "n"'],
		['has no shop column', { shopColumn: 'shop' }, ['n'], '"Shop Column" names "shop"'],
		['has nothing to send', { ignored: ['n'] }, ['n'], 'names every column of the file'],
	])('%s', (_, settings, names, message) => {
		for (const learn of ['header', 'row']) {
			const rows = rowsOf(settings);
			if (learn === 'header') rows.know(names);
			else rows.row({ fields: Object.fromEntries(names.map((name) => [name, '1'])) }, place);
			if (message === undefined) expect(rows.wrong()).toBeUndefined();
			else expect(rows.wrong()!.message).toContain(message);
		}
	});
});
