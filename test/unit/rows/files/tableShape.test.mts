import fc from 'fast-check';
import { tableProblem } from '../../../../nodes/MerchantData/rows/files/tableShape.ts';

const DELIMITERS = [',', ';', '\t', '|'];

/** What is said of a text. Without a delimiter that the form names, it may have others. */
function problemOf(
	text: string,
	{ delimiter = ',', isTyped = false, isLast = true, line = 1 } = {},
) {
	const problem = tableProblem({ text, isLast }, delimiter, isTyped ? [] : DELIMITERS, line);
	return problem && { message: problem.message, remedy: problem.remedy };
}

const namesIn = (line: number) => ({
	message: `The file has lines above the names of its columns: the names seem to be in line ${line}: set "From Line" to ${line}`,
	remedy: '"From Line" is in the options.',
});

const written = (cells: readonly string[], delimiter: string) =>
	cells
		.map((cell) =>
			cell.includes(delimiter) || /["\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
		)
		.join(delimiter);
const linesOf = (rows: ReadonlyArray<readonly string[]>, delimiter: string) =>
	rows.map((cells) => `${written(cells, delimiter)}\n`).join('');

const cell = fc.oneof(
	{ weight: 2, arbitrary: fc.constantFrom('', 'x', '5', '2026-11-20') },
	fc.constantFrom(
		'1,5',
		'1.234,50',
		'1,234,567.89',
		'5" x',
		'a; b; c',
		'x, y, z, w',
		'a\nb',
		'|\t',
	),
);
/** Names, and rows that are as wide as these. */
const table = fc.integer({ min: 2, max: 6 }).chain((width) =>
	fc.record({
		delimiter: fc.constantFrom(...DELIMITERS),
		names: fc.constant(Array.from({ length: width }, (_, n) => `name${n}`)),
		rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
			minLength: 1,
			maxLength: 8,
		}),
	}),
);

describe('a table', () => {
	it('is one if all lines are as wide as the names, whatever stands in its cells', () => {
		// Spreadsheets write more delimiters than there are columns.
		const trailing = fc.record({ names: fc.nat(2), rows: fc.nat(2) });
		fc.assert(
			fc.property(table, trailing, fc.boolean(), ({ delimiter, names, rows }, more, isTyped) => {
				const wide = (cells: string[], count: number) => [
					...cells,
					...Array<string>(count).fill(''),
				];
				const all = [wide(names, more.names), ...rows.map((cells) => wide(cells, more.rows))];
				expect(problemOf(linesOf(all, delimiter), { delimiter, isTyped })).toBeUndefined();
			}),
			{ numRuns: 2_000 },
		);
	});

	it.each([
		['a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n', ';'],
		['name;note;x\nA, b, c, d;;\nE, f, g, h;;\nI, j, k, l;;\nM, n, o, p;;\n', ';'],
		['a;b;c\n1,5;2,5;3,5;\n1,5;2,5;3,5;\n', ';'],
		// Lines may be short, and totals and notices may follow.
		['a;b;c;d\n1,5\n2,5\n', ';'],
		['a,b\n1,2\n3,4\nTotal\n', ','],
		['a,b\n1,2\n3,4\n5\n© 2026, Firm, Town\n', ','],
		// One line that is too long says little.
		['a,b\n1,2,3\n4,5\n', ','],
		['a,b\n1,2\n', ','],
		['a,b\n', ','],
		['a\n1\n', ','],
		['a\n\n\n', ','],
		['\n', ','],
		['', ','],
		['a;"b\n1;2\n', ';'],
		// By which delimiter is asked elsewhere.
		['a,b;c\n1;2\n3;4\n', ','],
		['"', ','],
	])('may be %j with the delimiter "%s"', (text, delimiter) => {
		expect(problemOf(text, { delimiter })).toBeUndefined();
	});
});

