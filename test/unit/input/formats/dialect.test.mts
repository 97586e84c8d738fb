import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import {
	dialectOf,
	type FileDialect,
} from '../../../../nodes/MerchantData/input/formats/dialect.ts';
import { refusal } from '../../../kit/refusal.mts';

interface Given {
	name?: string;
	typed?: Partial<FileDialect>;
	isLast?: boolean;
	line?: number;
}

const read = (text: string, { name = '', typed = {}, isLast = true, line = 1 }: Given = {}) =>
	dialectOf({ text, isLast }, name, typed, line);

describe('the format of a file', () => {
	it.each([
		['a,b\n1,2', 'rows.json', 'json'],
		['[{"a":1}]', 'rows.csv', 'json'],
		['[date],b', '', 'csv'],
		['{"a":1}\n{"a":2}', 'rows.json', 'ndjson'],
		['\n{\n"a":1}', '', 'json'],
		['{"a":[{"b":1}]} \n ', 'rows.csv', 'json'],
		['{"a":[{"b":1}]}\n{"a":[{"b":1}]}', '', 'ndjson'],
		['{"a":[{"b":1}]}', 'rows.jsonl.gz', 'ndjson'],
		// One line is read as it would be of two, unless it holds a list of rows.
		['{"id":1,"tags":["a","b"],"n":null,"o":{"b":[7]}}', 'rows', 'ndjson'],
		['{"id":1,"tags":["a","b"],"n":null,"o":{"b":[7]}}', 'rows.json', 'json'],
		['{"message":"Rate limit exceeded"}\n', 'one-object.json.gz', 'json'],
		['[[1,2],[3,4]]', '', 'json'],
		['{"id":01}', '', 'json'],
		['', 'x.ndjson', 'ndjson'],
		['', 'x.json.GZ', 'json'],
		['', 'x.json.bak', 'csv'],
	])('that holds %j and is named "%s" is %s', (text, name, format) => {
		expect(read(text, { name }).format).toBe(format);
	});

	it('follows from the first line of a long file', () => {
		const texts = ['{"a":[{}]}\n{"a', '{"a":[{}]}', '{"a":[{}'];
		const formats = texts.map((text) => read(text, { isLast: false }).format);
		expect(formats).toEqual(['ndjson', 'ndjson', 'json']);
	});

	it('is what the form says, as the delimiter is', () => {
		const of = (format: FileDialect['format']) =>
			read('a,b;c\n1;2\n', { name: 'x.json', typed: { format, delimiter: ';' } });
		expect(of('csv')).toEqual({ format: 'csv', delimiter: ';' });
		expect(of('json')).toEqual({ format: 'json', delimiter: '' });
		expect(of('ndjson')).toEqual({ format: 'ndjson', delimiter: '' });
	});
});

const PAGE = 'a web page or XML instead of rows';
const FAILED = 'JSON that reports a failure';
const NOT_CSV = 'JSON instead of a table';

type Format = FileDialect['format'] | undefined;

it.each<[text: string, format: Format, isLast: boolean, what: string | undefined]>([
	['<!DOCTYPE html>\n<html>\n<title>Login</title></html>', 'csv', true, PAGE],
	['\n<html><body>x, y</body></html>', 'json', false, PAGE],
	['<Error><Code>AccessDenied</Code>\n<Id>1</Id></Error>\n', 'ndjson', true, PAGE],
	['<DATE>,<TIME>\n1,2\n', 'csv', true, undefined],
	['{"success":false,"message":"x"}', undefined, true, FAILED],
	['{"success":false,"id":1}', 'ndjson', true, undefined],
	['{"statusCode":401}', 'ndjson', false, undefined],
	['{"error":"x"}', 'json', true, undefined],
	['\n{\n"success": false\n}', 'csv', true, NOT_CSV],
	['[{"a":1}, ', 'csv', false, NOT_CSV],
])('%j as %s (whole: %s) is refused as %s', (text, format, isLast, what) => {
	const act = () => read(text, { typed: { format }, isLast });
	if (what === undefined) expect(act().format).toBe(format);
	else
		expect(refusal(act)).toEqual({
			message: `"Input Binary Field" contains ${what}`,
			remedy: 'Check the file: the program that wrote it may have saved an error instead of rows.',
		});
});

