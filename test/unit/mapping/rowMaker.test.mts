import {
	type ColumnSettings,
	type DataMode,
	namedValues,
} from '../../../nodes/MerchantData/mapping/columns.ts';
import { parseJsonExactly } from '../../../nodes/MerchantData/lib/exactNumbers.ts';
import { fieldsForPeople, Row, unsendable } from '../../../nodes/MerchantData/mapping/row.ts';
import { type Reading, RowMaker } from '../../../nodes/MerchantData/mapping/rowMaker.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { texts } from '../../kit/texts.mts';
import { entry, settingsOf } from './settings.mts';

const newRow = () => new Row(2, 7, 'a.example.com', 9);

interface Given extends Partial<ColumnSettings> {
	added?: Array<{ path: string[]; json: string }>;
	isTable?: boolean;
	reading?: Reading;
	problem?: InvalidInput;
	refusal?: InvalidInput;
}

/** A row of fields, as the form wants it. */
function read(
	fields: object,
	{ added = [], isTable = true, reading, problem, refusal, ...more }: Given = {},
) {
	const settings = settingsOf(more);
	const { names, values } = namedValues(fields);
	const ofForm = added.map((field) => ({ ...field, origin: '"Fields to Add"' }));
	const maker = new RowMaker(settings, isTable, reading);
	return maker.make(newRow(), { names, values }, ofForm, problem, refusal);
}

it.each([
	['', true, false],
	[' \u00a0', true, false],
	[null, true, false],
	[undefined, true, true],
	['-', true, true],
	[' N/A ', true, true],
	['x', false, false],
	[0, false, false],
	[false, false, false],
	[{}, false, false],
])('%j is no value: in a table %s, in JSON %s', (value, inTable, inJson) => {
	const emptyValues = new Set(['-', 'n/a']);
	const isLeftOut = (isTable: boolean) => read({ value }, { isTable, emptyValues }) === undefined;
	expect([isLeftOut(true), isLeftOut(false)]).toEqual([inTable, inJson]);
});

it('rows of JSON keep null, and empty texts, which clear a value', () => {
	const types = ['number', 'date', 'text', 'string'] as const;
	const entries = types.map((type) => entry(type, { type }));
	const empty = { number: ' ', date: '', text: '', string: '' };
	const fields = { ...empty, own: '', none: null, gone: undefined };
	expect(read(fields, { entries, isTable: false })!.json).toBe(
		'{"number":null,"date":null,"text":"","string":"","own":"","none":null}',
	);
	expect(read({ ...fields, own: '1' }, { entries })!.json).toBe('{"own":"1"}');
});

describe('the digest of a row', () => {
	const row = { id: '7', a: { b: [{ c: 1, d: 2 }], e: null }, n: 0.1 };
	const text = JSON.stringify(row);
	/** Of a row that is the same as JSON text, but for one part of it. */
	const digestOf = (from: string | RegExp, to: string, given: Given = {}) => {
		const fields = parseJsonExactly(text.replace(from, to)) as object;
		const json = { dataMode: 'json', isTable: false, isCompared: true } as const;
		return read(fields, { ...json, ...given })!.digest;
	};
	const added = (...names: string[]) => ({
		added: names.map((name) => ({ path: name.split('.'), json: '1' })),
	});
	const asNumber = { entries: [entry('id', { type: 'number' })] };

	it.each<[isSame: boolean, what: string, from: string | RegExp, to: string, given?: Given]>([
		[true, 'another order of fields', /("id":"7"),(.*),("n":0.1)/, '$3,$2,$1'],
		[true, 'another order within objects', '"c":1,"d":2', '"d":2,"c":1'],
		[true, 'other last digits of a decimal', '0.1', '0.1000000000000000055'],
		[true, 'zeros after a decimal', '0.1', '0.10'],
		[true, 'other digits after the twelfth', '0.1', '0.1000000000001'],
		[false, 'another text', '"7"', '"8"'],
		[false, 'a zero after a decimal in a text', '"7"', '"7.0"'],
		[false, 'a number for a text', '"7"', '7'],
		[false, 'another name', '"id"', '"ie"'],
		[false, 'a field less', ',"n":0.1', ''],
		[false, 'a null less', ',"e":null', ''],
		[false, 'an empty text for a null', 'null', '""'],
		[false, 'another order of a list', '{"c":1,"d":2}', '{"d":2},{"c":1}'],
		[false, 'another of twelve digits', '0.1', '0.100000000001'],
		[false, 'an added field', '', '', added('x')],
	])('is the same (%s) with %s', (isSame, ...[, from, to, given]) => {
		expect(digestOf(from, to, given) === digestOf('', '')).toBe(isSame);
	});

	it('has the digits of long whole numbers, and numbers as they are sent', () => {
		const [long, longer] = ['12345678901234567', '12345678901234568'];
		for (const value of ['0.1', '2'])
			expect(digestOf(value, long)).not.toBe(digestOf(value, longer));
		expect(digestOf('"7"', '"7.50"', asNumber)).toBe(digestOf('"7"', '7.5', asNumber));
	});

	it('counts added fields in any order, and the shop', () => {
		expect(digestOf('', '', added('m.y', 'm.x'))).toBe(digestOf('', '', added('m.x', 'm.y')));
		const given = { dataMode: 'binary', shopColumn: 'id', isTable: true } as const;
		const [one, other] = ['a.example', 'b.example'].map((id) => digestOf('"7"', `"${id}"`, given));
		expect(one).not.toBe(other);
	});

	it('does not count a column without a value', () => {
		const table = { dataMode: 'binary', isTable: true } as const;
		expect(digestOf('0.1', '""', table)).toBe(digestOf(',"n":0.1', '', table));
	});

	it('is made in the first reading only, and only if they are compared', () => {
		expect(digestOf('', '', { reading: 'second' })).toBe('');
		expect(digestOf('', '', { isCompared: false })).toBe('');
	});
});

