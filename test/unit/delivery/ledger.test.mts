import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	comparePlaces,
	type JoinReceipts,
	type Ledger,
	type LedgerEntry,
	type LedgerHandle,
	openLedger,
	type Place,
	type Range,
} from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { EndpointName } from '../../../nodes/MerchantData/service/endpoints.ts';

const FIRST_TRY = {
	run: 0,
	endpoint: 'pushAds' as EndpointName,
	target: 'account at a',
	type: 'merchantData',
	unread: [] as number[],
};

/** What n8n keeps of an execution from try to try. */
function createExecutionData() {
	let nodeContext: IDataObject = {};
	return {
		/** Begins a try of the node. */
		open(
			given: Partial<Omit<typeof FIRST_TRY, 'target'>> & { target?: string } = {},
			join?: JoinReceipts,
		) {
			const { run, endpoint, target, type, unread } = { ...FIRST_TRY, ...given };
			const context = {
				getNode: () => ({ type }),
				getContext: (name: string) => (name === 'node' ? nodeContext : {}),
				getWorkflowDataProxy: () => ({ $runIndex: run }),
			};
			return openLedger(context as unknown as IExecuteFunctions, endpoint, target, unread, join);
		},
		/** The process dies, or the execution is stored and retried. */
		store() {
			nodeContext = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
			return nodeContext;
		},
	};
}

const row = (item: number, ordinal = 0): Place => [item, ordinal];
const range = (from: number, to = from, shop = 'a'): Range => ({
	shop,
	from: row(from),
	to: row(to),
});

/** What a try knows of the items from 0 on, asked in order. */
const known = (ledger: Ledger, count: number, shop = 'a') =>
	Array.from({ length: count }, (_, item) => ledger.covering(shop, row(item))?.state);

it('orders places by item, then by row', () => {
	const places = [row(2), row(0, 1), row(10), row(0), row(2, 1), row(0, 10)];
	expect(places.sort(comparePlaces)).toEqual([
		row(0),
		row(0, 1),
		row(0, 10),
		row(2),
		row(2, 1),
		row(10),
	]);
	expect(comparePlaces(row(3, 4), row(3, 4))).toBe(0);
});

it('knows nothing at first, nor of what this try sends', () => {
	const ledger = createExecutionData().open();
	const handle = ledger.handle(range(0, 1));
	handle.track('inFlight');
	expect(known(ledger, 2)).toEqual([undefined, undefined]);
});

it('tells the next try what became of each request, in whatever order they ended', () => {
	const data = createExecutionData();
	const ledger = data.open();
	const handles = [0, 2, 4, 6, 8, 10].map((from) => ledger.handle(range(from, from + 1)));
	for (const handle of handles.slice(0, 5)) handle.track('inFlight');
	handles[3]!.track('unknown');
	handles[2]!.track('rejected');
	handles[0]!.track('accepted');
	handles[0]!.track('accepted', { rows: 2 });
	handles[4]!.track('notSent');
	const next = data.open();
	expect(next.covering('a', row(0))).toEqual({
		...range(0, 1),
		target: 'account at a',
		state: 'accepted',
		receipt: { rows: 2 },
	});
	expect(known(next, 13)).toEqual([
		...['accepted', 'accepted', 'unknown', 'unknown'],
		...Array<undefined>(2).fill(undefined),
		...['unknown', 'unknown'],
		...Array<undefined>(5).fill(undefined),
	]);
});

it('says of a request whether it may have arrived', () => {
	const handle = createExecutionData().open().handle(range(0));
	const told: boolean[] = [handle.isKept];
	for (const state of [
		'inFlight',
		'rejected',
		'inFlight',
		'unknown',
		'notSent',
		'accepted',
	] as const) {
		handle.track(state);
		told.push(handle.isKept);
	}
	expect(told).toEqual([false, true, false, true, true, false, true]);
	handle.track('accepted', { rows: 1 });
	expect(handle.isKept).toBe(true);
});

