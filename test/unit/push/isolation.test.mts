import fc from 'fast-check';
import { createIsolation } from '../../../nodes/MerchantData/push/isolation.ts';
import type { Settled } from '../../../nodes/MerchantData/push/rowReport.ts';
import { createNode, rows, type Service } from '../../kit/pushNode.mts';

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => jest.restoreAllMocks());

// Thousands of requests.
jest.setTimeout(60_000);

const refusal = (message: string, count = 1, status = 400) =>
	({
		records: Array(count),
		outcome: 'rejected',
		status,
		error: { message },
	}) as unknown as Settled;
const acceptance = { records: Array(5), outcome: 'accepted', receipt: {} } as unknown as Settled;

describe('halving is worth its requests', () => {
	const after = (...said: Settled[]) => {
		const isolation = createIsolation();
		for (const each of said) isolation.note('a', each);
		return [isolation.isWorthwhile('a'), isolation.isWorthwhile('b')];
	};
	const times = (count: number, settled: Settled) => Array<Settled>(count).fill(settled);

	it.each<[string, Settled[], boolean]>([
		['at first', [], true],
		['after 99 rows', times(99, refusal('no')), true],
		['no more after 100', times(100, refusal('no')), false],
		['after requests of several rows', times(200, refusal('no', 2)), true],
		['after other failures', times(200, refusal('no', 1, 422)), true],
		['after an acceptance', [...times(100, refusal('no')), acceptance], true],
		['after 99 and another reason', [...times(99, refusal('no')), refusal('never')], true],
		[
			'no more where only numbers differ',
			Array.from({ length: 100 }, (_, n) => refusal(`row ${n}, request a${n}f: no`)),
			false,
		],
	])('%s', (_, said, expected) => {
		expect(after(...said)).toEqual([expected, true]);
	});
});

/** Stretches of rows: good ones, and ones that are refused for a reason. */
const stretches = fc.array(
	fc.record({
		kind: fc.constantFrom('good', 'no name', 'no date'),
		count: fc.integer({ min: 1, max: 130 }),
	}),
	{ minLength: 1, maxLength: 5 },
);

/**
 * More requests than bad rows can take. The halves of a batch are a binary tree, which has twice as
 * many nodes as leaves, less one. Its leaves are rows that were refused alone, a hundred and those in
 * flight then, and halves that were given up after them, at most one for each level.
 */
function mostRequests(rows: number, batchSize: number, inFlight: number): number {
	const levels = Math.max(1, Math.ceil(Math.log2(Math.min(rows, batchSize))));
	const batches = Math.ceil(rows / batchSize);
	// The halves of one batch go one after another.
	const others = Math.min(inFlight, batches) - 1;
	return 2 * (100 + others + levels * batches);
}

it('every row has the outcome that the service gave it, and few requests are sent for bad ones', async () => {
	await fc.assert(
		fc.asyncProperty(
			stretches,
			fc.integer({ min: 1, max: 200 }),
			fc.constantFrom(1, 4),
			async (drawn, batchSize, maxParallelRequests) => {
				const kinds = drawn.flatMap(({ kind, count }) => Array<string>(count).fill(kind));
				const stored: number[] = [];
				const refused = new Set<number>();
				const service: Service = ({ rows: sent }) => {
					const reason = sent.map((n) => kinds[n]).find((kind) => kind !== 'good');
					if (reason === undefined) stored.push(...sent);
					else for (const n of sent) refused.add(n);
					return reason === undefined
						? {}
						: { status: 400, body: JSON.stringify({ message: reason }) };
				};
				const options = {
					batchSize,
					maxParallelRequests,
					isolateRejectedRows: true,
					maxRetries: 0,
				};
				const { told, sent } = await createNode().run({
					items: rows(kinds.length),
					service,
					options,
				});

				const accepted = told.flatMap(([item, outcome]) => (outcome === 'accepted' ? [item] : []));
				const rejected = told.flatMap(([item, outcome]) => (outcome === 'rejected' ? [item] : []));
				const ascending = (list: number[]) => [...list].sort((a, b) => a - b);
				expect(ascending(accepted)).toEqual(ascending(stored));
				expect(ascending([...accepted, ...rejected])).toEqual([...kinds.keys()]);
				expect(rejected.every((n) => refused.has(n))).toBe(true);
				const bad = kinds.flatMap((kind, n) => (kind === 'good' ? [] : [n]));
				expect(bad.every((n) => rejected.includes(n))).toBe(true);
				if (bad.length < 100) expect(ascending(rejected)).toEqual(bad);
				if (bad.length === kinds.length && new Set(kinds).size === 1)
					expect(sent.length).toBeLessThan(
						mostRequests(kinds.length, batchSize, maxParallelRequests),
					);
			},
		),
		{ numRuns: 30 },
	);
});
