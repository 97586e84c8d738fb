import fc from 'fast-check';
import {
	type CellType,
	checkCell,
	type Columns,
	isCellType,
	writeCells,
} from '../../../../nodes/MerchantData/push/rows/cells.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

const columns = (types: Record<string, CellType>, more: Partial<Columns> = {}): Columns => ({
	types: new Map(Object.entries(types)),
	decimalSeparator: '.',
	includesEmpty: true,
	...more,
});
const as = (type: CellType, value: unknown, more?: Partial<Columns>) =>
	writeCells({ v: value }, columns({ v: type }, more)).slice('{"v":'.length, -1);
const refusal = (type: CellType, value: unknown, more?: Partial<Columns>) => {
	try {
		return as(type, value, more);
	} catch (error) {
		expect(error).toBeInstanceOf(InvalidValue);
		const { message, remedy } = error as InvalidValue;
		return { message, remedy };
	}
};
const COMMA = { decimalSeparator: ',' } as const;

describe('a number', () => {
	it.each([
		['12.50', '12.50'],
		['-0', '-0'],
		['0', '0'],
		['12345678901234567890', '12345678901234567890'],
		['1e400', '1e400'],
		['-1.5E+03', '-1.5E+03'],
		['1e-7', '1e-7'],
		[' \t12\u00a0\n', '12'],
		['+5', '5'],
		['1.', '1'],
		['1.e5', '1e5'],
		['.50', '0.50'],
		['-.5', '-0.5'],
		['+.5', '0.5'],
		['00012', '12'],
		['-007.10', '-7.10'],
		['000', '0'],
		['00.0', '0.0'],
	])('of the text %j is written %s', (text, written) => {
		expect(as('number', text)).toBe(written);
		expect(as('number', text.replace('.', ','), COMMA)).toBe(written);
		expect(JSON.parse(written)).toBe(Number(text));
	});

	it('keeps every digit of every number that JSON can write', () => {
		fc.assert(
			fc.property(
				fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,30})?([eE][+-]?\d{1,3})?$/),
				(text) => {
					expect(as('number', text)).toBe(text);
				},
			),
		);
	});

	it('is JSON and what Number reads, for every spelling that is taken', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[+-]?[01.]{0,4}([eE][+-]?[01]{0,2})?$/), (text) => {
				const written = refusal('number', text);
				const isNumber = text !== '' && !Number.isNaN(Number(text));
				expect([text, typeof written === 'string' ? JSON.parse(written) : undefined]).toEqual([
					text,
					isNumber ? Number(text) : text === '' ? null : undefined,
				]);
			}),
			{ numRuns: 1_000 },
		);
	});

	it.each<[unknown, string]>([
		['abc', '"abc"'],
		['.', '"."'],
		['+', '"+"'],
		['-', '"-"'],
		['e5', '"e5"'],
		['1e', '"1e"'],
		['1 000', '"1 000"'],
		['1.000.000', '"1.000.000"'],
		['0x10', '"0x10"'],
		['--1', '"--1"'],
		['12 €', '"12 €"'],
		['NaN', '"NaN"'],
		['Infinity', '"Infinity"'],
		['١', '"١"'],
		[true, 'true'],
		[[1], 'a list'],
		[{ a: 1 }, 'an object'],
		['x'.repeat(101), `"${'x'.repeat(100)}…"`],
		['x'.repeat(100), `"${'x'.repeat(100)}"`],
	])('is not %j', (value, told) => {
		expect(refusal('number', value)).toEqual({
			message: `"v" holds ${told}, which is not a number`,
			remedy:
				'Give digits, with "." before the decimals and nothing between the thousands, or null where there is no value.',
		});
	});

	it('with the other decimal separator says which option to set', () => {
		const set = (name: string) =>
			expect.stringContaining(
				`Set "Decimal Separator" to ${name} in the options, if all numbers are written like this. Give`,
			) as string;
		expect(refusal('number', ' 17,35')).toMatchObject({ remedy: set('Comma') });
		expect(refusal('number', '17.35', COMMA)).toMatchObject({ remedy: set('Point') });
		expect(refusal('number', '1.234,50')).toMatchObject({
			remedy: expect.stringMatching(/^Give digits/) as string,
		});
	});

	it('has the decimal separator that is chosen, and no other', () => {
		expect(as('number', '1234,50', COMMA)).toBe('1234.50');
		expect(as('number', '1234', COMMA)).toBe('1234');
		for (const text of ['12.50', '1.234,50', '1,234,50', ','])
			expect(refusal('number', text, COMMA)).toMatchObject({
				message: `"v" holds "${text}", which is not a number`,
				remedy: expect.stringContaining('with "," before the decimals'),
			});
	});

	it('that is one already goes as it is, whatever the separator', () => {
		for (const value of [12.5, -1, 0, 1e-7]) {
			expect(as('number', value)).toBe(String(value));
			expect(as('number', value, COMMA)).toBe(String(value));
		}
	});

	it('may have as many zeros before it as there are', () => {
		const zeros = '0'.repeat(200_000);
		expect(refusal('number', `${zeros}x`)).toMatchObject({ message: expect.any(String) });
		expect(as('number', `${zeros}1`)).toBe('1');
	});
});

