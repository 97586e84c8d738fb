import type { LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Execution } from '../../../nodes/MerchantData/n8n/execution.ts';
import type { PushOptions } from '../../../nodes/MerchantData/push/options.ts';
import type { Settled } from '../../../nodes/MerchantData/push/rowReport.ts';
import type { Piece } from '../../../nodes/MerchantData/push/rows/batches.ts';
import type { RowRecord } from '../../../nodes/MerchantData/push/rows/row.ts';
import {
	type BatchSender,
	type Push,
	receiptOfRequest,
} from '../../../nodes/MerchantData/push/sendBatch.ts';
import { sendPieces } from '../../../nodes/MerchantData/push/sendPieces.ts';
import { InvalidValue } from '../../../nodes/MerchantData/shared/invalidValue.ts';
import { LIMITS, start } from '../../kit/client.mts';
import { ended } from '../../kit/execution.mts';

beforeEach(() => {
	jest.useFakeTimers();
});

const recordOf = (item: number, shop = 'a', endsReading = false): RowRecord => ({
	item,
	ordinal: 0,
	shop,
	endsReading,
	writeTo: () => {},
	row: () => ({ item }),
});

type Pieces = Array<Piece<LedgerEntry>>;

const batch = (item: number, shop = 'a'): Pieces[number] => ({
	kind: 'batch',
	shop,
	records: [recordOf(item, shop)],
	body: Buffer.of(),
});

const covered = (item: number, entry: Partial<LedgerEntry>): Pieces[number] => ({
	kind: 'covered',
	shop: 'a',
	records: [recordOf(item)],
	entry: entry as LedgerEntry,
});

const unsendable = (item: number, endsReading = false): Pieces[number] => ({
	kind: 'unsendable',
	shop: 'a',
	records: [recordOf(item, 'a', endsReading)],
	problem: new InvalidValue('Number Columns', 'is bad', 'Mend it.'),
});

interface Given {
	options?: Partial<PushOptions>;
	continues?: boolean;
	/** How long a request of an item takes. */
	takesMs?: (item: number) => number;
}

/** Sends pieces by a sender that only notes what it is given, and accepts it. */
async function run(pieces: Pieces, { options = {}, continues = true, takesMs = () => 10 }: Given) {
	const { client, context } = start({});
	const began = Date.now();
	const sent: Array<[item: number, at: number]> = [];
	const taken: number[] = [];
	let isStopped = false;
	const sender: BatchSender = {
		size: () => ({ rows: 1, bytes: 1, bytesOfOneRow: 1 }),
		isStopped: () => isStopped,
		stop: () => void (isStopped = true),
		async send({ records }) {
			if (isStopped) return [];
			const { item } = records.at(0)!;
			sent.push([item, Date.now() - began]);
			await new Promise((resolve) => setTimeout(resolve, takesMs(item)));
			return [{ records, outcome: 'accepted', receipt: { item } }];
		},
	};
	const push: Push = {
		execution: { client, context } as unknown as Execution,
		endpoint: 'pushAds',
		options: { ...LIMITS, batchSize: 500, maxBodyKb: 1, ...options } as PushOptions,
		ledger: undefined as never,
		continues,
		receiptOf: receiptOfRequest,
	};
	async function* source() {
		yield* pieces;
	}
	const results = sendPieces(push, sender, source(), (settled, { records }) => {
		taken.push(records.at(0)!.item);
		return settled;
	});
	const { value, error } = await ended(Array.fromAsync(results));
	if (!value) throw error;
	return { settled: value, sent, taken, isStopped };
}

const outcomes = (settled: Settled[][]) => settled.map(([first]) => first?.outcome);

it('gives what became of pieces in their order, and each is taken as soon as that is known', async () => {
	const takesMs = (item: number) => (item === 0 ? 300 : 10);
	const { settled, sent, taken } = await run([batch(0), batch(1), batch(2)], { takesMs });
	expect(settled.map(([first]) => first)).toMatchObject(
		[0, 1, 2].map((item) => ({ outcome: 'accepted', receipt: { item } })),
	);
	expect(sent).toEqual([
		[0, 0],
		[1, 0],
		[2, 0],
	]);
	expect(taken).toEqual([1, 2, 0]);
});

it('sends the requests of a shop one after another where its order is kept', async () => {
	const pieces = [batch(0), batch(1), batch(2, 'b'), batch(3)];
	const { sent } = await run(pieces, { options: { keepRowOrder: true } });
	expect(sent).toEqual([
		[0, 0],
		[2, 0],
		[1, 10],
		[3, 20],
	]);
});

it('does not send again what an earlier try sent', async () => {
	const pieces = [
		covered(0, { state: 'accepted', receipt: { n: 1 } }),
		covered(1, { state: 'accepted' }),
		covered(2, { state: 'inFlight' }),
		covered(3, { state: 'unknown' }),
		batch(4),
	];
	const { settled, sent, isStopped } = await run(pieces, { continues: false });
	expect(outcomes(settled)).toEqual(['accepted', 'accepted', 'unknown', 'unknown', 'accepted']);
	expect(settled.slice(0, 2)).toMatchObject([[{ receipt: { n: 1 } }], [{ receipt: {} }]]);
	expect(sent.map(([item]) => item)).toEqual([4]);
	expect(isStopped).toBe(false);
});

describe('a row that cannot be sent', () => {
	it.each<[what: string, given: Given, endsReading: boolean, isLast: boolean]>([
		['is the last, where the node stops at a failure', { continues: false }, false, true],
		['is not, where the node continues', { continues: true }, false, false],
		[
			'is not, where such records are skipped',
			{ continues: false, options: { skipRecordsWithErrors: true } },
			false,
			false,
		],
		[
			'is, where nothing behind it can be read',
			{ continues: false, options: { skipRecordsWithErrors: true } },
			true,
			true,
		],
	])('%s', async (_, given, endsReading, isLast) => {
		const { settled, sent, isStopped } = await run([unsendable(0, endsReading), batch(1)], given);
		expect(isStopped).toBe(isLast);
		expect(sent.map(([item]) => item)).toEqual(isLast ? [] : [1]);
		const { outcome, error, isSkipped } = settled[0]![0] as Extract<Settled, { error: unknown }>;
		expect(outcome).toBe('rejected');
		expect(error.message).toBe('"Number Columns" is bad');
		expect(isSkipped ?? false).toBe(given.options?.skipRecordsWithErrors === true && !endsReading);
	});
});
