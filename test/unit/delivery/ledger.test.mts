import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	type Ledger,
	type LedgerHandle,
	openLedger,
} from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { EndpointName } from '../../../nodes/MerchantData/service/endpoints.ts';
import { row } from './road.mts';

const FIRST_TRY = {
	run: 0,
	endpoint: 'pushAds' as EndpointName,
	target: 'account at a' as string | undefined,
	type: 'merchantData',
};

/** What n8n keeps of an execution from try to try. */
function createExecutionData() {
	let nodeContext: IDataObject = {};
	return {
		/** Begins a try of the node. */
		open(given: Partial<typeof FIRST_TRY> = {}) {
			const { run, endpoint, target, type } = { ...FIRST_TRY, ...given };
			const context = {
				getNode: () => ({ type }),
				getContext: (name: string) => (name === 'node' ? nodeContext : {}),
				getWorkflowDataProxy: () => ({ $runIndex: run }),
			};
			return openLedger(context as unknown as IExecuteFunctions, endpoint, target);
		},
		/** The process dies, or the execution is stored and retried. */
		store() {
			nodeContext = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
			return nodeContext;
		},
	};
}

/** A request with a row of each item from one to another. */
const request = (from: number, to = from, shop = 'a') => ({
	shop,
	rows: Array.from({ length: to - from + 1 }, (_, index) => row(from + index, { shop })),
});

/** What a try knows of the items from 0 on, asked in order. */
const known = (ledger: Ledger, count: number, shop = 'a') =>
	Array.from({ length: count }, (_, item) => ledger.earlier(row(item, { shop }))?.state);

it('knows nothing at first, nor of what this try sends', () => {
	const ledger = createExecutionData().open();
	ledger.handle(request(0, 1)).track('inFlight');
	expect(known(ledger, 2)).toEqual([undefined, undefined]);
});

