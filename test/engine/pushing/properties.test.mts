import fc from 'fast-check';
import { draws } from '../../kit/draws.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import { ascending, itemsOf, numbers, RETRY } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { begin, expectOnce, expectTruth, faults, ROADS, SHOPS } from './drawn.mts';

/** Properties of every push and every answer. Unit tests let the process die. */

const stage = sharedStage();
jest.setTimeout(120_000);

const RUNS = draws(30, 10);
const onError = 'continueErrorOutput';

describe.each(ROADS)('%s, whatever the service answers', (_, { endpoint, drawn, arrived }) => {
	afterEach(() => stage.sandbox.clearFaults());

	it('have one outcome each, in order, with no more open requests than allowed', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, options: chosen, run, told }, script) => {
				begin(stage, script, endpoint);
				const result = await stage.run({ ...(await run()), onError });
				expect(result.thrown).toBeUndefined();
				const here = arrived(stage);
				expectTruth(await told(stage, result), here, shops);
				expect(result.success.filter(({ json }) => json.error)).toEqual([]);
				for (const branch of [result.success, result.error]) {
					const places = branch.map((item) => itemsOf(item)[0]!);
					expect(places).toEqual(ascending(places));
				}
				for (const { open } of stage.sandbox.requests(endpoint))
					expect(open).toBeLessThanOrEqual(chosen.maxParallelRequests);
				if (chosen.maxParallelRequests > 1) return;
				for (const name of SHOPS) {
					const own = here.flatMap(({ shop, n }) => (shop === name ? [n] : []));
					expect(own).toEqual(ascending(own));
				}
			}),
			{ numRuns: RUNS },
		);
	});

	it('are neither doubled nor lost by tries and "Retry execution", and are all counted', async () => {
		await fc.assert(
			fc.asyncProperty(drawn, faults, async ({ shops, run, told }, script) => {
				begin(stage, script, endpoint);
				const total = shops.length;
				let result = await stage.run({ ...(await run()), ...RETRY });
				for (let again = 0; again < 3 && result.thrown; again++) {
					const here = arrived(stage);
					expectOnce(here, shops);
					const counts = outcomesIn(result.thrown.message, total)!;
					const { accepted, rejected, unknown, notSent } = counts;
					expect([counts.total, accepted + rejected + unknown + notSent]).toEqual([total, total]);
					expect(here.length).toBeGreaterThanOrEqual(accepted);
					expect(here.length).toBeLessThanOrEqual(accepted + unknown);
					result = await stage.engine.retry(result);
				}
				const here = arrived(stage);
				expectOnce(here, shops);
				if (result.thrown) return;
				expect(ascending(here.map(({ n }) => n))).toEqual(numbers(0, total));
				// What earlier tries sent is told, too.
				expectTruth(await told(stage, result), here, shops);
			}),
			{ numRuns: RUNS },
		);
	});
});