it.each<[values: object, isLeftOut: boolean]>([
	[{ row_number: 1, a: ' TOTAL: Account', b: 'x' }, true],
	[{ a: 'Grand total', b: 'x' }, false],
	[{ a: 'x', b: 'x', name: '©\u00a0 2026 Firm' }, true],
	[{ a: 'x', b: ' \u00a0' }, true],
	[{ a: 'x', b: null }, true],
	[{ a: 'x', b: ' N/A' }, true],
	[{ a: 'x', b: 0 }, false],
	// The text of an object may throw.
	[{ a: Object.create(null) as object, b: { toString: 1 } }, false],
	// n8n's spreadsheet reader omits empty cells.
	[{ a: 'x' }, true],
	[{ a: 'x', b: undefined }, true],
	// Numbers are as they are written.
	[{ a: 125, b: 'x' }, false],
	[{ a: 'x', b: 'x', n: 125 }, true],
	[{ a: 'x', b: 'x', n: 0.125 }, false],
])('rules leave out %j: %s', (values, isLeftOut) => {
	const rules = { Name: '©  2026', b: undefined, n: '12' };
	const byName = Object.entries(rules).map(([column, text]) => ({ column, text }));
	const skipRules = [{ column: '', text: 'Total' }, ...byName];
	const emptyValues = new Set(['n/a']);
	expect(read(values, { skipRules, emptyValues }) === undefined).toBe(isLeftOut);
});

it('a cell that a short line does not have is not empty', () => {
	const make = (...values: string[]) =>
		new RowMaker(settingsOf({ skipRules: [{ column: 'b' }] }), true).make(
			newRow(),
			{ names: ['a', 'b'], values },
			[],
		);
	expect([make('x', ''), make('x')?.json]).toEqual([undefined, '{"a":"x"}']);
});

