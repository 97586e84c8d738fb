import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import {
	dayChoice,
	numberChoice,
	numberFormatOf,
} from '../../../../nodes/MerchantData/mapping/profile/formats.ts';
import {
	numberIn,
	type NumberFormat,
} from '../../../../nodes/MerchantData/mapping/numberFormat.ts';
import { column, described, type Table } from './described.mts';

const columnsOf = (values: Record<string, readonly unknown[]>) =>
	Object.entries(values).map(([name, all]) => described(column(name, all)).columns[0]!);

type Values = Record<string, string[]>;

describe('the format of numbers', () => {
	it.each<[values: Values, format: NumberFormat | undefined, delimiter?: string]>([
		[{ Cost: ['5', '12.50'] }, 'plain'],
		[{ Cost: ['5', '12,50'] }, 'decimalComma'],
		[{ Cost: ['1,394.37', '5'] }, 'commaPoint'],
		[{ Cost: ['1.394,37 €', '5'] }, 'pointComma'],
		[{ Cost: ['1 394,37', '5'] }, 'spaceComma'],
		[{ Cost: ["1'394.37", '5'] }, 'apostrophePoint'],
		// One format for all columns decides for those in doubt.
		[{ Cost: ['1.394,37'], Views: ['12.840'] }, 'pointComma'],
		[{ Cost: ['12.5'], Views: ['12.840'] }, 'plain'],
		[{ Impressions: ['12.840', '961'] }, 'pointComma'],
		[{ Views: ['12.840'] }, undefined],
		[{ Views: ['12.840'] }, 'pointComma', ';'],
		[{ Views: ['12.840'], Day: ['20.11.2026'] }, 'pointComma'],
		[{ Views: ['12,840'] }, undefined],
		[{ Views: ['12,840'] }, 'commaPoint', ','],
		[{ Views: ['961'] }, 'plain'],
		[{ Name: ['Brand'] }, undefined],
	])('of %j is %s', (values, format, delimiter = '') => {
		expect(numberChoice(columnsOf(values), delimiter || undefined).format).toBe(format);
	});

	it('is a question if nothing decides', () => {
		expect(numberChoice(columnsOf({ views: ['12.840', '961'] }), ',').question).toBe(
			'"12.840" in "views" may be 12.84 or 12840. Set "Number Format".',
		);
	});

	it.each<[text: string, set: NumberFormat, format: NumberFormat]>([
		['1,5', 'pointComma', 'pointComma'],
		['1,5', 'plain', 'decimalComma'],
		['12.840', 'plain', 'pointComma'],
	])('for sums of %s is that of the form, if it is set, or else what is proposed', (...given) => {
		const [text, set, format] = given;
		expect(numberFormatOf(columnsOf({ x: [text] }), set, ';')).toBe(format);
	});

	const WRITTEN: Record<string, (value: number) => string> = {
		plain: String,
		decimalComma: (value) => String(value).replace('.', ','),
		commaPoint: (value) => value.toLocaleString('en-US', { maximumFractionDigits: 3 }),
		pointComma: (value) => value.toLocaleString('de-DE', { maximumFractionDigits: 3 }),
		spaceComma: (value) =>
			value
				.toLocaleString('en-US', { maximumFractionDigits: 3 })
				.replace(/,/g, ' ')
				.replace('.', ','),
	};

	it('is right or a question, and never makes another number of one', () => {
		const values = fc.array(
			fc.oneof(
				fc.nat(99_999),
				fc.nat(9_999_999).map((cents) => cents / 100),
				fc.nat(9_999).map((tenths) => tenths / 10),
			),
			{ minLength: 1, maxLength: 8 },
		);
		const counts = fc.array(fc.nat(999_999), { minLength: 1, maxLength: 8 });
		let asked = 0;
		fc.assert(
			fc.property(
				fc.constantFrom(...Object.keys(WRITTEN)),
				values,
				counts,
				(name, money, views) => {
					const write = WRITTEN[name]!;
					const delimiter = name === 'pointComma' || name === 'decimalComma' ? ';' : ',';
					const texts = { Cost: money.map(write), Clicks: views.map(write) };
					const { format } = numberChoice(columnsOf(texts), delimiter);
					if (!format) asked++;
					else expect(texts.Cost.map((text) => Number(numberIn(text, format)))).toEqual(money);
				},
			),
			{ numRuns: draws(6_000) },
		);
		expect(asked).toBeLessThan(draws(6_000) / 10);
	});
});

describe('the format of days', () => {
	const TODAY = '2026-11-28';
	const chosen = (values: Values, numbers?: NumberFormat) => {
		const { format, question } = dayChoice(columnsOf(values), numbers, TODAY);
		return format ? format.pattern || format.format : question;
	};

	it.each<[values: Values, format: string | undefined, numbers?: NumberFormat]>([
		[{ Day: ['2026-11-20'] }, 'iso'],
		[{ Day: ['20.11.2026'] }, 'dayDots'],
		[{ Day: ['20.11.26'] }, 'd.M.yy'],
		[{ Day: ['5.1.26'] }, 'd.M.yy'],
		[{ Day: ['2026.11.20', '2026年11月21日'] }, 'slashes'],
		[{ Day: ['2026-11-20T10:30:00Z'] }, 'iso'],
		[{ Day: ['11-20-2026'] }, 'M-d-yy'],
		[
			{ Day: ['11-02-2026'] },
			'"11-02-2026" in "Day" may be 2026-02-11 or 2026-11-02. Set "Date Format".',
		],
		[{ Day: ['20-Nov-26'] }, 'd-MMM-yy'],
		[{ Day: ['Nov 20, 2026'] }, 'monthName'],
		[{ Day: ['11/20/2026'] }, 'monthSlashes'],
		[{ Day: ['20/11/2026'] }, 'daySlashes'],
		// Not a day after today.
		[{ Day: ['01/12/2026'] }, 'monthSlashes'],
		// Days that stand close together.
		[{ Day: ['01/11/2026', '02/11/2026', '03/11/2026'] }, 'daySlashes'],
		[{ Day: ['01/02/2026'] }, 'daySlashes', 'decimalComma'],
		[{ Day: ['01/02/2026'], Cost: ['£5'] }, 'daySlashes'],
		[
			{ Day: ['01/02/2026'] },
			'"01/02/2026" in "Day" may be 2026-01-02 or 2026-02-01. Set "Date Format".',
		],
		// That of the day of the event, if the columns differ.
		[{ Ends: ['2026-11-20'], Day: ['20.11.2026'] }, 'dayDots'],
		[{ Name: ['Brand'] }, undefined],
	])('of %j is %s', (...given) => {
		const [values, format, numbers] = given;
		expect(chosen(values, numbers)).toBe(format);
	});
});

it('the format of days is that of a spreadsheet for numbers that n8n has read', () => {
	const items: Table = column('Date', [46_346, 46_347]);
	const { format } = dayChoice(described(items).columns, undefined, '2027-01-01');
	expect(format?.format).toBe('spreadsheet');
});
