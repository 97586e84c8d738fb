import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { draws } from '../../kit/draws.mts';
import type { RunOptions, RunResult } from '../../kit/engine.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import {
	ascending,
	create,
	FIRST,
	itemsOf,
	numbers,
	push,
	RETRY,
	SECOND,
	storedRows,
	THIRD,
} from '../../kit/pushing.mts';
import { SHOP_OF_ITEM, sharedStage, type Stage } from '../../kit/stage.mts';

/** Properties of every push and every answer. The unit tests draw files, and let the process die. */

const stage = sharedStage();
jest.setTimeout(120_000);

const SHOPS = [FIRST, SECOND, THIRD] as const;

/** Told from every other by `n`, whatever its other columns are called. */
type Row = IDataObject & { n: number };

const columns = fc.dictionary(
	fc.oneof(
		fc.constantFrom('error', 'message', 'details', 'outcome', 'shop', 'row', 'json', 'pairedItem'),
		fc
			.string({ minLength: 1, maxLength: 8, unit: 'grapheme' })
			.filter((name) => name !== '__proto__'),
	),
	fc.oneof(
		fc.string({ maxLength: 300, unit: 'grapheme' }),
		fc.integer(),
		// JavaScript writes -0 as 0.
		fc.double({ noNaN: true, min: -1e15, max: 1e15 }).map((value) => value + 0),
		fc.constantFrom(true, false, null),
		fc.array(fc.string({ maxLength: 5 }), { maxLength: 3 }),
	),
	{ maxKeys: 4, noNullPrototype: true },
);

/** Input items, each with rows of one shop. */
const inputs: fc.Arbitrary<Array<{ shop: string; rows: Row[] }>> = fc
	.array(fc.tuple(fc.constantFrom(...SHOPS), fc.array(columns, { maxLength: 6 })), {
		minLength: 1,
		maxLength: 12,
	})
	.map((drawn) => {
		let n = 0;
		return drawn.map(([shop, rows]) => ({ shop, rows: rows.map((row) => ({ ...row, n: n++ })) }));
	});

const pushOptions = fc.record({
	batchSize: fc.integer({ min: 1, max: 9 }),
	isolateRejectedRows: fc.boolean(),
	maxParallelRequests: fc.constantFrom(1, 2, 5, 16),
	// With the shorter one, rows that meet too many refusals are given up.
	maxWait: fc.constantFrom(0.5, 60),
});

/** Otherwise the node waits for seconds. */
const SOON = { headers: { 'retry-after': '0.01' } };

/** What the service does with the first requests; mostly it takes them. */
const faults = fc.array(
	fc
		.tuple(
			fc.constantFrom(0, 0, 10, 30),
			fc.constantFrom<IDataObject>(
				{},
				{},
				{},
				{ status: 400 },
				{ status: 413 },
				{ status: 502, ...SOON },
				{ status: 503, ...SOON },
				{ status: 500 },
				{ status: 500, taken: true },
				{ connection: 'reset' },
				{ connection: 'reset', taken: true },
				{ status: 200, body: '<html>Log in</html>' },
				{ status: 429, ...SOON },
				{ state: 'expireUsedAccessTokens' },
			),
		)
		.map(([delayMs, fault]) => ({ delayMs, ...fault }) as FaultLike),
	{ maxLength: 30 },
);

/** What the node says of each row or contact, by its number. */
type Told = Map<number, string>;

/** A row or contact that the service has, by its number. */
interface Arrived {
	shop: string;
	n: number;
}

/** An execution, and the shops of its rows or contacts by their numbers. */
interface Drawn {
	options: { maxParallelRequests: number };
	shops: string[];
	run: RunOptions;
	told(result: RunResult): Told;
}

/** A way to the service. */
interface Road {
	endpoint: 'ads' | 'compliance';
	drawn: fc.Arbitrary<Drawn>;
	/** In the order of arrival. */
	arrived(sandbox: Stage['sandbox']): Arrived[];
}

const rows: Road = {
	endpoint: 'ads',
	drawn: fc.tuple(inputs, pushOptions).map(([items, options]) => ({
		options,
		shops: items.flatMap((item) => item.rows.map(() => item.shop)),
		run: {
			parameters: push(
				{ ...options, output: 'rows' },
				{ shop: SHOP_OF_ITEM, dataMode: 'json', rowsJson: '={{ $json.rows }}' },
			),
			items,
		},
		// Each is told once, with its own item and shop. None was changed on its way.
		told({ success, error }) {
			const told: Told = new Map();
			for (const item of [...success, ...error]) {
				const { row, shop, outcome } = (item.json.error ?? item.json) as Record<string, unknown>;
				const { n } = row as Row;
				const own = items[itemsOf(item)[0]!]!;
				expect(own.rows).toContainEqual(row);
				expect([shop, told.has(n)]).toEqual([own.shop, false]);
				told.set(n, outcome as string);
			}
			const all = items.flatMap((item) => item.rows);
			for (const row of storedRows(stage)) expect(all).toContainEqual(row);
			return told;
		},
	})),
	arrived: (sandbox) => sandbox.pushed('ads').map(({ shop, row }) => ({ shop, n: (row as Row).n })),
};

