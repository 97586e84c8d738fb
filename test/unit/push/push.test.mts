import fc from 'fast-check';
import { PREVIEWED } from '../../../nodes/MerchantData/delivery/deliver.ts';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { pushFields } from '../../../nodes/MerchantData/push/fields/fields.ts';
import { push } from '../../../nodes/MerchantData/push/push.ts';
import { ended, type Reply } from '../../kit/execution.mts';
import {
	createNode,
	isOpen,
	type Row,
	rows,
	type SentPush,
	type Service,
} from '../../kit/pushNode.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const ok: Service = () => ({});
const slow: Service = () => ({ afterMs: 300 });
const numbersOf = (sent: readonly SentPush[]) => sent.map((push) => push.rows);
const each = (items: readonly Row[], outcome: string) => items.map(({ n }) => [n, outcome]);

describe('requests side by side', () => {
	it.each([
		[{}, 14, 600],
		[{ maxParallelRequests: 1 }, 1, 4_800],
		[{ maxParallelRequests: 4 }, 4, 1_200],
	])('are as many as limiter and options allow (%j)', async (options, most, tookMs) => {
		const items = rows(16);
		const run = await createNode().run({
			items,
			service: slow,
			options: { batchSize: 1, ...options },
		});
		expect(run.mostOpen()).toBe(most);
		expect(run.tookMs).toBe(tookMs);
		expect(run.told).toEqual(each(items, 'accepted'));
		expect(numbersOf(run.sent)).toEqual(items.map(({ n }) => [n]));
	});

	it('go one after another for a shop whose order is kept, and beside those of others', async () => {
		const items = [...rows(4), ...rows(4, 'b.example')].map((row, n) => ({ ...row, n }));
		const { sent, told, tookMs } = await createNode().run({
			items,
			service: slow,
			options: { batchSize: 1, keepRowOrder: true },
		});
		expect(tookMs).toBe(1_200);
		for (const shop of ['a.example', 'b.example']) {
			const times = sent.filter((push) => push.shop === shop).map(({ request }) => request.at);
			expect(times).toEqual([0, 300, 600, 900]);
		}
		expect(told).toEqual(each(items, 'accepted'));
	});

	it('give their items in input order, whatever ended first', async () => {
		const service: Service = (_, index) => ({ afterMs: 1_000 - 100 * index });
		const items = rows(8);
		const { told, output } = await createNode().run({ items, service, options: { batchSize: 2 } });
		expect(told).toEqual(each(items, 'accepted'));
		expect(output.items().map(({ json }) => json)).toMatchObject([
			{ shop: 'a.example', rows: 2, status: 200, response: {} },
			{},
			{},
			{},
		]);
	});
});

it('makes no body of a request that its limiter does not let go yet', async () => {
	const written: number[] = [];
	const items = rows(9).map(({ n, shop }) => ({
		shop,
		get n() {
			written.push(n);
			return n;
		},
	}));
	const first: Service = (_, index) =>
		index === 0 ? { status: 429, headers: { 'retry-after': '5' } } : {};
	const node = createNode();
	const { running } = node.start({ items: items.slice(0, 1), service: first });
	await jest.advanceTimersByTimeAsync(100);
	const next = node.start({ items, service: ok, options: { batchSize: 1 } });
	await jest.advanceTimersByTimeAsync(4_000);
	const before = written.length;
	await ended(Promise.all([running, next.running]));
	expect(before).toBe(1);
	expect(next.sent).toHaveLength(9);
});

it('sends nothing in a preview, and shows what it would', async () => {
	const { context, execution, sent, output } = await createNode().run({
		items: rows(3),
		service: ok,
		parameters: { preview: true },
		options: { batchSize: 2 },
	});
	expect(sent).toEqual([]);
	expect([...execution.hints]).toEqual(['Nothing was sent: "Preview" is on']);
	expect(output.items().map(({ json }) => json)).toMatchObject([
		{ preview: true, shop: 'a.example', rows: 2 },
		{ preview: true, rows: 1 },
	]);
	expect([...execution.hints]).toEqual([PREVIEWED]);
	// However many hints there are.
	const other = createExecution(context, pushFields);
	for (const n of Array(20).keys()) other.hint(`Hint ${n}`);
	await push(other, output, 'pushAds');
	expect(other.hints).toContain(PREVIEWED);
});