it('notes a request once, however often it is told of it', () => {
	const data = createExecutionData();
	const handle = data.open().handle(range(0));
	for (const state of ['inFlight', 'rejected', 'inFlight', 'accepted', 'accepted'] as const)
		handle.track(state);
	const { entries } = data.store().merchantDataLedger as { entries: unknown[] };
	expect(entries).toHaveLength(1);
});

it('tells shops apart, and rows of the same item', () => {
	const data = createExecutionData();
	const first = data.open();
	first.handle({ shop: 'a', from: row(0, 2), to: row(1, 3) }).track('accepted');
	first.handle({ shop: 'b', from: row(1, 4), to: row(1, 4) }).track('inFlight');
	const next = data.open();
	const places = [row(0, 1), row(0, 2), row(0, 99), row(1, 0), row(1, 3), row(1, 4)];
	const statesOf = (shop: string) => places.map((place) => next.covering(shop, place)?.state);
	expect(statesOf('a')).toEqual([undefined, ...Array(4).fill('accepted'), undefined]);
	expect(statesOf('b')).toEqual([...Array(5).fill(undefined), 'unknown']);
	expect(statesOf('c')).toEqual(Array(6).fill(undefined));
});

describe('what another target accepted', () => {
	const data = createExecutionData();
	data.open({ target: 'account at a' }).handle(range(0)).track('accepted');
	data.open({ target: 'account at b' }).handle(range(1)).track('accepted');

	it.each([
		['account at a', ['accepted', undefined]],
		['account at b', [undefined, 'accepted']],
		['account at c', [undefined, undefined]],
		[undefined, ['accepted', 'accepted']],
	])('is kept, and told to that target alone (%s)', (target, states) => {
		expect(known(data.open({ target }), 2)).toEqual(states);
	});
});

it('takes a request of a try that knew no target for none of another', () => {
	const data = createExecutionData();
	data.open({ target: undefined }).handle(range(0)).track('accepted');
	expect(known(data.open(), 1)).toEqual([undefined]);
	expect(data.store().merchantDataLedger).toMatchObject({ entries: [{ target: '' }] });
});

it('keeps what an accepted request gave, though it is told once more without', () => {
	const data = createExecutionData();
	const handle = data.open().handle(range(0));
	handle.track('accepted', { rows: 1 });
	handle.track('accepted');
	expect(data.open().covering('a', row(0))).toMatchObject({ receipt: { rows: 1 } });
});

it.each([
	['another run, as in a loop', { run: 1 }],
	['another endpoint', { endpoint: 'pushEmailSms' as const }],
])('drops what was noted for %s', (_, other) => {
	const data = createExecutionData();
	data.open().handle(range(0)).track('accepted');
	expect(known(data.open(other), 1)).toEqual([undefined]);
	expect(known(data.open(), 1)).toEqual([undefined]);
	expect(data.store().merchantDataLedger).toEqual({ run: 0, endpoint: 'pushAds', entries: [] });
});

describe('an item that could not be read', () => {
	it('between those of a request is not held for sent, and is known once it was', () => {
		const data = createExecutionData();
		const first = data.open({ unread: [0, 2, 4, 6] });
		first.handle(range(0, 4)).track('accepted');
		expect(data.store().merchantDataLedger).toMatchObject({ entries: [{ without: [2] }] });
		const second = data.open();
		const [a, u] = ['accepted', undefined];
		expect(known(second, 6)).toEqual([a, a, u, a, a, u]);
		second.handle(range(2)).track('unknown');
		expect(known(data.open(), 6)).toEqual([a, a, 'unknown', a, a, u]);
	});

	it('leaves no trace where no request spans it', () => {
		const data = createExecutionData();
		data
			.open({ unread: [3] })
			.handle(range(0, 2))
			.track('accepted');
		const { entries } = data.store().merchantDataLedger as { entries: object[] };
		expect(entries[0]).not.toHaveProperty('without');
	});
});

