import { kindsOf, NUMBERS } from '../../../../nodes/MerchantData/mapping/profile/textKinds.ts';

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
	['20261120', ['compact']],
	['2026-11-20 10:30 EST', []],
	['20.11.2026', [], false],
	['Spring', []],
])('reads %j as a day in %j', (text, days, seeksDays = true) => {
	const found = kindsOf(text, seeksDays).days;
	expect(found.map(({ format, pattern }) => pattern || format)).toEqual(days);
});

it.each<[text: string, is: object]>([
	['--', { isNone: true }],
	['n/a', { isNone: true }],
	['NULL', { isNone: true }],
	['\\N', { isNone: true }],
	['None so far', { isNone: false }],
	['="0123"', { isProtected: true }],
	["'0123", { isProtected: true }],
	["'tis", { isProtected: false }],
	['01067', { isIdLike: true }],
	['120208123456780124', { isIdLike: true }],
	['+4915112345678', { isIdLike: true }],
	['+12.5', { isIdLike: false }],
	['7,48 %', { isPercent: true }],
	['2026-11-20 10:30 EST', { looksLikeDay: true }],
])('finds of %j: %j', (text, is) => {
	expect(kindsOf(text, true)).toMatchObject(is);
});
