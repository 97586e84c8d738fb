import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvCells, csvRecords } from '../../../../nodes/MerchantData/rows/files/csv.ts';
import type { RecordReader, Unread } from '../../../../nodes/MerchantData/rows/files/records.ts';
import { cuts, distinct, contents as fieldsOf, parse, type Parsed } from './pieces.mts';
import csvSpectrum from './csvSpectrum.json' with { type: 'json' };

/** The cells of records; of those that cannot be read, what they spoil. */
function cellsOf(pieces: readonly string[], delimiter = ',', firstLine?: number) {
	const readerOf = (unread: Unread) => csvCells(unread, delimiter) as unknown as RecordReader;
	return parse(readerOf, pieces, firstLine) as Array<Parsed & { cells?: string[] }>;
}
const contents = (found: ReturnType<typeof cellsOf>) =>
	found.map(({ cells, problem, end }) => (problem ? (end ?? 'record') : cells!));

/** Records of a text in one piece. */
const records = (text: string) => contents(cellsOf([text]));

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '');

/**
 * {@link https://github.com/max-mapper/csv-spectrum | csv-spectrum} (BSD-2-Clause). Its phone number in
 * location_coordinates differs between the CSV and the JSON; here it is that of the CSV.
 */
it.each(Object.entries(csvSpectrum))('reads %s of csv-spectrum', (_, { csv, rows }) => {
	for (const pieces of cuts(csv)) {
		const [header, ...lines] = contents(cellsOf(pieces)) as string[][];
		const read = lines.map((cells) => cells.map((cell, index) => [header![index]!, cell]));
		expect(read.map((cells) => Object.fromEntries(cells))).toEqual(rows);
	}
});

it('is read as csv-parse reads any dialect, cut at every place', () => {
	const cell = fc.string({ unit: fc.constantFrom(...'aé€😀1 ,;\t§"\n\r'), maxLength: 6 });
	const dialect = fc.record({
		delimiter: fc.constantFrom(',', ';', '\t', '|', '§'),
		newline: fc.constantFrom('\n', '\r\n', '\r'),
		quotesAll: fc.boolean(),
		endsWithBreak: fc.boolean(),
		rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
	});
	fc.assert(
		fc.property(dialect, ({ delimiter, newline, quotesAll, endsWithBreak, rows }) => {
			const written = (text: string) =>
				quotesAll || /[",;\t|§\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
			const lines = rows.map((cells) => cells.map(written).join(delimiter));
			const text = lines.join(newline) + (endsWithBreak ? newline : '');
			const options = { delimiter, relax_column_count: true, skip_empty_lines: true };
			const record_delimiter = ['\r\n', '\n', '\r'];
			const expected = csvParse(text, { ...options, record_delimiter }).filter(isFilled);
			expect(expected).toEqual(rows.filter(isFilled));
			const all = cuts(text).map((pieces) =>
				(contents(cellsOf(pieces, delimiter)) as string[][]).filter(isFilled),
			);
			expect(distinct(all)).toEqual([expected]);
		}),
		{ numRuns: 100 },
	);
});

it('gives the same for anything at all, however it is cut', () => {
	const unit = fc.constantFrom('a', ',', '"', '\n', '\r');
	fc.assert(
		fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), (given) => {
			const read = (pieces: string[]) =>
				cellsOf(pieces).map(({ line, cells, problem }) => [line, problem?.message ?? cells]);
			expect(distinct(cuts(given).map(read))).toEqual([read([given])]);
		}),
		{ numRuns: 500 },
	);
});

it('lines are those that a record begins in', () => {
	const text = 'a,b\n"1\r\n2\n3\r4\r5",x\r\r\n,\n5,"6"\r\n"7"8,9\n10,11';
	const found = cellsOf([text], ',', 3);
	expect(found.map(({ line, problem }) => (problem ? `! ${line}` : line))).toEqual([
		...[3, 4, 9, 10, 11, '! 12', 13],
	]);
});

it.each<[what: string, text: string, found: ReturnType<typeof records>]>([
	['blank lines', '\na\n""\n,\n\r\nb\n', [[''], ['a'], [''], ['', ''], [''], ['b']]],
	['quotes within a cell', '5" nail,a"b"\n"x"', [['5" nail', 'a"b"'], ['x']]],
	['quotes before something', '"a"b,1\n"c" ,2\n"d",3', ['record', 'record', ['d', '3']]],
	['quotes that are never closed', 'a,1\n"b,2\nc,3\n', [['a', '1'], 'rest']],
])('%s are read as what they are', (_, text, found) => {
	expect(records(text)).toEqual(found);
});

it('quotes that are not closed do not eat the file', () => {
	const found = cellsOf(['a,1\n"', ...Array<string>(9).fill('x'.repeat(1_048_576)), 'y",1\n']);
	expect(contents(found)).toEqual([['a', '1'], 'rest']);
	expect(found[1]!.problem!.message).toContain('line 2 begins a record of more than 8 MiB');
});

describe('the named fields of a record', () => {
	const read = (text: string) =>
		parse((unread) => csvRecords(unread, ','), [text]).map((each) => [
			each.line,
			each.problem
				? each.problem.message.replace(/^"Input Binary Field" /, '')
				: fieldsOf([each])[0],
		]);

	it('are its cells, by the names in the header', () => {
		expect(read('\n \n a ,,b\n1,,2\n\n3,,\n4,,5,, \n')).toEqual([
			[3, ['a', 'b']],
			[4, { a: '1', b: '2' }],
			[5, 'blank'],
			[6, { a: '3', b: '' }],
			[7, { a: '4', b: '5' }],
		]);
	});

	it.each([
		['a,b\n1\n2,3\n', [2, 'holds a line of 1 cells, and the file has 2 columns']],
		['a,b\n1,2, ,x\n2,3,,\n', [2, 'holds a value in column 4, which has no name in line 1']],
		['a,,b\n1,x,2\n2,,3\n', [2, 'holds a value in column 2, which has no name in line 1']],
		['a,b\n"1"x,2\n2,3\n', [2, expect.stringContaining('line 2 begins a record in which')]],
	])('of %j cannot be sent, and reading goes on', (text, problem) => {
		expect(read(text).slice(1)).toEqual([problem, [3, { a: '2', b: '3' }]]);
	});

	it.each([
		['a,b, a\n1,2,3\n', 'holds a CSV file with two columns named "a"'],
		['a,__proto__\n1,2\n', 'holds a CSV file with a column named "__proto__"'],
		['"a"x,b\n1,2\n3,4\n', 'line 1 begins a record in which something follows a closing quote'],
	])('are not known without a good header: %j', (text, problem) => {
		expect(read(text)).toEqual([[expect.any(Number), expect.stringContaining(problem)]]);
	});
});