it('says beforehand what may not have been meant', async () => {
	const { execution, sent } = await createNode().run({
		items: rows(1),
		service: ok,
		parameters: { numberColumns: 'spend' },
	});
	expect([...execution.hints]).toEqual([
		'"Number Columns" names fields that no input item has: spend. Correct these names, or remove them.',
	]);
	expect(sent).toHaveLength(1);
});

describe('an item that cannot be read', () => {
	const broken = rows(3).map((row) => ({ ...row, shop: row.n === 1 ? '' : row.shop }));

	it('is not sent, and says so; the others are', async () => {
		const { sent, output } = await createNode().run({ items: broken, service: ok });
		expect(numbersOf(sent)).toEqual([[0, 2]]);
		expect(output.items()[1]).toMatchObject({
			json: {
				error: {
					message: '"Shop" is empty',
					outcome: 'notSent',
					status: null,
					shop: null,
					rowIndex: 0,
					row: { n: 1 },
				},
			},
			pairedItem: { item: 1 },
		});
	});

	it('goes with a rerun that can read it, and no other', async () => {
		const node = createNode();
		await node.run({ items: broken, service: ok });
		node.store();
		const { sent, told } = await node.run({ items: rows(3), service: ok });
		expect(numbersOf(sent)).toEqual([[1]]);
		expect(new Map(told)).toEqual(new Map(rows(3).map(({ n }) => [n, 'accepted'])));
		const third = await node.run({ items: rows(3), service: ok });
		expect(third.sent).toEqual([]);
	});
});