describe("an agent's call", () => {
	it('has a ledger of its own, in memory, for calls side by side share run and places', () => {
		const data = createExecutionData();
		const [one, other] = [
			data.open({ type: 'merchantDataTool' }),
			data.open({ type: 'merchantDataTool' }),
		];
		const handle = one.handle(range(0));
		handle.track('accepted');
		expect(handle.isKept).toBe(true);
		expect(known(other, 1)).toEqual([undefined]);
		expect(known(data.open({ type: 'merchantDataTool' }), 1)).toEqual([undefined]);
		expect(data.store()).toEqual({});
	});
});

it('leaves exactly what may have arrived, wherever the process dies, try after try', () => {
	type State = Parameters<LedgerHandle['track']>[0];
	const states: State[] = ['inFlight', 'accepted', 'unknown', 'rejected', 'notSent'];
	/** Requests one after another, each with so many rows of some shop, and its end. */
	const requests = fc.array(
		fc.record({
			shop: fc.constantFrom('a', 'b'),
			rows: fc.integer({ min: 1, max: 4 }),
			end: fc.constantFrom(...states),
		}),
		{ minLength: 1, maxLength: 10 },
	);
	const ROWS = 40;
	const tries = fc.array(
		fc.record({
			requests,
			unread: fc.uniqueArray(fc.nat({ max: ROWS - 1 })),
			/** The order in which they are told of, and how far the process comes. */
			order: fc.array(fc.nat({ max: 1_000 }), { minLength: 30, maxLength: 30 }),
			dies: fc.nat({ max: 30 }),
			isStored: fc.boolean(),
		}),
		{ minLength: 1, maxLength: 3 },
	);

	fc.assert(
		fc.property(tries, (all) => {
			const data = createExecutionData();
			/** What is true of each item: who got it, as far as can be known. */
			const truth = { a: new Map<number, string>(), b: new Map<number, string>() };
			for (const { requests, unread: drawn, order, dies, isStored } of all) {
				const unread = drawn.sort((a, b) => a - b);
				const ledger = data.open({ unread });
				for (const shop of ['a', 'b'] as const) {
					const expected = Array.from({ length: ROWS }, (_, item) => truth[shop].get(item));
					expect(known(ledger, ROWS, shop)).toEqual(expected);
				}
				// Each shop's rows follow one another; what is known already is left out.
				const next = { a: 0, b: 0 };
				const steps = requests.flatMap(({ shop: name, rows, end }, request) => {
					const shop = name as 'a' | 'b';
					const sends = (item: number) => !truth[shop].has(item) && !unread.includes(item);
					while (!sends(next[shop])) next[shop]++;
					const from = next[shop];
					let to = from;
					// It may span items that could not be read, and ends before what is known already.
					for (let item = from; item < from + rows && !truth[shop].has(item); item++)
						if (sends(item)) to = item;
					next[shop] = to + 1;
					const handle = ledger.handle(range(from, to, shop));
					const tell = (state: State) => () => {
						handle.track(state);
						for (let item = from; item <= to; item++) {
							if (unread.includes(item)) continue;
							if (state === 'rejected' || state === 'notSent') truth[shop].delete(item);
							else truth[shop].set(item, state === 'inFlight' ? 'unknown' : state);
						}
					};
					return [
						{ request, key: order[2 * request]!, step: tell('inFlight') },
						{ request, key: order[2 * request]! + order[2 * request + 1]!, step: tell(end) },
					];
				});
				steps.sort((a, b) => a.key - b.key);
				for (const { step } of steps.slice(0, dies)) step();
				if (isStored) data.store();
			}
			const last = data.open();
			for (const shop of ['a', 'b'] as const) {
				const expected = Array.from({ length: ROWS }, (_, item) => truth[shop].get(item));
				expect(known(last, ROWS, shop)).toEqual(expected);
			}
		}),
		{ numRuns: 100 },
	);
});