describe('a boolean', () => {
	it.each<[unknown, string]>([
		['true', 'true'],
		[' TRUE ', 'true'],
		['Yes', 'true'],
		['1', 'true'],
		[1, 'true'],
		[true, 'true'],
		['False', 'false'],
		['no', 'false'],
		['0', 'false'],
		[0, 'false'],
		[false, 'false'],
	])('of %j is %s', (value, written) => {
		expect(as('boolean', value)).toBe(written);
	});

	it.each<[unknown, string]>([
		['maybe', '"maybe"'],
		['on', '"on"'],
		['toString', '"toString"'],
		[2, '2'],
		[['true'], 'a list'],
		[{}, 'an object'],
	])('is not %j', (value, told) => {
		expect(refusal('boolean', value)).toEqual({
			message: `"v" holds ${told}, which is neither true nor false`,
			remedy: 'Give true, false, yes, no, 1 or 0, or null where there is no value.',
		});
	});
});

describe('a list or an object', () => {
	it.each<[CellType, unknown, string]>([
		['object', ' {"id": 12345678901234567890} ', '{"id": 12345678901234567890}'],
		['array', '[1.50,\n2]', '[1.50,\n2]'],
		['array', '["\ud83d"]', '["\\ud83d"]'],
		['object', null, 'null'],
		['object', { a: [1] }, '{"a":[1]}'],
		['array', [1, 'a'], '[1,"a"]'],
	])('as %s of %j is %s', (type, value, written) => {
		expect(as(type, value)).toBe(written);
	});

	it.each(['abc', '{a:1}', '[1]', "{'a':1}", '{"a":1}}', '1,"b":2', 'null', '5'])(
		'is no object: %j',
		(text) => {
			expect(refusal('object', text)).toEqual({
				message: `"v" holds "${text}", which is not a JSON object`,
				remedy: 'Give an object, such as { "name": "value" }, or null where there is no value.',
			});
		},
	);

	it.each<[unknown, string]>([
		['[1,]', '"[1,]"'],
		['{"a":1}', '"{"a":1}"'],
		[{ a: 1 }, 'an object'],
		[5, '5'],
		[false, 'false'],
	])('is no list: %j', (value, told) => {
		expect(refusal('array', value)).toEqual({
			message: `"v" holds ${told}, which is not a JSON list`,
			remedy: 'Give a list, such as ["a", "b"], or null where there is no value.',
		});
	});

	it('is nested no deeper than n8n can store of a row', () => {
		const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
		expect(as('array', nested(999))).toBe(nested(999));
		expect(refusal('array', nested(1_000))).toMatchObject({
			message: expect.stringContaining('not a JSON list'),
		});
	});
});

describe('a row', () => {
	it('without types is what JSON.stringify writes', () => {
		fc.assert(
			fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), (row) => {
				expect(writeCells(row, columns({ 'no such': 'number' }))).toBe(JSON.stringify(row));
			}),
		);
		expect(writeCells({ a: undefined, b: 1 }, columns({ a: 'number' }))).toBe('{"b":1}');
		expect(writeCells({ a: undefined, b: [undefined] }, columns({}))).toBe('{"b":[null]}');
	});

	it('keeps names as they are, __proto__ too', () => {
		const row = JSON.parse('{"a\\"\\n":"1","__proto__":"2"}') as object;
		expect(writeCells(row, columns({ 'a"\n': 'number' }))).toBe('{"a\\"\\n":1,"__proto__":"2"}');
		const types = new Map<string, CellType>([['__proto__', 'number']]);
		expect(writeCells(row, { ...columns({}), types })).toBe('{"a\\"\\n":"1","__proto__":2}');
	});

	const cells = { n: '', b: ' ', j: null, text: '', none: null, space: ' ', zero: 0, no: false };
	const typed = { n: 'number', b: 'boolean', j: 'object' } as const;
	it('has null for a number or boolean that is empty', () => {
		expect(writeCells(cells, columns(typed))).toBe(
			'{"n":null,"b":null,"j":null,"text":"","none":null,"space":" ","zero":0,"no":false}',
		);
	});

	it('leaves out what is empty, where it is told to', () => {
		expect(writeCells(cells, columns(typed, { includesEmpty: false }))).toBe(
			'{"space":" ","zero":0,"no":false}',
		);
	});
});

it('checks a value without writing it', () => {
	const check = (value: unknown, type: CellType) => () => checkCell('a', value, type, '.');
	expect(check('', 'number')).toThrow('"a" holds "", which is not a number');
	expect(check('1,5', 'number')).toThrow('"a" holds "1,5", which is not a number');
	expect(() => checkCell('a', '1,5', 'number', ',')).not.toThrow();
	const circle: unknown[] = [];
	circle.push(circle);
	for (const value of [circle, null]) expect(check(value, 'array')).not.toThrow();
	expect(check(null, 'number')).not.toThrow();
	expect(check('1.5', 'number')).not.toThrow();
});

it('knows its types and separators', () => {
	expect(['array', 'boolean', 'number', 'object'].every(isCellType)).toBe(true);
	expect(['string', 'toString', '', null, ['number']].map(isCellType)).toEqual(
		Array(5).fill(false),
	);
});
