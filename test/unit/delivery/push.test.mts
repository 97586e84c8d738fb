import fc from 'fast-check';
import { createExecution } from '../../../nodes/MerchantData/n8n/execution.ts';
import { ended, type Reply, SHOP } from '../../kit/execution.mts';
import {
	createNode,
	isOpen,
	pushAds,
	type Row,
	rows,
	type SentPush,
	type Service,
} from '../../kit/pushNode.mts';
import { runOperation } from '../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

const ok: Service = () => ({});
const numbersOf = (sent: readonly SentPush[]) => sent.map((push) => push.rows);
const each = (items: readonly Row[], outcome: string) => items.map(({ n }) => [n, outcome]);
const bodyOf = ({ request }: SentPush) => String(request.options.body);
const fileOf = (count: number) =>
	`n\n${Array.from({ length: count }, (_, n) => `${n}\n`).join('')}`;
const FILE = { items: rows(1), parameters: { numberColumns: 'n', fieldsToIgnore: '' } };

it.each([
	['adData', '/api/v2/data-in/ads'],
	['emailSmsData', '/api/v2/data-in/email-sms'],
])('%s goes to its own address', async (resource, path) => {
	const parameters = {
		shop: SHOP,
		dataMode: 'autoMapInputData',
		fieldsToIgnore: '',
		numberColumns: '',
	};
	const { sent, items } = await runOperation(
		{ resource, operation: 'push', ...parameters },
		{ items: 3 },
	);
	const body = { shop: SHOP, data: [{ n: 0 }, { n: 1 }, { n: 2 }] };
	expect(sent).toEqual([{ method: 'POST', path, body }]);
	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		[{ item: 0 }, { item: 1 }, { item: 2 }],
	]);
});

describe('a request', () => {
	it('holds rows of a shop as the specification has them, and says so', async () => {
		const items = [...rows(3), { n: 3, shop: 'b.example' }];
		const { sent, output, told } = await createNode().run({
			items,
			service: () => ({ status: 201, body: '{"id":7}' }),
			options: { batchSize: 2 },
		});
		expect(sent.map(bodyOf)).toEqual([
			'{"shop":"a.example","data":[{"n":0},{"n":1}]}',
			'{"shop":"a.example","data":[{"n":2}]}',
			'{"shop":"b.example","data":[{"n":3}]}',
		]);
		expect(told).toEqual(each(items, 'accepted'));
		expect(output.items()[0]!.json).toEqual({
			shop: 'a.example',
			rows: 2,
			bytes: sent[0]!.bytes,
			status: 201,
			response: { id: 7 },
		});
	});

	it('holds 500 rows, unless told otherwise', async () => {
		const { sent } = await createNode().run({ items: rows(501), service: ok });
		expect(sent.map((push) => push.rows.length)).toEqual([500, 1]);
	});

	it('has at most 1 MiB in bytes, and a row that is larger goes alone', async () => {
		const MIB = 1_024 * 1_024;
		const sizes = [400_000, 400_000, 200_000, 400_000, 600_000, 1_100_000, 10];
		const items = sizes.map((size, n) => ({ ...rows(1)[0]!, n, filler: 'é'.repeat(size / 2) }));
		const { sent } = await createNode().run({ items, service: ok });
		expect(numbersOf(sent)).toEqual([[0, 1, 2], [3, 4], [5], [6]]);
		for (const { bytes } of sent.filter(({ rows: [n] }) => n !== 5))
			expect(bytes).toBeLessThanOrEqual(MIB);
	});

	it('is told to the support by the fields of its first row and their types, with no value', async () => {
		const filler = { a: 'ada@example.com', b: 1.5, c: true, e: ['x'], f: { g: 1 } };
		const { output } = await createNode().run({
			items: [{ n: 1, shop: 'a.example', ...filler } as Row],
			service: () => ({ status: 500 }),
		});
		const { description } = output.items()[0]!.json.error as { description: string };
		expect(description).toContain(
			'Payload: 1 rows. Fields of the first: n (number), a (string), b (number), c (boolean), e (array), f (object)',
		);
		expect(description).not.toContain('ada@');
	});
});

