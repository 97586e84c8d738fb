import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	createFailedRows,
	createFileReport,
} from '../../../nodes/MerchantData/delivery/fileReport.ts';
import type { PushedFile } from '../../../nodes/MerchantData/rows/row.ts';
import { failure, fileOf, line, refused, startRoad } from './road.mts';

const lines = (from: number, to = from) =>
	Array.from({ length: to - from + 1 }, (_, at) => line(from + at));

function start(more: Partial<PushedFile> = {}, isKept = true) {
	const road = startRoad();
	const report = createFileReport(road.execution, fileOf(more), isKept);
	return {
		...road,
		...report,
		accept: (from: number, to: number, receipt: object = { bytes: 10 }) =>
			report.add({ rows: lines(from, to), outcome: 'accepted', receipt: { ...receipt } }),
		/** @returns how many of the rows get an error item of their own */
		reject(from: number, to = from, outcome: 'notSent' | 'rejected' | 'unknown' = 'rejected') {
			report.add({ rows: lines(from, to), ...failure(outcome, 400) });
			return lines(from, to).filter(report.hasErrorItem).length;
		},
	};
}

describe('the item of a file', () => {
	it('counts its rows, its requests and their bytes, and has a file of those not accepted', async () => {
		const { end, accept, reject, hints } = start({ name: 'rows.csv', item: 2 });
		accept(0, 1);
		expect([reject(2, 3), reject(4, 4, 'unknown'), reject(5, 5, 'notSent')]).toEqual([2, 1, 1]);
		accept(6, 6, { bytes: 20 });
		// An earlier try kept no receipt.
		accept(7, 7, {});
		const { json, binary, pairedItem } = await end();
		expect(pairedItem).toEqual({ item: 2 });
		const outcomes = { rows: 8, accepted: 4, rejected: 2, unknown: 1, notSent: 1 };
		const all = { ...outcomes, shop: 'a', fileName: 'rows.csv', requests: 3, bytes: 30 };
		expect(Object.entries(json)).toEqual(Object.entries(all));
		expect(binary!.failedRows!.data).toBe('{"n":2}\n{"n":3}\n{"n":4}\n{"n":5}\n');
		expect(hints()).toEqual([]);
	});

	it('names the shops that rows went to, where a column names them', async () => {
		const { add, end } = start({ shopColumn: 'Shop' });
		for (const shop of ['b', 'a', 'b'])
			add({ rows: [line(0, { shop })], outcome: 'accepted', receipt: { bytes: 1 } });
		add({ rows: [refused(0, { shop: 'c' })], ...failure('rejected', null) });
		expect((await end()).json).toMatchObject({ shops: ['b', 'a'] });
	});

	it('says of a file without rows that nothing was sent', async () => {
		const { end, hints } = start({ item: 3 });
		expect((await end()).json).toMatchObject({ rows: 0, shop: null });
		expect(hints()).toEqual(['The file of item 4 has no rows, so nothing of it was sent']);
	});
});

it.each([
	[true, ' All that could be read are in the file "failedRows".'],
	[false, ''],
])('a thousand rows at most have an error item (with a file: %s)', async (isKept, where) => {
	const { end, reject, hints } = start({}, isKept);
	expect([reject(0, 599), reject(600, 1_199, 'unknown'), reject(1_200)]).toEqual([600, 400, 0]);
	const { binary } = await end();
	expect(binary?.failedRows?.data.split('\n').length).toBe(isKept ? 1_202 : undefined);
	expect(hints()).toEqual([
		`Of the rows of item 1 that were not accepted, 201 have no item of their own.${where}`,
	]);
});

/** The file of failed rows; n8n stores it so. */
function failedRows(more: Partial<PushedFile>, prepareBinaryData?: unknown) {
	const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
	const hint = jest.fn();
	return { hint, ...createFailedRows({ context, hint }, fileOf(more)) };
}

describe('the file of rows to push again', () => {
	it.each([
		['rows.csv.gz', 'rows-not-accepted.ndjson'],
		['rows', 'rows-not-accepted.ndjson'],
		['rows.gz of May', 'rows.gz of May-not-accepted.ndjson'],
		['rows.2026.csv', 'rows.2026-not-accepted.ndjson'],
		['rows.--', 'rows.---not-accepted.ndjson'],
		['', '-not-accepted.ndjson'],
	])('of %j is named %j, and has a line for each row that could be read', async (name, named) => {
		const { add, end } = failedRows({ name }, async (content: Buffer, ...about: string[]) => [
			content.toString(),
			...about,
		]);
		add([line(0), refused(0, { json: '' }), line(2)]);
		add([refused(1, { json: '' })]);
		add([line(5)]);
		expect(await end()).toEqual(['{"n":0}\n{"n":2}\n{"n":5}\n', named, 'application/x-ndjson']);
	});

	it('names the shop of each row, where a column did, which is not sent', async () => {
		const { add, end } = start({ shopColumn: 'Shop' });
		const rows = [line(0, { shop: 'b.example' }), refused(1, { json: '{"Shop":"x","n":1}' })];
		add({ rows, ...failure('rejected', 400) });
		expect((await end()).binary!.failedRows!.data).toBe(
			'{"Shop":"b.example","n":0}\n{"Shop":"x","n":1}\n',
		);
	});

	it('takes rows while others come, so that they are not held', async () => {
		const stored: string[] = [];
		const data = { data: '' } as IBinaryData;
		const content: PushedFile['content'] = async (given) => {
			for await (const bytes of given) stored.push(bytes.toString());
			return Buffer.alloc(0);
		};
		const { add, end } = failedRows({ content }, async () => await Promise.resolve(data));
		for (const ordinal of [0, 1, 2]) {
			add([line(ordinal)]);
			await new Promise(setImmediate);
			expect(stored).toHaveLength(ordinal + 1);
		}
		expect(await end()).toBe(data);
		expect(stored).toHaveLength(3);
	});

	it('is missed in a hint where n8n cannot store it, and rows may come all the same', async () => {
		const content = () => Promise.reject(new Error('The disk is full'));
		const { add, end, hint } = failedRows({ content });
		add([line(0)]);
		await new Promise(setImmediate);
		add([line(1)]);
		expect(await end()).toBeUndefined();
		expect(hint.mock.calls).toEqual([
			['The rows of item 1 that were not accepted could not be put into a file: The disk is full'],
		]);
	});
});
