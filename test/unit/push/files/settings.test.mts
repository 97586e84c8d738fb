import { readFileSettings } from '../../../../nodes/MerchantData/push/files/settings.ts';
import { refusal } from './pieces.mts';

const read = (format: Parameters<typeof readFileSettings>[0], options: object = {}) =>
	readFileSettings(format, { maxBodyKb: 2, ...options });

it('are found in the file where nothing is said', () => {
	expect(read('autodetect')).toStrictEqual({
		format: undefined,
		delimiter: '',
		encoding: '',
		fromLine: 1,
		hasHeader: true,
		mostRows: Infinity,
		shopColumn: '',
		mostChars: 2_048,
		csv: { types: new Map(), decimalSeparator: '.', includesEmpty: false },
		json: { types: new Map(), decimalSeparator: '.', includesEmpty: false },
	});
});

it('are those of the options', () => {
	const columns = {
		types: new Map([
			['n', 'number'],
			['b', 'boolean'],
		]),
		decimalSeparator: ',',
		includesEmpty: false,
	};
	expect(
		read('csv', {
			delimiter: ';',
			encoding: ' utf-16le ',
			fromLine: 3,
			headerRow: false,
			maxBodyKb: 10,
			maxRowCount: 5,
			shopColumn: ' store ',
			numberColumns: 'n',
			booleanColumns: 'b',
			decimalSeparator: ',',
			includeEmptyCells: false,
		}),
	).toStrictEqual({
		format: 'csv',
		delimiter: ';',
		encoding: 'utf-16le',
		fromLine: 3,
		hasHeader: false,
		mostRows: 5,
		shopColumn: 'store',
		mostChars: 10_240,
		csv: columns,
		json: columns,
	});
});

it('send the cells of CSV files as they are where nothing is to become of them', () => {
	const { csv, json } = read('autodetect', { includeEmptyCells: true });
	expect(csv).toStrictEqual({ types: new Map(), decimalSeparator: '.', includesEmpty: true });
	expect(json).toBeUndefined();
});

describe('the format', () => {
	it.each(['csv', 'json', 'ndjson'] as const)('may be %s', (format) => {
		expect(read(format).format).toBe(format);
	});
});

describe('the delimiter', () => {
	it.each([
		['|', '|'],
		[' ', ' '],
		['\t', '\t'],
		['\\t', '\t'],
		['\\', '\\'],
		['', ''],
	])('may be typed as %j', (typed, delimiter) => {
		expect(read('csv', { delimiter: typed }).delimiter).toBe(delimiter);
	});

	it.each(['||', '\\n', '"', '\r', '\n', '\r\n', '😀'])('is not %j', (delimiter) => {
		expect(() => read('csv', { delimiter })).toThrow(
			refusal('"Delimiter" must be one character, or \\t for a tab'),
		);
	});
});

describe('the number of rows', () => {
	it.each([
		[1, 1],
		[2, 2],
		[-1, Infinity],
	])('may be %p', (maxRowCount, mostRows) => {
		expect(read('csv', { maxRowCount }).mostRows).toBe(mostRows);
	});

	it('is not none', () => {
		expect(() => read('csv', { maxRowCount: 0 })).toThrow(
			refusal('"Max Row Count" must be 1 or more, or -1 for all rows'),
		);
	});
});

it('refuse what is wrong with columns', () => {
	expect(() => read('json', { numberColumns: 'a', booleanColumns: 'a' })).toThrow(
		'"Boolean Columns" names "a"',
	);
});
