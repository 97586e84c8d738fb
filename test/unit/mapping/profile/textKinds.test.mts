import {
	isIdLike,
	isProtected,
	isValue,
	kindsOf,
	saysNoValue,
} from '../../../../nodes/MerchantData/mapping/profile/textKinds.ts';
import { NUMBERS } from '../../../../nodes/MerchantData/mapping/numberFormat.ts';
import { texts } from '../../../kit/texts.mts';

const POINT = ['commaPoint', 'apostrophePoint', 'plain'];

it.each<[text: string, numbers: readonly string[]]>([
	['961', NUMBERS],
	['-5', NUMBERS],
	['12.50', POINT],
	['0.41', POINT],
	['-0.4', POINT],
	['12.840', ['commaPoint', 'pointComma', 'apostrophePoint', 'plain']],
	['1,234', ['spaceComma', 'commaPoint', 'pointComma', 'decimalComma']],
	['1,23,456.78', ['commaPoint']],
	['1 394,37 €', ['spaceComma']],
	['EUR 12,5', ['spaceComma', 'pointComma', 'decimalComma']],
	['8.14%', POINT],
	['1.2.3', []],
	['R1', []],
	['Brand', []],
	['9'.repeat(60), []],
])('reads %j as a number in %j', (text, numbers) => {
	expect(kindsOf(text, true).numbers.toSorted()).toEqual(numbers.toSorted());
});

it.each<[text: string, days: readonly string[], seeksDays?: boolean]>([
	['2026-11-20', ['iso']],
	['20.11.2026', ['dayDots', 'd.M.yy']],
	['01/02/2026', ['monthSlashes', 'daySlashes', 'M/d/yy', 'd/M/yy']],
	['11/20/26', ['M/d/yy']],
	['20-Nov-26', ['d-MMM-yy']],
	['46346', ['spreadsheet']],
	['46346.5', ['spreadsheet']],
	['34512', []],
	['20261120', ['compact']],
	['2026-11-20 10:30 EST', []],
	['20.11.2026', [], false],
	['Spring', []],
])('reads %j as a day in %j', (text, days, seeksDays = true) => {
	const found = kindsOf(text, seeksDays).days;
	expect(found.map(({ format, pattern }) => pattern || format)).toEqual(days);
});

it('a day that no format reads may look like one', () => {
	expect(kindsOf('2026-11-20 10:30 EST', true).looksLikeDay).toBe(true);
	expect(kindsOf('2026-11-20 10:30 EST', false).looksLikeDay).toBe(false);
});

const LONG_LINK = `https://a.example/?id=${'9'.repeat(40)}`;

it.each<[what: string, is: (text: string) => boolean, texts: string[], others: string[]]>([
	['no value', saysNoValue, ['--', 'n/a', 'NULL', '\\N'], ['None so far', '✓', '5']],
	['protected', isProtected, ['="0123"', "'0123"], ["'tis", '0123']],
	[
		'like an ID',
		isIdLike,
		['01067', '120208123456780124', '+4915112345678'],
		['+12.5', '0.5', '0.07484423676012461', LONG_LINK],
	],
])('knows which texts are %s', (_, is, texts, others) => {
	expect([...texts, ...others].filter(is)).toEqual(texts);
});

it.each(
	texts(
		'6120 | 12.50 | 17,35 | -5 | 1,234.50 | 1.234,50 | 0 | 1,234,567 | €12.50 | $5.00 USD | – 5 | 8.14%',
		'1\u202f394,37 | 1,23,456.78 | 1’234 | 007 | 1234567890123456 | +442079460000 | ="0123" | 2026-06-30',
		'30.06.2026 | 20260630',
	),
)('%s is a value', (text: string) => expect(isValue(text)).toBe(true));

it.each(texts('1.2.3 | 192.168.100.200 | | - | a5 | 5a | € | (5) | R1 | Q1 | SKU12 | Cost'))(
	'%j is a name',
	(text: string) => expect(isValue(text)).toBe(false),
);
