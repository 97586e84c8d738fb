import type { IDataObject } from 'n8n-workflow';
import type { Batch } from '../../../nodes/MerchantData/delivery/batches.ts';
import type {
	DeliveryOptions,
	Failed,
	RequestFormat,
	Settled,
} from '../../../nodes/MerchantData/delivery/requestFormat.ts';
import { Sender } from '../../../nodes/MerchantData/delivery/sender.ts';
import { LedgerEntry } from '../../../nodes/MerchantData/delivery/sent/entry.ts';
import { Sent } from '../../../nodes/MerchantData/delivery/sent/sent.ts';
import { LIMITS } from '../../kit/client.mts';
import {
	ended,
	FIRST_TOKEN,
	type Reply,
	type SentRequest,
	useFakeTime,
} from '../../kit/execution.mts';
import { formatOf, numbersOf, optionsOf, refused, row, startRoad, unread } from './road.mts';

useFakeTime();

interface Given {
	options?: Partial<DeliveryOptions>;
	continues?: boolean;
	format?: Partial<RequestFormat>;
}

/** A batch with rows of these numbers. */
const batchOf = (...numbers: number[]) => ({ rows: numbers.map((n) => row(n)) });
const range = (count: number) => [...Array(count).keys()];

/** A sender to a service that answers so, given the numbers that it gets. */
function start(
	reply: Reply | ((numbers: number[], index: number) => Reply),
	{ options, continues = true, format }: Given = {},
) {
	const isPush = ({ path }: SentRequest) => path.endsWith('/data-in/ads');
	const bodyOf = ({ options: { body } }: SentRequest) =>
		(JSON.parse(String(body)) as { data: number[] }).data;
	const replyTo = (request: SentRequest, index: number) => {
		// Which shops are granted is asked after a 403.
		if (!isPush(request)) return { body: '{"accountId":"b.example","additionalShopIds":[]}' };
		return typeof reply === 'function' ? reply(bodyOf(request), index) : reply;
	};
	const kept: IDataObject = {};
	const road = startRoad({ replies: replyTo, getContext: () => kept });
	const all = optionsOf(options);
	const whole = formatOf(format);
	const limit = { ...whole.limit };
	const sent = new Sent(road.execution, whole, 'account at a', all);
	const sender = new Sender(road.execution, whole, limit, all, sent, continues);
	return {
		...road,
		isStopped: () => sent.isOver,
		limit,
		/** What the ledger has: how each request ended. */
		entries: () => (kept.merchantDataLedger as { entries: IDataObject[] }).entries,
		async settle(...[batch, permit]: Parameters<typeof sender.settle>) {
			const { value, error } = await ended(sender.settle(batch, permit));
			if (!value) throw error;
			return value;
		},
		sent: () => road.requests.filter(isPush).map(bodyOf),
	};
}

/** The numbers of the rows, by what became of them. */
const outcomesOf = (settled: Settled[]) =>
	settled.map(({ outcome, rows }) => `${outcome} ${numbersOf(rows)}`);

describe('a request', () => {
	it('is noted before it is sent and when it was accepted, with its receipt', async () => {
		const before: unknown[] = [];
		const { settle, requests, entries } = start(() => {
			before.push(...entries().map(({ state }) => state));
			return { status: 201, body: '{"id":7}' };
		});
		const batch = batchOf(1, 2);
		const bytes = formatOf().bodyOf(batch.rows).length;
		const receipt = { rows: 2, bytes, status: 201, response: { id: 7 } };
		expect(await settle(batch)).toEqual([{ rows: batch.rows, outcome: 'accepted', receipt }]);
		expect([before, entries()]).toMatchObject([['inFlight'], [{ state: 'accepted', receipt }]]);
		expect(requests[0]!.path).toContain('/data-in/ads');
	});

	it.each<[Reply, string, number | null]>([
		[{ status: 400 }, 'rejected', 400],
		[{ throws: { code: 'ECONNRESET' } }, 'unknown', null],
		[{ throws: { code: 'CERT_HAS_EXPIRED' } }, 'notSent', null],
	])('is noted with how it failed and all of its rows: %j', async (reply, outcome, status) => {
		const { settle, sent, entries } = start(reply);
		const { rows } = batchOf(4, 5);
		const error = { outcome, context: { itemIndex: 4 } };
		expect(await settle({ rows })).toMatchObject([{ rows, outcome, status, error }]);
		expect(sent()).toEqual([[4, 5]]);
		expect(entries()).toMatchObject([{ ranges: '4.0 5.0', state: outcome }]);
	});
});

