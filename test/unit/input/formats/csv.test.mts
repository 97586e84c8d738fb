import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { draws } from '../../../kit/draws.mts';
import { CsvReader } from '../../../../nodes/MerchantData/input/formats/csv.ts';
import { anyhow, contents, parse } from './pieces.mts';

interface Dialect {
	line?: number;
	delimiter?: string;
	hasShortLines?: boolean;
	sendsOthers?: boolean;
	hasPlainQuotes?: boolean;
	used?: string[];
}

const read = (
	pieces: readonly string[],
	{ line = 1, delimiter = ',', hasShortLines = false, used, ...more }: Dialect = {},
) => {
	const { sendsOthers = true, hasPlainQuotes } = more;
	const isUsed = (name: string) => used?.includes(name) ?? sendsOthers;
	const settings = { hasShortLines, sendsOthers, hasPlainQuotes, isUsed };
	return parse(new CsvReader(line, delimiter, settings), pieces);
};

const PLAIN_QUOTES =
	'If no quote in the file encloses a cell, set "Quotes" in the options to "Are Part of the Text".';

const readAnyhow = (text: string, dialect?: Dialect) =>
	anyhow((pieces) => read(pieces, dialect), text);

const cell = fc.string({ unit: fc.constantFrom(...'aé€😀1 ,;\t§"\n\r'), maxLength: 6 });
const tables = fc.record({
	delimiter: fc.constantFrom(',', ';', '\t', '|', '§'),
	newline: fc.constantFrom('\n', '\r\n', '\r'),
	quotesAll: fc.boolean(),
	endsWithBreak: fc.boolean(),
	rows: fc.integer({ min: 1, max: 4 }).chain((width) =>
		fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
			minLength: 1,
			maxLength: 4,
		}),
	),
});

