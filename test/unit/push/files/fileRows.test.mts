import fc from 'fast-check';
import {
	CsvRow,
	type FilePlace,
	type FileRecord,
	type JsonChanges,
	JsonRow,
	UnreadableRecord,
	unreadable,
} from '../../../../nodes/MerchantData/push/files/fileRows.ts';
import { tableOf } from '../../../../nodes/MerchantData/push/files/table.ts';
import { type Columns, writeCell } from '../../../../nodes/MerchantData/push/rows/cells.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { jsonOf, sent } from '../../../kit/pushRows.mts';
import { csvCells, refusal } from './pieces.mts';

const PLACE = { item: 2, ordinal: 5, shop: 'a.example', line: 7 };
const EMPTY = {
	problem: '"Input Binary Field" holds a row in which there is no value to send',
	remedy: '',
};

const columnsOf = (columns: Partial<Columns> = {}): Columns => ({
	types: new Map(),
	decimalSeparator: '.',
	includesEmpty: true,
	...columns,
});
const TYPED = columnsOf({
	types: new Map([
		['n', 'number'],
		['b', 'boolean'],
	]),
});
const FILLED = { ...TYPED, includesEmpty: false };

const NO_SHOP = new InvalidValue('s', 'is no shop', 'Correct it.');
const OTHER_SHOP = {
	problem: '"shop" is b.example, but the row would go to a.example',
	remedy:
		'Name "shop" in "Shop Column" in the options; to send the rows to a.example all the same, add the column to "Fields to Ignore".',
};

/** What becomes of a record: as it is sent, kept and shown. */
const told = (record: FileRecord) => ({
	...sent(record),
	kept: record.kept(),
	row: record.row(),
});

const notANumber = (value: string) => ({
	problem: `"n" holds ${value}, which is not a number`,
	remedy:
		'Give digits, with "." before the decimals and nothing between the thousands, or null where there is no value.',
});

