import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { ColumnSettings } from '../../../nodes/MerchantData/mapping/columns.ts';
import {
	addedByN8n,
	dataOf,
	jsonRows,
	namelessColumns,
} from '../../../nodes/MerchantData/input/itemData.ts';
import { refusal } from '../../kit/refusal.mts';
import { entry, settingsOf } from '../mapping/settings.mts';

const FILE = { mimeType: 'text/csv', fileName: 'ad-spend.csv', data: '' };
const EARLIER = { message: 'no', outcome: 'rejected', row: {} };

type More = Omit<INodeExecutionData, 'json'>;
const read = (json: IDataObject, more: More = {}, settings: Partial<ColumnSettings> = {}) =>
	dataOf({ json, ...more }, settingsOf(settings));

/** Why an item holds no row. */
const refused = (...given: Parameters<typeof read>) => refusal(() => read(...given));

it('the data of an item are its fields without the files of n8n', () => {
	const json = { a: 1, pushOutcome: 'accepted' };
	expect(read(json)).toBe(json);
	const entries = [entry('A')];
	expect(read({ a: 1, _files: { data: FILE } }, {}, { entries })).toEqual({ a: 1 });
});

it.each<IDataObject>([
	{ _files: {} },
	{ _files: { data: { fileName: 'x' } } },
	{ _files: { data: FILE, other: 'x' } },
	{},
	{ error: '' },
	{ error: 'x', clicks: 0 },
	{ error: 'x', list: [0] },
	{ error: EARLIER, message: 'x' },
	{ EMPTY: 'x', __EMPTY_x: 'x', x__EMPTY: 'x', __EMPTY_: 'x' },
])('the item %j is data', (json) => {
	expect(read(json, { binary: {} })).toBe(json);
});

const OF_TABLE = ['id', 'createdAt', 'updatedAt'];
const OF_FORM = ['submittedAt', 'formMode'];
const MOMENT = '2026-11-20T14:22:05.123Z';
const TABLE = { day: 'x', id: 5, createdAt: MOMENT, updatedAt: MOMENT };
const SUBMITTED = { submittedAt: '2026-11-20T14:22:05.123+01:00' };

it.each<[fields: IDataObject, added: string[], settings?: Partial<ColumnSettings>]>([
	[TABLE, OF_TABLE],
	[TABLE, ['id', 'updatedAt'], { entries: [entry('CREATEDAT')] }],
	[TABLE, ['id', 'createdAt'], { skipRules: [{ column: 'updatedAt' }] }],
	[TABLE, [], { entries: [entry('day')], sendsOthers: false }],
	// n8n appends them in this order.
	[{ id: 5, day: 'x', createdAt: MOMENT, updatedAt: MOMENT }, []],
	[{ ...TABLE, id: 'x5' }, []],
	[{ ...TABLE, createdAt: 5 }, []],
	[{ ...TABLE, updatedAt: '2026-11-20' }, []],
	[{ ...SUBMITTED, formMode: 'production' }, OF_FORM],
	[{ ...SUBMITTED, formMode: 'test' }, OF_FORM],
	[{ ...SUBMITTED, formMode: 'x' }, []],
])('of %j, n8n added the columns %j', (fields, added, settings = {}) => {
	expect(addedByN8n(fields, settingsOf(settings))).toEqual(added);
});

describe('an item with a file', () => {
	const remedy =
		'If the rows are in the file, choose the Data Mode "Binary File". If they are in the fields of the item, name the fields to send in "Columns".';
	const binary = { data: FILE, other: FILE };

	const NAMED = '("data": ad-spend.csv)';
	it.each<[json: IDataObject, More['binary'], shown: string]>([
		[{ clicks: 1 }, binary, NAMED],
		[{ clicks: 1, _files: binary }, undefined, NAMED],
		[{ _files: { x: FILE } }, binary, NAMED],
		[{}, { csv: { mimeType: 'text/csv', data: '' } }, '("csv")'],
	])('is refused: %j', (json, files, shown) => {
		expect(refused(json, { binary: files })).toEqual({
			message: `The input item contains a file ${shown} and no rows`,
			remedy,
		});
	});

	it('is a row if "Columns" says what is to be sent of it', () => {
		const json = { clicks: 1, b: 2 };
		const of = (...entries: ColumnSettings['entries']) => read(json, { binary }, { entries });
		expect(of(entry('Clicks '))).toBe(json);
		expect(of(entry('x'), entry('b'))).toBe(json);
		expect(() => of(entry('x'))).toThrow();
		expect(() => of(entry('clicks', { isLeftOut: true }))).toThrow();
	});
});