describe('requests side by side', () => {
	const slow: Service = () => ({ afterMs: 300 });

	it.each([
		[{}, 16, 300],
		[{ maxParallelRequests: 1 }, 1, 4_800],
		[{ maxParallelRequests: 4 }, 4, 1_200],
	])('are as many as the options allow (%j)', async (options, most, tookMs) => {
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

	it('hold back the reading of a file while as many are open as may be', async () => {
		const filler = 'x'.repeat(200);
		const storedFile = `n,filler\n${Array.from({ length: 20_000 }, (_, n) => `${n},${filler}\n`).join('')}`;
		const { running, bytesRead, sent } = createNode().start({
			...FILE,
			storedFile,
			options: { maxParallelRequests: 1 },
			service: () => ({ afterMs: 10 }),
		});
		await jest.advanceTimersByTimeAsync(50);
		const early = bytesRead();
		await ended(running);
		// Once to check it, and its beginning to send it.
		expect(early).toBeLessThan(1.5 * storedFile.length);
		expect(numbersOf(sent).flat()).toHaveLength(20_000);
	});
});

it('says what may not have been meant, but not to an agent', async () => {
	const given = { items: rows(1), service: ok, parameters: { numberColumns: 'spend' } };
	const { execution, output } = await createNode().run(given);
	expect([...execution.hints]).toEqual([
		'"Number Columns" names fields that no input item has: spend. Correct these names, or remove them.',
	]);
	const other = createNode().start(given);
	await ended(other.running);
	other.node.type = 'merchantDataTool';
	const asTool = createExecution(other.context, pushAds.fields);
	await ended(pushAds.executeAll(asTool, output));
	expect([...asTool.hints]).toEqual([]);
});

it('gives an item for each file, or for each request where that is chosen', async () => {
	const given = { ...FILE, file: fileOf(3), service: ok };
	const whole = await createNode().run({ ...given, options: { batchSize: 2 } });
	const bytes = whole.sent.reduce((sum, push) => sum + push.bytes, 0);
	expect(whole.output.items()).toMatchObject([
		{ json: { rows: 3, accepted: 3, requests: 2, bytes }, pairedItem: { item: 0 } },
	]);
	const requests = await createNode().run({
		...given,
		options: { batchSize: 2, output: 'requests' },
	});
	expect(requests.output.items().map(({ json }) => json)).toEqual(
		requests.sent.map((push) => ({
			shop: 'a.example',
			rows: push.rows.length,
			bytes: push.bytes,
			status: 200,
			response: {},
		})),
	);
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
		/** A row with a filler cannot be sent while that is to be a number. */
		items: fc
			.array(fc.constantFrom('a.example', 'a.example', 'b.example', 'bad'), {
				minLength: 1,
				maxLength: 14,
			})
			.map((drawn) =>
				drawn.map(
					(shop, n): Row => (shop === 'bad' ? { n, shop: 'a.example', filler: 'x' } : { n, shop }),
				),
			),
		options: fc.record({
			batchSize: fc.integer({ min: 1, max: 4 }),
			maxParallelRequests: fc.integer({ min: 1, max: 5 }),
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
	const ascending = (list: readonly number[]) => [...list].sort((a, b) => a - b);

	it('each row has one outcome, and another try doubles and loses nothing', async () => {
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
				const isBad = (n: number) => items[n]!.filler !== undefined;
				const numberColumns = { numberColumns: 'filler' };

				const first = node.start({ ...given, parameters: numberColumns });
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
				const sentFirst = first.sent.flatMap((push) => push.rows);
				expect(sentFirst.filter(isBad)).toEqual([]);

				hasDied = false;
				// The setting has been corrected.
				const second = await node.run({
					...given,
					service: (sent) => (take(sent), {}),
					continues: true,
				});
				expect(ascending(second.told.map(([item]) => item))).toEqual(items.map(({ n }) => n));
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
				for (const { n } of items)
					if (isBad(n)) expect(['accepted', 'notSent']).toContain(outcomes.get(n));
			}),
			{ numRuns: 120 },
		);
	});
});

it('rows that are isolated have the outcome that the service gave them', async () => {
	const drawn = fc.array(fc.boolean(), { minLength: 1, maxLength: 60 });
	const options = fc.record({
		batchSize: fc.integer({ min: 1, max: 70 }),
		maxParallelRequests: fc.constantFrom(1, 4),
		isolateRejectedRows: fc.constant(true),
	});
	await fc.assert(
		fc.asyncProperty(drawn, options, async (isBad, given) => {
			const { told } = await createNode().run({
				items: rows(isBad.length),
				service: ({ rows: sent }) => ({ status: sent.some((n) => isBad[n]) ? 400 : 200 }),
				options: given,
			});
			const expected = isBad.map((bad, n) => [n, bad ? 'rejected' : 'accepted']);
			expect(told.sort(([a], [b]) => a - b)).toEqual(expected);
		}),
		{ numRuns: 30 },
	);
});
