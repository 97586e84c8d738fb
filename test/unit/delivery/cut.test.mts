import fc from 'fast-check';
import { check, cut, halves } from '../../../nodes/MerchantData/delivery/cut.ts';
import type { Batch, Kind } from '../../../nodes/MerchantData/delivery/kind.ts';
import type { LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import { fileOf, numbersOf, refused, row, sourceOf } from './road.mts';

describe('before anything is sent, the rows that cannot be', () => {
	it('are counted in all chunks, and the first are kept', async () => {
		const rows = Array.from({ length: 30 }, (_, item) => (item % 2 ? refused(item) : row(item)));
		const chunks = [rows.slice(0, 7), [], rows.slice(7)];
		const { total, refused: count, first } = await check(sourceOf([], { rows: () => chunks }));
		expect([total, count]).toEqual([30, 15]);
		expect(first.map(({ item }) => item)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19]);
		expect(await check(sourceOf([]))).toEqual({ total: 0, refused: 0, first: [] });
	});
});

const entry = (count: number): LedgerEntry => ({
	shop: 'a',
	ranges: '',
	count,
	target: '',
	state: 'accepted',
});

const WIDE = { rows: 500, size: 1_000 };
/** A row is as large as its number says. */
const sizeOf = (each: Row) => Number(each.json.match(/\d+/)![0]);
const sized = (...sizes: number[]) => sizes.map((n, item) => row(item, { json: `{"n":${n}}` }));

const batchesOf = async (
	rows: readonly Row[],
	limit: Kind['limit'] = WIDE,
	earlier: (row: Row) => LedgerEntry | undefined = () => undefined,
): Promise<Batch[]> =>
	await Array.fromAsync(cut(sourceOf(rows), () => limit, { sizeOf }, { earlier }));

describe('rows are cut into batches', () => {
	const [b, nowhere] = [{ shop: 'b' }, { shop: '' }];

	it('that rows which cannot be sent do not end: they are put together, of whatever shop', async () => {
		const rows = [row(0), refused(1), refused(2, nowhere), row(3), row(4), refused(5, b), row(6)];
		const cuts = await batchesOf([...rows, refused(7)], { rows: 2, size: 7 });
		expect(cuts.map((batch) => numbersOf(batch.rows))).toEqual([[0, 3], [4], [6], [1, 2, 5, 7]]);
	});

	it('of no more than a thousand that cannot be sent, which close no other', async () => {
		const bad = Array.from({ length: 1_001 }, (_, item) => refused(item + 1));
		const cuts = await batchesOf([row(0), ...bad, row(1_002, { json: '{"n":1}' })]);
		expect(cuts.map((batch) => batch.rows.length)).toEqual([1_000, 2, 1]);
		expect(await batchesOf(bad.slice(0, 1_000))).toHaveLength(1);
	});

	it('of a row that an earlier try sent, though it could not be sent any more', async () => {
		const one = entry(2);
		const cuts = await batchesOf([row(0), refused(1), refused(2)], WIDE, ({ item }) =>
			item < 2 ? one : undefined,
		);
		expect(cuts.map((batch) => [numbersOf(batch.rows), batch.earlier])).toEqual([
			[[0, 1], one],
			[[2], undefined],
		]);
	});

	it('of each file by itself', async () => {
		const rows = [row(0), row(0, { ordinal: 1 }), refused(0, { ordinal: 2 }), row(1), refused(1)];
		const source = sourceOf(rows, { files: [fileOf(), fileOf({ item: 1 })] });
		const cuts = await Array.fromAsync(cut(source, () => WIDE, { sizeOf }));
		const items = cuts.map((batch) => batch.rows.map(({ item }) => item));
		expect(items).toEqual([[0, 0], [0], [1], [1]]);
	});
});

