import type { Ledger } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import type { PushOptions } from '../../../nodes/MerchantData/push/options.ts';
import type { Batch } from '../../../nodes/MerchantData/push/rows/batches.ts';
import { bodyOf } from '../../../nodes/MerchantData/push/rows/requestBody.ts';
import type { PlacedRow } from '../../../nodes/MerchantData/push/rows/row.ts';
import { createBatchSender, receiptOfRequest } from '../../../nodes/MerchantData/push/sendBatch.ts';
import { ended, type Reply } from '../../kit/execution.mts';
import { LIMITS, start } from '../../kit/client.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const SHOP = 'a.example';

/** A batch with a row of each item. */
function batchOf(...items: number[]): Batch {
	const records = items.map(
		(item): PlacedRow => ({
			item,
			ordinal: 0,
			shop: SHOP,
			row: () => ({ item }),
		}),
	);
	const body = bodyOf(
		SHOP,
		items.map((item) => JSON.stringify({ item })),
	);
	return { kind: 'batch', shop: SHOP, records, body };
}

/** A push to a service that answers so, which nobody repeats. */
function createSender(replies: Reply[]) {
	const { client, context, requests } = start(replies);
	const options = { ...LIMITS, batchSize: 500, maxBodyKb: 1, isolateRejectedRows: true };
	const hints: string[] = [];
	const hint = (text: string) => hints.push(text);
	const sender = createBatchSender({
		execution: { client, context, hint } as unknown as Execution,
		endpoint: 'pushAds',
		options: options as PushOptions,
		ledger: { handle: () => ({ isKept: false, track: () => {} }) } as unknown as Ledger,
		continues: true,
		receiptOf: receiptOfRequest,
	});
	return { sender, client, requests, hints };
}

describe('batches that are cut later', () => {
	it('are no larger than the larger half of one that was too large', async () => {
		const { sender } = createSender([{ status: 413 }, {}, {}]);
		await ended(sender.send(batchOf(0, 1, 2)));
		expect(sender.size()).toEqual({
			rows: 500,
			bytes: batchOf(0, 1).body.length,
			bytesOfOneRow: 1_024,
		});
	});

	it('may be as large as one of which a row was refused', async () => {
		const { sender } = createSender([{ status: 400 }, {}, {}]);
		await ended(sender.send(batchOf(0, 1, 2)));
		expect(sender.size().bytes).toBe(1_024);
	});
});

it('a batch that is sent in halves alone sends the first with its permit', async () => {
	const { sender, client, requests } = createSender([{ status: 413 }, {}]);
	await ended(sender.send(batchOf(0, 1)));
	const one = { ...LIMITS, maxParallelRequests: 1 };
	const permits = client.permits('pushAds', one);
	const { value } = await ended(
		permits.acquire().then(async (permit) => await sender.send(batchOf(2, 3), permit)),
	);
	expect(requests.slice(3).map(({ options }) => String(options.body))).toEqual(
		[2, 3].map((item) => String(batchOf(item).body)),
	);
	expect(value!.map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
});

describe('after a hundred rows that were refused alone for one reason', () => {
	async function afterThem(reply: Reply) {
		const replies = [...Array<Reply>(100).fill({ status: 400, body: 'No date' }), reply];
		const { sender, requests, hints } = createSender(replies);
		for (let item = 0; item < 100; item++) await ended(sender.send(batchOf(item)));
		const { value } = await ended(sender.send(batchOf(100, 101)));
		return { settled: value!, sent: requests.length - 100, hints };
	}

	it('a refused batch is not halved, and says why', async () => {
		const { settled, sent, hints } = await afterThem({ status: 400, body: 'No date' });
		expect(sent).toBe(1);
		expect(settled).toMatchObject([{ outcome: 'rejected', status: 400 }]);
		const [{ error }] = settled as unknown as Array<{ error: { description: string } }>;
		expect(error.description).toMatch(/\. Its rows were not tried one by one, because/);
		expect(hints).toEqual([
			expect.stringMatching(
				/^Rows of a\.example were rejected together with others of their request\. Its rows were not tried/,
			),
		]);
	});

	it('an accepted batch says nothing', async () => {
		const { settled, hints } = await afterThem({});
		expect(settled).toMatchObject([{ outcome: 'accepted' }]);
		expect(hints).toEqual([]);
	});
});
