import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import { draws } from '../../kit/draws.mts';
import type { RunResult } from '../../kit/engine.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import {
	ascending,
	create,
	FIRST,
	itemsOf,
	numbers,
	RETRY,
	SECOND,
	THIRD,
} from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Contacts to be deleted, whatever the service answers. Those of pushes are in the unit tests and in limits/chaos.test.mts. */

const stage = sharedStage();
jest.setTimeout(120_000);

const SHOPS = [FIRST, SECOND, THIRD] as const;

const shopsOfItems = fc.array(fc.constantFrom(...SHOPS), { minLength: 1, maxLength: 16 });
const choices = fc.record({
	combine: fc.boolean(),
	maxIdentifiers: fc.integer({ min: 1, max: 6 }),
	maxParallelRequests: fc.constantFrom(1, 2, 16),
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

/** The execution for contacts, which are told apart by a number in their address. */
function begin(shops: string[], options: IDataObject, script: FaultLike[]) {
	stage.sandbox.reset();
	stage.renew();
	stage.sandbox.fail('compliance', ...script);
	return {
		parameters: create(options, { shopDomain: '={{ $json.shop }}', phones: '' }),
		items: shops.map((shop, n) => ({ shop, emails: `person${n}@example.com` })),
	};
}

/** Those that arrived, in order. None did twice, or at another shop. */
function arrived(shops: string[]): Array<{ shop: string; n: number }> {
	const here = stage.sandbox
		.deletionRequests()
		.flatMap(({ shop, emails }) =>
			emails.map((email) => ({ shop, n: Number(/\d+/.exec(email)![0]) })),
		);
	expect(new Set(here.map(({ n }) => n)).size).toBe(here.length);
	for (const { shop, n } of here) expect(shop).toBe(shops[n]);
	return here;
}

/** Each is told once, and the service has all that was accepted, and nothing that was refused. */
function expectTruth({ success, error }: RunResult, shops: string[]): void {
	const told = [...success, ...error].flatMap((item) => {
		const { outcome = 'accepted' } = (item.json.error ?? {}) as { outcome?: string };
		return itemsOf(item).map((n) => ({ n, outcome }));
	});
	expect(ascending(told.map(({ n }) => n))).toEqual(numbers(0, shops.length));
	const toldAs = (wanted: string) =>
		told.flatMap(({ n, outcome }) => (outcome === wanted ? [n] : []));
	const unknown = toldAs('unknown');
	const known = arrived(shops).flatMap(({ n }) => (unknown.includes(n) ? [] : [n]));
	expect(ascending(known)).toEqual(ascending(toldAs('accepted')));
}

type Options = IDataObject & { maxParallelRequests: number };

/** Checks what is drawn: the shops of the items, options, and what the service does. */
async function always(check: (drawn: [string[], Options, FaultLike[]]) => Promise<void>) {
	const drawn = fc.tuple(shopsOfItems, choices, faults);
	await fc.assert(fc.asyncProperty(drawn, check), { numRuns: draws(30, 10) });
	stage.sandbox.clearFaults();
}

it('contacts have one outcome each, in order, with no more open requests than allowed', async () => {
	await always(async ([shops, options, script]) => {
		const run = begin(shops, options, script);
		const result = await stage.run({ ...run, onError: 'continueErrorOutput' });
		expect(result.thrown).toBeUndefined();
		expectTruth(result, shops);
		expect(result.success.filter(({ json }) => json.error)).toEqual([]);
		for (const branch of [result.success, result.error]) {
			const places = branch.map((item) => itemsOf(item)[0]!);
			expect(places).toEqual(ascending(places));
		}
		for (const { open } of stage.sandbox.requests('compliance'))
			expect(open).toBeLessThanOrEqual(options.maxParallelRequests);
		if (options.maxParallelRequests > 1) return;
		for (const name of SHOPS) {
			const own = arrived(shops).flatMap(({ shop, n }) => (shop === name ? [n] : []));
			expect(own).toEqual(ascending(own));
		}
	});
});

it('contacts are neither doubled nor lost by tries and "Retry execution", and are all counted', async () => {
	await always(async ([shops, options, script]) => {
		const total = shops.length;
		let result = await stage.run({ ...begin(shops, options, script), ...RETRY });
		for (let again = 0; again < 3 && result.thrown; again++) {
			const here = arrived(shops);
			const counts = outcomesIn(result.thrown.message, total)!;
			const { accepted, rejected, unknown, notSent } = counts;
			expect([counts.total, accepted + rejected + unknown + notSent]).toEqual([total, total]);
			expect(here.length).toBeGreaterThanOrEqual(accepted);
			expect(here.length).toBeLessThanOrEqual(accepted + unknown);
			result = await stage.engine.retry(result);
		}
		const here = arrived(shops);
		if (result.thrown) return;
		expect(ascending(here.map(({ n }) => n))).toEqual(numbers(0, total));
		// What earlier tries sent is told, too.
		expectTruth(result, shops);
	});
});