describe('a row that cannot be sent', () => {
	it('holds what was given, as far as it is sent, and why', () => {
		const entries = [
			entry('spend', { path: ['m', 'x'], type: 'number' }),
			entry('left', { isLeftOut: true }),
		];
		const fields = { spend: '1,5', name: 'x', none: '', left: 'y', big: 5n };
		const row = read(fields, { entries })!;
		expect(row.json).toBe('{"spend":"1,5","name":"x","none":"","big":"5"}');
		expect(row.problem!.message).toContain('"spend" contains "1,5", which is not a number');
	});

	it('has the problem that is known, or the reason for which no row is sent', () => {
		const problem = new InvalidInput('file.noTable', 'Short');
		const refusal = new InvalidInput('file.noTable', 'No file');
		expect(read({ a: '' }, { problem })).toMatchObject({ json: '{"a":""}', problem });
		expect(read({ a: '1' }, { problem, refusal })!.problem).toBe(problem);
		expect(read({ a: '1' }, { refusal })!.problem).toBe(refusal);
		expect(read({ a: '' }, { refusal })).toBeUndefined();
	});

	it('is not shown if it is larger than 8 MiB', () => {
		const text = 'ü'.repeat(4 * 1_024 * 1_024 - 6);
		expect(read({ text: `${text}x` })).toMatchObject({ bytes: 8_388_608, problem: undefined });
		const message = 'The row is larger than 8 MiB';
		const remedy = 'Leave out fields, or shorten their values.';
		for (const reading of ['first', 'only'] as const) {
			const row = read({ text: `${text}xx` }, { reading });
			expect(row).toMatchObject({ json: '', problem: { message, remedy } });
		}
	});

	it('has a text that a program has damaged', () => {
		const why = (Cost: unknown, given?: Given) => read({ Cost, n: 1 }, given)!.problem?.message;
		expect(why(' #N/A ')).toBe('"Cost" contains "#N/A", a failed formula');
		expect(why('#N/A', { stopsWhatLooksWrong: false })).toBeUndefined();
		expect(why('#N/A', { emptyValues: new Set(['#n/a']), reading: 'first' })).toBeUndefined();
		expect(why({ a: ['M\ufffdller'] })).toContain('so a letter was lost before this node');
		expect(why(['M\ufffdller'], { reading: 'first' })).toContain('so a letter was lost');
		expect(why('#N/A', { reading: 'first' })).toBe('"Cost" contains "#N/A", a failed formula');
		expect(why({ a: '1.2E+17' })).toBeUndefined();
	});

	it('keeps the message of a foreign error', () => {
		const row = unsendable(newRow(), { a: NaN }, new Error('broken'));
		expect(row).toMatchObject({ json: '{"a":"NaN"}', problem: { message: 'broken', remedy: '' } });
	});
});

describe('a row that names another shop', () => {
	const EXPRESSION =
		'Set "Shop" to an expression that gives the shop of the row, such as {{ $json["Shop ID"] }}.';
	const LONG = `https://b.example.com/${'x'.repeat(100)}`;
	const LEAVE_OUT = 'add "Shop ID" to "Columns" and choose "Leave Out", or remove the field.';
	const BY_ITEM = 'Push the rows of each shop with an input item of their own.';

	it.each<[DataMode, value: string, shown: string, way: string, anyway: string]>([
		['binary', LONG, LONG.slice(0, 100), 'Name "Shop ID" in "Shop Column".', LEAVE_OUT],
		['autoMapInputData', ' b.example. ', 'b.example.', EXPRESSION, LEAVE_OUT],
		['defineBelow', 'b.example', 'b.example', BY_ITEM, 'remove the field.'],
		['json', 'v1.2.x', 'v1.2.x', BY_ITEM, 'remove the field.'],
	])('is not sent: in the mode %s, as %j', (dataMode, value, shown, way, anyway) => {
		const { problem, json } = read({ 'Shop ID': value }, { dataMode })!;
		expect(problem).toMatchObject({
			message: `"Shop ID" is ${shown}, but the row would go to a.example.com`,
			remedy: `${way} To send it to a.example.com anyway, ${anyway}`,
		});
		expect(JSON.parse(json)).toEqual({ 'Shop ID': value });
	});

	it('is sent if "Columns" names the column, or if the name says nothing of a shop', () => {
		const fields = { a: '1', shop: 'b.example.com' };
		expect(read(fields, { entries: [entry('SHOP')] })!.problem).toBeUndefined();
		expect(read({ domain: 'b.example.com' })!.problem).toBeUndefined();
		const leftOut = entry('SHOP', { isLeftOut: true });
		expect(read(fields, { entries: [leftOut] })!.json).toBe('{"a":"1"}');
		// To be left out with all others is not enough.
		const settings = { entries: [entry('a')], sendsOthers: false, emptyValues: new Set(['n.a']) };
		expect(read(fields, settings)!.problem!.message).toMatch(/^"shop" is b\.example\.com, but/);
		expect(read({ a: '1', shop: 'n.a' }, settings)!.problem).toBeUndefined();
	});

	it.each([
		...texts('A.Example.com | https://a.example.com/ |  | Berlin | St. Gallen | a b.example.com'),
		...['www.a.example.com', '12.50', 'v1.2', 12.5, null],
	])('does not name another shop by %j', (shop) => {
		expect(read({ shop, n: 1 })!.problem).toBeUndefined();
	});
});

it('outputs have long numbers of a row as text, and no fields of a row that could not be read', () => {
	expect(fieldsForPeople(newRow())).toBeNull();
	const row = Object.assign(newRow(), { json: '{"id":12345678901234567890,"b":1.50}' });
	expect(fieldsForPeople(row)).toEqual({ id: '12345678901234567890', b: 1.5 });
});
