import { fieldsOf } from '../../../nodes/MerchantData/rows/row.ts';

const row = (json: string) => ({ item: 0, ordinal: 0, shop: 'a.example.com', json });

it('people get the fields of a row, with numbers that JavaScript cannot hold as text', () => {
	expect(fieldsOf(row('{"id":12345678901234567890,"spend":1.50}'))).toEqual({
		id: '12345678901234567890',
		spend: 1.5,
	});
});

it('a row that could not be read has none', () => {
	expect(fieldsOf(row(''))).toBeNull();
});
