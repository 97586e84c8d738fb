import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

it('reads as a sentence about the field, in a message as in a stack', () => {
	const error = new InvalidValue('Query', 'is empty', 'Write a query.');
	expect(String(error)).toBe('InvalidValue: "Query" is empty');
	expect(error.remedy).toBe('Write a query.');
});

it('promises no remedy where none was given', () => {
	expect(new InvalidValue('Query', 'is empty').remedy).toBe('');
});