describe('the delimiter', () => {
	it.each([
		['a,b\n1;2\n', '', ','],
		['\na;b\n1,5;2,5\n', '', ';'],
		['"a;\nb",c\n', '', ','],
		['"a\nb";c\n1,5;2\n', '', ';'],
		// A file of one column.
		['one\n"two;three"\n', '', ','],
		// A name that contains another delimiter.
		['Name;CPM (per 1,000)\nA;1.5\nB;2.5\n', '', ';'],
		['Name\tCPM (per 1,000)\nA\t1.5\nB\t2.5\n', '', '\t'],
		// Lines that are also a table by a sign within names, as the failed rows of a file may be.
		['Tag;Kosten, netto;Klicks\n1;1.394,37;x\n2;2.394,37;y\n', '', ';'],
		['Name;CPM (per 1,000);Cost\nA;1,5;2\nB;2,5;3\n', '', ';'],
		// A name that says it.
		['a,b\tc\n1,5\t2\n', 'a.TSV.gz', '\t'],
	])('of %j named "%s" is %j', (text, name, delimiter) => {
		expect(read(text, { name, typed: { format: 'csv' } }).delimiter).toBe(delimiter);
	});

	it.each([
		['a,b;c|d\n', '"," or by ";" or by "|"'],
		// Several make a table: as many names, or more of them by a sign that may be within names.
		['Day,Campaign;Type,Cost\n1,A;x,5\n', '"," or by ";"'],
		['Day;Cost, net\n1;2,5\n', '"," or by ";"'],
		['Day;Towns, lands, seas\n1;A, B, C\n', '"," or by ";"'],
		['Name;Sizes (S,M,L)\nA;1,2,3\n', '"," or by ";"'],
		['Land|Region|Town,Cost\nA|B|C,5\n', '"," or by "|"'],
		['Day, Campaign;Type, Cost\n1, A;x, 5\n', '"," or by ";"'],
	])('of %j must be set, because it may be %s', (text, either) => {
		expect(problemOf(text)).toEqual({
			message: `"Delimiter" is not set, but the cells of the file may be separated by ${either}`,
			remedy: 'Set "Delimiter" in the options to the right one.',
		});
	});
});

/** Reads a CSV text, of which the form may name the delimiter. */
const readCsv = (text: string, { delimiter, ...given }: Given & { delimiter?: string } = {}) =>
	read(text, { ...given, typed: { format: 'csv', delimiter } });
const problemOf = (...given: Parameters<typeof readCsv>) => refusal(() => readCsv(...given));

const namesIn = (line: number) => ({
	suggests: { fromLine: line },
	message: `The column names seem to be in line ${line}`,
	remedy: `Add the option "From Line" and set it to ${line}.`,
});

const linesOf = (rows: ReadonlyArray<readonly string[]>, delimiter: string) => {
	const written = (cell: string) =>
		cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
	return rows.map((cells) => `${cells.map(written).join(delimiter)}\n`).join('');
};

const cell = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom('', 'x', '5', '2026-11-20') },
	fc.constantFrom('1,5', '1.234,50', '1,234,567.89', '5" x'),
	fc.constantFrom('a; b; c', 'x, y, z, w', 'a\nb', '|\t'),
);
const cells = (width: number) => fc.array(cell, { minLength: width, maxLength: width });
/** Rows that are as wide as the names. */
const tables = fc
	.integer({ min: 2, max: 6 })
	.chain((width) => fc.array(cells(width), { minLength: 1, maxLength: 8 }));
const delimiters = fc.constantFrom(',', ';', '\t', '|');
/** Spreadsheets write more delimiters than there are columns. */
const trailing = fc.record({ names: fc.nat(2), rows: fc.nat(2) });

