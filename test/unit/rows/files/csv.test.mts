import { parse as csvParse } from 'csv-parse/sync';
import fc from 'fast-check';
import { decoded } from '../../../../nodes/MerchantData/rows/files/decode.ts';
import { CsvParser } from '../../../../nodes/MerchantData/rows/files/csv.ts';
import { byteCuts, contents, cuts, distinct, parse, stream } from './pieces.mts';
import csvSpectrum from './csvSpectrum.json' with { type: 'json' };

const parser = (delimiter = ',', mostChars = 1_000, firstLine = 1) =>
	new CsvParser({ delimiter, mostChars, firstLine });

/** Records of a text in one piece. */
const records = (text: string) => contents(parse(parser(), [text]));

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '');

/**
 * {@link https://github.com/max-mapper/csv-spectrum | csv-spectrum} (BSD-2-Clause). Its phone number in
 * location_coordinates differs between the CSV and the JSON; here it is that of the CSV.
 */
it.each(Object.entries(csvSpectrum))('reads %s of csv-spectrum', (_, { csv, rows }) => {
	for (const pieces of cuts(csv)) {
		const [header, ...lines] = contents(parse(parser(), pieces)) as string[][];
		const read = lines.map((cells) => cells.map((cell, index) => [header![index]!, cell]));
		expect(read.map((cells) => Object.fromEntries(cells))).toEqual(rows);
	}
});

describe('any dialect, as csv-parse reads it', () => {
	const cell = fc.string({
		unit: fc.constantFrom(...'aé€😀1 ,;\t§"\n\r'),
		maxLength: 6,
	});
	interface Dialect {
		delimiter: string;
		newline: string;
		quotesAll: boolean;
		endsWithBreak: boolean;
		rows: string[][];
	}
	const dialect = fc.record<Dialect>({
		delimiter: fc.constantFrom(',', ';', '\t', '|', '§'),
		newline: fc.constantFrom('\n', '\r\n', '\r'),
		quotesAll: fc.boolean(),
		endsWithBreak: fc.boolean(),
		rows: fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
	});
	const written = ({ delimiter, newline, quotesAll, endsWithBreak, rows }: Dialect) =>
		rows
			.map((cells) =>
				cells
					.map((text) =>
						quotesAll || /[",;\t|§\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
					)
					.join(delimiter),
			)
			.join(newline) + (endsWithBreak ? newline : '');

	it.each(['utf8', 'utf16le'] as const)('cut at every byte (%s)', async (encoding) => {
		await fc.assert(
			fc.asyncProperty(dialect, async (given) => {
				const text = written(given);
				const { delimiter, rows } = given;
				const expected = (
					csvParse(text, {
						delimiter,
						record_delimiter: ['\r\n', '\n', '\r'],
						relax_column_count: true,
						skip_empty_lines: true,
					}) as string[][]
				).filter(isFilled);
				expect(expected).toEqual(rows.filter(isFilled));
				for (const pieces of byteCuts(Buffer.from(text, encoding))) {
					const reader = parser(delimiter);
					const found: string[][] = [];
					const typed = encoding === 'utf8' ? '' : 'utf-16le';
					for await (const piece of decoded(() => stream(pieces), typed))
						found.push(...(contents(reader.feed(piece, false)) as string[][]));
					found.push(...(contents(reader.feed('', true)) as string[][]));
					expect(found.filter(isFilled)).toEqual(expected);
				}
			}),
			{ numRuns: 60 },
		);
	});
});

it('gives the same for anything at all, however it is cut', () => {
	const text = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ''), maxLength: 30 });
	fc.assert(
		fc.property(text, (given) => {
			const whole = parse(parser(',', 12), [given]);
			expect(distinct(cuts(given).map((pieces) => parse(parser(',', 12), pieces)))).toEqual([
				whole,
			]);
		}),
		{ numRuns: 500 },
	);
});

describe('lines', () => {
	it('are those that a record begins in', () => {
		const text = 'a,b\n"1\r\n2\n3\r4\r5",x\r\r\n,\n5,"6"\r\n"7"8,9\n10,11';
		const found = parse(parser(',', 1_000, 3), [text]);
		expect(found.map(({ line, problem }) => [line, problem?.concerns])).toEqual([
			[3, undefined],
			[4, undefined],
			[9, undefined],
			[10, undefined],
			[11, undefined],
			[12, 'record'],
			[13, undefined],
		]);
	});

	it('that are blank are records of one empty cell', () => {
		expect(records('\na\n""\n,\n\r\nb\n')).toEqual([[''], ['a'], [''], ['', ''], [''], ['b']]);
	});
});

describe('quotes', () => {
	it('within a cell that does not begin with one are characters', () => {
		expect(records('5" nail,a"b"\n"x"')).toEqual([['5" nail', 'a"b"'], ['x']]);
	});

	it('that something follows spoil their record alone', () => {
		expect(records('"a"b,1\n"c" ,2\n"d",3')).toEqual(['record', 'record', ['d', '3']]);
	});

	it('that are never closed end the reading', () => {
		expect(records('a,1\n"b,2\nc,3\n')).toEqual([['a', '1'], 'rest']);
	});

	it('that are not closed do not eat the file', () => {
		const reader = parser(',', 100);
		expect(contents(reader.feed(`a,1\n"${'x'.repeat(99)}`, false))).toEqual([['a', '1']]);
		const found = reader.feed('x', false);
		expect(found).toMatchObject([{ line: 2, problem: { concerns: 'rest' } }]);
		expect(found[0]!.problem!.text).toContain('begins a record of more than');
		expect([...reader.feed('y",1\nb,2\n', false), ...reader.feed('', true)]).toEqual([]);
	});

	it('a record may be as long as is allowed, and no longer', () => {
		expect(contents(parse(parser(',', 5), ['abcde\n']))).toEqual([['abcde']]);
		expect(contents(parse(parser(',', 5), ['abcdef\nb']))).toEqual(['rest']);
		expect(contents(parse(parser(',', 5), ['é–😀x\nb']))).toEqual([['é–😀x'], ['b']]);
		expect(contents(parse(parser(',', 5), ['é–😀xy\nb']))).toEqual(['rest']);
	});
});
