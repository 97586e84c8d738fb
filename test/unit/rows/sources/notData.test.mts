import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	dataOf,
	earlierOutcome,
	isPlainObject,
} from '../../../../nodes/MerchantData/rows/sources/notData.ts';
import type { InvalidInput } from '../../../../nodes/MerchantData/shared/invalidValue.ts';

const FILE = { mimeType: 'text/csv', fileName: 'ad-spend.csv', data: '' };
/** What "Read File" says of a file. */
const ABOUT = {
	mimeType: 'text/csv',
	fileType: 'text',
	fileName: 'ad-spend.csv',
	directory: '/data',
	fileExtension: 'csv',
	fileSize: '1 kB',
};

const read = (json: IDataObject, binary?: Record<string, unknown>) =>
	dataOf({ json, binary } as INodeExecutionData);
/** Why an item holds no row. */
function why(json: IDataObject, binary?: Record<string, unknown>) {
	try {
		return void read(json, binary);
	} catch (error) {
		return error as InvalidInput;
	}
}

describe('an item that holds a file and no row', () => {
	it.each<[what: string, json: IDataObject, binary?: Record<string, unknown>]>([
		["n8n's fields of it", ABOUT, { data: FILE }],
		['some of these', { fileName: 'ad-spend.csv' }, { data: FILE }],
		['no field', {}, { data: FILE }],
		['the file in its JSON', { _files: { data: FILE } }],
		['both', { ...ABOUT, _files: { data: FILE } }],
	])('is refused with %s', (...[, json, binary]) => {
		expect(why(json, binary)).toMatchObject({
			message: 'The input item holds a file ("data": ad-spend.csv) and no rows',
			remedy: 'Choose the Data Mode "Binary File".',
		});
	});

	it('is refused by the name of the field alone, where the file has none', () => {
		expect(why({}, { csv: { mimeType: 'text/csv' } })!.message).toContain('file ("csv") and');
	});

	it.each<[what: string, json: IDataObject, binary?: Record<string, unknown>]>([
		['it has data, too', { ...ABOUT, clicks: 1 }, { data: FILE }],
		['it has data beside a file in its JSON', { clicks: 1, _files: { data: FILE } }],
		['it has no file', ABOUT],
		['it has files of no form of n8n', { _files: ['a'] }],
		['it has files that are none', { _files: {} }],
		['it has files without a type', { _files: { data: { fileName: 'x' } } }],
		['it has nothing', {}],
		[
			'it has data beside the error of an earlier push',
			{ n: 1, error: { message: 'no', outcome: 'rejected' } },
		],
	])('is a row where %s', (...[, json, binary]) => {
		expect(why(json, binary)).toBeUndefined();
	});
});

it('an item that holds only the error of an earlier push says what to do', () => {
	expect(why({ error: { message: 'no', outcome: 'rejected' } })).toMatchObject({
		message: 'The input item holds only the error of an earlier push, and no row',
		remedy:
			'To push its row again, choose the Data Mode "JSON" and set Rows to {{ $json.error.row }}.',
	});
});

describe('what an earlier push wrote', () => {
	it.each(['rejected', 'unknown', 'notSent'])('is "error" of what was %s', (outcome) => {
		const json = { n: 1, error: { message: 'no', outcome, row: {} } };
		expect(earlierOutcome(json)).toEqual(['error']);
		expect(read({ ...json, _files: { data: FILE } })).toEqual({ n: 1 });
	});

	it.each(['accepted', 'rejected', 'unknown', 'notSent'])('is the outcome %s', (pushOutcome) => {
		const own = ['pushOutcome', 'pushStatus'];
		expect(earlierOutcome({ n: 1, pushOutcome, pushStatus: 200 })).toEqual(own);
		expect(earlierOutcome({ n: 1, pushOutcome, pushStatus: null })).toEqual(own);
		expect(read({ n: 1, pushOutcome, pushStatus: 200 })).toEqual({ n: 1 });
	});

	it.each<[IDataObject]>([
		[{ error: 'rejected' }],
		[{ error: null }],
		[{ error: { message: 'no' } }],
		[{ error: { message: 5, outcome: 'rejected' } }],
		[{ error: { message: 'no', outcome: 'toString' } }],
		[{ error: ['no'] }],
		[{ pushOutcome: 'accepted' }],
		[{ pushStatus: 200 }],
		[{ pushOutcome: 'accepted', pushStatus: '200' }],
		[{ pushOutcome: 'won', pushStatus: 200 }],
	])('is not %j, which is data', (json) => {
		expect(read(json)).toBe(json);
	});
});

describe('an object of named fields', () => {
	it.each<[string, unknown]>([
		['a date', new Date()],
		['a map', new Map([['a', 1]])],
		['a set', new Set([1])],
		['bytes', Buffer.from('a')],
		['a list', [{ a: 1 }]],
		['a function', () => ({ a: 1 })],
		['a regular expression', /a/],
		['an error', new Error('a')],
		['a promise', Promise.resolve()],
		['null', null],
		['nothing', undefined],
		['a text', 'a'],
		['a luxon date', DateTime.now()],
		['what writes itself otherwise', { a: 1, toJSON: () => 'a' }],
	])('is not %s', (_, value) => {
		expect(isPlainObject(value)).toBe(false);
	});

	it('may be of a class, without one, or of another realm', () => {
		class Row {
			a = 1;
		}
		const foreign = runInNewContext('({ a: 1 })') as unknown;
		for (const value of [{ a: 1 }, Object.create(null), new Row(), foreign, { toJSON: 'a column' }])
			expect(isPlainObject(value)).toBe(true);
	});
});
