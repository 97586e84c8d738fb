import fc from 'fast-check';
import { cut, halves } from '../../../nodes/MerchantData/delivery/cut.ts';
import type { Batch } from '../../../nodes/MerchantData/delivery/kind.ts';
import type { LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Row, Source } from '../../../nodes/MerchantData/rows/row.ts';
import { fileOf, refused, row, sourceOf } from './road.mts';

const entry = (count: number): LedgerEntry => ({
	shop: 'a',
	ranges: '',
	count,
	target: '',
	state: 'accepted',
});

/** A row is as large as its number says. */
const sizeOf = (each: Row) => Number(each.json.match(/\d+/)![0]);
const sized = (...sizes: number[]) => sizes.map((n, item) => row(item, { json: `{"n":${n}}` }));

const batchesOf = async (source: Source): Promise<Batch[]> =>
	await Array.fromAsync(cut(source, () => ({ rows: 500, size: 1_000 }), { sizeOf }));

describe('rows are cut into batches', () => {
	it('of no more than a thousand that cannot be sent, which close no other', async () => {
		const bad = Array.from({ length: 1_001 }, (_, item) => refused(item + 1));
		const cuts = await batchesOf(sourceOf([row(0), ...bad, row(1)]));
		expect(cuts.map((batch) => batch.rows.length)).toEqual([1_000, 2, 1]);
		expect(await batchesOf(sourceOf(bad.slice(0, 1_000)))).toHaveLength(1);
	});

	it('of each file by itself', async () => {
		const rows = [row(0), row(0, { ordinal: 1 }), refused(0, { ordinal: 2 }), row(1), refused(1)];
		const source = sourceOf(rows, { files: [fileOf(), fileOf({ item: 1 })] });
		const items = (await batchesOf(source)).map((batch) => batch.rows.map(({ item }) => item));
		expect(items).toEqual([[0, 0], [0], [1], [1]]);
	});
});

it('asks for the limit at every row, which a 413 may have lowered', async () => {
	let size = 4;
	const batches: number[] = [];
	const source = sourceOf(sized(1, 1, 1, 1, 1, 1, 1));
	for await (const { rows } of cut(source, () => ({ rows: 9, size }), { sizeOf })) {
		batches.push(rows.length);
		size = 2;
	}
	expect(batches).toEqual([4, 2, 1]);
});

it('reads no further than it is asked', async () => {
	let read = 0;
	async function* rows() {
		for (;;) yield [row(read++)];
	}
	const cuts = cut(sourceOf([], { rows }), () => ({ rows: 2, size: 99 }), { sizeOf: () => 1 });
	await cuts.next();
	expect(read).toBe(3);
	await cuts.return();
});

it('every row is in one batch, in the order of its shop, within the limits, and none ends early', async () => {
	const drawn = fc.array(
		fc.record({
			isGood: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
			isEarlier: fc.boolean(),
			shop: fc.constantFrom('a', 'b', 'c', ''),
			size: fc.integer({ min: 1, max: 9 }),
			/** Which request of its shop sent it. */
			by: fc.nat({ max: 2 }),
		}),
		{ maxLength: 40 },
	);
	const limits = fc.record({
		rows: fc.integer({ min: 1, max: 5 }),
		size: fc.integer({ min: 1, max: 20 }),
	});
	const chunkSizes = fc.integer({ min: 1, max: 7 });
	await fc.assert(
		fc.asyncProperty(drawn, limits, chunkSizes, async (all, limit, chunkSize) => {
			const rows = all.map(({ isGood, shop, size }, item) =>
				(isGood && shop ? row : refused)(item, { shop, json: `{"n":${size}}` }),
			);
			const requests = new Map<string, LedgerEntry>();
			// What an earlier try sent may be what cannot be sent any more.
			const earlier = ({ item, shop }: Row) =>
				all[item]!.isEarlier ? requests.get(shop + all[item]!.by) : undefined;
			for (const { isEarlier, shop, by } of all) {
				const known = requests.get(shop + by) ?? { ...entry(0), shop };
				if (isEarlier) requests.set(shop + by, { ...known, count: known.count + 1 });
			}
			const chunks = Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) =>
				rows.slice(at * chunkSize, (at + 1) * chunkSize),
			);
			const source = sourceOf([], { rows: () => chunks });
			const batches = await Array.fromAsync(cut(source, () => limit, { sizeOf }, { earlier }));

			const byItem = (a: Row, b: Row) => a.item - b.item;
			expect(batches.flatMap((batch) => [...batch.rows]).sort(byItem)).toEqual(rows);
			const bad = rows.filter((each) => each.problem && !earlier(each));
			const refusedTogether = batches.filter((batch) => !batch.earlier && batch.rows[0]!.problem);
			expect(refusedTogether.map((batch) => batch.rows)).toEqual(bad.length > 0 ? [bad] : []);
			for (const request of requests.values()) {
				const own = batches.filter((batch) => batch.earlier === request);
				expect(own.map((batch) => batch.rows)).toEqual([
					rows.filter((each) => earlier(each) === request),
				]);
			}
			for (const shop of ['a', 'b', 'c']) {
				const isOwn = (each: Row) => each.shop === shop && !each.problem;
				const own = batches.filter((batch) => !batch.earlier && isOwn(batch.rows[0]!));
				expect(own.flatMap((batch) => batch.rows)).toEqual(
					rows.filter((each) => isOwn(each) && !earlier(each)),
				);
				for (const [at, { rows: now, size }] of own.entries()) {
					expect(size).toBe(now.reduce((sum, each) => sum + sizeOf(each), 0));
					expect(now.length <= limit.rows && (size <= limit.size || now.length === 1)).toBe(true);
					const next = own[at + 1]?.rows[0];
					if (!next) continue;
					expect(now.length === limit.rows || size + sizeOf(next) > limit.size).toBe(true);
				}
			}
		}),
		{ numRuns: 200 },
	);
});

it('a batch of 5 rows has halves of 3 and 2', () => {
	const rows = Array.from({ length: 5 }, (_, item) => row(item));
	const both = halves({ rows, size: 0, earlier: entry(0) }, { sizeOf });
	const size = (half: readonly Row[]) => half.reduce((sum, each) => sum + sizeOf(each), 0);
	const expected = [rows.slice(0, 3), rows.slice(3)];
	expect(both).toEqual(expected.map((half) => ({ rows: half, size: size(half) })));
});