const contacts: Road = {
	endpoint: 'compliance',
	drawn: fc
		.tuple(
			fc.array(fc.constantFrom(...SHOPS), { minLength: 1, maxLength: 16 }),
			fc.record({
				combine: fc.boolean(),
				maxIdentifiers: fc.integer({ min: 1, max: 6 }),
				maxParallelRequests: fc.constantFrom(1, 2, 16),
			}),
		)
		.map(([shops, options]) => ({
			options,
			shops,
			run: {
				parameters: create(options, { shopDomain: '={{ $json.shop }}', phones: '' }),
				items: shops.map((shop, n) => ({ shop, emails: `person${n}@example.com` })),
			},
			told({ success, error }) {
				const told: Told = new Map();
				for (const item of [...success, ...error]) {
					const { outcome = 'accepted' } = (item.json.error ?? {}) as { outcome?: string };
					for (const n of itemsOf(item)) {
						expect(told.has(n)).toBe(false);
						told.set(n, outcome);
					}
				}
				return told;
			},
		})),
	arrived: (sandbox) =>
		sandbox
			.deletionRequests()
			.flatMap(({ shop, emails }) =>
				emails.map((email) => ({ shop, n: Number(/\d+/.exec(email)![0]) })),
			),
};

/** Checks that nothing arrived twice or at another shop. @param shops by number */
function expectOnce(here: Arrived[], shops: string[]): void {
	expect(new Set(here.map(({ n }) => n)).size).toBe(here.length);
	for (const { shop, n } of here) expect(shop).toBe(shops[n]);
}

/** Checks that each is told, and that the service has all that was accepted, and nothing that was refused. */
function expectTruth(told: Told, here: Arrived[], shops: string[]): void {
	expect(ascending(told.keys())).toEqual(numbers(0, shops.length));
	expectOnce(here, shops);
	const known = here.map(({ n }) => n).filter((n) => told.get(n) !== 'unknown');
	const accepted = [...told].flatMap(([n, outcome]) => (outcome === 'accepted' ? [n] : []));
	expect(ascending(known)).toEqual(ascending(accepted));
}

const ROADS: Array<[name: string, road: Road]> = [
	['the rows of items', rows],
	['contacts to be deleted', contacts],
];
const numRuns = draws(30, 10);

describe.each(ROADS)('%s, whatever the service answers', (_, { endpoint, drawn, arrived }) => {
	afterEach(() => stage.sandbox.clearFaults());

	function begin(script: FaultLike[]): void {
		stage.sandbox.reset();
		stage.renew();
		stage.sandbox.fail(endpoint, ...script);
	}

	it('have one outcome each, in order, with no more open requests than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, options, run, told }, script) => {
				begin(script);
				const result = await stage.run({ ...run, onError: 'continueErrorOutput' });
				expect(result.thrown).toBeUndefined();
				const here = arrived(stage.sandbox);
				expectTruth(told(result), here, shops);
				expect(result.success.filter(({ json }) => json.error)).toEqual([]);
				for (const branch of [result.success, result.error]) {
					const places = branch.map((item) => itemsOf(item)[0]!);
					expect(places).toEqual(ascending(places));
				}
				for (const { open } of stage.sandbox.requests(endpoint))
					expect(open).toBeLessThanOrEqual(options.maxParallelRequests);
				if (options.maxParallelRequests > 1) return;
				for (const name of SHOPS) {
					const own = here.flatMap(({ shop, n }) => (shop === name ? [n] : []));
					expect(own).toEqual(ascending(own));
				}
			}),
			{ numRuns },
		);
	});

	it('are neither doubled nor lost by tries and "Retry execution", and are all counted', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, run, told }, script) => {
				begin(script);
				const total = shops.length;
				let result = await stage.run({ ...run, ...RETRY });
				for (let again = 0; again < 3 && result.thrown; again++) {
					const here = arrived(stage.sandbox);
					expectOnce(here, shops);
					const counts = outcomesIn(result.thrown.message, total)!;
					const { accepted, rejected, unknown, notSent } = counts;
					expect([counts.total, accepted + rejected + unknown + notSent]).toEqual([total, total]);
					expect(here.length).toBeGreaterThanOrEqual(accepted);
					expect(here.length).toBeLessThanOrEqual(accepted + unknown);
					result = await stage.engine.retry(result);
				}
				const here = arrived(stage.sandbox);
				expectOnce(here, shops);
				if (result.thrown) return;
				expect(ascending(here.map(({ n }) => n))).toEqual(numbers(0, total));
				// What earlier tries sent is told, too.
				expectTruth(told(result), here, shops);
			}),
			{ numRuns },
		);
	});
});
