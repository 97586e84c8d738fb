import { counted, listed, quoted } from '../../../nodes/MerchantData/lib/counted.ts';

it.each([
	[0, '0 rows'],
	[1, '1 row'],
	[2_208, '2,208 rows'],
])('counts %d rows', (count, text) => {
	expect(counted(count, 'rows')).toBe(text);
});

it.each<[list: string, texts: string[], most?: number]>([
	['', []],
	['a', ['a']],
	['a and b', ['a', 'b']],
	['a, b and c', ['a', 'b', 'c']],
	['a, b, c and 2 more', ['a', 'b', 'c', 'd', 'e']],
	['a, b, c and d', ['a', 'b', 'c', 'd'], Infinity],
])('lists %j', (list, ...given) => {
	expect(listed(...given)).toBe(list);
});

it('lists names in quotes', () => {
	expect(quoted(['a, b', 'c', 'd', 'e'])).toBe('"a, b", "c", "d" and "e"');
});