const fail = () => {
	throw new Error(`a fault with ${FIRST_TOKEN}`);
};

it.each<[when: string, Partial<RequestFormat>, outcome: string]>([
	['before anything is sent', { confidentialOf: fail }, 'notSent'],
	['after it was accepted', { receiptOf: fail }, 'unknown'],
])('a fault of this package %s leaves an outcome that is true', async (_, format, outcome) => {
	const { settle, entries, execution } = start({}, { format });
	await execution.client.target('pushAds');
	const error = { outcome, message: 'a fault with [redacted]', context: { itemIndex: 4 } };
	expect(await settle(batchOf(4))).toMatchObject([{ outcome, status: null, error }]);
	expect(entries()).toMatchObject([{ state: outcome }]);
});

describe('a row is not sent', () => {
	const earlier = (state: 'accepted' | 'inFlight', receipt?: IDataObject): Batch => {
		const request = { shop: 'a', target: '', ranges: '', count: 1, digest: '', state, receipt };
		return { ...batchOf(4, 5), earlier: new LedgerEntry(request) };
	};
	const accepted = (receipt: IDataObject) => ({ ...batchOf(4, 5), outcome: 'accepted', receipt });
	const failed = (item: number, outcome: string, message: string, description: string) => ({
		outcome,
		status: null,
		error: { outcome, message, description, status: undefined, context: { itemIndex: item } },
	});
	const LOST = 'Not sent again: an earlier answer was lost';
	const CHECK = 'Check at the service whether it is there before you send it again.';
	const UNREAD = failed(0, 'notSent', 'The store broke off', 'Look after it.');
	const WRONG = [1, 2].map((item) => failed(item, 'rejected', `No ${item}`, 'Mend it.'));

	it.each<[what: string, Batch, settled: object[]]>([
		['accepted by an earlier attempt', earlier('accepted', { rows: 7 }), [accepted({ rows: 7 })]],
		['accepted by a process that then died', earlier('accepted'), [accepted({})]],
		['unknown since an earlier attempt', earlier('inFlight'), [failed(4, 'unknown', LOST, CHECK)]],
		['wrong, each for its own reason', { rows: [refused(1), refused(2, { shop: '' })] }, WRONG],
		['one that the second reading of a file did not return', { rows: [unread(3)] }, [UNREAD]],
	])('if it is %s, and the node goes on', async (_, batch, expected) => {
		const { settle, sent, isStopped, entries } = start({}, { continues: false });
		expect(await settle(batch)).toMatchObject(expected);
		expect([sent(), entries(), isStopped()]).toEqual([[], [], false]);
	});

	it('after a failure, if the node stops at one', async () => {
		const { settle, sent, isStopped } = start({ status: 400 }, { continues: false });
		expect(isStopped()).toBe(false);
		await settle(batchOf(0));
		expect(isStopped()).toBe(true);
		expect(await settle(batchOf(1))).toEqual([]);
		// What is known without a request is reported anyway.
		expect(await settle({ rows: [refused(2)] })).toHaveLength(1);
		expect(sent()).toEqual([[0]]);
	});
});