describe('the ledger of files', () => {
	const join: JoinReceipts = (first, second) => ({
		requests: Number(first.requests ?? 0) + Number(second.requests ?? 0),
	});
	const rowsOf = (from: number, to: number, item = 0): Range => ({
		shop: 'a',
		from: row(item, from),
		to: row(item, to),
	});
	const entriesOf = (data: ReturnType<typeof createExecutionData>) =>
		(data.store().merchantDataLedger as unknown as { entries: LedgerEntry[] }).entries.map(
			({ from, to, state, receipt }) => [from, to, state, receipt?.requests],
		);
	/** As the client tells it: that it was accepted, then with what. */
	function accept(handle: LedgerHandle) {
		handle.track('inFlight');
		handle.track('accepted');
		handle.track('accepted', { requests: 1 });
	}

	it('has one entry of accepted rows that follow each other, in whatever order they end', () => {
		const data = createExecutionData();
		const ledger = data.open({}, join);
		const handles = [0, 1, 2, 3].map((at) => ledger.handle(rowsOf(10 * at, 10 * at + 9)));
		for (const index of [2, 0, 3, 1]) accept(handles[index]!);
		accept(ledger.handle(rowsOf(40, 49, 1)));
		expect(entriesOf(data)).toEqual([
			[row(0, 0), row(0, 39), 'accepted', 4],
			[row(1, 40), row(1, 49), 'accepted', 1],
		]);
	});

	it('keeps apart what is unknown, and what lies on either side of it', () => {
		const data = createExecutionData();
		const ledger = data.open({}, join);
		const handles = [0, 1, 2].map((at) => ledger.handle(rowsOf(10 * at, 10 * at + 9)));
		handles[1]!.track('unknown');
		accept(handles[0]!);
		accept(handles[2]!);
		expect(entriesOf(data)).toHaveLength(3);
	});

	it.each([
		['shop', {}, 'b'],
		['target', { target: 'account at b' }, 'a'],
	])('keeps apart what went to another %s', (_, other, shop) => {
		const data = createExecutionData();
		accept(data.open({}, join).handle(rowsOf(0, 9)));
		accept(data.open(other, join).handle({ ...rowsOf(10, 19), shop }));
		expect(entriesOf(data)).toEqual([
			[row(0, 0), row(0, 9), 'accepted', 1],
			[row(0, 10), row(0, 19), 'accepted', 1],
		]);
	});

	it('tells what an earlier try sent as it was, though this one adds to it', () => {
		const data = createExecutionData();
		accept(data.open({}, join).handle(rowsOf(0, 9)));
		data.store();
		const ledger = data.open({}, join);
		const known = ledger.covering('a', row(0, 0));
		accept(ledger.handle(rowsOf(10, 19)));
		expect(known).toMatchObject({ to: row(0, 9), receipt: { requests: 1 } });
		expect(ledger.covering('a', row(0, 9))).toBe(known);
		expect(ledger.covering('a', row(0, 10))).toBeUndefined();
		expect(entriesOf(data)).toEqual([[row(0, 0), row(0, 19), 'accepted', 2]]);
	});

	it('knows a file again, and another one only where nothing of the first was sent', () => {
		const data = createExecutionData();
		const first = data.open({}, join);
		expect([first.knows(0, 'a'), first.knows(1, 'b')]).toEqual([true, true]);
		const handle = first.handle(rowsOf(0, 9));
		handle.track('inFlight');
		data.store();
		const second = data.open({}, join);
		expect([second.knows(0, 'other'), second.knows(0, 'a')]).toEqual([false, true]);
		expect([second.knows(0, 'new', 'a'), second.knows(0, 'a')]).toEqual([true, false]);
		expect(second.knows(0, 'new', 'other')).toBe(true);
		// Of the other item nothing was sent.
		expect(second.knows(1, 'other')).toBe(true);
		data.store();
		expect(data.open({ run: 1 }, join).knows(0, 'other')).toBe(true);
	});
});