describe('lines above the names', () => {
	it.each<[delimiter: string, text: string, line: number]>([
		[',', 'Report\na,b\n1,2\n', 2],
		[',', 'Report, Nov\na,b,c\n1,2,3\n', 2],
		[',', 'Report, a, b\na,b,c,d\n1,2,3,4\n', 2],
		[',', 'Report, a, b, c\na,b,c,d,e\n1,2,3,4,5\n', 2],
		[',', '\n\nReport\n\na,b\n1,2\n', 5],
		[',', '"Report\nof ""Nov"""\r\na,b\r\n1,2\r\n', 3],
		[';', 'Report;;;\n;;;\na;b;c;d\n1;2;3;4\n', 3],
		[';', 'Report;Nov;;\na;b;c;d\n1;2;3;4\n', 2],
		[',', '"Report, all"\n"Nov 1, 2026"\na,b\n1,2\n3,4\n', 3],
		// Another delimiter, and decimal commas.
		[',', 'Bericht\nName;Kosten\nA;1,5\nB;2,5\nC;3,5\n', 2],
		[',', 'Report, Nov\na;b\n1;2\n', 2],
		[',', 'Report\nNov 1, 2026\nDay\tCost\tClicks\n1\t1,394.37\t5\n2\t1,024.50\t5\n3\t5\t5\n', 3],
		// One row is enough, and most rows are.
		[',', 'Report\na,b,c\n1,2,\n', 2],
		[',', 'Report\na,b,c\n1,2,3\nTotal\n', 2],
		[',', 'a,b\n1,2,x\n3,4,y\n', 2],
		[',', 'a,b\n1,2\n3,4,x\n5,6,y\n7,8,z\n', 3],
	])('by "%s" in %j leave the names in line %i', (delimiter, text, line) => {
		expect(problemOf(text, { delimiter })).toEqual(namesIn(line));
		expect(problemOf(text, { delimiter, line: 7 })).toEqual(namesIn(line + 6));
	});

	it('are found if the names are wider, and whatever the delimiters', () => {
		const title = fc.record({
			cells: fc.integer({ min: 1, max: 4 }),
			by: fc.constantFrom(',', ' '),
		});
		const wider = table.filter(({ names }) => names.length > 4);
		fc.assert(
			fc.property(wider, title, ({ delimiter, names, rows }, { cells, by }) => {
				const above = Array.from({ length: cells }, (_, at) => `title ${at}`).join(by);
				// A text that holds other delimiters may not begin the rows: nobody knows then.
				const plain = rows.map((each) => each.map((text) => text.replaceAll(/[;|\t\n]/g, ' ')));
				const text = `${above}\n${linesOf([names, ...plain], delimiter)}`;
				expect(problemOf(text)).toEqual(namesIn(2));
			}),
			{ numRuns: 1_000 },
		);
	});

	it('are not looked for by other delimiters if the form names one', () => {
		const text = 'Report, Nov\na;b;c\n1;2;3\n4;5;6\n';
		expect(problemOf(text)).toEqual(namesIn(2));
		expect(problemOf(text, { isTyped: true })).toBeUndefined();
		expect(problemOf(text, { isTyped: true, delimiter: ';' })).toEqual(namesIn(2));
	});

	it('are looked for in lines that are there as a whole', () => {
		const isLast = false;
		expect(problemOf('Report\na,b\n1,2', { isLast })).toBeUndefined();
		expect(problemOf('Report\na,b\n1,2\n', { isLast })).toEqual(namesIn(2));
		expect(problemOf('Report\na,b\n1,2\n"', { isLast })).toEqual(namesIn(2));
	});

	it('are looked for in fifty lines', () => {
		const titles = (count: number) => `${'Report\n'.repeat(count)}a,b\n1,2\n1,2\n`;
		expect(problemOf(titles(48))).toEqual(namesIn(49));
		expect(problemOf(titles(49))).toBeUndefined();
	});
});

describe('one column', () => {
	const inOne = (delimiter: string, remedy: string) => ({
		message: `"Input Binary Field" holds a CSV file with one column, whose cells hold ${JSON.stringify(delimiter)}`,
		remedy,
	});
	const OPENED =
		'Each line is in quotes: a spreadsheet has opened the file and saved it as one column. Export the file again, and push it as it comes.';
	const set = (delimiter: string) =>
		`Set "Delimiter" in the options to ${JSON.stringify(delimiter)}, or empty it.`;

	it.each<[text: string, typed: string | undefined, found: object]>([
		['"a,b"\n"1,""x, y"""\n', undefined, inOne(',', OPENED)],
		['"a,b"\n', undefined, inOne(',', OPENED)],
		['"a;b";;\n"1;2";;\n', ';', inOne(';', OPENED)],
		['a,b\n1,2\n3,4\n', ';', inOne(',', set(','))],
		['a\tb\n1,5\t2\n', ';', inOne('\t', set('\t'))],
		['a|b\n1|2\n', ';', inOne('|', set('|'))],
	])('of which the cells hold a delimiter is refused: %j', (text, typed, found) => {
		const isTyped = typed !== undefined;
		expect(problemOf(text, { delimiter: typed, isTyped })).toEqual(found);
	});

	it.each([
		['Note\n"Hello, world"\n', undefined],
		['"Note, all"\nHello\n', undefined],
		['a,b\n1;2\n', ';'],
		['a,b\n1,x;2\n', ';'],
	])('may hold what looks like a delimiter in some of its cells: %j', (text, typed) => {
		expect(problemOf(text, { delimiter: typed, isTyped: true })).toBeUndefined();
	});
});
