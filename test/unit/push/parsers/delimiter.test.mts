import { findDelimiter } from '../../../../nodes/MerchantData/push/parsers/delimiter.ts';

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe('the delimiter', () => {
	it.each([
		['a,b\n1,2\n', ','],
		['a;b\n1,5;2,5\n1;2\n', ';'],
		['a\tb,c\n1\t2\n', '\t'],
		['a|b|c\n', '|'],
		['"a;b",c\n"d;e",f\n', ','],
		['"a";b\n"c";d\n', ';'],
		['one\ntwo\n', ','],
		['', ','],
	])('of %j is %j', (sample, delimiter) => {
		expect(findDelimiter(sample, true)).toBe(delimiter);
	});

	it.each([
		['among uneven ones, the widest header', 'a;b,c\n1\n', ','],
		['among uneven ones, the widest header', 'a;b;c,d\n1\n', ';'],
		['an uneven one before one that is nowhere in the header', 'a;b\nc\n', ';'],
		['an even one before wider ones', 'a,b,c\n1,2\n3;4;5,6,7,8\n', ','],
		['an even one before wider ones', 'a|b,c,d\n1|2\n', '|'],
		['an even one before wider ones', 'a,b;c;d\n1,2\n', ','],
		['an even one before wider ones', 'a;b,c\n1;2\n3;4\n', ';'],
		['among even ones, the widest', 'a,b;c;d\n1,2;3;4\n', ';'],
		['among even ones, the widest', 'a;b,c,d\n1;2,3,4\n', ','],
		['among equals, the first', 'a\tb;c\n1\t2;3\n', ';'],
		['one that no record is unreadable with', 'x,y;z\n"1";2\n', ';'],
	])('is %s: in %j %j', (_, sample, delimiter) => {
		expect(findDelimiter(sample, true)).toBe(delimiter);
	});

	it('is found where the sample ends within a record', () => {
		const sample = 'a,b;c;d\n1,2;3;4\n5,6;7';
		expect(findDelimiter(sample, false)).toBe(';');
		expect(findDelimiter(sample, true)).toBe(',');
	});

	it('is that of the first twenty records', () => {
		const line = '1,2;3;4';
		expect(findDelimiter(`${lines(20, line)}5,6;7`, true)).toBe(';');
		expect(findDelimiter(`${lines(19, line)}5;6,7`, true)).toBe(',');
	});
});
