import { Unread, Unreadable } from '../../../../nodes/MerchantData/rows/files/records.ts';

it('what cannot be read is told with its line', () => {
	expect(new Unreadable(7, 'is wrong', 'Correct it.')).toMatchObject({
		message: '"Input Binary Field" cannot be read: line 7 is wrong',
		remedy: 'Correct it.',
		line: 7,
	});
});

describe('the text in hand', () => {
	it('grows by pieces, and counts the lines that are taken', () => {
		const unread = new Unread(3);
		unread.add({ text: 'a\nb\n\nc', isLast: false });
		expect([unread.take(1), unread.line]).toEqual(['a', 3]);
		expect([unread.take(2), unread.line]).toEqual(['\n', 4]);
		expect([unread.take(5), unread.line]).toEqual(['b\n\n', 6]);
		unread.add({ text: 'd\n', isLast: true });
		expect(unread).toMatchObject({ text: 'cd\n', at: 0, line: 6, isLast: true });
		expect([unread.take(3), unread.line]).toEqual(['cd\n', 7]);
	});

	it('may hold no record that is too long', () => {
		const unread = new Unread(2);
		expect(() => unread.checkLength(8_388_608)).not.toThrow();
		expect(() => unread.checkLength(8_388_609)).toThrow(
			'line 2 begins a record of more than 8 MiB: a quote may not be closed',
		);
	});
});
