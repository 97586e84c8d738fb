import { FileSummary } from '../../../nodes/MerchantData/delivery/fileSummary.ts';
import type { RowFile } from '../../../nodes/MerchantData/rows/row.ts';
import { failure } from './failure.mts';
import { fileOf, line, refused, startRoad } from './road.mts';

const shop = 'a';
const lines = (from: number, to = from) =>
	Array.from({ length: to - from + 1 }, (_, at) => line(from + at));

function start(more: Partial<RowFile> = {}, isKept = true) {
	const road = startRoad();
	const summary = new FileSummary(road.execution, fileOf(more), isKept);
	return {
		...road,
		summary,
		accept: (from: number, to: number, receipt: object = { bytes: 10 }) =>
			summary.add({ shop, rows: lines(from, to), outcome: 'accepted', receipt: { ...receipt } }),
		fail: (from: number, to = from, outcome: 'notSent' | 'rejected' | 'unknown' = 'rejected') =>
			summary.add({ shop, rows: lines(from, to), ...failure(outcome, 400, 0) }),
	};
}

describe('the item of a file', () => {
	it('counts its rows, its requests and their bytes, and has a file of those not accepted', async () => {
		const { summary, accept, fail, hints } = start({ name: 'rows.csv', item: 2 });
		expect(accept(0, 1)).toBe(0);
		expect([fail(2, 3), fail(4, 4, 'unknown'), fail(5, 5, 'notSent')]).toEqual([2, 1, 1]);
		accept(6, 6, { bytes: 20 });
		const { json, binary } = await summary.end();
		expect(Object.entries(json)).toEqual([
			['rows', 7],
			['accepted', 3],
			['rejected', 2],
			['unknown', 1],
			['notSent', 1],
			['shop', 'a'],
			['fileName', 'rows.csv'],
			['requests', 2],
			['bytes', 30],
		]);
		expect(binary).toEqual({
			failedRows: { data: '{"n":2}\n{"n":3}\n{"n":4}\n{"n":5}\n' },
		});
		expect(hints()).toEqual([]);
	});

	it('names the shops that rows went to, where a column names them', async () => {
		const { summary } = start({ shopColumn: 'Shop' });
		const receipt = { bytes: 1 };
		for (const each of ['b', 'a', 'b'])
			summary.add({ shop: each, rows: lines(0), outcome: 'accepted', receipt });
		summary.add({ shop: 'c', rows: [refused(0)], ...failure('rejected', null, 0) });
		expect((await summary.end()).json).toMatchObject({ shops: ['b', 'a'] });
	});

	it('has no shop where none is known, and no name where the file has none', async () => {
		const { summary } = start();
		summary.add({ shop: '', rows: [refused(0)], ...failure('rejected', null, 0) });
		const { json } = await summary.end();
		expect(json).toMatchObject({ shop: null, rows: 1, rejected: 1, requests: 0, bytes: 0 });
		expect(json).not.toHaveProperty('fileName');
	});

	it('counts a request of an earlier try once, however many batches its rows come in', async () => {
		const { summary } = start();
		const [first, second] = [{ bytes: 10 }, { bytes: 10 }];
		for (const [at, receipt] of [first, first, second].entries())
			summary.add({ shop, rows: lines(at), outcome: 'accepted', receipt });
		expect((await summary.end()).json).toMatchObject({ rows: 3, requests: 2, bytes: 20 });
	});

	it('counts a request of which an earlier try kept no receipt', async () => {
		const { summary, accept } = start();
		accept(0, 1, {});
		expect((await summary.end()).json).toMatchObject({ accepted: 2, requests: 1, bytes: 0 });
	});

	it('is there without the rows, where n8n cannot keep them', async () => {
		const content = () => Promise.reject(new Error('The disk is full'));
		const { summary, fail, hints } = start({ item: 3, content });
		expect(fail(0, 1_000)).toBe(1_000);
		expect(await summary.end()).not.toHaveProperty('binary');
		expect(hints()).toEqual([
			'The rows of item 4 that were not accepted could not be put into a file: The disk is full',
			'Of the rows of item 4 that were not accepted, 1 have no item of their own.',
		]);
	});

	it('is there without the rows, where nobody gets the file', async () => {
		const { summary, fail } = start({}, false);
		fail(0);
		expect(await summary.end()).not.toHaveProperty('binary');
	});

	it('says of a file without rows that nothing was sent', async () => {
		const { summary, hints } = start({ item: 3 });
		expect((await summary.end()).json).toMatchObject({ rows: 0, shop: null });
		expect(hints()).toEqual(['The file of item 4 has no rows, so nothing of it was sent']);
	});
});

it('a thousand rows at most have an error item, and the others are counted', async () => {
	const { summary, fail, hints } = start();
	expect([fail(0, 599), fail(600, 1_199, 'unknown'), fail(1_200)]).toEqual([600, 400, 0]);
	const { binary } = await summary.end();
	expect(binary!.failedRows!.data.split('\n')).toHaveLength(1_202);
	expect(hints()).toEqual([
		'Of the rows of item 1 that were not accepted, 201 have no item of their own. All that could be read are in the file "failedRows".',
	]);
});