describe('a CSV text', () => {
	it('is a table if all lines are as wide as the names, whatever its cells contain', () => {
		const wide = (row: string[], count: number) => [...row, ...Array<string>(count).fill('')];
		fc.assert(
			fc.property(tables, delimiters, trailing, fc.boolean(), (rows, by, more, isTyped) => {
				const names = rows[0]!.map((_, n) => `name${n}`);
				const all = [wide(names, more.names), ...rows.map((row) => wide(row, more.rows))];
				const delimiter = isTyped ? by : undefined;
				expect(readCsv(linesOf(all, by), { delimiter }).format).toBe('csv');
			}),
			{ numRuns: draws(2_000) },
		);
	});

	it.each([
		['name;note;x\nA, b, c, d;;\nE, f, g, h;;\nI, j, k, l;;\nM, n, o, p;;\n', ';'],
		// Lines may be short, and totals and notices may follow.
		['a;b;c;d\n1,5\n2,5\n', ';'],
		['a,b\n1,2\n3,4\nTotal\n', ','],
		['a,b\n1,2\n3,4\n5\n© 2026, Firm, Town\n', ','],
		// One line that is too long says little.
		['a,b\n1,2,3\n4,5\n', ','],
		['a;"b\n1;2\n', ';'],
		// What looks like another delimiter stands in some cells.
		['Note\n"Hello, world"\n', undefined],
		['a,b\n1;2\n', ';'],
		// Some rows are wider than the names, or no column below other names has values.
		['a,b\n1,2\n3,4,x\n5,6,y\n7,8,z\n', undefined],
		['Report\nx,y\nz,w\n5\n6\n', undefined],
	])('is a table: %j with the delimiter "%s"', (text, delimiter) => {
		expect(readCsv(text, { delimiter }).format).toBe('csv');
	});
});

describe('lines before the names', () => {
	it.each<[text: string, line: number]>([
		['Report\na,b\n1,2\n', 2],
		['"Report\nof ""Nov"""\r\na,b\r\n1,2\r\n', 3],
		['Report;Nov;;\na;b;c;d\n1;2;3;4\n', 2],
		['"Report, all"\n"Nov 1, 2026"\na,b\n1,2\n3,4\n', 3],
		// Another delimiter, and decimal commas.
		['Bericht\nName;Kosten\nA;1,5\nB;2,5\nC;3,5\n', 2],
		['Report\nNov 1, 2026\nDay\tCost\tClicks\n1\t1,394.37\t5\n2\t1,024.50\t5\n3\t5\t5\n', 3],
		// One row is enough, and most rows are.
		['Report\na,b,c\n1,2,\n', 2],
		['Title\nName,Note\nA,x\nB,2026-11-20\nC,2026-11-20\n', 2],
		['Report\nID,Note\n="0123",x\n="0124",y\n', 2],
	])('are found in %j, and the names in line %i', (text, line) => {
		expect(problemOf(text)).toEqual(namesIn(line));
		expect(problemOf(text, { line: 7 })).toEqual(namesIn(line + 6));
	});

	it('are found only by the delimiter of the form', () => {
		const text = 'Report, Nov\na;b;c\n1;2;3\n4;5;6\n';
		expect(readCsv(text, { delimiter: ',' }).format).toBe('csv');
		expect(problemOf(text, { delimiter: ';' })).toEqual(namesIn(2));
	});

	it('are found in the same part of a file, however long its first piece is', () => {
		const text = `Report\n"${'x'.repeat(70_000)}"\na,b\n1,2\n3,4\n`;
		expect(readCsv(text.slice(0, 65_536), { isLast: false }).format).toBe('csv');
		expect(readCsv(text).format).toBe('csv');
	});

	it('are found within 50 complete lines', () => {
		const isLast = false;
		expect(readCsv('Report\na,b\n1,2', { isLast }).format).toBe('csv');
		expect(problemOf('Report\na,b\n1,2\n"', { isLast })).toEqual(namesIn(2));
		const titles = (count: number) => `${'Report\n'.repeat(count)}a,b\n1,2\n1,2\n`;
		expect(problemOf(titles(48))).toEqual(namesIn(49));
		expect(readCsv(titles(49)).format).toBe('csv');
	});
});

it('a dialect may have quotes that are part of the text', () => {
	const text = 'a,"b\n"1";2,5" x\n';
	const typed = { format: 'csv', hasPlainQuotes: true } as const;
	expect(read(text, { typed })).toEqual({ format: 'csv', delimiter: ',', hasPlainQuotes: true });
});