describe('columns of a sheet without a name', () => {
	const given = (items: IDataObject[], settings: Partial<ColumnSettings> = {}) => {
		const all = items.map((json) => ({ json }));
		const { leftOut, refusal: why } = namelessColumns(all, settingsOf(settings));
		return { leftOut, why: why && [why.message, why.remedy] };
	};
	const because = 'because the first row of the sheet does not name them';
	const TITLE =
		'In the node "Extract From File", set the option "Range" to the number of rows above the names. Or name the fields in "Columns".';
	const NO_NAME = 'Name them in the sheet, or add them to "Columns" and choose "Leave Out".';

	it.each<[items: IDataObject[], fields: string, remedy: string]>([
		[[{ __EMPTY: 'Day', Report: 1, __EMPTY_12: 2 }], '"__EMPTY" and "__EMPTY_12"', TITLE],
		// A row of one cell, and one with all cells.
		[[{ Report: 'June' }, { Report: 'Day', __EMPTY: 'Cost' }], '"__EMPTY"', TITLE],
		[[{ __EMPTY: 'Day', Report: 'Cost' }], '"__EMPTY"', TITLE],
		// A note, also alone in its row.
		[
			[
				{ Day: 1, Cost: 5, Clicks: 1 },
				{ Cost: 5, __EMPTY: 'note' },
			],
			'"__EMPTY"',
			NO_NAME,
		],
		[[{ __EMPTY: 0, Day: 1, Cost: 5, Clicks: 1, __EMPTY_1: 'x' }], '"__EMPTY_1"', NO_NAME],
		[[{ __EMPTY: 0, Day: 1, Cost: 5 }, { Day: 2 }], '"__EMPTY"', NO_NAME],
	])('are refused with their remedy: %j', (items, fields, remedy) => {
		const message = `The fields ${fields} have names that n8n made up, ${because}`;
		expect(given(items).why).toEqual([message, remedy]);
	});

	it('are left out if the first has row numbers', () => {
		const items = [0, 1].map((row) => ({ __EMPTY: row, Day: 'x', Cost: 5 }));
		expect(given(items)).toEqual({ leftOut: ['__EMPTY'], why: undefined });
	});

	it.each<[items: IDataObject[], settings?: Partial<ColumnSettings>]>([
		[[]],
		[['EMPTY', '__EMPTY_x', 'x__EMPTY', '__EMPTY_'].map((name) => ({ [name]: 'x' }))],
		[[{ a: 1, __EMPTY: '', __EMPTY_1: null }]],
		[[{ a: 1, b: 1, __EMPTY: 'x' }], { entries: [entry('__empty', { isLeftOut: true })] }],
		[[{ __EMPTY: 1, a: 1 }], { entries: [entry('__EMPTY')] }],
		[[{ a: 1, __EMPTY: 'x' }], { entries: [entry('a')], sendsOthers: false }],
	])('are none that would be sent: %j with %j', (...sheet) => {
		expect(given(...sheet)).toEqual({ leftOut: [], why: undefined });
	});
});

it.each<[json: IDataObject, more?: More]>([
	[{ error: 'x' }],
	[{ error: 'x', message: 'x', code: 5, description: 'x', details: { a: 1 }, statusCode: 400 }],
	[{ error: 'x', a: '', b: null, c: [], d: {}, e: undefined }],
	[{ error: EARLIER }],
	// n8n says so.
	[{ clicks: 5 }, { error: new Error('x') as unknown as INodeExecutionData['error'] }],
])('an item that is an error of an earlier node is refused: %j', (...item) => {
	expect(refused(...item)).toEqual({
		message: 'The input item is an error of an earlier node, not a row',
		remedy:
			'Connect this node to the success branch of that node, or filter out the items that have "error".',
	});
});

