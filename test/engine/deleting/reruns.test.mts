import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import type { FaultLike } from '../../../sandbox/index.mts';
import type { RunResult } from '../../kit/engine.mts';
import { outcomesIn } from '../../kit/outcomes.mts';
import { FIRST, SECOND } from '../../kit/pushing.mts';
import { sharedStage } from '../../kit/stage.mts';
import { create } from './deleting.mts';

/** Whatever the service answers: nobody is asked to be deleted twice, and nobody is forgotten. */

const stage = sharedStage();
jest.setTimeout(120_000);

const answers = fc.array(
	fc.constantFrom<FaultLike>(
		...(['ok', 'ok', 400, 413, 500, 503, 'reset', 'lostAnswer'] as const),
		{ status: 500, taken: true },
		{ status: 200, body: '<html>Log in</html>' },
		{ status: 429, headers: { 'retry-after': '0.01' } },
	),
	{ maxLength: 20 },
);
const shops = fc.array(fc.constantFrom(FIRST, SECOND), { minLength: 1, maxLength: 16 });
const options = fc.record({
	combine: fc.boolean(),
	maxIdentifiers: fc.integer({ min: 1, max: 6 }),
	maxParallelRequests: fc.constantFrom(1, 2, 16),
});
const emailOf = (item: number) => `person${item}@example.com`;
const itemOf = (email: string) => Number(/\d+/.exec(email)![0]);

/** The items whose people the service has been asked to delete. */
const asked = () =>
	stage.sandbox
		.deletionRequests()
		.flatMap(({ shop, emails }) => emails.map((email) => [shop, itemOf(email)] as const));

const begin = (of: readonly string[], chosen: IDataObject, faults: FaultLike[]) => {
	stage.sandbox.reset();
	stage.renew();
	stage.sandbox.fail('compliance', ...faults);
	return {
		parameters: create(chosen, { shopDomain: '={{ $json.shop }}', phones: '' }),
		items: of.map((shop, item) => ({ shop, emails: emailOf(item) })),
	};
};

function expectOnce(of: readonly string[]): void {
	const items = asked().map(([, item]) => item);
	expect(new Set(items).size).toBe(items.length);
	for (const [shop, item] of asked()) expect(of[item]).toBe(shop);
}

const outcomes = ({ success, error }: RunResult) => {
	const items = (paired: unknown) => [paired].flat().map((each) => (each as { item: number }).item);
	return new Map([
		...success.flatMap(({ pairedItem }) => items(pairedItem).map((item) => [item, 'accepted'])),
		...error.flatMap(({ pairedItem, json }) =>
			items(pairedItem).map((item) => [item, (json.error as IDataObject).outcome]),
		),
	] as Array<[number, string]>);
};

it('with the error output, each item is told what became of its people', async () => {
	await fc.assert(
		fc.asyncProperty(shops, options, answers, async (of, chosen, faults) => {
			const result = await stage.run({
				...begin(of, chosen, faults),
				onError: 'continueErrorOutput',
			});
			expect(result.thrown).toBeUndefined();
			expectOnce(of);
			const told = outcomes(result);
			expect([...told.keys()].sort((a, b) => a - b)).toEqual([...of.keys()]);
			const there = new Set(asked().map(([, item]) => item));
			for (const [item, outcome] of told)
				if (outcome !== 'unknown')
					expect([item, there.has(item)]).toEqual([item, outcome === 'accepted']);
		}),
		{ numRuns: 40 },
	);
	stage.sandbox.reset();
});

it('tries and "Retry execution" double nothing and lose nothing', async () => {
	await fc.assert(
		fc.asyncProperty(shops, options, answers, async (of, chosen, faults) => {
			let result = await stage.run({
				...begin(of, chosen, faults),
				...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
			});
			for (let again = 0; again < 3 && result.thrown; again++) {
				expectOnce(of);
				const { total, accepted, rejected, unknown, notSent } = outcomesIn(result.thrown.message)!;
				expect([total, accepted + rejected + unknown + notSent]).toEqual([of.length, of.length]);
				expect(asked().length).toBeGreaterThanOrEqual(accepted);
				expect(asked().length).toBeLessThanOrEqual(accepted + unknown);
				result = await stage.engine.retry(result);
			}
			expectOnce(of);
			if (result.thrown) return;
			expect(asked()).toHaveLength(of.length);
			expect(result.success.flatMap(({ pairedItem }) => pairedItem)).toHaveLength(of.length);
		}),
		{ numRuns: 40 },
	);
	stage.sandbox.reset();
});