it('tells the next try what became of each request, in whatever order they ended', () => {
	const data = createExecutionData();
	const ledger = data.open();
	const handles = [0, 2, 4, 6, 8, 10].map((from) => ledger.handle(request(from, from + 1)));
	for (const handle of handles.slice(0, 5)) handle.track('inFlight');
	handles[3]!.track('unknown');
	handles[2]!.track('rejected');
	handles[0]!.track('accepted');
	handles[0]!.track('accepted', { rows: 2 });
	handles[4]!.track('notSent');
	const next = data.open();
	expect(next.earlier(row(0))).toEqual({
		shop: 'a',
		from: [0, 0],
		to: [1, 0],
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

it('gives the rows of one request one entry, by which they are put together again', () => {
	const data = createExecutionData();
	data.open().handle(request(0, 1)).track('accepted');
	data.open().handle(request(2, 3)).track('accepted');
	const next = data.open();
	const entries = [0, 1, 2, 3].map((item) => next.earlier(row(item)));
	expect(entries[0]).toBe(entries[1]);
	expect(entries[2]).toBe(entries[3]);
	expect(entries[1]).not.toBe(entries[2]);
});

it('says of a request whether it may have arrived', () => {
	const handle = createExecutionData().open().handle(request(0));
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
	expect(told).toEqual([false, true, false, true, true, true, true]);
	handle.track('accepted', { rows: 1 });
	expect(handle.isKept).toBe(true);
});

it('notes a request once, however often it is told of it', () => {
	const data = createExecutionData();
	const handle = data.open().handle(request(0));
	for (const state of ['inFlight', 'rejected', 'inFlight', 'accepted', 'accepted'] as const)
		handle.track(state);
	const { entries } = data.store().merchantDataLedger as { entries: unknown[] };
	expect(entries).toHaveLength(1);
});

it('tells shops apart, and rows of the same item', () => {
	const data = createExecutionData();
	const first = data.open();
	const rows = (shop: string, ...places: Array<[item: number, ordinal: number]>) => ({
		shop,
		rows: places.map(([item, ordinal]) => row(item, { ordinal, shop })),
	});
	first.handle(rows('a', [0, 2], [0, 3], [1, 3])).track('accepted');
	first.handle(rows('b', [1, 4])).track('inFlight');
	const next = data.open();
	const places: Array<[number, number]> = [
		[0, 1],
		[0, 2],
		[0, 99],
		[1, 0],
		[1, 3],
		[1, 4],
	];
	const statesOf = (shop: string) =>
		rows(shop, ...places).rows.map((each) => next.earlier(each)?.state);
	expect(statesOf('a')).toEqual([undefined, ...Array<string>(4).fill('accepted'), undefined]);
	expect(statesOf('b')).toEqual([...Array<undefined>(5).fill(undefined), 'unknown']);
	expect(statesOf('c')).toEqual(Array(6).fill(undefined));
});

it('orders items and ordinals as numbers', () => {
	const data = createExecutionData();
	for (const item of [10, 9, 100, 2]) data.open().handle(request(item)).track('accepted');
	const next = data.open();
	const found = [2, 9, 10, 100].map((item) => next.earlier(row(item))?.from);
	expect(found).toEqual([2, 9, 10, 100].map((item) => [item, 0]));
});

describe('what another target accepted', () => {
	const data = createExecutionData();
	data.open({ target: 'account at a' }).handle(request(0)).track('accepted');
	data.open({ target: 'account at b' }).handle(request(1)).track('accepted');

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
	data.open({ target: undefined }).handle(request(0)).track('accepted');
	expect(known(data.open(), 1)).toEqual([undefined]);
	expect(data.store().merchantDataLedger).toMatchObject({ entries: [{ target: '' }] });
});

it('keeps what an accepted request gave, though it is told once more without', () => {
	const data = createExecutionData();
	const handle = data.open().handle(request(0));
	handle.track('accepted', { rows: 1 });
	handle.track('accepted');
	expect(data.open().earlier(row(0))).toMatchObject({ receipt: { rows: 1 } });
});

it.each([
	['another run, as in a loop', { run: 1 }],
	['another endpoint', { endpoint: 'pushEmailSms' as const }],
])('drops what was noted for %s', (_, other) => {
	const data = createExecutionData();
	data.open().handle(request(0)).track('accepted');
	expect(known(data.open(other), 1)).toEqual([undefined]);
	expect(known(data.open(), 1)).toEqual([undefined]);
	expect(data.store().merchantDataLedger).toEqual({ run: 0, endpoint: 'pushAds', entries: [] });
});

describe("an agent's call", () => {
	it('has a ledger of its own, in memory, for calls side by side share run and places', () => {
		const data = createExecutionData();
		const tool = { type: 'merchantDataTool' };
		const [one, other] = [data.open(tool), data.open(tool)];
		const handle = one.handle(request(0));
		handle.track('accepted');
		expect(handle.isKept).toBe(true);
		expect(known(other, 1)).toEqual([undefined]);
		expect(known(data.open(tool), 1)).toEqual([undefined]);
		expect(data.store()).toEqual({});
	});
});

describe('a file', () => {
	it('is known again, and another one only where nothing of the first was sent', () => {
		const data = createExecutionData();
		const first = data.open();
		expect([first.knows(0, 'a'), first.knows(1, 'b')]).toEqual([true, true]);
		first.handle(request(0)).track('inFlight');
		data.store();
		const second = data.open();
		expect([second.knows(0, 'other'), second.knows(0, 'a')]).toEqual([false, true]);
		// Of the other item nothing was sent.
		expect([second.knows(1, 'other'), second.knows(1, 'b')]).toEqual([true, true]);
		data.store();
		expect(data.open().knows(0, 'a')).toBe(true);
		expect(data.open({ run: 1 }).knows(0, 'other')).toBe(true);
	});

	it('is unknown where an earlier try noted none, but sent rows of the item', () => {
		const data = createExecutionData();
		data.open().handle(request(0)).track('accepted');
		expect(data.open().knows(0, 'a')).toBe(false);
	});

	it('may be another one after all of its requests were refused', () => {
		const data = createExecutionData();
		const first = data.open();
		first.knows(0, 'a');
		const handle = first.handle(request(0));
		handle.track('inFlight');
		handle.track('rejected');
		expect(data.open().knows(0, 'other')).toBe(true);
	});
});

it('leaves exactly what may have arrived, wherever the process dies, try after try', () => {
	type State = Parameters<LedgerHandle['track']>[0];
	const SHOPS = ['a', 'b'] as const;
	const states: State[] = ['inFlight', 'accepted', 'unknown', 'rejected', 'notSent'];
	/** Requests one after another, each with so many rows of some shop, and what is told of it, and when. */
	const requests = fc.array(
		fc.record({
			shop: fc.constantFrom(...SHOPS),
			rows: fc.integer({ min: 1, max: 4 }),
			told: fc.array(
				fc.record({ state: fc.constantFrom(...states), later: fc.nat({ max: 1_000 }) }),
				{
					maxLength: 3,
				},
			),
		}),
		{ minLength: 1, maxLength: 10 },
	);
	const ROWS = 40;
	const tries = fc.array(
		fc.record({
			requests,
			/** Rows that this try cannot send: no request spans one. */
			refused: fc.uniqueArray(fc.nat({ max: ROWS - 1 })),
			/** How far the process comes. */
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
			const check = (ledger: Ledger) => {
				for (const shop of SHOPS) {
					const expected = Array.from({ length: ROWS }, (_, item) => truth[shop].get(item));
					expect(known(ledger, ROWS, shop)).toEqual(expected);
				}
			};
			for (const { requests, refused, dies, isStored } of all) {
				const ledger = data.open();
				check(ledger);
				// Each shop's rows follow one another; what is known already is left out.
				const next = { a: 0, b: 0 };
				const steps = requests.flatMap(({ shop, rows, told }) => {
					const sends = (item: number) => !truth[shop].has(item) && !refused.includes(item);
					// Behind the last row there are always more.
					while (!sends(next[shop])) next[shop]++;
					const from = next[shop];
					let to = from;
					while (to + 1 < from + rows && sends(to + 1)) to++;
					next[shop] = to + 1;
					const handle = ledger.handle(request(from, to, shop));
					// Once nobody knows whether it has arrived, only success changes that.
					let isUnknown = false;
					const tell = (state: State) => () => {
						handle.track(state);
						if (isUnknown && state !== 'accepted') return;
						isUnknown = state === 'unknown';
						for (let item = from; item <= to; item++) {
							if (state === 'rejected' || state === 'notSent') truth[shop].delete(item);
							else truth[shop].set(item, state === 'inFlight' ? 'unknown' : state);
						}
					};
					let key = 0;
					return [{ state: 'inFlight' as const, later: 10 * from }, ...told].map(
						({ state, later }) => ({ key: (key += later), step: tell(state) }),
					);
				});
				steps.sort((a, b) => a.key - b.key);
				for (const { step } of steps.slice(0, dies)) step();
				if (isStored) data.store();
			}
			check(data.open());
		}),
		{ numRuns: 100 },
	);
});