it.each<[given: unknown, rows: string]>([
	[' [ {"n":1} ,\n{"n":[2,{}]} ] ', '[{"n":1},{"n":[2,{}]}]'],
	[[], '[]'],
	[{ n: 1 }, '[{"n":1}]'],
	['{"id":12345678901234567890,"b":"]},{"}', '[{"id":12345678901234567890,"b":"]},{"}]'],
	// One list of objects that has nothing beside it.
	['{ "rows": [{"n":1}, {"m":2}] }', '[{"n":1},{"m":2}]'],
	[[{ data: [{ n: 1 }, { n: 2 }] }], '[{"n":1},{"n":2}]'],
	['{"rows":[]}', '[]'],
	// A list that became an object.
	['{"0":{"a":1},"1":{"a":2}}', '[{"a":1},{"a":2}]'],
	[[{ '0': { a: 1 } }], '[{"a":1}]'],
	['{"1":{"a":1}}', '[{"1":{"a":1}}]'],
	// What `$input.all()` and `$input.item` return.
	[[{ json: { a: 1 }, pairedItem: 0 }, { json: { a: 2 } }], '[{"a":1},{"a":2}]'],
	[{ json: { a: 1 }, binary: {} }, '[{"a":1}]'],
	[{ json: { a: 1 }, b: 2 }, '[{"json":{"a":1},"b":2}]'],
	// Any other object is a row itself.
	['{"id":1,"rows":[]}', '[{"id":1,"rows":[]}]'],
	['{"rows":[{"n":1}],"more":1}', '[{"rows":[{"n":1}],"more":1}]'],
	['[{"rows":[{"a":1}]},{"b":1}]', '[{"rows":[{"a":1}]},{"b":1}]'],
	['{"rows":[{"n":1},2]}', '[{"rows":[{"n":1},2]}]'],
	['{"row":{"n":1}}', '[{"row":{"n":1}}]'],
])('"Rows" with %j has the rows %s', (given, rows) => {
	expect(JSON.stringify(jsonRows(given).rows)).toBe(rows);
});

const NO_OBJECT = '"Rows" contains something other than an object';
const ROW = 'A row is an object of named fields: not a text, a list, a date or a map.';

it.each<[given: unknown, message: string, remedy: string]>([
	['null', NO_OBJECT, ROW],
	[5, NO_OBJECT, ROW],
	['[23842593846051235]', NO_OBJECT, ROW],
	['[{"n":1},[1]]', `${NO_OBJECT} in entry 2`, ROW],
	[[{ n: 1 }, {}, DateTime.now()], `${NO_OBJECT} in entry 3`, ROW],
	['{"n":1e400}', '"n" is 1e400, a number that JavaScript cannot hold', 'Give it as text'],
])('"Rows" is refused with %j', (given, message, remedy) => {
	const found = refusal(() => jsonRows(given));
	expect(found).toEqual({ message, remedy: expect.stringContaining(remedy) as string });
});

const QUOTES =
	'Names and texts need double quotes, and numbers a decimal point: [{ "channel": "podcast", "spend": 12.5 }]. For an expression within JSON, write {{ JSON.stringify($json.name) }} without quotes around it.';
const OBJECTS =
	'An expression returned objects, which became text. Remove everything before {{ and after }}, also blanks, or write {{ JSON.stringify($json.rows) }}.';

it.each([
	['[{"n":', QUOTES],
	["{'n':1}", QUOTES],
	['{"n":12,5}', QUOTES],
	['[object Object] ', OBJECTS],
	['{"a":[object Object]}', OBJECTS],
])('"Rows" is refused with %j, which is not JSON: %s', (given, remedy) => {
	const message = expect.stringMatching(/^"Rows" is not valid JSON: \S/) as string;
	expect(refusal(() => jsonRows(given))).toEqual({ message, remedy });
});
