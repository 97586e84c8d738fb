import type { IDataObject } from 'n8n-workflow';
import { itemsSource } from '../../../../nodes/MerchantData/rows/sources/items.ts';
import { type FileItem, SHOP } from '../../../kit/execution.mts';
import { read as readItems } from '../../../kit/pushRows.mts';
import { startRoad } from '../../delivery/road.mts';

const FILE = { mimeType: 'text/csv', fileName: 'ad-spend.csv', data: '' };
/** What "Read File" says of a file. */
const ABOUT = {
	...{ mimeType: 'text/csv', fileType: 'text', fileName: 'ad-spend.csv' },
	...{ directory: '/data', fileExtension: 'csv', fileSize: '1 kB' },
};

/** Reads an item, beside one that is good. */
const read = (json: IDataObject, binary?: FileItem['binary']) =>
	readItems([json, { good: 1 }], { dataMode: 'autoMapInputData' }, { files: [{ binary }, {}] });
const EARLIER = { message: 'no', outcome: 'rejected' };
/** Why an item holds no row. */
const why = (...given: Parameters<typeof read>) => read(...given).rows[0]!.problem;
/** What of an item is sent. */
const data = (json: IDataObject) => JSON.parse(read(json).rows[0]!.json) as unknown;
describe('an item that holds a file and no row', () => {
	it.each<[what: string, json: IDataObject, binary?: FileItem['binary']]>([
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

	it.each<[what: string, json: IDataObject, binary?: FileItem['binary']]>([
		['it has data, too', { ...ABOUT, clicks: 1 }, { data: FILE }],
		['it has data beside a file in its JSON', { clicks: 1, _files: { data: FILE } }],
		['it has no file', ABOUT],
		['it has files of no form of n8n', { _files: ['a'] }],
		['it has files that are none', { _files: {} }],
		['it has files without a type', { _files: { data: { fileName: 'x' } } }],
		['it has nothing', {}],
		['it has data beside the error of an earlier push', { n: 1, error: EARLIER }],
	])('is a row where %s', (...[, json, binary]) => {
		expect(why(json, binary)).toBeUndefined();
	});
});

describe('what an earlier push wrote', () => {
	it.each(['rejected', 'unknown', 'notSent'])('is "error" of what was %s', (outcome) => {
		const json = { n: 1, error: { message: 'no', outcome, row: {} } };
		expect(data({ ...json, _files: { data: FILE } })).toEqual({ n: 1 });
	});

	it.each(['accepted', 'rejected', 'unknown', 'notSent'])('is the outcome %s', (pushOutcome) => {
		for (const pushStatus of [200, null])
			expect(data({ n: 1, pushOutcome, pushStatus })).toEqual({ n: 1 });
	});

	it.each<IDataObject>([
		...[{ error: 'rejected' }, { error: null }, { error: { message: 'no' } }, { error: ['no'] }],
		...[{ error: { message: 5, outcome: 'rejected' } }, { error: { message: 'no', outcome: 1 } }],
		...[{ pushOutcome: 'accepted' }, { pushStatus: 200 }],
		{ pushOutcome: 'accepted', pushStatus: '200' },
		{ pushOutcome: 1, pushStatus: 200 },
	])('is not %j, which is data', (json) => {
		const item = { n: 1, ...json };
		// As in all tables, null is left out.
		expect(data(item)).toEqual(json.error === null ? { n: 1 } : item);
	});
});

it.each<[what: string, dataMode: string, count: number, rowsJson: string, isTold: boolean]>([
	['fixed rows', 'json', 3, '[{ "n": 1 }]', true],
	['fixed rows of one item', 'json', 1, '[{ "n": 1 }]', false],
	['rows of an expression', 'json', 3, '={{ $json.rows }}', false],
	['rows that are the items', 'autoMapInputData', 3, '[{ "n": 1 }]', false],
])('%s are told to go out once for each item', (_, dataMode, count, rowsJson, isTold) => {
	const parameters = { dataMode, rowsJson, shop: SHOP };
	const items = Array(count).fill({ n: 1 });
	const { execution, hints } = startRoad({ parameters, items, resolve: () => ({ n: 1 }) });
	itemsSource(execution);
	const hint =
		/^"Rows" is the same for all 3 input items, so its rows are sent 3 times\. .*"Execute Once"/;
	expect(hints()).toEqual(isTold ? [expect.stringMatching(hint)] : []);
});
