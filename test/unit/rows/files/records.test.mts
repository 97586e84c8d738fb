import {
	isRow,
	TextBuffer,
	tooLong,
	Unreadable,
} from '../../../../nodes/MerchantData/rows/files/records.ts';

const REMEDY = 'Correct it.';

it('what cannot be read is told with its line', () => {
	expect(new Unreadable(7, 'is wrong', REMEDY)).toMatchObject({
		message: '"Input Binary Field" cannot be read: line 7 is wrong',
		remedy: REMEDY,
	});
	expect(tooLong(3)).toMatchObject({
		message:
			'"Input Binary Field" cannot be read: line 3 begins a record of more than 8 MiB: a quote may not be closed',
		remedy: 'Close the quote, or make the record smaller.',
	});
});

it('a record is a row if it has fields, or a problem', () => {
	const blank = { line: 1, text: '' };
	const problem = new Unreadable(1, 'is wrong', REMEDY);
	expect(isRow(blank)).toBe(false);
	expect(isRow({ ...blank, header: ['a'] })).toBe(false);
	expect(isRow({ ...blank, refusal: problem, isEnd: true })).toBe(false);
	expect(isRow({ ...blank, fields: { names: [], values: [] } })).toBe(true);
	expect(isRow({ ...blank, problem })).toBe(true);
});

describe('the text of a file', () => {
	it('grows by pieces, and loses what was taken', () => {
		const buffer = new TextBuffer(3);
		expect(buffer).toMatchObject({ text: '', at: 0, line: 3, isLast: false });
		buffer.add({ text: 'ab', isLast: false });
		buffer.at = 1;
		buffer.add({ text: 'c', isLast: true });
		expect(buffer).toMatchObject({ text: 'bc', at: 0, line: 3, isLast: true });
	});

	it('is not kept behind its end', () => {
		const buffer = new TextBuffer(1);
		buffer.add({ text: 'ab', isLast: false });
		const problem = tooLong(1);
		expect(buffer.end({ line: 1, text: 'a', problem })).toEqual({
			line: 1,
			text: 'a',
			problem,
			isEnd: true,
		});
		expect(buffer.text).toBe('');
		buffer.add({ text: 'c', isLast: true });
		expect(buffer).toMatchObject({ text: '', at: 0 });
	});
});
