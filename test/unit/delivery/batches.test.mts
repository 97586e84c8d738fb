import fc from 'fast-check';
import { cut, type Known } from '../../../nodes/MerchantData/delivery/batches.ts';
import { LedgerEntry } from '../../../nodes/MerchantData/delivery/sent/entry.ts';
import type { Row } from '../../../nodes/MerchantData/mapping/row.ts';
import type { Inspection, Source } from '../../../nodes/MerchantData/input/source.ts';
import {
	fileOf,
	inputsOf,
	inspectionOf,
	lines,
	numbersOf,
	refused,
	row,
	sourceOf,
	unread,
} from './road.mts';

const entry = (count: number): LedgerEntry =>
	new LedgerEntry({ shop: 'a', ranges: '', count, target: '', digest: '', state: 'accepted' });
/** Nothing was sent before, unless told otherwise. */
const knownOf = (more: Partial<Known> = {}): Known => ({
	isOver: false,
	earlier: () => undefined,
	counts: () => true,
	leaveOut: () => false,
	...more,
});

/** A row is as large as its number says. */
const sizeOf = (each: Row) => Number(each.json.match(/\d+/)![0]);
const perRow = { sizeOf: () => 1 };
const LIMIT = { rows: 500, size: Infinity };

/** Cuts all rows into batches of 500. */
const batchesOf = async (
	rows: readonly Row[],
	more: Partial<Source> = {},
	learned: Partial<Inspection> = {},
	known?: Partial<Known>,
) =>
	await Array.fromAsync(
		cut(sourceOf(rows, more), inspectionOf(rows, learned), perRow, LIMIT, knownOf(known)),
	);

describe('batches', () => {
	it('have at most 1,000 refused rows, which close no other batch', async () => {
		const bad = Array.from({ length: 1_001 }, (_, item) => refused(item + 1));
		const cuts = await batchesOf([row(0), ...bad, row(1)]);
		expect(cuts.map((batch) => batch.rows.length)).toEqual([1_000, 2, 1]);
	});

	it('have rows of one file each, in the order of the files', async () => {
		const rows = [row(0), row(0, { ordinal: 1 }), refused(0, { ordinal: 2 }), row(1), refused(1)];
		const files = [fileOf(), fileOf({ item: 1 })];
		const cuts = await batchesOf(rows, { files });
		const items = cuts.map((batch) => batch.rows.map(({ item }) => item));
		expect(items).toEqual([[0, 0], [0], [1], [1]]);
	});

	it('have only as many rows as were inspected', async () => {
		const cuts = await batchesOf(lines(0, 9), {}, { total: 3, left: 7 });
		expect(cuts.map((batch) => numbersOf(batch.rows))).toEqual([[0, 1, 2]]);
		expect(await batchesOf(lines(0, 9), {}, { total: 0 })).toEqual([]);
	});
});

it('a batch keeps to the limit that a 413 has lowered meanwhile', async () => {
	const limit = { rows: 9, size: 4 };
	const batches: number[] = [];
	const rows = Array.from({ length: 7 }, (_, item) => row(item, { json: '{"n":1}' }));
	const inspection = inspectionOf(rows);
	for await (const batch of cut(sourceOf(rows), inspection, { sizeOf }, limit, knownOf())) {
		batches.push(batch.rows.length);
		limit.size = 2;
	}
	expect(batches).toEqual([4, 2, 1]);
});

it.each([
	['as it needs for the first batch', 1, 3],
	['until the rest is not needed', 4, 9],
])('cutting reads only as many rows %s', async (_, stopsAt, expected) => {
	let read = 0;
	async function* rows() {
		while (read < 100) yield [row(read++)];
	}
	let isOver = false;
	const known = knownOf();
	Object.defineProperty(known, 'isOver', { get: () => isOver });
	const inspection = inspectionOf([], { total: 100 });
	const limit = { rows: 2, size: 99 };
	const batches = cut(sourceOf([], { rows }), inspection, perRow, limit, known);
	for (let batch = 1; batch <= stopsAt; batch++) await batches.next();
	isOver = true;
	if (stopsAt > 1) await Array.fromAsync(batches);
	expect(read).toBe(expected);
});

