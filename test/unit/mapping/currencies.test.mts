import { CURRENCY, isCurrency } from '../../../nodes/MerchantData/mapping/currencies.ts';
import { texts } from '../../kit/texts.mts';

describe('currency', () => {
	it.each(
		texts('€ | ₹ | EUR | eur | kr | Lei | đ | Kr. | KR | zł | ZŁ | US$ | Rs. | S/ | د.إ | R | лв.'),
	)('takes %s', (text) => {
		expect(isCurrency(text)).toBe(true);
		expect(new RegExp(`^(?:${CURRENCY})$`, 'u').test(text)).toBe(true);
	});

	it.each(texts('SKU | Q | Eur | Top | euro | X$ | €€ | . | kr.. | id | %'))('refuses %s', (text) =>
		expect(isCurrency(text)).toBe(false),
	);
});