it.each<[text: string, typed: string | undefined, inCells: string]>([
	['"a,b"\n"1,""x, y"""\n', undefined, ','],
	['"a;b";;\n"1;2";;\n', ';', ';'],
	['a,b\n1,2\n3,4\n', ';', ','],
	['a\tb\n1,5\t2\n', ';', '\t'],
])('a column whose cells contain a delimiter is refused: %j', (text, delimiter, inCells) => {
	expect(problemOf(text, { delimiter })).toEqual({
		message: `"Input Binary Field" contains a table with one column, whose cells contain ${JSON.stringify(inCells)}`,
		remedy:
			'If "Delimiter" is set in the options, clear it. If each line is in quotes, a spreadsheet saved the file as one column: export it again, and push it unchanged.',
	});
});

it.each(['^', '~', ':'])('a single column whose cells all contain %s is refused', (sign) => {
	expect(problemOf(`a${sign}b\n1${sign}2\n3${sign}4\n`)).toEqual({
		message: `"Input Binary Field" contains a table with one column, whose cells all contain "${sign}"`,
		remedy: `If it separates the cells, set "Delimiter" in the options to "${sign}".`,
	});
});

describe('two tables', () => {
	const ONE = 'Day,Cost\n2026-11-20,5\n2026-11-21,6\n';
	const OTHER = 'Device,Clicks\nMobile,5\nDesktop,6\n';
	const rows = (count: number) => '2026-11-22,7\n'.repeat(count);

	it.each<[text: string, lines: [number, number]]>([
		[`${ONE}\n${OTHER}`, [1, 5]],
		[`Report\n\n${ONE}Total,11\n\n\nBy device\n${OTHER}`, [3, 10]],
		[`Report\n\n${ONE}${rows(200)}\n${OTHER}`, [3, 207]],
		[`${ONE}${rows(200)}\n${OTHER}`, [1, 205]],
		[`${ONE}\n${OTHER.replace('\n', ',,\n')}`, [1, 5]],
		[`${ONE}\n${OTHER}`.replaceAll('\n', '\r\n'), [1, 5]],
		[`${ONE}\n${OTHER}`.replaceAll(',', ';').replaceAll('\n', '\r'), [1, 5]],
		// A wider one, also after lines of delimiters.
		[`${ONE},,\nDevice,Clicks,Cost\nMobile,5,1\nDesktop,6,2\n`, [1, 5]],
		[`${ONE}Device,Clicks,Cost\nMobile,5,1\nDesktop,6,2\n${'Tablet,1,1\n'.repeat(9)}`, [1, 4]],
	])('in %j are refused with their lines %j', (text, [first, second]) => {
		expect(problemOf(text)).toEqual({
			message: `The file contains two tables, which start in lines ${first} and ${second}`,
			remedy: `Split it. To push the second one alone, set "From Line" in the options to ${second}.`,
		});
	});

	it.each([
		`${ONE}\nNo,row\n`,
		`${ONE}\n2026-11-22,7\n2026-11-23,8\n`,
		`${ONE}\n© Firm, Town\n`,
		// Names twice, texts, and a blank line after each line.
		`${ONE}\nx,x\nMobile,5\n`,
		'name,b,shop\n\n5,,\n,Total\n5,',
		`${ONE}\nx,y\nz,w\n`,
		`${ONE}x,y\n1,2\n`.replaceAll('\n', '\n\n'),
		`x,y\nz,w\n\n${OTHER}`,
		'"a\n\nb",c\n1,2\n3,4\n',
	])('are not found in %j', (text) => {
		expect(readCsv(text).format).toBe('csv');
	});

	it('are not found in 30,000 lines of one cell after a blank line', () => {
		expect(readCsv(`${ONE}\n${'x\n'.repeat(30_000)}y,z\n`).format).toBe('csv');
	});
});

it.each([
	['a\nx,5\n6,y\n', 'Line 1 has one name too few for'],
	['Report\na,b\nx,5\ny,z\nv,w\n', 'Line 1 has one name too few for'],
	['"mpg","note"\n"Mazda","good","fine"\n"Audi","bad","poor"\n', 'Line 1 has one name too few for'],
	['note\nhello, world\nfoo, bar\n', 'Line 2 has more cells than line 1 has names'],
	['a,b\n1,2,3,4\n5,6,7\n', 'a text that contains the delimiter "," needs quotes'],
])('a table with more cells than names is refused: %j', (text, message) => {
	expect(problemOf(text).message).toContain(message);
});
