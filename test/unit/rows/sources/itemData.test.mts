import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ColumnSettings } from '../../../../nodes/MerchantData/rows/columns.ts';
import { dataOf, jsonRows } from '../../../../nodes/MerchantData/rows/sources/itemData.ts';
import type { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { refusal } from '../../../kit/refusal.mts';
import { entry, settingsOf } from '../settings.mts';

const FILE = { mimeType: 'text/csv', fileName: 'ad-spend.csv', data: '' };
const EARLIER = { message: 'no', outcome: 'rejected', row: {} };

type More = Omit<INodeExecutionData, 'json'>;
const read = (json: IDataObject, more: More = {}, settings: Partial<ColumnSettings> = {}) =>
	dataOf({ json, ...more }, settingsOf(settings));

/** Why an item holds no row. */
function refused(...given: Parameters<typeof read>) {
	try {
		read(...given);
		return undefined;
	} catch (error) {
		const { message, remedy } = error as InvalidInput;
		return { message, remedy };
	}
}

it('the data of an item are its fields', () => {
	const json = { a: 1, pushOutcome: 'accepted' };
	expect(read(json)).toBe(json);
	expect(read({})).toEqual({});
});

it('the files of n8n are no data', () => {
	const entries = [entry('A')];
	expect(read({ a: 1, _files: { data: FILE } }, {}, { entries })).toEqual({ a: 1 });
});

it.each<IDataObject>([
	{ _files: ['a'] },
	{ _files: {} },
	{ _files: 'a' },
	{ _files: { data: { fileName: 'x' } } },
	{ _files: { data: FILE, other: 'x' } },
	{ error: 'x', clicks: 5 },
])('%j is data', (more) => {
	const json = { a: 1, ...more };
	expect(read(json)).toEqual(json);
});

describe('an item with a file', () => {
	const remedy =
		'If the rows are in the file, choose the Data Mode "Binary File". If they are in the fields of the item, name those that are to be sent in "Columns".';
	const binary = { data: FILE, other: FILE };

	it.each<[what: string, json: IDataObject, more: More]>([
		['and nothing else', {}, { binary }],
		['and fields', { clicks: 1 }, { binary }],
		['in its JSON', { clicks: 1, _files: binary }, {}],
		['in both', { _files: { x: FILE } }, { binary }],
	])('is refused: %s', (_, json, more) => {
		expect(refused(json, more)).toEqual({
			message: 'The input item holds a file ("data": ad-spend.csv) and no rows',
			remedy,
		});
	});

	it('is refused by the name of the field alone if the file has no name', () => {
		expect(refused({}, { binary: { csv: { mimeType: 'text/csv', data: '' } } })!.message).toBe(
			'The input item holds a file ("csv") and no rows',
		);
	});

	it('is a row if "Columns" says what is to be sent of it', () => {
		const json = { clicks: 1, b: 2 };
		const of = (...entries: ColumnSettings['entries']) => refused(json, { binary }, { entries });
		expect(of(entry('Clicks '))).toBeUndefined();
		expect(of(entry('x'), entry('b'))).toBeUndefined();
		expect(of(entry('x'))).toBeDefined();
		expect(of(entry('clicks', { isLeftOut: true }))).toBeDefined();
	});

	it('may have files that are none', () => {
		expect(refused({ a: 1 }, { binary: {} })).toBeUndefined();
	});
});

describe('names that n8n made up', () => {
	const remedy =
		'In the node "Extract From File", set the option "Range" to the number of rows above the names. Or name these columns in "Columns".';

	it('are refused', () => {
		const json = { __EMPTY: 'Day', Report: 'Cost', __EMPTY_12: 'Clicks' };
		expect(refused(json)).toEqual({
			message:
				'The fields __EMPTY, __EMPTY_12 have names that n8n made up, because the first row of the sheet does not hold the names',
			remedy,
		});
		const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`__EMPTY_${n}`, 'x']));
		const names = Object.keys(many).join(', ').slice(0, 100);
		expect(refused(many)!.message).toContain(`The fields ${names} have names`);
	});

	it('are taken if the form knows of them', () => {
		const json = { a: 1, __EMPTY: 'x' };
		expect(refused(json, {}, { entries: [entry('__empty')] })).toBeUndefined();
		expect(refused(json, {}, { entries: [entry('a')], sendsOthers: false })).toBeUndefined();
		expect(refused(json, {}, { entries: [entry('a')] })).toBeDefined();
	});

	it.each(['EMPTY', '__EMPTY_x', 'x__EMPTY', '__EMPTY_'])('are not %s', (name) => {
		expect(refused({ [name]: 'x' })).toBeUndefined();
	});
});

