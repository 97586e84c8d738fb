import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

it.each([
	[['Write a query.'], 'Write a query.'],
	[[], ''],
])('reads as a sentence about the field, with a remedy if there is one: %j', (given, remedy) => {
	const { message, ...error } = new InvalidValue('Query', 'is empty', ...given);
	expect([message, error.remedy]).toEqual(['"Query" is empty', remedy]);
});
