import { kindsOf } from '../../../../nodes/MerchantData/mapping/profile/textKinds.ts';

// Formats of numbers and days are in formats.test.mts.
it.each<[text: string, is: object]>([
	['n/a', { isNone: true }],
	['NULL', { isNone: true }],
	['None so far', { isNone: false }],
	['="0123"', { isProtected: true }],
	["'tis", { isProtected: false }],
	['120208123456780124', { isIdLike: true }],
	['+12.5', { isIdLike: false }],
	['7,48 %', { isPercent: true }],
	['9'.repeat(60), { numbers: 0 }],
])('the text %j is described as %j', (text, is) => {
	expect(kindsOf(text, true)).toMatchObject(is);
});
