import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	earlierOutcome,
	notData,
	refuseNoRow,
} from '../../../../nodes/MerchantData/push/rows/itemFields.ts';

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

/** What an item without a row is refused with. */
function refusal(json: IDataObject, binary?: Record<string, unknown>) {
	try {
		refuseNoRow({ json, binary } as INodeExecutionData, notData(json));
		return undefined;
	} catch (error) {
		return (error as Error).message;
	}
}

const HOLDS_A_FILE =
	'The input item holds a file ("data": ad-spend.csv) and no rows. Choose the Data Mode "Binary File".';

describe('an item that holds a file and no row', () => {
	it.each<[what: string, json: IDataObject, binary?: Record<string, unknown>]>([
		["n8n's fields of it", ABOUT, { data: FILE }],
		['some of these', { fileName: 'ad-spend.csv' }, { data: FILE }],
		['no field', {}, { data: FILE }],
		['the file in its JSON', { _files: { data: FILE } }],
		['both', { ...ABOUT, _files: { data: FILE } }],
	])('is refused with %s', (...[, json, binary]) => {
		expect(refusal(json, binary)).toBe(HOLDS_A_FILE);
	});

	it('is refused by the name of the field alone, where the file has none', () => {
		expect(refusal({}, { csv: { mimeType: 'text/csv' } })).toContain('holds a file ("csv") and');
	});

	it.each<[what: string, json: IDataObject, binary?: Record<string, unknown>]>([
		['it has data, too', { ...ABOUT, clicks: 1 }, { data: FILE }],
		['it has data beside a file in its JSON', { clicks: 1, _files: { data: FILE } }],
		['it has no file', ABOUT],
		['it has files of no form of n8n', { _files: ['a'] }],
		['it has files that are none', { _files: {} }],
	])('is a row where %s', (...[, json, binary]) => {
		expect(refusal(json, binary)).toBeUndefined();
	});
});

it('an item without a row says what to do', () => {
	expect(refusal({})).toContain('the input item has no fields to send');
	expect(refusal({ error: { message: 'no', outcome: 'rejected' } })).toBe(
		'The input item holds only the error of an earlier push, and no row',
	);
});

describe('what an earlier push wrote', () => {
	it.each(['rejected', 'unknown', 'notSent'])('is "error" of what was %s', (outcome) => {
		expect(earlierOutcome({ n: 1, error: { message: 'no', outcome, row: {} } })).toEqual(['error']);
	});

	it.each(['accepted', 'rejected', 'unknown', 'notSent'])('is the outcome %s', (pushOutcome) => {
		const own = ['pushOutcome', 'pushStatus'];
		expect(earlierOutcome({ n: 1, pushOutcome, pushStatus: 200 })).toEqual(own);
		expect(earlierOutcome({ n: 1, pushOutcome, pushStatus: null })).toEqual(own);
	});

	it.each<[IDataObject]>([
		[{ error: 'rejected' }],
		[{ error: null }],
		[{ error: { message: 'no' } }],
		[{ error: { message: 5, outcome: 'rejected' } }],
		[{ error: { message: 'no', outcome: 'accepted' } }],
		[{ error: { message: 'no', outcome: 'toString' } }],
		[{ error: ['no'] }],
		[{ pushOutcome: 'accepted' }],
		[{ pushStatus: 200 }],
		[{ pushOutcome: 'accepted', pushStatus: '200' }],
		[{ pushOutcome: 'won', pushStatus: 200 }],
	])('is not %j, which is data', (json) => {
		expect(notData(json)).toEqual([]);
	});

	it('is nothing in what is no row', () => {
		expect([null, [1], 'a'].map(notData)).toEqual([[], [], []]);
	});
});
