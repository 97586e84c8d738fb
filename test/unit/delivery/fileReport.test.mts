import type { IDataObject } from 'n8n-workflow';
import { FileReport } from '../../../nodes/MerchantData/delivery/fileReport.ts';
import type { DeliveryOptions } from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { InspectedInput, PushedFile } from '../../../nodes/MerchantData/input/source.ts';
import { InvalidInput } from '../../../nodes/MerchantData/errors/invalidInput.ts';
import { failure, fileOf, inspectionOf, line, lines, refused, startRoad, unread } from './road.mts';

interface Given {
	file?: Partial<PushedFile>;
	/** How many rows were inspected, and what else was learned of the file. */
	input?: Partial<InspectedInput>;
	left?: number;
	options?: Partial<DeliveryOptions>;
	hasEarlier?: boolean;
	/** How many rows were left out. */
	unchanged?: number;
}

/** The report of one file. */
function start({ file, input, left = 0, options, hasEarlier = false, unchanged }: Given = {}) {
	const road = startRoad();
	Object.assign(road.context.helpers, {
		prepareBinaryData: async (content: Buffer, fileName: string, mimeType: string) =>
			await Promise.resolve({ data: content.toString(), fileName, mimeType }),
	});
	const pushed = fileOf(file);
	const inputs = new Map([[pushed.item, { rows: 0, fingerprint: '', ...input }]]);
	const inspection = inspectionOf([], { inputs, left });
	const all = { output: 'files', ...options } as DeliveryOptions;
	const sent = { hasEarlier, unchanged: new Map(unchanged ? [[pushed.item, unchanged]] : []) };
	const report = new FileReport(road.execution, pushed, inspection, all, sent);
	return {
		...road,
		add: (...[settled]: Parameters<FileReport['add']>) => report.add(settled),
		end: async () => await report.end(),
		accept: (from: number, to: number, receipt: IDataObject = { bytes: 10 }) =>
			report.add({ rows: lines(from, to), outcome: 'accepted', receipt }),
		/** @returns how many of the rows get an error item of their own */
		reject(rows: readonly Row[], outcome: 'notSent' | 'rejected' | 'unknown' = 'rejected') {
			report.add({ rows, ...failure(outcome, 400) });
			return report.takeErrorItems(rows).length;
		},
	};
}

describe('the item of a pushed file', () => {
	it('counts its rows, its requests and their bytes, and has a file of those not accepted', async () => {
		const { end, accept, reject, hints } = start({ file: { name: 'rows.csv', item: 2 } });
		accept(0, 1);
		reject(lines(2, 3));
		reject(lines(4, 4), 'unknown');
		reject([line(9)], 'notSent');
		accept(6, 6, { bytes: 20 });
		// An earlier attempt kept no receipt.
		accept(7, 7, {});
		const { json, binary, pairedItem } = await end();
		expect(pairedItem).toEqual({ item: 2 });
		const outcomes = { rows: 8, accepted: 4, rejected: 2, unknown: 1, notSent: 1 };
		const all = { ...outcomes, shop: 'a', fileName: 'rows.csv', requests: 3, bytes: 30 };
		expect(Object.entries(json)).toEqual(Object.entries(all));
		const copy = { data: '2,3,4,9', fileName: 'copy.csv', mimeType: 'text/csv' };
		expect(binary).toEqual({ failedRows: copy });
		expect(hints()).toEqual([]);
	});

	it('counts unchanged rows on their own, if only what changed is sent', async () => {
		const options = { onlyChanged: true };
		const given = { input: { rows: 9 }, options, unchanged: 6 };
		const { end, accept, hints } = start(given);
		accept(0, 1);
		expect((await end()).json).toMatchObject({ rows: 9, accepted: 2, notSent: 1, unchanged: 6 });
		expect(hints()).toEqual(['1 more row of item 1 was not accepted']);
		expect((await start({ options }).end()).json).toHaveProperty('unchanged', 0);
		expect((await start().end()).json).not.toHaveProperty('unchanged');
	});

	it('names the shops that rows went to, if a column names them', async () => {
		const { add, end } = start({ file: { shopColumn: 'Shop' } });
		for (const shop of ['b', 'a', 'b'])
			add({ rows: [line(0, { shop })], outcome: 'accepted', receipt: { bytes: 1 } });
		add({ rows: [refused(0, { shop: 'c' })], ...failure('rejected', null) });
		expect((await end()).json).toMatchObject({ shops: ['b', 'a'] });
		// An empty list would be shown as such.
		const nothing = start({ file: { shopColumn: 'Shop' } });
		expect((await nothing.end()).json).not.toHaveProperty('shops');
	});

	it('shows a row that the service got, if "Rows at Most" is set', async () => {
		const { accept, reject, end } = start();
		reject([line(0)]);
		accept(1, 2, { firstRow: { n: 1 } });
		accept(3, 3, { firstRow: { n: 3 } });
		expect((await end()).json.firstRow).toEqual({ n: 1 });
	});

	it('without rows has neither a shop nor a first row', async () => {
		const { json } = await start().end();
		expect(json).toMatchObject({ rows: 0, shop: null });
		expect(json).not.toHaveProperty('firstRow');
	});
});

