import { isRow, tooLong, unreadable } from '../../../../nodes/MerchantData/rows/files/records.ts';

it('what cannot be read is told with its line', () => {
	expect(tooLong(3)).toMatchObject({
		message:
			'"Input Binary Field" cannot be read: line 3 begins a record of more than 8 MiB: a quote may not be closed',
		remedy: 'Close the quote, or make the record smaller.',
	});
});

it('a record is a row if it has fields, or a problem', () => {
	const blank = { line: 1, text: '' };
	const problem = unreadable(1, 'is wrong', 'Correct it.');
	expect(isRow(blank)).toBe(false);
	expect(isRow({ ...blank, header: ['a'] })).toBe(false);
	expect(isRow({ ...blank, refusal: problem, isEnd: true })).toBe(false);
	expect(isRow({ ...blank, fields: { names: [], values: [] } })).toBe(true);
	expect(isRow({ ...blank, problem })).toBe(true);
});
