import { recordAt, startAfter } from '../../../../nodes/MerchantData/input/formats/csvRecord.ts';

it.each([
	['ends at a line feed', 'a;b\nc', ['a', 'b'], 4],
	['ends at two characters', 'a;b\r\nc', ['a', 'b'], 5],
	['has line breaks and two quotes in a quoted cell', '"a\n""b""";c\nd', ['a\n"b"', 'c'], 12],
	['has a quote within an unquoted cell', 'a"b;c\nd', ['a"b', 'c'], 6],
	['has blanks around quotes', ' "a" ;b\nc', ['a', 'b'], 8],
])('a record %s', (_, text, cells, next) => {
	const record = recordAt(text, 0, ';', 1);
	expect(record).toMatchObject({ cells, isOpen: false, problem: undefined });
	expect(startAfter(record, text)).toBe(next);
});

it('takes the rest of the text if a quote is not closed', () => {
	expect(recordAt('a;"b\nc', 0, ';', 1)).toMatchObject({ isOpen: true, text: 'a;"b\nc' });
});

it('takes quotes for characters if it is told to', () => {
	expect(recordAt('"a";b', 0, ';', 1, true).cells).toEqual(['"a"', 'b']);
});