describe('a record of a CSV file', () => {
	const csv = (cells: string[], columns: Columns, header = ['n', 'b', 't'], ignored?: string) =>
		new CsvRow(
			PLACE,
			csvCells(cells),
			tableOf(header, 1, true, new Set(ignored?.split(',')), columns.types),
			columns,
		);

	it.each([
		['of Latin-1', 'é'],
		['of other characters', '–'],
		['to be escaped', '😀 "quoted"'],
		['of any length', 'x'.repeat(40_000)],
	])('may hold texts %s', (_, text) => {
		for (const header of [
			['n', 'b', 't'],
			['n', 'b', '–'],
		]) {
			const [, , name] = header;
			const json = `{"n":1.50,"b":true,${JSON.stringify(name)}:${JSON.stringify(text)}}`;
			expect(jsonOf(csv(['1.50', 'yes', text], TYPED, header))).toBe(json);
			const texts = { n: 'bad', b: 'yes', [name!]: text };
			expect(csv(['bad', 'yes', text], TYPED, header).kept()).toBe(JSON.stringify(texts));
		}
	});

	it('has numbers with the decimal separator of its columns, and booleans that look like numbers', () => {
		const comma = { ...TYPED, decimalSeparator: ',' as const };
		expect(jsonOf(csv(['1,50', '1', '2'], comma))).toBe('{"n":1.50,"b":true,"t":"2"}');
		expect(jsonOf(csv(['150', '0', '2.0'], comma))).toBe('{"n":150,"b":false,"t":"2.0"}');
		expect(jsonOf(csv(['1.50', '1', '2.0'], TYPED))).toBe('{"n":1.50,"b":true,"t":"2.0"}');
		expect(sent(csv(['1.50', '', ''], comma))).toEqual({
			problem: '"n" holds "1.50", which is not a number',
			remedy: expect.stringContaining('"," before the decimals') as string,
		});
	});

	it('holds what becomes of each of its cells alone', () => {
		const cell = fc.oneof(
			fc.string({ unit: fc.constantFrom(...'-0159.,e '), maxLength: 5 }),
			fc.string({ unit: fc.constantFrom(...'aé–😀"\\\n\x01 '), maxLength: 5 }),
			fc.constantFrom('', 'true', 'No', '1', '0'),
		);
		const typed = fc.tuple(fc.constantFrom(undefined, 'number' as const, 'boolean' as const), cell);
		fc.assert(
			fc.property(
				fc.array(typed, { minLength: 1 }),
				fc.constantFrom('.' as const, ',' as const),
				fc.boolean(),
				(cells, decimalSeparator, includesEmpty) => {
					const header = cells.map((_, index) => `–${index}`);
					const types = new Map(
						cells.flatMap(([type], index) => (type ? [[header[index]!, type]] : [])),
					);
					const columns = { types, decimalSeparator, includesEmpty };
					const alone = ([type, text]: (typeof cells)[number], index: number) => {
						const json = writeCell(header[index]!, text === '' ? null : text, type, columns);
						return json === undefined ? [] : [`"${header[index]}":${json}`];
					};
					const json = () => {
						const written = cells.flatMap(alone);
						if (written.length === 0) throw new Error(EMPTY.problem);
						return `{${written.join(',')}}`;
					};
					const outcome = (write: () => string) => {
						try {
							return write();
						} catch (error) {
							return (error as Error).message;
						}
					};
					const record = csv(
						cells.map(([, text]) => text),
						columns,
						header,
					);
					expect(outcome(() => jsonOf(record))).toBe(outcome(json));
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('has its place', () => {
		expect(csv(['', '', ''], TYPED)).toMatchObject(PLACE);
		expect(csv(['', '', ''], TYPED)).not.toHaveProperty('problem');
	});

	it.each([
		[['1.50', 'YES', 'x'], TYPED, '{"n":1.50,"b":true,"t":"x"}', { n: 1.5, b: true, t: 'x' }],
		[['', '', ''], TYPED, '{"n":null,"b":null,"t":null}', { n: null, b: null, t: null }],
		[['1', '', ''], FILLED, '{"n":1}', { n: 1 }],
		[['', '', ' "a"\n'], FILLED, '{"t":" \\"a\\"\\n"}', { t: ' "a"\n' }],
		[['7', '0', 'x', ''], columnsOf(), '{"n":"7","b":"0","t":"x"}', { n: '7', b: '0', t: 'x' }],
		[
			['1,5', '', '1,5'],
			{ ...FILLED, decimalSeparator: ',' as const },
			'{"n":1.5,"t":"1,5"}',
			{ n: 1.5, t: '1,5' },
		],
		[['12345678901234567890', '', ''], FILLED, '{"n":12345678901234567890}', undefined],
	])('of the cells %j is sent and kept as JSON', (cells, columns, json, row) => {
		expect(told(csv(cells, columns))).toEqual({
			json,
			kept: json,
			row: row ?? { n: '12345678901234567890' },
		});
	});

	it('goes without the columns that are ignored', () => {
		const record = csv(['1', 'no', 'x'], TYPED, ['n', 'b', 't'], 'n,t');
		expect(told(record)).toEqual({ json: '{"b":false}', kept: '{"b":false}', row: { b: false } });
	});

	it('that cannot be sent is kept and shown as it was written', () => {
		expect(told(csv(['x', 'yes', ''], TYPED))).toEqual({
			...notANumber('"x"'),
			kept: '{"n":"x","b":"yes","t":null}',
			row: { n: 'x', b: 'yes', t: null },
		});
		expect(told(csv(['x', '', '1'], FILLED))).toMatchObject({ kept: '{"n":"x","t":"1"}' });
	});

	it('is not sent without values', () => {
		expect(told(csv(['', '', ''], FILLED))).toEqual({ ...EMPTY, kept: '{}', row: {} });
	});

	describe('whose column says which shop it goes to', () => {
		const to = (cells: string[], place: FilePlace = PLACE) => {
			const table = tableOf(['n', 's', 'shop'], 1, true, new Set(), TYPED.types, 's');
			return new CsvRow(place, csvCells(cells), table, FILLED);
		};

		it('goes without it, and is kept with it', () => {
			expect(told(to(['1.50', 'a "b"', '']))).toEqual({
				json: '{"n":1.50}',
				kept: '{"s":"a \\"b\\"","n":1.50}',
				row: { n: 1.5 },
			});
			expect(to(['x', 'b', '']).kept()).toBe('{"s":"b","n":"x"}');
		});

		it('is not sent where it may not, and is kept with its types', () => {
			expect(told(to(['1.50', 'b', 'b.example']))).toEqual({
				...OTHER_SHOP,
				kept: '{"s":"b","n":1.50,"shop":"b.example"}',
				row: { n: 1.5, shop: 'b.example' },
			});
			expect(told(to(['1.50', '?', ''], { ...PLACE, refusal: NO_SHOP }))).toEqual({
				problem: '"s" is no shop',
				remedy: 'Correct it.',
				kept: '{"s":"?","n":1.50}',
				row: { n: 1.5 },
			});
		});
	});
});

describe('an object of a JSON file that says which shop it goes to', () => {
	const changes = { ignored: new Set(['s', 'x']), columns: TYPED, shopColumn: 's' };
	const to = (text: string, place: FilePlace = PLACE) => new JsonRow(place, text, changes);

	it('goes without that, and is kept with it', () => {
		expect(told(to('{"n":"1.50", "\\u0073" : "b","x":1}'))).toEqual({
			json: '{"n":1.50}',
			kept: '{"\\u0073":"b","n":1.50}',
			row: { n: 1.5 },
		});
		expect(to('{"n":"?","s":null}').kept()).toBe('{"s":null,"n":"?"}');
	});

	it('is kept with the column also where it has none', () => {
		expect(told(to('{"n":1}'))).toEqual({
			json: '{"n":1}',
			kept: '{"s":null,"n":1}',
			row: { n: 1 },
		});
	});

	it('is not sent where it may not', () => {
		expect(told(to('{"s":"a","shop":"b.example"}'))).toEqual({
			...OTHER_SHOP,
			kept: '{"s":"a","shop":"b.example"}',
			row: { shop: 'b.example' },
		});
		expect(sent(to('{"s":5,"n":1}', { ...PLACE, refusal: NO_SHOP }))).toEqual({
			problem: '"s" is no shop',
			remedy: 'Correct it.',
		});
	});
});

describe('an object of a JSON file', () => {
	const json = (text: string, changes?: JsonChanges) => new JsonRow(PLACE, text, changes);
	const without = (names: string, columns?: Columns): JsonChanges => ({
		ignored: new Set(names.split(',')),
		columns,
	});
	const nested = (depth: number) => `{"a": ${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;

	it('has its place', () => {
		expect(json('{"a":1}')).toMatchObject(PLACE);
	});

	it.each(['{ "id" : 1.50, "id":{ }}', '{"a":{}}', '{"a":[]}', '{"a":"","b":null}'])(
		'goes and is kept as it was written: %s',
		(text) => {
			expect(told(json(text))).toEqual({ json: text, kept: text, row: JSON.parse(text) });
		},
	);

	it('is shown with the digits of its numbers', () => {
		expect(json('{"id":12345678901234567890,"x":1e400}').row()).toEqual({
			id: '12345678901234567890',
			x: '1e400',
		});
	});

	it.each([
		['{ "a" : 1.50 , "b": [ 1 ] }', 'x', '{"a":1.50,"b":[ 1 ]}'],
		['{"a":"","secret":1, "b":null}', 'secret', '{"a":"","b":null}'],
		['{"s\\u0065cret":1,"\\u0061" : "\\u0061"}', 'secret', '{"\\u0061":"\\u0061"}'],
		['{"a":{"secret":1},"b":2}', 'secret,b', '{"a":{"secret":1}}'],
	])('%s goes without the fields %s', (text, names, written) => {
		expect(told(json(text, without(names)))).toEqual({
			json: written,
			kept: written,
			row: JSON.parse(written),
		});
	});

	it.each([
		['{"n":1.50}', TYPED, '{"n":1.50}'],
		['{"n":-1.50}', TYPED, '{"n":-1.50}'],
		['{"n":12345678901234567890}', TYPED, '{"n":12345678901234567890}'],
		['{"n":"1.50","b":"no"}', TYPED, '{"n":1.50,"b":false}'],
		['{"n":"1,50"}', { ...TYPED, decimalSeparator: ',' as const }, '{"n":1.50}'],
		['{"n":null,"b":"","x":null,"y":""}', TYPED, '{"n":null,"b":null,"x":null,"y":""}'],
		['{"n":null,"b":"","x":null,"y":"","z":0}', FILLED, '{"z":0}'],
		['{"b":1}', TYPED, '{"b":true}'],
		['{"b":true,"x":false}', TYPED, '{"b":true,"x":false}'],
		['{"x":1.50,"y":{ "n":"1" },"z":[ null ]}', FILLED, '{"x":1.50,"y":{ "n":"1" },"z":[ null ]}'],
		['{"x":"a\\nb", "\\u0062":"1"}', FILLED, '{"x":"a\\nb","\\u0062":true}'],
	])('%s has columns of types', (text, columns, written) => {
		expect(sent(json(text, without('', columns)))).toEqual({ json: written });
		expect(json(text, without('', columns)).kept()).toBe(written);
	});

	it.each([
		['{"n":"x", "t":""}', '"x"', '{"n":"x","t":""}'],
		['{"n" : true, "secret":1}', 'true', '{"n":true}'],
		['{"n":{"a":1}}', 'an object', '{"n":{"a":1}}'],
		['{"n":[1]}', 'a list', '{"n":[1]}'],
	])('%s is refused for %s in a column of numbers, and kept', (text, value, kept) => {
		expect(told(json(text, without('secret', FILLED)))).toEqual({
			...notANumber(value),
			kept,
			row: JSON.parse(kept),
		});
	});

	it.each([
		['{}', undefined],
		['{ \n }', undefined],
		['{"secret":1}', without('secret')],
	])('%j is not sent', (text, changes) => {
		expect(told(json(text, changes))).toEqual({ ...EMPTY, kept: '{}', row: {} });
	});

	it('is not sent where nothing in it is filled, and is kept', () => {
		expect(told(json('{"a":"", "b":null}', without('', FILLED)))).toEqual({
			...EMPTY,
			kept: '{"a":"","b":null}',
			row: { a: '', b: null },
		});
	});

	it('may be nested as deep as n8n can store it', () => {
		expect(jsonOf(json(nested(1_000)))).toBe(nested(1_000));
		expect(json(nested(1_000)).row()).toEqual(JSON.parse(nested(1_000)));
	});

	it.each([
		['', undefined],
		['with changes', without('', TYPED)],
	])('is not sent where it is nested deeper, and is kept %s', (_, changes) => {
		expect(told(json(nested(1_001), changes))).toEqual({
			problem: '"Input Binary Field" holds a row nested more than 1000 levels deep',
			remedy: '',
			kept: nested(1_001).replace(' ', ''),
			row: '[nested too deep]',
		});
	});
});

describe('a record that cannot be read', () => {
	const problem = { text: 'has 1 cells', remedy: 'Correct it.', concerns: 'record' } as const;
	const said = '"Input Binary Field" cannot be read: line 7 has 1 cells';

	it('says why, and holds nothing', () => {
		const record = new UnreadableRecord(PLACE, problem);
		expect(record).toMatchObject({ ...PLACE, problem });
		expect(told(record)).toEqual({
			problem: said,
			remedy: 'Correct it.',
			kept: undefined,
			row: null,
		});
	});

	it('may be told without a record', () => {
		const throwing = () => {
			throw unreadable(7, problem);
		};
		expect(throwing).toThrow(refusal(said, 'Correct it.'));
	});
});