describe('rows that an earlier attempt sent', () => {
	const known = entry(2);
	const ledger = { earlier: () => known };

	it('are none in an input item that is another one now', async () => {
		const rows = [row(0), row(1), row(1, { ordinal: 1 })];
		const cuts = await batchesOf(rows, {}, { inputs: inputsOf({ isOther: true }) }, ledger);
		expect(cuts).toMatchObject([
			{ rows: rows.slice(1), earlier: known },
			{ rows: rows.slice(0, 1), earlier: undefined },
		]);
	});

	it('are none that were not read again', async () => {
		expect((await batchesOf([unread(0)], {}, {}, ledger))[0]!.earlier).toBeUndefined();
	});

	it('are cut like all others if their request does not count, and may be unchanged', async () => {
		const rows = [row(0), row(1), row(2), row(3)];
		const others = {
			earlier: ({ item }: Row) => (item < 2 ? known : undefined),
			counts: () => false,
			leaveOut: ({ item }: Row) => item === 1,
		};
		// They come when the last one of them is known.
		expect((await batchesOf(rows, {}, {}, others)).map((batch) => numbersOf(batch.rows))).toEqual([
			[0, 2, 3],
		]);
	});
});

it('unchanged rows are in no batch, unless a request of an earlier attempt had them', async () => {
	const known = entry(1);
	const asked: number[] = [];
	const cuts = await batchesOf(
		lines(0, 9),
		{},
		{},
		{
			earlier: ({ ordinal }) => (ordinal === 4 ? known : undefined),
			leaveOut: ({ ordinal }) => asked.push(ordinal) > 0 && ordinal % 5 !== 0,
		},
	);
	expect(cuts.map((batch) => numbersOf(batch.rows))).toEqual([[4], [0, 5]]);
	expect(asked).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
});

it('every row is in one batch, in the order of its shop, within the limits, and no batch ends early', async () => {
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
			// What an earlier attempt sent may be what cannot be sent any more.
			const earlier = ({ item, shop }: Row) =>
				all[item]!.isEarlier ? requests.get(shop + all[item]!.by) : undefined;
			for (const { isEarlier, shop, by } of all) {
				const count = requests.get(shop + by)?.stored.count ?? 0;
				if (isEarlier) requests.set(shop + by, entry(count + 1));
			}
			const chunks = Array.from({ length: Math.ceil(rows.length / chunkSize) }, (_, at) =>
				rows.slice(at * chunkSize, (at + 1) * chunkSize),
			);
			const source = sourceOf([], { rows: () => chunks });
			const batches = await Array.fromAsync(
				cut(source, inspectionOf(rows), { sizeOf }, limit, knownOf({ earlier })),
			);

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
				for (const [at, { rows: now }] of own.entries()) {
					const size = now.reduce((sum, each) => sum + sizeOf(each), 0);
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

const MIB = 1_024 * 1_024;

it('all batches are closed if open rows take too much memory', async () => {
	// Each time, eleven rows of 3 MiB are too much.
	const rows = Array.from({ length: 23 }, (_, n) => row(n, { shop: `${n % 2}`, bytes: 3 * MIB }));
	const cuts = await batchesOf(rows);
	expect(cuts.map((batch) => batch.rows.length)).toEqual([6, 5, 6, 5, 1]);
	// A batch that is closed, because it has as many rows as it may, takes none.
	const single = await Array.fromAsync(
		cut(sourceOf(rows), inspectionOf(rows), perRow, { ...LIMIT, rows: 5 }, knownOf()),
	);
	expect(single.map((batch) => batch.rows.length)).toEqual([5, 5, 5, 5, 2, 1]);
});

it('small rows count with the memory that each takes beside its text', async () => {
	const one = row(0, { json: '' });
	const rows = Array.from({ length: 350_000 }, (_, n) => ({ ...one, shop: `${n % 1_000}` }));
	// Their texts alone hold nothing: then, each shop would have one batch.
	expect((await batchesOf(rows)).length).toBeGreaterThan(1_000);
});
