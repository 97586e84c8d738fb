import type { IDataObject } from 'n8n-workflow';
import { FileReport } from '../../../nodes/MerchantData/delivery/fileReport.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { InspectedInput, PushedFile } from '../../../nodes/MerchantData/input/source.ts';
import type { FailedOutcome } from '../../../nodes/MerchantData/service/errors/statusRow.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { failure, fileOf, inspectionOf, line, lines, refused, startRoad, unread } from './road.mts';

interface Given extends Partial<PushedFile> {
	/** How many rows were inspected, and what else was learned of the file. */
	input?: Partial<InspectedInput>;
	left?: number;
	onlyChanged?: boolean;
	hasEarlier?: boolean;
}

/** The report of one file. */
function start(given: Given = {}) {
	const { input, left = 0, onlyChanged, hasEarlier = false, ...file } = given;
	const road = startRoad();
	Object.assign(road.context.helpers, {
		prepareBinaryData: async (content: Buffer, fileName: string, mimeType: string) =>
			await Promise.resolve({ data: content.toString(), fileName, mimeType }),
	});
	const pushed = fileOf(file);
	const inputs = new Map([[pushed.item, { rows: 0, fingerprint: '', ...input }]]);
	const inspection = inspectionOf([], { inputs, left });
	const options = { output: 'files', onlyChanged } as DeliveryOptions;
	const sent = { hasEarlier, unchanged: new Map<number, number>() };
	const report = new FileReport(road.execution, pushed, inspection, options, sent);
	return {
		...road,
		end: async () => await report.end(),
		accept: (rows: readonly Row[], receipt: IDataObject = { bytes: 10 }) =>
			report.add({ rows, outcome: 'accepted', receipt }),
		/** @returns how many of the rows get an error item of their own */
		reject(rows: readonly Row[], outcome: FailedOutcome = 'rejected') {
			report.add({ rows, ...failure(outcome, 400) });
			return report.takeErrorItems(rows).length;
		},
	};
}

describe('the item of a pushed file', () => {
	it('counts its rows, its requests and their bytes, and has a file of those not accepted', async () => {
		const { end, accept, reject, hints } = start({ name: 'rows.csv', item: 2 });
		reject(lines(2, 3));
		accept(lines(0, 1), { bytes: 10, firstRow: { n: 0 } });
		reject([line(4)], 'unknown');
		reject([line(9)], 'notSent');
		accept([line(6)], { bytes: 20, firstRow: { n: 6 } });
		// An earlier attempt kept no receipt.
		accept([line(7)], {});
		const { json, binary, pairedItem } = await end();
		expect(pairedItem).toEqual({ item: 2 });
		const outcomes = { rows: 8, accepted: 4, rejected: 2, unknown: 1, notSent: 1 };
		const about = { shop: 'a', fileName: 'rows.csv', requests: 3, bytes: 30, firstRow: { n: 0 } };
		expect(Object.entries(json)).toEqual(Object.entries({ ...outcomes, ...about }));
		const copy = { data: '2,3,4,9', fileName: 'copy.csv', mimeType: 'text/csv' };
		expect(binary).toEqual({ failedRows: copy });
		expect(hints()).toEqual([]);
	});

	it('names the shops that rows went to, if a column names them', async () => {
		const { accept, reject, end } = start({ shopColumn: 'Shop' });
		for (const shop of ['b', 'a', 'b']) accept([line(0, { shop })]);
		reject([refused(0, { shop: 'c' })]);
		expect((await end()).json).toMatchObject({ shops: ['b', 'a'] });
		// An empty list would be shown as such.
		expect((await start({ shopColumn: 'Shop' }).end()).json).not.toHaveProperty('shops');
	});

	it('has neither a shop, nor a first row, nor failed rows if there are none', async () => {
		const counts = { rows: 0, accepted: 0, rejected: 0, unknown: 0, notSent: 0 };
		const json = { ...counts, shop: null, requests: 0, bytes: 0 };
		expect(await start().end()).toEqual({ json, pairedItem: { item: 0 } });
		expect((await start({ onlyChanged: true }).end()).json).toHaveProperty('unchanged', 0);
	});
});

describe('inspected rows that the second reading does not return', () => {
	it.each<[what: string, Given, failed: string]>([
		['count as not sent, and are in the file of failed rows', {}, '3,6,7,8,9'],
		['are not in it if an earlier attempt may have sent some', { hasEarlier: true }, '3'],
		['are not in it if "Rows at Most" leaves some out', { left: 4 }, '3'],
	])('%s', async (_, given, failed) => {
		const { accept, reject, end, hints } = start({ input: { rows: 10 }, ...given });
		accept(lines(0, 2));
		reject([line(3)]);
		reject([unread(6)], 'notSent');
		const { json, binary } = await end();
		expect(json).toMatchObject({ rows: 10, accepted: 3, rejected: 1, notSent: 6 });
		expect(binary!.failedRows!.data).toBe(failed);
		expect(hints()).toEqual(['5 more rows of item 1 were not accepted: see "failedRows"']);
	});

	it('count as rejected if the file was refused', async () => {
		const refusal = new InvalidInput('file.noTable', 'It is no good');
		const { end } = start({ input: { rows: 10, refusal } });
		expect((await end()).json).toMatchObject({ rows: 10, rejected: 10, notSent: 0 });
	});
});

describe('the file of failed rows', () => {
	it('has all of them, of which at most 1,000 have an error item', async () => {
		const wanted: number[] = [];
		const copyOf: PushedFile['copyOf'] = async (isWanted) => {
			wanted.push(...[...Array(300_000).keys()].filter(isWanted));
			return await fileOf().copyOf(isWanted);
		};
		const { end, reject, hints } = start({ copyOf });
		const all = [lines(0, 599), lines(600, 1_199), [line(200_001)]];
		expect(all.map((rows) => reject(rows))).toEqual([600, 400, 0]);
		await end();
		expect(wanted).toEqual([...Array(1_200).keys(), 200_001]);
		expect(hints()).toEqual(['201 more rows of item 1 were not accepted: see "failedRows"']);
	});

	it('is replaced by a hint if it cannot be made', async () => {
		const copyOf = () => Promise.reject(new Error('The disk is full'));
		const { reject, end, hints } = start({ copyOf });
		reject([line(0)]);
		expect((await end()).binary).toBeUndefined();
		expect(hints()).toEqual([
			'The rows of item 1 that were not accepted could not be put into a file: The disk is full',
		]);
	});
});
