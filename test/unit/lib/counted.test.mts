import { counted, listed, numberText, quoted } from '../../../nodes/MerchantData/lib/counted.ts';

it.each([
	[0, '0 rows'],
	[1, '1 row'],
	[2_208, '2,208 rows'],
])('counts %d rows', (count, text) => {
	expect(counted(count, 'rows')).toBe(text);
	expect(text).toContain(numberText(count));
});

it.each([
	['', []],
	['a', ['a']],
	['a and b', ['a', 'b']],
	['a, b and c', ['a', 'b', 'c']],
	['a, b, c and 2 more', ['a', 'b', 'c', 'd', 'e']],
])('lists %j', (text, texts) => {
	expect(listed(texts)).toBe(text);
});

it('lists all texts without a limit', () => {
	expect(listed(['a', 'b', 'c', 'd'], Infinity)).toBe('a, b, c and d');
});

it('lists names in quotes', () => {
	expect(quoted(['a, b', 'c'])).toBe('"a, b" and "c"');
});