it('a table is read as csv-parse reads it, cut at every place', () => {
	fc.assert(
		fc.property(tables, ({ delimiter, newline, quotesAll, endsWithBreak, rows }) => {
			const written = (text: string) =>
				quotesAll || /[",;\t|§\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
			const names = rows[0]!.map((_, column) => `name${column}`);
			const lines = [names, ...rows].map((cells) => cells.map(written).join(delimiter));
			const text = lines.join(newline) + (endsWithBreak ? newline : '');
			const record_delimiter = ['\r\n', '\n', '\r'];
			const expected = csvParse(text, { columns: true, delimiter, record_delimiter });
			const found = contents(readAnyhow(text, { delimiter }));
			expect(found[0]).toEqual(names);
			// One cell that is empty is a blank line. What has no name was not read by csv-parse either.
			const isBlank = (row: object) => names.length === 1 && /^\s*$/.test(Object.values(row)[0]);
			const values = found.slice(1).filter((each) => each !== 'blank');
			expect(values).toEqual((expected as object[]).filter((row) => !isBlank(row)));
		}),
		{ numRuns: draws(150) },
	);
});

it('anything at all is read as what it is, with its lines, however it is cut', () => {
	const unit = fc.constantFrom('a', 'b', ',', '"', '\n', '\r');
	const text = fc.string({ unit, minLength: 1, maxLength: 30 });
	fc.assert(
		fc.property(text, fc.boolean(), (given, hasShortLines) => {
			let rest = given;
			let line = 1;
			for (const found of readAnyhow(given, { hasShortLines })) {
				expect(found.line).toBe(line);
				if (found.isEnd && found.text === '') return;
				expect(rest.startsWith(found.text)).toBe(true);
				rest = rest.slice(found.text.length);
				const [end] = /^(?:\r\n|\r|\n|$)/.exec(rest)!;
				rest = rest.slice(end.length);
				line += `${found.text}\n`.match(/\r\n|\r|\n/g)!.length;
				if (found.isEnd) return;
			}
			expect(rest).toBe('');
		}),
		{ numRuns: draws(1_000) },
	);
});

const saying = (text: string) => expect.stringContaining(text) as string;

describe('the header', () => {
	it.each<[text: string, header: string[], line: number]>([
		['\n ,\n\t\n a , b\n', ['a', 'b'], 4],
		['a,,"b, c", \n', ['a', 'b, c'], 1],
		['"a\nb",c', ['a\nb', 'c'], 1],
	])('of %j is %j', (text, header, line) => {
		const found = readAnyhow(text);
		expect(found.at(-1)).toMatchObject({ header, line });
		expect(contents(found.slice(0, -1))).toEqual(Array(found.length - 1).fill('blank'));
	});

	it.each([
		['a,b, a\n1,2,3\n', 'contains a table with two columns named "a"', 'Give each column'],
		['\n"a"x,b\n1,2\n', 'line 2 begins a record in which something', 'Write a quote'],
	])('of %j is refused, and nothing after it is read', (text, refusal, remedy) => {
		const found = read([text]);
		const { refusal: why, remedy: way, isEnd } = found.at(-1)!;
		expect([why, way, isEnd]).toEqual([saying(refusal), saying(remedy), true]);
		expect(read([text, 'c,d\n5,6\n'])).toEqual(found);
	});

	it('may be all of a file, or not be there', () => {
		const all = ['a,b', '', '\n\n'].map((text) => contents(readAnyhow(text)));
		expect(all).toEqual([[['a', 'b']], [], ['blank', 'blank']]);
	});
});

describe('a line below the header', () => {
	function rowsOf(text: string, dialect?: Dialect) {
		const found = readAnyhow(text, dialect);
		return found.slice(found.findIndex(({ header }) => header) + 1);
	}

	it('has its cells by the names above them', () => {
		const found = rowsOf('a ,, b\n1,, 2 \n\n \n3, \n4,,5,, \n,,\n', { hasShortLines: true });
		expect(contents(found)).toEqual([
			{ a: '1', b: ' 2 ' },
			'blank',
			'blank',
			{ a: '3', b: '' },
			{ a: '4', b: '5' },
			{ a: '', b: '' },
		]);
		expect(found[0]).toMatchObject({ line: 2, text: '1,, 2 ' });
	});

	const SHORT =
		'If the missing cells are empty, turn on "Accept Short Lines" in the options. If the line is not data, such as a total or a notice, leave it out with "Rows to Skip". Otherwise correct it.';
	const UNNAMED =
		'Give the column a name, or remove the value. A cell that contains the delimiter needs quotes.';
	const AGAIN = `Remove the line. If no other row begins with "${'x'.repeat(100)}", you can leave it out with "Rows to Skip": no column, and that text.`;
	const QUOTES = `Write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`;
	const [FIELDS, LONG] = [{ a: '1', b: '2' }, 'x'.repeat(120)];
	const names = 'line 2 repeats the column names';
	const after = 'line 2 begins a record in which something follows a closing quote';

	it.each<[text: string, fields: unknown, problem: string, remedy: string]>([
		['a,b\n1\n2,3\n', { a: '1' }, 'line 2 has 1 cell, but the file has 2 columns', SHORT],
		['\na,b,,c\n1,2\n2,3,,4\n', FIELDS, 'line 3 has 2 cells, but the file has 4 columns', SHORT],
		[`${LONG},b\n\uFEFF${LONG}, b ,\n2,3\n`, expect.anything(), names, AGAIN],
		['a,b\n"1"x,2\n2,3\n', undefined, after, QUOTES],
		['a,b\n1,2, ,x\n2,3,,\n', FIELDS, 'contains a value in column 4, which has no name', UNNAMED],
	])('is wrong in %j, and reading goes on after it', (text, fields, what, remedy) => {
		const [first, second, ...others] = rowsOf(text);
		const problem = `"Input Binary Field" ${what.replace(/^line/, 'cannot be read: line')}`;
		expect(first).toMatchObject({ fields, problem, remedy });
		expect(Object.values(second!.fields!)).toEqual(expect.arrayContaining(['2', '3']));
		expect([second!.problem, others]).toEqual([undefined, []]);
	});

	it('may have quotes within a cell, and more after those of one', () => {
		expect(contents(rowsOf('a,b\n5" nail,a"b"\n"a"b,1\n"c" x,"2\n"d","3\r\n"'))).toEqual([
			{ a: '5" nail', b: 'a"b"' },
			'record',
			'record',
			{ a: 'd', b: '3\r\n' },
		]);
	});

	const TABS = { delimiter: '\t' };
	it.each<[what: string, text: string, row: object, dialect?: Dialect]>([
		['some of the names', 'a,b\na,c\n', { a: 'a', b: 'c' }],
		['the only name', 'a\na\n', { a: 'a' }],
		['a blank before quotes', 'a, "b"\n1, "2"\n', { a: '1', b: '2' }],
		['blanks after quotes', 'a,b\n"1" ,\t"2"\t \n', { a: '1', b: '\t"2"\t ' }],
		['blanks in quotes', 'a,b\n  "1,5"  ," ""2"" "\r\n', { a: '1,5', b: ' "2" ' }],
		['blanks without quotes', 'a,b\n 1, 2 "\n', { a: ' 1', b: ' 2 "' }],
		['tabs between cells', 'a\tb\tc\n\t "2"\t\n', { a: '', b: '2', c: '' }, TABS],
		['plain quotes', 'a,b\n"1", "2"x\n', { a: '"1"', b: ' "2"x' }, { hasPlainQuotes: true }],
	])('may have %s: %j', (_, text, row, dialect = {}) => {
		expect(contents(rowsOf(text, dialect))).toEqual([row]);
	});

	const OTHERS = { sendsOthers: false };
	it.each<[text: string, dialect: Dialect, row: unknown]>([
		[',a\n0,1\n', {}, { a: '1' }],
		// A line of delimiters has none.
		[',,a,aa\r,\r1,,2,3', {}, {}],
		[',a,,b\n0,1,,2\n', {}, { a: '1', b: '2' }],
		['a,,b\n1,x,2\n', { ...OTHERS, used: ['a'] }, { a: '1', b: '2' }],
		['a,n,n\n1,2,3\n', { ...OTHERS, used: ['a'] }, { a: '1', n: '2' }],
		['a,n,n\n1,2,3\n', { used: ['a'] }, { a: '1', n: '2' }],
		['n,n,a\n,3,4\n', { used: ['a'] }, { n: '', a: '4' }],
	])('has no value of columns that are not used: %j, %j', (text, dialect, row) => {
		const [first] = rowsOf(text, dialect);
		expect([contents([first!]), first!.problem]).toEqual([[row], undefined]);
	});

	it('has no value of a column without a name, if it would be sent', () => {
		expect(rowsOf(',a,,b\n0,1,x,2\n')[0]!.problem).toContain('column 3, which has no name');
		expect(rowsOf('a,b\n0,1,x\n', OTHERS)[0]!.problem).toContain('column 3, which has no name');
		expect(read(['n,n\n1,2\n'], { ...OTHERS, used: ['n'] })[0]!.refusal).toContain('named "n"');
	});

	it('is not known after a quote that is never closed', () => {
		expect(rowsOf('a,b\n"1\n","2\n"\n3,"4\n5,6\n').at(-1)).toEqual({
			line: 5,
			text: '',
			isEnd: true,
			problem: saying('cannot be read: line 5 begins a record with a quote that is never closed'),
			remedy: `Close the quote, or write a quote inside text as two quotes (""). ${PLAIN_QUOTES}`,
		});
	});
});

it('a record of more than 8 MiB is the end', () => {
	const MIB = 'x'.repeat(1_048_576);
	const most = ['a,b\n1,2\n"', ...Array<string>(7).fill(MIB), MIB.slice(3)];
	expect(contents(read([...most, '",\n', '5,6'])).slice(2)).toEqual([
		{ a: 'x'.repeat(8_388_605), b: '' },
		{ a: '5', b: '6' },
	]);
	const found = read([...most, 'x', '",\n5,6\n']);
	expect(contents(found)).toEqual([['a', 'b'], { a: '1', b: '2' }, 'rest']);
	expect(found[2]!.problem).toContain('line 3 begins a record of more than 8 MiB');
});
