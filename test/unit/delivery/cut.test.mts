import fc from 'fast-check';
import { cut, halves } from '../../../nodes/MerchantData/delivery/cut.ts';
import type { Batch, BatchLimit } from '../../../nodes/MerchantData/delivery/kind.ts';
import type { LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import { numbersOf, refused, row, sourceOf } from './road.mts';

const entry = (from: number, to: number): LedgerEntry => ({
	shop: 'a',
	from: [from, 0],
	to: [to, 0],
	target: '',
	state: 'accepted',
});
const earlierOf = (entries: readonly LedgerEntry[]) => ({
	earlier: ({ item }: Row) => entries.find(({ from, to }) => from[0] <= item && item <= to[0]),
});

const WIDE: BatchLimit = { rows: 500, size: 1_000 };
/** A row is as large as its number says. */
const sizeOf = (each: Row) => Number(each.json.match(/\d+/)![0]);
const sized = (...sizes: number[]) => sizes.map((n, item) => row(item, { json: `{"n":${n}}` }));

const batchesOf = async (
	rows: readonly Row[],
	limit = WIDE,
	entries: readonly LedgerEntry[] = [],
): Promise<Batch[]> =>
	await Array.fromAsync(cut(sourceOf(rows), () => limit, { sizeOf }, earlierOf(entries)));

describe('rows are cut into batches', () => {
	const [b, nowhere] = [{ shop: 'b' }, { shop: '' }];

	it.each<[what: string, rows: Row[], limit: BatchLimit, batches: number[][]]>([
		['of so many rows', sized(0, 1, 2, 3, 4), { rows: 2, size: 100 }, [[0, 1], [2, 3], [4]]],
		['of such a size', sized(3, 3, 4, 1), { rows: 9, size: 10 }, [[3, 3, 4], [1]]],
		['of one row that is larger', sized(1, 11, 1, 2), { rows: 9, size: 10 }, [[1], [11], [1, 2]]],
		[
			'of a shop, as they come',
			[row(0), row(1, b), row(2), row(3, b)],
			WIDE,
			[
				[0, 2],
				[1, 3],
			],
		],
		['of none, where there are none', [], WIDE, []],
		[
			'that span none that cannot be sent',
			[row(0), refused(1), refused(2), row(3)],
			WIDE,
			[[0], [1, 2], [3]],
		],
		[
			'that end at a row whose shop is not known',
			[row(0), row(1, b), refused(2, nowhere), row(3), row(4, b)],
			WIDE,
			[[0], [1], [2], [3], [4]],
		],
		['of refused ones of any size', [refused(5), refused(6)], { rows: 1, size: 1 }, [[5, 6]]],
	])('%s', async (_, rows, limit, batches) => {
		const cuts = await batchesOf(rows, limit);
		expect(cuts.map((batch) => numbersOf(batch.rows))).toEqual(batches);
		for (const { shop, rows: own } of cuts)
			expect(new Set(own.map((each) => each.shop))).toEqual(new Set([shop]));
	});

	it('of no more than a thousand that cannot be sent', async () => {
		const cuts = await batchesOf(Array.from({ length: 1_001 }, (_, item) => refused(item)));
		expect(cuts.map(({ rows }) => rows.length)).toEqual([1_000, 1]);
	});

	it('that an earlier try sent, request by request, and those that it did not', async () => {
		const entries = [entry(1, 2), entry(3, 3)];
		const rows = [row(0), row(1), row(2), row(3), row(4)];
		const cuts = await batchesOf(rows, { rows: 1, size: 1 }, entries);
		expect(cuts.map((batch) => [numbersOf(batch.rows), batch.earlier])).toEqual([
			[[0], undefined],
			[[1, 2], entries[0]],
			[[3], entries[1]],
			[[4], undefined],
		]);
		expect(cuts[0]).not.toHaveProperty('earlier');
	});

	it('of a row that cannot be sent any more, though an earlier try sent it', async () => {
		const [first, second] = await batchesOf([row(0), refused(1)], WIDE, [entry(0, 1)]);
		expect([first!.earlier, second!.earlier]).toEqual([entry(0, 1), undefined]);
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

it('every row is in one batch, in the order of its shop, within the limits, apart from unlike ones', async () => {
	const kinds = fc.constantFrom('good', 'good', 'good', 'refused', 'earlier', 'nowhere');
	const drawn = fc.array(
		fc.record({
			kind: kinds,
			shop: fc.constantFrom('a', 'b', 'c'),
			size: fc.integer({ min: 1, max: 9 }),
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
				// Requests of an earlier try hold a run of the shop's rows.
				const entries = new Map<Row, LedgerEntry>();
				for (const shop of ['a', 'b', 'c']) {
					let open: LedgerEntry | undefined;
					for (const each of rows.filter((one) => one.shop === shop)) {
						if (all[each.item]!.kind !== 'earlier') open = undefined;
						else entries.set(each, (open ??= { ...entry(each.item, each.item), shop }));
					}
				}
				const chunks = Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) =>
					rows.slice(at * chunkSize, (at + 1) * chunkSize),
				);
				const source = sourceOf([], { rows: () => chunks });
				const ledger = { earlier: (each: Row) => entries.get(each) };
				const batches = await Array.fromAsync(cut(source, () => limit, { sizeOf }, ledger));

				const byItem = (a: Row, b: Row) => a.item - b.item;
				expect(batches.flatMap((batch) => [...batch.rows]).sort(byItem)).toEqual(rows);
				for (const shop of ['a', 'b', 'c', '']) {
					const own = batches
						.filter((batch) => batch.shop === shop)
						.flatMap((batch) => [...batch.rows]);
					expect(own).toEqual(rows.filter((each) => each.shop === shop));
				}
				const kindOf = (each: Row) => (each.problem ? 'refused' : (entries.get(each) ?? 'good'));
				for (const { rows: own, earlier } of batches) {
					expect(new Set(own.map(kindOf)).size).toBe(1);
					expect(earlier).toBe(entries.get(own[0]!));
					if (kindOf(own[0]!) !== 'good' || own.length === 1) continue;
					expect(own.length).toBeLessThanOrEqual(limit.rows);
					expect(own.reduce((sum, each) => sum + sizeOf(each), 0)).toBeLessThanOrEqual(limit.size);
				}
				// No more of them than need be: what follows did not fit, or something stands between.
				for (const shop of ['a', 'b', 'c']) {
					const own = batches.filter((batch) => batch.shop === shop);
					own.slice(1).forEach(({ rows: next }, at) => {
						const { rows: before } = own[at]!;
						const [last, first] = [before.at(-1)!, next[0]!];
						const between = rows.slice(last.item + 1, first.item);
						if (kindOf(last) !== kindOf(first) || between.some((each) => each.shop === '')) return;
						expect(kindOf(first)).toBe('good');
						const size = [...before, first].reduce((sum, each) => sum + sizeOf(each), 0);
						expect(before.length === limit.rows || size > limit.size).toBe(true);
					});
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
	const both = halves({ shop: 'a', rows, earlier: entry(0, 0) });
	expect(both.map((half) => half.rows.length)).toEqual(lengths);
	expect(both.flatMap((half) => half.rows)).toEqual(rows);
	expect(both.map((half) => Object.keys(half))).toEqual(Array(2).fill(['shop', 'rows']));
});
