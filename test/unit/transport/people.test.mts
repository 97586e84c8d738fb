import { withoutPeople } from '../../../nodes/MerchantData/transport/people.ts';

it.each([
	['zoë+a.b-c@example.com', 'Zoë+A.b-C@EXAMPLE.com'],
	['zoë@example.com', 'zo\\u00EB@example.com'],
	['zoë@example.com', 'ZO\\u00cb\\u0040EXAMPLE.COM'],
	['jo😀@example.com', 'jo\\uD83D\\uDE00@example.com'],
	['ann+x@example.com', 'ann%2Bx%40example.com'],
	['+44 20 7946 0000', '+442079460000'],
	['442079460000', '44 (20) 7946-0000'],
])('removes %s repeated as %s', (person, repeated) => {
	const clean = withoutPeople(`{"of":"${repeated}","n":7}`, ['other@example.com', person]);
	expect(clean).toMatch(/^\{"of":"\W?\[redacted\]","n":7\}$/);
});

it('leaves what only looks alike', () => {
	const text = '{"a":"annx@exampleXcom","ids":[4,4,2,0,7]}';
	expect(withoutPeople(text, ['ann.@example.com', '44207'])).toBe(text);
});
