import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import {
	createFailedRows,
	createFileReport,
} from '../../../nodes/MerchantData/delivery/fileReport.ts';
import type { Row, PushedFile } from '../../../nodes/MerchantData/rows/row.ts';
import { failure } from './failure.mts';
import { fileOf, line, refused, startRoad } from './road.mts';

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
			report.add({ rows: lines(from, to), ...failure(outcome, 400, 0) });
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
		const { json, binary, pairedItem } = await end();
		expect(pairedItem).toEqual({ item: 2 });
		const outcomes = { rows: 7, accepted: 3, rejected: 2, unknown: 1, notSent: 1 };
		const all = { ...outcomes, shop: 'a', fileName: 'rows.csv', requests: 2, bytes: 30 };
		expect(Object.entries(json)).toEqual(Object.entries(all));
		expect(binary!.failedRows!.data).toBe('{"n":2}\n{"n":3}\n{"n":4}\n{"n":5}\n');
		expect(hints()).toEqual([]);
	});

	it('counts a request of which an earlier try kept no receipt', async () => {
		const { end, accept } = start();
		accept(0, 1, {});
		expect((await end()).json).toMatchObject({ accepted: 2, requests: 1, bytes: 0 });
	});

	it('names the shops that rows went to, where a column names them', async () => {
		const { add, end } = start({ shopColumn: 'Shop' });
		const receipt = { bytes: 1 };
		for (const shop of ['b', 'a', 'b'])
			add({ rows: [line(0, { shop })], outcome: 'accepted', receipt });
		add({ rows: [refused(0, { shop: 'c' })], ...failure('rejected', null, 0) });
		expect((await end()).json).toMatchObject({ shops: ['b', 'a'] });
	});

	it('is there without the rows, where nobody gets the file', async () => {
		const { end, reject } = start({}, false);
		reject(0);
		expect(await end()).not.toHaveProperty('binary');
	});

	it('says of a file without rows that nothing was sent', async () => {
		const { end, hints } = start({ item: 3 });
		expect((await end()).json).toMatchObject({ rows: 0, shop: null });
		expect(hints()).toEqual(['The file of item 4 has no rows, so nothing of it was sent']);
	});
});

it('a thousand rows at most have an error item, and the others are counted', async () => {
	const { end, reject, hints } = start();
	expect([reject(0, 599), reject(600, 1_199, 'unknown'), reject(1_200)]).toEqual([600, 400, 0]);
	const { binary } = await end();
	expect(binary!.failedRows!.data.split('\n')).toHaveLength(1_202);
	expect(hints()).toEqual([
		'Of the rows of item 1 that were not accepted, 201 have no item of their own. All that could be read are in the file "failedRows".',
	]);
});

const UNREAD = refused(0, { json: '' });

function executionWith(prepareBinaryData?: unknown) {
	const context = { helpers: { prepareBinaryData } } as unknown as IExecuteFunctions;
	return { context, hint: jest.fn() };
}

/** Writes rows as they come. */
async function written(added: readonly Row[], more: Partial<PushedFile> = {}) {
	const prepareBinaryData = async (content: Buffer, fileName: string, mimeType: string) =>
		await Promise.resolve({ data: content.toString(), fileName, mimeType });
	const failed = createFailedRows(executionWith(prepareBinaryData), fileOf(more));
	failed.add(added);
	return await failed.end();
}

describe('the file of rows to push again', () => {
	it('has a line for each row that could be read, in order', async () => {
		const added = [line(0), UNREAD, line(2), UNREAD, line(5)];
		expect((await written(added))!.data).toBe('{"n":0}\n{"n":2}\n{"n":5}\n');
	});

	it.each([
		['rows.ndjson', 'rows-not-accepted.ndjson'],
		['rows.csv.gz', 'rows-not-accepted.ndjson'],
		['rows.gz', 'rows-not-accepted.ndjson'],
		['rows', 'rows-not-accepted.ndjson'],
		['rows.gz of May', 'rows.gz of May-not-accepted.ndjson'],
		['rows.2026.csv', 'rows.2026-not-accepted.ndjson'],
		['rows.--', 'rows.---not-accepted.ndjson'],
		['', '-not-accepted.ndjson'],
	])('of %j is named %j', async (name, fileName) => {
		expect(await written([line(0)], { name })).toEqual({
			data: '{"n":0}\n',
			fileName,
			mimeType: 'application/x-ndjson',
		});
	});

	it('names the shop of each row, where a column did, which is not sent', async () => {
		const rows = [line(0, { shop: 'b.example' }), refused(1, { json: '{"Shop":"x","n":1}' })];
		expect((await written(rows, { shopColumn: 'Shop' }))!.data).toBe(
			'{"Shop":"b.example","n":0}\n{"Shop":"x","n":1}\n',
		);
	});
});

it('rows leave while others come, so that they are not held', async () => {
	const stored: string[] = [];
	const file = fileOf({
		async content(lines) {
			for await (const bytes of lines) stored.push(bytes.toString());
			return Buffer.alloc(0);
		},
	});
	const data = { data: '' } as IBinaryData;
	const failed = createFailedRows(
		executionWith(async () => await Promise.resolve(data)),
		file,
	);
	for (const ordinal of [0, 1, 2]) {
		failed.add([line(ordinal)]);
		await new Promise(setImmediate);
		expect(stored).toHaveLength(ordinal + 1);
	}
	expect(await failed.end()).toBe(data);
	expect(stored).toHaveLength(3);
});

it('a hint says that n8n cannot store it, and rows may come all the same', async () => {
	const content = () => Promise.reject(new Error('The disk is full'));
	const execution = executionWith();
	const failed = createFailedRows(execution, fileOf({ content }));
	failed.add([line(0)]);
	await new Promise(setImmediate);
	failed.add([line(1)]);
	expect(await failed.end()).toBeUndefined();
	expect(execution.hint.mock.calls).toEqual([
		['The rows of item 1 that were not accepted could not be put into a file: The disk is full'],
	]);
});