describe('an item that is an error of an earlier node', () => {
	const failed = {
		message: 'The input item is an error of an earlier node, and no row',
		remedy:
			'Connect this node to the success branch of that node, or filter out the items that have "error".',
	};

	it.each<IDataObject>([
		{ error: 'x' },
		{ error: { message: 'x' } },
		{ error: 'x', message: 'x', code: 5, description: 'x', details: { a: 1 }, statusCode: 400 },
		{ error: 'x', a: '', b: null, c: [], d: {}, e: undefined },
		{ error: EARLIER },
	])('is refused: %j', (json) => {
		expect(refused(json)).toEqual(failed);
	});

	it('is refused if n8n says so', () => {
		const error = new Error('x') as unknown as INodeExecutionData['error'];
		expect(refused({ clicks: 5 }, { error })).toEqual(failed);
	});

	it.each<IDataObject>([
		{ error: '' },
		{ error: null },
		{ error: 'x', clicks: 0 },
		{ error: 'x', isGood: false },
		{ error: 'x', list: [0] },
		{ error: EARLIER, message: 'x' },
		{ message: 'x' },
		{},
	])('is not %j', (json) => {
		expect(refused(json)).toBeUndefined();
	});
});

it.each<[given: unknown, rows: string]>([
	['{"n":1}', '[{"n":1}]'],
	[' [ {"n":1} ,\n{"n":[2,{}]} ] ', '[{"n":1},{"n":[2,{}]}]'],
	['[]', '[]'],
	[[], '[]'],
	[{ n: 1 }, '[{"n":1}]'],
	[[{ n: 1 }, { m: 2 }], '[{"n":1},{"m":2}]'],
	['{"id":12345678901234567890,"b":"]},{"}', '[{"id":12345678901234567890,"b":"]},{"}]'],
	// One list of objects that has nothing beside it.
	['{ "rows": [{"n":1}, {"m":2}] }', '[{"n":1},{"m":2}]'],
	[{ data: [{ n: 1 }] }, '[{"n":1}]'],
	// Any other object is a row itself.
	['{"rows":[]}', '[{"rows":[]}]'],
	['{"rows":[{"n":1}],"more":1}', '[{"rows":[{"n":1}],"more":1}]'],
	['{"rows":[{"n":1},2]}', '[{"rows":[{"n":1},2]}]'],
	['{"row":{"n":1}}', '[{"row":{"n":1}}]'],
	['{}', '[{}]'],
])('%j gives the rows %s', (given, rows) => {
	expect(JSON.stringify(jsonRows(given))).toBe(rows);
});

const NO_OBJECT = 'holds something other than an object';

it.each<[given: unknown, problem: string]>([
	['null', NO_OBJECT],
	['5', NO_OBJECT],
	[5, NO_OBJECT],
	[undefined, NO_OBJECT],
	['[{"n":1},[1]]', `${NO_OBJECT} in entry 2`],
	[[{ n: 1 }, {}, 'a'], `${NO_OBJECT} in entry 3`],
])('%j holds no row', (given, problem) => {
	expect(refusal(() => jsonRows(given))).toEqual({
		message: `"Rows" ${problem}`,
		remedy: 'A row is an object of named fields: not a text, a list, a date or a map.',
	});
});

const QUOTES = 'Names and texts need double quotes: [{ "channel": "podcast" }]';
const POINT = 'Numbers are written with a decimal point: 12.5 instead of 12,5.';

it.each([
	['', QUOTES],
	['[{"n":', QUOTES],
	["{'n':1}", QUOTES],
	['{"n":1,2:3}', QUOTES],
	['{"n":12,5}', POINT],
	['[{"n": -1,25 , "m": 2}]', POINT],
	['{"n":[1,5],"m":1,5}', POINT],
])('%j is no JSON', (given, remedy) => {
	const found = refusal(() => jsonRows(given));
	expect(found).toEqual({
		message: expect.stringMatching(/^"Rows" is not valid JSON: \S/) as string,
		remedy,
	});
});

it('a number that JavaScript cannot hold is refused in the words for it', () => {
	expect(refusal(() => jsonRows('{"n":1e400}'))).toEqual({
		message: '"n" is 1e400, a number that JavaScript cannot hold',
		remedy: 'Give it as text, in quotes.',
	});
});

it('objects of named fields are rows, wherever they come from', () => {
	const rows = [runInNewContext('({ a: 1 })'), Object.assign(Object.create(null), { a: 1 })];
	expect(JSON.stringify(jsonRows(rows))).toBe('[{"a":1},{"a":1}]');
	for (const value of [new Date(), new Map([['a', 1]]), DateTime.now()])
		expect(() => jsonRows([value])).toThrow(`${NO_OBJECT} in entry 1`);
});
