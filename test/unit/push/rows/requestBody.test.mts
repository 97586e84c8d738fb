import fc from 'fast-check';
import { bodyOf, writtenRows } from '../../../../nodes/MerchantData/push/rows/requestBody.ts';

it('is written as the service takes it', () => {
	expect(bodyOf('a"b', ['{"x": 1.50}', '{}']).toString()).toBe(
		'{"shop":"a\\"b","data":[{"x": 1.50},{}]}',
	);
});

it('gives its rows as they were written, in any order, as often as they are asked for', () => {
	const value = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
	const rows = fc.array(value, { minLength: 1 });
	fc.assert(
		fc.property(rows, fc.string({ unit: 'binary' }), fc.array(fc.nat()), (values, shop, asked) => {
			// A half of a character is no text that could be sent.
			const texts = values.map((each) => JSON.stringify(each, null, 1).toWellFormed());
			const written = writtenRows(shop.toWellFormed(), bodyOf(shop.toWellFormed(), texts));
			for (const index of asked.map((each) => each % texts.length))
				expect(written.at(index)).toBe(texts[index]);
		}),
	);
});
