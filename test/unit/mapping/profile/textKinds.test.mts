import {
	isIdLike,
	isValue,
	kindsOf,
} from '../../../../nodes/MerchantData/mapping/profile/textKinds.ts';
import { texts } from '../../../kit/texts.mts';

it('a day that no format reads may look like one, if days are sought', () => {
	const kinds = [true, false].map((seeksDays) => kindsOf('2026-11-20 10:30 EST', seeksDays));
	expect(kinds.map(({ looksLikeDay }) => looksLikeDay)).toEqual([true, false]);
	expect(kindsOf('20.11.2026', true).days.map(({ pattern }) => pattern)).toEqual(['', 'd.M.yy']);
	expect(kindsOf('20.11.2026', false).days).toEqual([]);
});

it('leading zeros, 16 digits or a plus make an ID, but no decimals or links', () => {
	const ids = texts('01067 | 120208123456780124 | +4915112345678 | +33 612 345 678');
	const others = texts('+12.5 | 0.5 | 0.07484423676012461', `https://a.example/${'9'.repeat(40)}`);
	expect([...ids, ...others].filter(isIdLike)).toEqual(ids);
});

it('numbers, days and IDs are values, and other texts are names', () => {
	const values = texts(
		'6120 | 1,234.50 | €12.50 | $5.00 USD | – 5 | 8.14% | 1\u202f394,37 | 1’234 | 007',
		'+442079460000 | ="0123" | 30.06.2026 | 20260630',
	);
	const names = texts('1.2.3 | 192.168.100.200 |  | - | a5 | 5a | € | (5) | R1 | SKU12 | Cost');
	names.push('9'.repeat(60), 'TOP 10', '10 ft');
	expect([...values, ...names].filter(isValue)).toEqual(values);
});