describe('a row that cannot be sent', () => {
	const items = rows(4).map((row) => ({ ...row, filler: row.n === 1 ? 'x'.repeat(2_000) : '' }));
	const given = { items, service: ok, options: { maxBodyKb: 1 } };

	it('is rejected by itself; the others are sent', async () => {
		const { sent, told, output } = await createNode().run(given);
		expect(numbersOf(sent)).toEqual([[0], [2, 3]]);
		expect(told.at(-1)).toEqual([1, 'rejected']);
		expect(output.items().at(-1)!.json.error).toMatchObject({
			message: expect.stringMatching(/^"Max Body Size/) as string,
			status: null,
			row: { n: 1 },
		});
	});

	it('stops a node whose error output is off', async () => {
		const { sent, error } = await createNode().run({ ...given, continues: false });
		expect(numbersOf(sent)).toEqual([[0]]);
		expect(error!.message).toContain('Of 4 rows: 1 accepted, 1 rejected, 2 not sent');
	});
});

describe('a row that names another shop', () => {
	const items = rows(4).map((row) => ({
		...row,
		shopDomain: `${'ab'[Number(row.n === 2)]}.example`,
	}));

	it('is rejected by itself; the others are sent', async () => {
		const { sent, told } = await createNode().run({ items, service: ok });
		expect(numbersOf(sent)).toEqual([[0, 1], [3]]);
		expect(told.at(-1)).toEqual([2, 'rejected']);
	});

	it('stops a node whose error output is off before anything is sent', async () => {
		const { sent, error } = await createNode().run({ items, service: ok, continues: false });
		expect(sent).toEqual([]);
		expect(error!.message).toContain('Of 4 rows: 1 rejected, 3 not sent');
	});
});

describe('where the node stops at a failure', () => {
	const failing: Service = ({ rows: [n] }) =>
		n === 2 ? { status: 400, afterMs: 100 } : { afterMs: 300 };

	it('what is in flight is awaited and counted, and nothing new starts', async () => {
		const { sent, error, tookMs } = await createNode().run({
			items: rows(20),
			service: failing,
			options: { batchSize: 1, maxParallelRequests: 4 },
			continues: false,
		});
		expect(numbersOf(sent)).toEqual([[0], [1], [2], [3]]);
		expect(tookMs).toBe(300);
		expect(error!.message).toContain(
			'Of 20 rows: 3 accepted, 1 rejected, 16 not sent. First rejected: item 2.',
		);
	});

	it('what waits for its shop stays unsent', async () => {
		const { sent, error } = await createNode().run({
			items: rows(5),
			service: failing,
			options: { batchSize: 1, keepRowOrder: true },
			continues: false,
		});
		expect(numbersOf(sent)).toEqual([[0], [1], [2]]);
		expect(error!.message).toContain('Of 5 rows: 2 accepted, 1 rejected, 2 not sent');
	});

	it('a rerun sends what was not accepted, and nothing twice', async () => {
		const node = createNode();
		const given = { items: rows(6), options: { batchSize: 1 }, continues: false };
		await node.run({ ...given, service: failing });
		node.store();
		const { sent, told, error } = await node.run({ ...given, service: ok });
		expect(error).toBeUndefined();
		expect(numbersOf(sent)).toEqual([[2]]);
		expect(told).toEqual(each(rows(6), 'accepted'));
	});
});

describe('a batch that the service finds too large', () => {
	const filler = 'x'.repeat(100);
	const items = rows(8).map((row) => ({ ...row, filler }));
	const upTo =
		(most: number, afterMs = 0): Service =>
		({ bytes }) => ({ status: bytes > most ? 413 : 200, afterMs });

	it('goes in halves, and the next ones are cut by what it accepted', async () => {
		const run = await createNode().run({
			items: rows(16).map((row) => ({ ...row, n: row.n + 10, filler })),
			service: upTo(600),
			options: { batchSize: 8, maxParallelRequests: 1 },
		});
		expect(numbersOf(run.sent).map(({ length }) => length)).toEqual([8, 4, 4, 4, 4]);
		expect(run.told.map(([, outcome]) => outcome)).toEqual(Array(16).fill('accepted'));
	});

	it('beside others that are so, halves once', async () => {
		const run = await createNode().run({
			items: rows(32).map((row) => ({ ...row, filler })),
			service: upTo(600, 100),
			options: { batchSize: 8 },
		});
		const sizes = numbersOf(run.sent).map(({ length }) => length);
		expect(sizes).toEqual([...Array<number>(4).fill(8), ...Array<number>(8).fill(4)]);
		expect(run.told.map(([, outcome]) => outcome)).toEqual(Array(32).fill('accepted'));
	});

	it('spares the ones cut before it, which wait for their turn, the same refusal', async () => {
		const run = await createNode().run({
			items: rows(16).map((row) => ({ ...row, n: row.n + 10, filler })),
			service: upTo(600, 100),
			options: { batchSize: 8, keepRowOrder: true },
		});
		expect(numbersOf(run.sent).map(({ length }) => length)).toEqual([8, 4, 4, 4, 4]);
	});

	it('is refused at last where one row alone is too large', async () => {
		const run = await createNode().run({ items: items.slice(0, 2), service: upTo(10) });
		expect(numbersOf(run.sent)).toEqual([[0, 1], [0], [1]]);
		expect(run.told).toEqual(each(items.slice(0, 2), 'rejected'));
	});

	it('is not isolated: nothing new starts once the node stops', async () => {
		const service: Service = ({ rows: [n, ...more] }) =>
			more.length > 0 ? { status: 413 } : { status: n === 0 ? 400 : 200 };
		const run = await createNode().run({ items: items.slice(0, 2), service, continues: false });
		expect(numbersOf(run.sent)).toEqual([[0, 1], [0]]);
		expect(run.error!.message).toContain('1 rejected, 1 not sent');
	});
});

describe('rows to be isolated', () => {
	const bad =
		(...numbers: number[]): Service =>
		({ rows: sent }) => ({ status: sent.some((n) => numbers.includes(n)) ? 400 : 200 });
	const options = { isolateRejectedRows: true };

	it.each([true, false])('leave the others accepted (the node goes on: %s)', async (continues) => {
		const run = await createNode().run({ items: rows(8), service: bad(5), options, continues });
		expect(numbersOf(run.sent)).toEqual([
			[0, 1, 2, 3, 4, 5, 6, 7],
			[0, 1, 2, 3],
			[4, 5, 6, 7],
			[4, 5],
			[4],
			[5],
			[6, 7],
		]);
		const accepted = [0, 1, 2, 3, 4, 6, 7];
		if (continues) {
			expect(run.told).toEqual([...accepted.map((n) => [n, 'accepted']), [5, 'rejected']]);
		} else {
			expect(run.error!.message).toContain('Of 8 rows: 7 accepted, 1 rejected');
		}
	});

	it('are not asked for: one request, all refused', async () => {
		const run = await createNode().run({ items: rows(8), service: bad(5) });
		expect(run.sent).toHaveLength(1);
		expect(run.told).toEqual(each(rows(8), 'rejected'));
	});

	it('are looked for no further in a node that stops at another failure', async () => {
		const service: Service = ({ rows: sent }) => ({
			status: [400, 403][Number(sent.length === 2)],
		});
		const run = await createNode().run({ items: rows(4), service, options, continues: false });
		expect(numbersOf(run.sent)).toEqual([
			[0, 1, 2, 3],
			[0, 1],
		]);
		expect(run.error!.message).toContain('Of 4 rows: 2 rejected, 2 not sent');
	});

	it('nor in its other half, where only one row met that failure', async () => {
		const service: Service = ({ rows: [n] }) => ({ status: n === 1 ? 403 : 400 });
		const run = await createNode().run({ items: rows(4), service, options, continues: false });
		expect(numbersOf(run.sent)).toEqual([[0, 1, 2, 3], [0, 1], [0], [1]]);
		expect(run.error!.message).toContain('Of 4 rows: 2 rejected, 2 not sent');
	});
});

it('describes the first row of a 500 to the support by its fields, with no value', async () => {
	const { output } = await createNode().run({
		items: [{ n: 1, shop: 'a.example', filler: 'ada@example.com' }],
		service: () => ({ status: 500 }),
	});
	const { description } = output.items()[0]!.json.error as { description: string };
	expect(description).toContain('Payload: 1 rows. Fields of the first: n (number), filler (text)');
	expect(description).not.toContain('ada@');
});

it('tells the rows that an earlier try may have sent, and sends the others', async () => {
	const node = createNode();
	const options = { batchSize: 2 };
	const lost: Service = ({ rows: [n] }) =>
		n === 2 ? { throws: { code: 'ECONNRESET' } } : { status: 400 };
	await node.run({ items: rows(6), service: lost, options });
	node.store();
	const { told, sent, output } = await node.run({ items: rows(6), service: ok, options });
	expect(numbersOf(sent)).toEqual([
		[0, 1],
		[4, 5],
	]);
	expect(told).toEqual([
		...each(
			rows(6).filter(({ n }) => n < 2 || n > 3),
			'accepted',
		),
		[2, 'unknown'],
		[3, 'unknown'],
	]);
	expect(output.items().at(-1)!.json.error).toMatchObject({
		message: expect.stringContaining('Sent by an earlier try') as string,
		rowIndex: 0,
		row: { n: 3 },
	});
});

describe('whatever the service does and wherever the process dies', () => {
	const replies = fc.constantFrom<Reply>(
		{},
		{},
		{ status: 400 },
		{ status: 413 },
		{ status: 429, headers: { 'retry-after': '2' } },
		{ status: 500 },
		{ status: 502 },
		{ throws: { code: 'ECONNREFUSED' } },
		{ throws: { code: 'ECONNRESET' } },
	);
	const plans = fc.record({
		items: fc
			.array(fc.constantFrom('a.example', 'b.example'), { minLength: 1, maxLength: 14 })
			.map((shops) => shops.map((shop, n): Row => ({ n, shop }))),
		options: fc.record({
			batchSize: fc.integer({ min: 1, max: 4 }),
			maxParallelRequests: fc.integer({ min: 1, max: 5 }),
			keepRowOrder: fc.boolean(),
			isolateRejectedRows: fc.boolean(),
			retryServerErrors: fc.constant(false),
			maxWait: fc.constant(20),
		}),
		/** What each request meets, and how long it takes; whether a lost or broken one was taken. */
		replies: fc.array(
			fc.record({
				reply: replies,
				afterMs: fc.integer({ min: 1, max: 500 }),
				isTaken: fc.boolean(),
			}),
			{ minLength: 1, maxLength: 12 },
		),
		continues: fc.boolean(),
		/** When the process dies in the first try, ms. */
		diesAt: fc.option(fc.integer({ min: 1, max: 1_500 }), { nil: undefined }),
	});

	it('each row has one outcome, and the service has what is told', async () => {
		await fc.assert(
			fc.asyncProperty(plans, async ({ items, options, replies: script, continues, diesAt }) => {
				const node = createNode();
				const stored = new Map<number, number>();
				const take = ({ rows: numbers }: SentPush) => {
					for (const n of numbers) stored.set(n, (stored.get(n) ?? 0) + 1);
				};
				let hasDied = false;
				const service: Service = (sent, index) => {
					if (hasDied) return {};
					const { reply, afterMs, isTaken } = script[index % script.length]!;
					const { code } = (reply.throws ?? {}) as { code?: string };
					const isLost = code === 'ECONNRESET' || [500, 502].includes(reply.status ?? 0);
					const isGood = reply.status === undefined && reply.throws === undefined;
					if (isGood || (isLost && isTaken)) take(sent);
					return { ...reply, afterMs };
				};
				const given = { items, options, service, continues };

				const first = node.start(given);
				const ends = ended(first.running);
				let inFlight: number[] = [];
				let recover = () => node.store();
				if (diesAt !== undefined) {
					setTimeout(() => {
						hasDied = true;
						recover = node.die();
						inFlight = first.sent.filter(isOpen).flatMap((push) => push.rows);
					}, diesAt);
				}
				await ends;
				recover();
				expect(first.mostOpen()).toBeLessThanOrEqual(options.maxParallelRequests);
				const before = new Map(stored);

				hasDied = false;
				const second = await node.run({
					...given,
					service: (sent) => (take(sent), {}),
					continues: true,
				});
				// Each row is told once, in input order within accepted and failed ones.
				expect(second.told.map(([item]) => item).sort((a, b) => a - b)).toEqual(
					items.map(({ n }) => n),
				);
				const outcomes = new Map(second.told);
				for (const { n } of items) {
					const outcome = outcomes.get(n);
					const times = stored.get(n) ?? 0;
					// What may have arrived is not sent again; a quota learned by the first may hold back.
					if (outcome === 'accepted') expect(times).toBe(1);
					else if (outcome === 'unknown') expect(times).toBeLessThanOrEqual(1);
					else expect([outcome, times]).toEqual(['notSent', 0]);
				}
				for (const n of inFlight) expect([n, outcomes.get(n)]).toEqual([n, 'unknown']);
				const sentAgain = new Set(second.sent.flatMap((push) => push.rows));
				for (const n of before.keys()) expect(sentAgain.has(n)).toBe(false);
			}),
			{ numRuns: 60 },
		);
	});

	it('the first try tells each row once, and truly', async () => {
		await fc.assert(
			fc.asyncProperty(plans, async ({ items, options, replies: script }) => {
				const stored = new Set<number>();
				const sentAt = new Set<number>();
				const service: Service = ({ rows: numbers }, index) => {
					const { reply, afterMs } = script[index % script.length]!;
					const isTaken = reply.status === undefined && reply.throws === undefined;
					for (const n of numbers) (isTaken ? stored : sentAt).add(n);
					return { ...reply, afterMs };
				};
				const { told, tookMs } = await createNode().run({ items, options, service });
				expect(told.map(([item]) => item).sort((a, b) => a - b)).toEqual(items.map(({ n }) => n));
				const accepted = told.filter(([, outcome]) => outcome === 'accepted').map(([item]) => item);
				const others = told.filter(([, outcome]) => outcome !== 'accepted').map(([item]) => item);
				expect([...stored].sort((a, b) => a - b)).toEqual([...accepted].sort((a, b) => a - b));
				expect(others).toEqual([...others].sort((a, b) => a - b));
				expect(told.slice(0, accepted.length).map(([item]) => item)).toEqual(accepted);
				expect(tookMs).toBeLessThan(3_600_000);
			}),
			{ numRuns: 60 },
		);
	});
});
