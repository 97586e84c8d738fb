import { InvalidEntry, InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';

it('reads as a sentence about the field, in a message as in a stack', () => {
	const error = new InvalidValue('Query', 'is empty', 'Write a query.');
	expect(String(error)).toBe('InvalidValue: "Query" is empty');
	expect(error).toMatchObject({ field: 'Query', remedy: 'Write a query.' });
});

it('promises no remedy where none was given', () => {
	expect(new InvalidValue('Query', 'is empty').remedy).toBe('');
});

it.each([
	[0, '1st'],
	[1, '2nd'],
	[2, '3rd'],
	[10, '11th'],
	[21, '22nd'],
])('names an entry by its place, counted from 1 (%i)', (index, place) => {
	const error = new InvalidEntry('Emails', index, 'is empty', 'Remove it.');
	expect(String(error)).toBe(`InvalidEntry: The ${place} entry of "Emails" is empty`);
	expect(error).toMatchObject({ field: 'Emails', remedy: 'Remove it.' });
	expect(new InvalidEntry('Emails', index, 'is empty').remedy).toBe('');
});
