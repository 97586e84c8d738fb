import { findDelimiter } from '../../../../nodes/MerchantData/rows/files/delimiter.ts';

const lines = (count: number, line: string) => `${line}\n`.repeat(count);

describe('the delimiter', () => {
	it.each([
		['a,b\n1,2\n', ','],
		['a;b\n1,5;2,5\n1;2\n', ';'],
		['a|b|c\n', '|'],
		['"a;b",c\n"d;e",f\n', ','],
		['"a";b\n"c";d\n', ';'],
		// A file of one column.
		['one\ntwo\n', ','],
		['one\ntwo;three\n', ','],
		['', ','],
		// One width wins.
		['a\tb,c\n1\t2\n', '\t'],
		['a,b,c\n1,2\n3;4;5,6,7,8\n', ','],
		['a,b;c;d\n1,2\n', ','],
		['\na;b,c\n\n1;2\n3;4\n', ';'],
		['x,y;z\n"1";2\n', ';'],
		['a;b\nc\n', ';'],
	])('of %j is %j', (sample, delimiter) => {
		expect(findDelimiter(sample, true, 'rows.csv')).toBe(delimiter);
	});

	it.each([
		['a;b,c\n1\n', 'a comma or by a semicolon'],
		['a,b;c;d\n1,2;3;4\n', 'a comma or by a semicolon'],
		['a\tb;c\n1\t2;3\n', 'a semicolon or by a tab'],
		['a,b;c|d\n', 'a comma or by a semicolon or by a vertical bar'],
	])('of %j is asked for', (sample, either) => {
		expect(() => findDelimiter(sample, true, '')).toThrow(
			`"Delimiter" is not set, and the cells of the file may be separated by ${either}`,
		);
	});

	it.each([
		['a.tsv', '\t'],
		['a.TSV.gz', '\t'],
		['a.tsv.csv', ','],
	])('is what the name %j says', (name, delimiter) => {
		expect(findDelimiter('a,b\n1,2\n', true, name)).toBe(delimiter);
	});

	it('is found where the sample ends within a record', () => {
		const sample = 'a,b;c;d\n1;3;4\n5,6;7';
		expect(findDelimiter(sample, false, '')).toBe(';');
		expect(() => findDelimiter(sample, true, '')).toThrow('is not set');
	});

	it('is that of the first twenty records', () => {
		const line = '1,2;3;4';
		expect(() => findDelimiter(`${lines(20, line)}5;6,7`, true, '')).toThrow('is not set');
		expect(findDelimiter(`${lines(19, line)}5;6,7`, true, '')).toBe(',');
	});
});
