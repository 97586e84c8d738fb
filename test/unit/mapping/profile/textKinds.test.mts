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

it('it is known what looks like a date in any format', () => {
	const dates = texts(
		'20.11.2026 | 11/20/2026 | 20/11/2026 14:22 | Nov 20, 2026 | 20 November 2026',
		'2026/11/20 | 11/20/26 | 20-11-2026 | 20-Nov-2026 | Friday, November 20, 2026 | 20. 11. 2026',
		'20-Nov-26 | 20261120T142205Z | 20.11.26 | 2026-11-20 10:30 EST',
		'2026-11-20 | 46346 | 2026-11-20 14:22 | 2026-11-20T10:00:00Z | 2026-1-5 | 20261120 | 19991231',
	);
	const others = texts(
		'12345678 | 20261320 | 2026 | 32.02.2026 | 1.2.3 | 12:30 |  | Nov 2026 | 20.11. | 10-12 | 10/12',
		'Top 10-20-30 | 555-12-34 | v1.2.26 | 99.99.26 | Spring 2026 | 192.168.1.2026',
		'x'.repeat(100),
	);
	expect([...dates, ...others].filter((text) => kindsOf(text, true).looksLikeDay)).toEqual(dates);
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