describe('a batch that is too large for the service', () => {
	const upTo =
		(most: number) =>
		(numbers: number[]): Reply => ({ status: numbers.length > most ? 413 : 200 });

	it('is sent with its permit, its halves with others, and the next ones are cut by the larger one', async () => {
		const { settle, sent, limit, execution } = start(upTo(3));
		await execution.client.target('pushAds');
		const permits = execution.client.permits('pushAds', { ...LIMITS, maxParallelRequests: 1 });
		const { value: permit } = await ended(permits.acquire(0));
		const halves = ['accepted 0,1,2', 'accepted 3,4'];
		expect(outcomesOf(await settle(batchOf(...range(5)), permit))).toEqual(halves);
		expect(sent()).toEqual([range(5), [0, 1, 2], [3, 4]]);
		expect(limit).toEqual({ rows: 500, size: 25 });
	});

	it('lowers the limit and never raises it, in whatever order answers come', async () => {
		const { settle, limit } = start((numbers) => ({
			status: numbers.length === 3 ? 200 : upTo(1)(numbers).status,
			afterMs: 10 * numbers.length,
		}));
		await Promise.all([settle(batchOf(0, 1)), settle(batchOf(2, 3, 4, 5, 6, 7))]);
		expect(limit.size).toBe(10);
	});

	it.each([true, false])('is refused if a row alone is (goes on: %s)', async (continues) => {
		const { settle, sent } = start(upTo(0), { continues });
		// It is not isolated: nothing new starts once the node stops.
		const tried = continues ? [0, 1] : [0];
		expect(outcomesOf(await settle(batchOf(0, 1)))).toEqual(tried.map((n) => `rejected ${n}`));
		expect(sent()).toEqual([[0, 1], ...tried.map((n) => [n])]);
	});
});

const REPLACES = { ifSentAgain: 'replaces' } as const;

describe.each<Partial<DeliveryOptions>>([{ isolateRejectedRows: true }, REPLACES])(
	'isolating refused rows with %j',
	(options) => {
		const bad =
			(...wrong: number[]) =>
			(numbers: number[]): Reply => ({
				status: numbers.some((n) => wrong.includes(n)) ? 400 : 200,
			});

		it.each([true, false])('leaves the others accepted (goes on: %s)', async (continues) => {
			const { settle, sent, isStopped, limit } = start(bad(5), { options, continues });
			expect(outcomesOf(await settle(batchOf(...range(9))))).toEqual([
				'accepted 0,1,2,3,4',
				'rejected 5',
				'accepted 6',
				'accepted 7,8',
			]);
			// After one that was refused alone, the next one goes alone as well.
			expect(sent()).toEqual([range(9), range(5), [5, 6, 7, 8], [5, 6], [5], [6], [7, 8]]);
			expect(isStopped()).toBe(!continues);
			expect(limit.size).toBe(1_000);
			// If the node stops, later requests are neither isolated nor sent.
			const later = outcomesOf(await settle(batchOf(10, 11)));
			expect(later).toEqual(continues ? ['accepted 10,11'] : []);
		});

		it('takes only the first refused request, if the node stops', async () => {
			const road = start({ status: 400, afterMs: 10 }, { options, continues: false });
			const settled = await Promise.all([road.settle(batchOf(0, 1)), road.settle(batchOf(2, 3))]);
			expect(settled.map(outcomesOf)).toEqual([['rejected 0', 'rejected 1'], ['rejected 2,3']]);
		});

		it('does not stop the node if all rows are accepted alone, and may begin again', async () => {
			const reply = (numbers: number[]) => ({ status: numbers.length > 1 ? 400 : 200 });
			const { settle, isStopped } = start(reply, { options, continues: false });
			expect(outcomesOf(await settle(batchOf(0, 1)))).toEqual(['accepted 0', 'accepted 1']);
			expect(outcomesOf(await settle(batchOf(2, 3)))).toEqual(['accepted 2', 'accepted 3']);
			expect(isStopped()).toBe(false);
		});

		it('ends after another failure, also in the other half, if the node stops', async () => {
			const reply = (numbers: number[]) => ({ status: String(numbers) === '1' ? 403 : 400 });
			const { settle, sent } = start(reply, { options, continues: false });
			await settle(batchOf(0, 1, 2, 3));
			expect(sent()).toEqual([range(4), [0, 1], [0], [1]]);
		});

		it('ends after ten refusals for one reason, and sends the rest together again', async () => {
			const { settle, sent } = start(bad(...range(10)), { options });
			const alone = range(10).map((n) => `rejected ${n}`);
			const together = `accepted ${range(64).slice(10)}`;
			expect(outcomesOf(await settle(batchOf(...range(64))))).toEqual([...alone, together]);
			const lengths = [64, 32, 16, 8, 4, 2, ...Array<number>(10).fill(1), 54];
			expect(sent().map(({ length }) => length)).toEqual(lengths);
		});

		const refusals = (count: number, more: Reply = {}) =>
			Array.from({ length: count }, (_, n): Reply => {
				const body = `Row ${n}, request a${n}f: no date`;
				return { status: 400, body, ...more };
			});

		// Each reply is one to a row that is sent alone.
		it.each<[when: string, replies: Reply[], isIsolated: boolean]>([
			['the first one', [], true],
			['one after nine refusals for one reason', refusals(9), true],
			['none after ten', refusals(10), false],
			['one after other failures', refusals(10, { status: 422 }), true],
			['one after an acceptance', [...refusals(10), {}], true],
			['one after nine and another reason', [...refusals(9), ...refusals(1, { body: 'x' })], true],
		])('isolates %s', async (_, replies, isIsolated) => {
			const { settle, sent } = start(
				(numbers, index) =>
					replies[index] ?? (numbers.length > 1 ? { status: 400, body: 'No date' } : {}),
				{ options },
			);
			for (const n of replies.keys()) await settle(batchOf(n));
			expect(await settle(batchOf(200, 201))).toHaveLength(isIsolated ? 2 : 1);
			expect(sent()).toHaveLength(replies.length + (isIsolated ? 3 : 1));
			if (isIsolated) return;
			// Nothing is known of another shop.
			const rows = [row(1, { shop: 'b' }), row(2, { shop: 'b' })];
			expect(await settle({ rows })).toHaveLength(2);
		});
	},
);