it('asks for the limit at every row, which a 413 may have lowered', async () => {
	let size = 4;
	const batches: number[][] = [];
	for await (const { rows } of cut(
		sourceOf(sized(1, 1, 1, 1, 1, 1, 1)),
		() => ({ rows: 9, size }),
		{
			sizeOf,
		},
	)) {
		batches.push(numbersOf(rows));
		size = 2;
	}
	expect(batches.map(({ length }) => length)).toEqual([4, 2, 1]);
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
	const kinds = fc.constantFrom('good', 'good', 'good', 'refused', 'earlier', 'nowhere');
	const drawn = fc.array(
		fc.record({
			kind: kinds,
			shop: fc.constantFrom('a', 'b', 'c'),
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
	await fc.assert(
		fc.asyncProperty(
			drawn,
			limits,
			fc.integer({ min: 1, max: 7 }),
			async (all, limit, chunkSize) => {
				const rows = all.map(({ kind, shop, size }, item) => {
					const json = `{"n":${size}}`;
					if (kind === 'nowhere') return refused(item, { shop: '', json });
					return kind === 'refused' ? refused(item, { shop, json }) : row(item, { shop, json });
				});
				const requests = new Map<string, LedgerEntry>();
				const earlier = (each: Row) => {
					const { kind, by } = all[each.item]!;
					return kind === 'earlier' ? requests.get(each.shop + by) : undefined;
				};
				for (const { kind, shop, by } of all) {
					const known = requests.get(shop + by) ?? { ...entry(0), shop };
					if (kind === 'earlier') requests.set(shop + by, { ...known, count: known.count + 1 });
				}
				const chunks = Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) =>
					rows.slice(at * chunkSize, (at + 1) * chunkSize),
				);
				const source = sourceOf([], { rows: () => chunks });
				const batches = await Array.fromAsync(cut(source, () => limit, { sizeOf }, { earlier }));

				const byItem = (a: Row, b: Row) => a.item - b.item;
				expect(batches.flatMap((batch) => [...batch.rows]).sort(byItem)).toEqual(rows);
				const isBad = (batch: Batch) => batch.rows[0]!.problem !== undefined;
				expect(batches.filter(isBad).flatMap((batch) => batch.rows)).toEqual(
					rows.filter(({ problem }) => problem),
				);
				for (const request of requests.values()) {
					const own = batches.filter((batch) => batch.earlier === request);
					expect(own.map((batch) => batch.rows)).toEqual([
						rows.filter((each) => earlier(each) === request),
					]);
				}
				for (const shop of ['a', 'b', 'c']) {
					const own = batches.filter(
						(batch) => !batch.earlier && !isBad(batch) && batch.rows[0]!.shop === shop,
					);
					expect(own.flatMap((batch) => batch.rows)).toEqual(
						rows.filter((each) => each.shop === shop && !each.problem && !earlier(each)),
					);
					for (const [at, { rows: now, size }] of own.entries()) {
						expect(size).toBe(now.reduce((sum, each) => sum + sizeOf(each), 0));
						expect(now.length <= limit.rows && (size <= limit.size || now.length === 1)).toBe(true);
						const next = own[at + 1]?.rows[0];
						if (!next) continue;
						expect(now.length === limit.rows || size + sizeOf(next) > limit.size).toBe(true);
					}
				}
			},
		),
		{ numRuns: 200 },
	);
});

it.each([
	[2, [1, 1]],
	[5, [3, 2]],
])('a batch of %d rows has halves of %j', (count, lengths) => {
	const rows = Array.from({ length: count }, (_, item) => row(item));
	const both = halves({ rows, size: 0, earlier: entry(0) }, { sizeOf });
	expect(both.map((half) => half.rows.length)).toEqual(lengths);
	expect(both.flatMap((half) => half.rows)).toEqual(rows);
	const size = (half: readonly Row[]) => half.reduce((sum, each) => sum + sizeOf(each), 0);
	expect(both).toEqual(both.map((half) => ({ rows: half.rows, size: size(half.rows) })));
});
