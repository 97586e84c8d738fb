import { createOpenList } from '../../../../nodes/MerchantData/sql/files/arrayStream.ts';

/** Reads a list piece by piece. */
function read(pieces: string[]) {
	const list = createOpenList();
	const elements = pieces.flatMap((piece) => list.read(piece));
	return { elements, rest: list.rest, held: list.held };
}

it.each([
	['an empty list', ' ] ', [], ' '],
	['values', '1, "a,]" ,null]', ['1', '"a,]"', 'null'], ''],
	['lists and objects', '{"a":[1]},[{}]],"b":2}', ['{"a":[1]}', '[{}]'], ',"b":2}'],
])('gives the elements of %s, whole or in pieces, and what follows', (_, text, elements, rest) => {
	for (const pieces of [[text], [...text]]) {
		expect(read(pieces)).toEqual({ elements, rest, held: rest.length });
	}
});

it('holds an element that goes on', () => {
	const list = createOpenList();
	expect(list.read('{"a":1},{"b"')).toEqual(['{"a":1}']);
	expect([list.held, list.rest]).toEqual([4, undefined]);
	expect(list.read(':2}]')).toEqual(['{"b":2}']);
	expect([list.held, list.rest]).toEqual([0, '']);
});

it('refuses what stands between two elements and is no comma', () => {
	expect(() => read(['{"a":1} {"b":2}]'])).toThrow(
		expect.objectContaining({ problem: 'notJson', excerpt: '{"a":1} {"b":2}]' }),
	);
});
