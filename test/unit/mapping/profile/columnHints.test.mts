import { DateTime } from 'luxon';
import type { CellType } from '../../../../nodes/MerchantData/mapping/cells.ts';
import { ColumnHints, shown } from '../../../../nodes/MerchantData/mapping/profile/columnHints.ts';
import { columnOf } from '../../../../nodes/MerchantData/mapping/columns.ts';
import { DateReader } from '../../../../nodes/MerchantData/mapping/dateFormat.ts';
import type { NumberFormat } from '../../../../nodes/MerchantData/mapping/numberFormat.ts';
import { settingsOf } from '../settings.mts';

interface Seen {
	/** The values of columns, by their names. */
	values: Record<string, unknown[]>;
	/** What they are sent as. */
	type?: CellType;
	format?: NumberFormat;
}

function hintsOf({ values, type, format = 'plain' }: Seen): string[] {
	const formats = { number: format, date: new DateReader('iso', 'UTC') };
	const hints = new ColumnHints(settingsOf({ formats }));
	for (const [name, all] of Object.entries(values))
		for (const value of all) hints.see([{ ...columnOf(name, 0), type }], [value]);
	return hints.sentences();
}

it.each<[NumberFormat, values: unknown[], asked: string | undefined]>([
	['plain', ['10.500', '300', '7'], '10.500, but in the format "1234.56"'],
	['plain', ['300', ' 1.234 € ', '12.500'], '1.234 €, but in the format "1234.56"'],
	['decimalComma', ['1,234', 5], '1,234, but in the format "1234,56"'],
	['plain', ['10.500', '10.5'], undefined],
	['plain', ['0.125', '10.500'], undefined],
	['plain', [10.5, 1.234], undefined],
	['commaPoint', ['1,234', '12,500'], undefined],
	['decimalComma', ['1,234', '1,5', '1,234'], undefined],
])('numbers that may be thousands are asked about: %s, %j: %s', (format, spend, asked) => {
	const values = { spend, clicks: ['1.5', '1,5'], cost: spend };
	const hint = `All values of spend, cost with a separator look like thousands, such as ${asked} they are smaller than 1,000. If thousands are meant, choose another "Number Format".`;
	expect(hintsOf({ values, type: 'number', format })).toEqual(asked ? [hint] : []);
});

describe('texts that look like something else', () => {
	it('are told by their columns', () => {
		const values = {
			clicks: ['6120', ' 5 '],
			spend: ['17,35', '1.234,50 €', '1\u202f394,37', 'kr 5'],
			name: ['5', 'Spring'],
			other: ['Spring', '5'],
			day: [' 31.01.2026 ', '1.2.2026'],
			mixed: ['31.01.2026', '5'],
			moment: ['2026-01-31T10:00:00Z'],
			date: [new Date('2026-11-19T23:00:00Z'), DateTime.fromISO('2026-11-20'), new Date(NaN)],
			toJSON: [{ toJSON: 5 }, Buffer.of(5)],
			zone: ['2026-11-20 10:30 EST'],
			short: ['11/20/26', '1/2/26'],
			isoDay: ['2026-01-31', '2026-02-01'],
			number: [5, 6],
			// Signs alone mean that there is no value.
			signs: ['--', '5', '', ' – ', '$'],
			onlySigns: ['--'],
		};
		expect(hintsOf({ values })).toEqual([
			'Sent as text although they look like numbers: clicks, spend, signs. To send numbers, choose "Number" for them in "Columns" or "Fields", or write them without quotes in "Rows".',
			'Sent as text although they look like days, such as 31.01.2026: day, moment, date, zone, short. To send them as YYYY-MM-DD, add them to "Columns" and choose "Date", and set "Date Format".',
		]);
	});

	it('are no matter if somebody has chosen what they are sent as', () => {
		const values = { a: ['5'], b: ['31.01.2026'], c: ['="0123"'] };
		const countOf = (type: CellType) => hintsOf({ values, type }).length;
		// It is the default type of a field.
		expect(countOf('string')).toBe(3);
		expect((['text', 'boolean', 'date', 'json'] as const).map(countOf)).toEqual([0, 0, 0, 0]);
	});
});

describe('what a spreadsheet has done', () => {
	it('is told if it protects values', () => {
		const long = [`="${'9'.repeat(60)}"`];
		const values = { long, a: ['x', "'0123"], b: ["'tis", '=A1'], c: ['="1', 'x="1"'] };
		expect(hintsOf({ values })).toEqual([
			`A spreadsheet has protected values of long, a, such as ="${'9'.repeat(48)}, and they are sent like this. To send the value alone, add the column to "Columns" and choose "Text".`,
		]);
	});

	it('is told if it shortens numbers', () => {
		const hint = (short: string) =>
			`A spreadsheet has shortened numbers of id, such as ${short}: their digits are lost. Export them again, and do not open the file in a spreadsheet.`;
		for (const type of [undefined, 'string', 'text'] as const)
			for (const short of ['1.20208E+17', '1,2E+05', '1E+20'])
				expect(hintsOf({ values: { id: ['x', ` ${short} `, '9E+99'] }, type })).toEqual([
					hint(short),
				]);
		for (const text of ['1.2e+17', '12E+17', '1E+5', '1E+170', 'aE+17', '1.E+17'])
			expect(hintsOf({ values: { id: ['x', text] } })).toEqual([]);
	});
});

it('a list of objects may hold the rows', () => {
	const lists = { a: [[{}]], b: [[{ x: 1 }, { y: [] }]] };
	const values = { ...lists, c: [[]], d: [[{}, null]], e: [[{}, []]], f: [{}], g: [null] };
	expect(hintsOf({ values })).toEqual([
		'An item holds a list of objects in a, b, which is sent as one row. If each of them is a row, put a "Split Out" node before this one.',
	]);
});

it('many names are not all told', () => {
	const names = Array.from({ length: 12 }, (_, n) => `n${n}`);
	expect(shown(names)).toBe('n0, n1, n2, n3, n4, n5, n6, n7, n8, n9 and 2 more');
	expect(shown(names.slice(2))).toBe('n2, n3, n4, n5, n6, n7, n8, n9, n10, n11');
	expect(shown(['x'.repeat(400)])).toBe('x'.repeat(300));
});
