import { rowDigest } from '../../../nodes/MerchantData/mapping/rowDigest.ts';

/** What a row has in a column of two, or under two names of an added field. */
const column = (at: number, ...path: string[]) => ({ name: 'x', at, path, origin: '' });
const BY_PATH = [column(0, 'a'), column(1, 'm', 'b')];
const digest = (cells: string[], shop = 'a.example') => rowDigest(shop, BY_PATH, cells);

it.each([
	['a value that is empty', ['1', ''], ['', '1']],
	['where a value stands', ['1', '2'], ['2', '1']],
	['a text and a number', ['1', '2'], ['"1"', '2']],
	['long whole numbers', ['23842593846051235', ''], ['23842593846051236', '']],
	['texts of numbers', ['"12.50"', ''], ['"12.5"', '']],
])('tells %s apart', (_, one, other) => {
	expect(digest(one)).not.toBe(digest(other));
});

it.each([
	['zeros at the end', ['12.50', ''], ['12.5', '']],
	['digits after the twelfth', ['98169.2413', ''], ['98169.24130000001', '']],
	['the order of names in an object', ['{"a":1,"b":2}', ''], ['{"b":2,"a":1}', '']],
])('does not tell apart %s', (_, one, other) => {
	expect(digest(one)).toBe(digest(other));
});

it('is of a shop', () => {
	expect(digest(['1', ''])).not.toBe(digest(['1', ''], 'b.example'));
});