describe('inspected rows that the second reading does not return', () => {
	it('count as not sent, and are in the file of failed rows', async () => {
		const { accept, reject, end, hints } = start({ input: { rows: 10 } });
		accept(0, 2);
		reject([line(3)]);
		reject([unread(6)], 'notSent');
		const { json, binary } = await end();
		expect(json).toMatchObject({ rows: 10, accepted: 3, rejected: 1, notSent: 6 });
		expect(binary!.failedRows!.data).toBe('3,6,7,8,9');
		expect(hints()).toEqual(['5 more rows of item 1 were not accepted: see "failedRows"']);
	});

	it('count as rejected if the file was refused', async () => {
		const refusal = new InvalidInput('file.noTable', 'It is no good');
		const { end } = start({ input: { rows: 10, refusal } });
		expect((await end()).json).toMatchObject({ rows: 10, rejected: 10, notSent: 0 });
	});

	it.each([{ hasEarlier: true }, { left: 4 }])(
		'are not in the file of failed rows if they may be none of this run: %j',
		async (given) => {
			const { reject, end } = start({ input: { rows: 10 }, ...given });
			reject([line(3)]);
			reject([unread(6)], 'notSent');
			expect((await end()).binary!.failedRows!.data).toBe('3');
		},
	);
});

it('at most 1,000 failed rows have an error item, and the file of failed rows has all', async () => {
	const wanted: number[] = [];
	const copyOf: PushedFile['copyOf'] = async (isWanted) => {
		wanted.push(...[...Array(300_000).keys()].filter(isWanted));
		return await fileOf().copyOf(isWanted);
	};
	const { end, reject, hints } = start({ file: { copyOf } });
	const taken = [
		reject(lines(0, 599)),
		reject(lines(600, 1_199), 'unknown'),
		reject([line(200_001)]),
	];
	expect(taken).toEqual([600, 400, 0]);
	await end();
	expect(wanted).toEqual([...Array(1_200).keys(), 200_001]);
	expect(hints()).toEqual(['201 more rows of item 1 were not accepted: see "failedRows"']);
});

describe('the file of failed rows', () => {
	it('is not made if all rows were accepted', async () => {
		const copyOf = jest.fn();
		const { accept, end } = start({ file: { copyOf } });
		accept(0, 1);
		expect((await end()).binary).toBeUndefined();
		expect(copyOf).not.toHaveBeenCalled();
	});

	it('is replaced by a hint if it cannot be made', async () => {
		const copyOf = () => Promise.reject(new Error('The disk is full'));
		const { reject, end, hints } = start({ file: { copyOf } });
		reject([line(0)]);
		expect((await end()).binary).toBeUndefined();
		expect(hints()).toEqual([
			'The rows of item 1 that were not accepted could not be put into a file: The disk is full',
		]);
	});
});