describe('a refusal that names single rows', () => {
	const naming = (...errors: object[]): Reply => ({
		status: 400,
		body: JSON.stringify({ errors }),
	});
	const NAMES_ONE = naming({ n: 1, error: 'no date' });
	const ISOLATE = { isolateRejectedRows: true };
	const PARTLY = 'rejected 1 · unknown 0,2,3';
	const ALONE = range(4).map((n) => `rejected ${n}`);

	it.each<[what: string, Reply, Partial<DeliveryOptions>, outcomes: string]>([
		['are unknown', NAMES_ONE, {}, PARTLY],
		['are unknown, and not isolated', NAMES_ONE, ISOLATE, PARTLY],
		['are unknown after a 422', { ...NAMES_ONE, status: 422 }, {}, PARTLY],
		['are unknown if none is named', naming({ error: 'x' }), {}, 'unknown 0,1,2,3'],
		['stay unknown if the request is', { ...NAMES_ONE, status: 200 }, {}, 'unknown 0,1,2,3'],
		['are unknown if one row has all errors', naming(...Array(4).fill({ n: 1 })), {}, PARTLY],
		['are none if all are named', naming(...range(4).map((n) => ({ n }))), {}, 'rejected 0,1,2,3'],
		['are none if it names none', { status: 400 }, {}, 'rejected 0,1,2,3'],
		['are isolated if they replace', NAMES_ONE, REPLACES, ALONE.join(' · ')],
	])('leaves the other rows, which %s', async (_, reply, options, outcomes) => {
		const { settle, entries } = start(reply, { options });
		const settled = await settle(batchOf(...range(4)));
		expect(outcomesOf(settled).join(' · ')).toBe(outcomes);
		if (outcomes !== PARTLY) return;
		// At a retry, the rest is sent.
		const others = { ranges: '0.0 2.0 3.0', state: 'unknown' };
		expect(entries()).toMatchObject([{ state: 'rejected' }, others]);
		const { message } = (settled[0] as Failed).error;
		const description = expect.stringContaining('may have stored this one');
		expect(settled[1]).toMatchObject({ status: reply.status, error: { message, description } });
	});
});
