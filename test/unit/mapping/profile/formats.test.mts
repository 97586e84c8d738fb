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
import { type DateFormat, DateReader } from '../../../../nodes/MerchantData/mapping/dateFormat.ts';
import { column, described } from './described.mts';

const columnsOf = (values: Record<string, readonly unknown[]>) =>
	Object.entries(values).map(([name, all]) => described(column(name, all)).columns[0]!);

type Values = Record<string, unknown[]>;

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
		[{ Name: ['Brand'] }, undefined],
		[{ Clicks: ['12', 'x', '1.394,37'] }, 'pointComma'],
		[{ Name: ['Brand', '1,394.37'], Views: ['12.840'] }, undefined],
	])('of %j is %s', (values, format, delimiter = '') => {
		expect(numberChoice(columnsOf(values), 'plain', delimiter || undefined).format).toBe(format);
	});

	it.each<[text: string, set: NumberFormat, format: NumberFormat]>([
		['1,5', 'pointComma', 'pointComma'],
		['1,5', 'plain', 'decimalComma'],
		['12.840', 'plain', 'pointComma'],
	])('for sums of %s, if the form has %s, is %s', (text, set, format) => {
		expect(numberFormatOf(columnsOf({ x: [text] }), set, ';')).toBe(format);
	});

	const inLocale = (locale: string) => (value: number) =>
		value.toLocaleString(locale, { maximumFractionDigits: 3 });
	const WRITTEN: Record<string, (value: number) => string> = {
		plain: String,
		decimalComma: (value) => String(value).replace('.', ','),
		commaPoint: inLocale('en-US'),
		pointComma: inLocale('de-DE'),
		spaceComma: inLocale('fr-FR'),
	};

	it('is right or a question, and never makes another number of one', () => {
		const number = fc.oneof(
			fc.nat(99_999),
			fc.nat(9_999_999).map((cents) => cents / 100),
			fc.nat(9_999).map((tenths) => tenths / 10),
		);
		const values = fc.array(number, { minLength: 1, maxLength: 8 });
		const counts = fc.array(fc.nat(999_999), { minLength: 1, maxLength: 8 });
		const names = fc.constantFrom(...Object.keys(WRITTEN));
		let asked = 0;
		fc.assert(
			fc.property(names, values, counts, (name, money, views) => {
				const write = WRITTEN[name]!;
				const delimiter = name === 'pointComma' || name === 'decimalComma' ? ';' : ',';
				const texts = { Cost: money.map(write), Clicks: views.map(write) };
				const { format } = numberChoice(columnsOf(texts), 'plain', delimiter);
				if (!format) asked++;
				else expect(texts.Cost.map((text) => Number(numberIn(text, format)))).toEqual(money);
			}),
			{ numRuns: draws(6_000) },
		);
		expect(asked).toBeLessThan(draws(6_000) / 10);
	});
});

describe('the format of days', () => {
	const TODAY = '2026-11-28';
	const YEAR_OR_DAY = '"26-11-18" in "Day" may be 2018-11-26 or 2026-11-18. Set "Date Format".';
	const ISO = new DateReader('iso', 'UTC');
	const chosen = (values: Values, numbers?: NumberFormat, set = ISO, today?: string) => {
		const { format, question } = dayChoice(columnsOf(values), numbers, set, today);
		return format ? format.pattern || format.format : question;
	};
	const TEN = '01 02 03 04 05 06 07 08 09 10'.split(' ');
	const NEW_YEAR = TEN.map((month) => `01/${month}/2026`);
	const FEBRUARY = TEN.map((day) => `02/${day}/2026`);
	const in2026 = (day: string, one: string, other: string) =>
		`"${day}" in "Day" may be 2026-${one} or 2026-${other}. Set "Date Format".`;

	it.each<[values: Values, format: string | undefined, numbers?: NumberFormat]>([
		[{ Day: ['2026-11-20'] }, 'iso'],
		[{ Day: ['20.11.2026'] }, 'dayDots'],
		[{ Day: ['20.11.26'] }, 'd.M.yy'],
		[{ Day: ['2026.11.20', '2026年11月21日'] }, 'slashes'],
		[{ Day: ['11-20-2026'] }, 'M-d-yy'],
		[{ Day: ['11-02-2026'] }, in2026('11-02-2026', '02-11', '11-02')],
		[{ Day: ['20-Nov-26'] }, 'd-MMM-yy'],
		[{ Day: ['Nov 20, 2026'] }, 'monthName'],
		[{ Day: ['11/20/2026'] }, 'monthSlashes'],
		[{ Day: ['20/11/2026'] }, 'daySlashes'],
		// Not a day after today.
		[{ Day: ['01/12/2026'] }, 'monthSlashes'],
		[{ Day: ['05/12/2026', '03/02/2026'] }, 'monthSlashes'],
		[{ Day: ['01/02/2026'], Ends: ['31/12/2025'] }, 'daySlashes'],
		// Days that stand close together.
		[{ Day: ['01/11/2026', '02/11/2026', '03/11/2026'] }, 'daySlashes'],
		[{ Day: ['01/02/2026'] }, 'daySlashes', 'decimalComma'],
		[{ Day: ['01/02/2026'], Cost: ['£5'] }, 'daySlashes'],
		// A report by month, unless amounts say that it is not.
		[{ Day: NEW_YEAR }, in2026('01/02/2026', '01-02', '02-01')],
		[{ Day: NEW_YEAR }, 'daySlashes', 'decimalComma'],
		[{ Day: NEW_YEAR, Cost: ['£5.50'] }, 'daySlashes'],
		// Days that are close together, against amounts.
		[{ Day: FEBRUARY }, 'monthSlashes'],
		[{ Day: FEBRUARY }, in2026('02/01/2026', '02-01', '01-02'), 'decimalComma'],
		// The year first.
		[{ Day: ['26-11-18', '26-11-19'] }, YEAR_OR_DAY, 'decimalComma'],
		[{ Day: ['26-11-18', '26-11-19', '26-11-20'] }, 'yy-MM-dd', 'decimalComma'],
		// That of the day of the event, if the columns differ.
		[{ Ends: ['2026-11-20'], Day: ['20.11.2026'] }, 'dayDots'],
		[{ Name: ['Brand'] }, undefined],
		[{ Date: [46_346, 46_347] }, 'spreadsheet'],
	])('of %j is %s', (...given) => {
		const [values, format, numbers] = given;
		expect(chosen(values, numbers, ISO, TODAY)).toBe(format);
	});

	it.each<[set: DateFormat, days: string[], format: string | undefined]>([
		['monthSlashes', ['01/11/2026', '02/11/2026', '03/11/2026'], 'monthSlashes'],
		['daySlashes', ['01/02/2026'], 'daySlashes'],
		['custom', ['26-11-18'], 'd-M-yy'],
		['daySlashes', ['2026-11-20'], 'iso'],
	])('%s, if the form has it and it reads %j, or else another one, is %s', (set, days, format) => {
		const reader = new DateReader(set, 'UTC', set === 'custom' ? 'd-M-yy' : '');
		expect(chosen({ Day: days }, undefined, reader, TODAY)).toBe(format);
	});

	it('may be that of a day which has begun only in Sydney', () => {
		jest.useFakeTimers({ now: Date.parse('2026-12-02T22:00:00Z') });
		expect(chosen({ Day: ['01/12/2026', '02/12/2026', '03/12/2026'] })).toBe('daySlashes');
		jest.useRealTimers();
	});
});
