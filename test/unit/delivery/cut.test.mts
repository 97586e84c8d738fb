import fc from 'fast-check';
import { cut } from '../../../nodes/MerchantData/delivery/cut.ts';
import type { Ledger, LedgerEntry } from '../../../nodes/MerchantData/delivery/ledger.ts';
import type { Row } from '../../../nodes/MerchantData/rows/row.ts';
import type { Inspection, Source } from '../../../nodes/MerchantData/rows/source.ts';
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

const entry = (count: number): LedgerEntry => ({
	shop: 'a',
	ranges: '',
	count,
	target: '',
	state: 'accepted',
});
const ledgerOf = (earlier: Ledger['earlier']) => ({ earlier, hasEarlier: true });

/** A row is as large as its number says. */
const sizeOf = (each: Row) => Number(each.json.match(/\d+/)![0]);
const perRow = { sizeOf: () => 1 };
const sender = { limit: { rows: 500, size: Infinity }, isStopped: false };

/** Cuts all rows into batches of 500. */
const batchesOf = async (
	rows: readonly Row[],
	more: Partial<Source> = {},
	learned: Partial<Inspection> = {},
	ledger?: ReturnType<typeof ledgerOf>,
) =>
	await Array.fromAsync(
		cut(sourceOf(rows, more), inspectionOf(rows, learned), perRow, sender, ledger),
	);

describe('rows are cut into batches', () => {
	it('of no more than a thousand that cannot be sent, which close no other', async () => {
		const bad = Array.from({ length: 1_001 }, (_, item) => refused(item + 1));
		const cuts = await batchesOf([row(0), ...bad, row(1)]);
		expect(cuts.map((batch) => batch.rows.length)).toEqual([1_000, 2, 1]);
	});

	it('of each file by itself, in the order of the files', async () => {
		const rows = [row(0), row(0, { ordinal: 1 }), refused(0, { ordinal: 2 }), row(1), refused(1)];
		const files = [fileOf(), fileOf({ item: 1 })];
		const cuts = await batchesOf(rows, { files });
		const items = cuts.map((batch) => batch.rows.map(({ item }) => item));
		expect(items).toEqual([[0, 0], [0], [1], [1]]);
	});

	it('as many as were inspected, whatever else there is', async () => {
		const cuts = await batchesOf(lines(0, 9), {}, { total: 3, left: 7 });
		expect(cuts.map((batch) => numbersOf(batch.rows))).toEqual([[0, 1, 2]]);
		expect(await batchesOf(lines(0, 9), {}, { total: 0 })).toEqual([]);
	});
});

it('asks for the limit at every row, which a 413 may have lowered', async () => {
	const limited = { limit: { rows: 9, size: 4 }, isStopped: false };
	const batches: number[] = [];
	const rows = Array.from({ length: 7 }, (_, item) => row(item, { json: '{"n":1}' }));
	for await (const batch of cut(sourceOf(rows), inspectionOf(rows), { sizeOf }, limited)) {
		batches.push(batch.rows.length);
		limited.limit.size = 2;
	}
	expect(batches).toEqual([4, 2, 1]);
});

it.each([
	['for a batch no more rows than it needs', 1, false, 3],
	['no more rows once the rest is not needed', 4, false, 9],
	['all rows, if an earlier try has sent some, which are counted', 4, true, 100],
])('reads %s', async (_, stopsAt, hasEarlier, expected) => {
	let read = 0;
	async function* rows() {
		while (read < 100) yield [row(read++)];
	}
	const stopped = { limit: { rows: 2, size: 99 }, isStopped: false };
	const ledger = { earlier: () => undefined, hasEarlier };
	const inspection = inspectionOf([], { total: 100 });
	const batches = cut(sourceOf([], { rows }), inspection, perRow, stopped, ledger);
	for (let batch = 1; batch <= stopsAt; batch++) await batches.next();
	stopped.isStopped = true;
	if (stopsAt > 1) await Array.fromAsync(batches);
	expect(read).toBe(expected);
});

describe('what an earlier try sent is known', () => {
	const known = entry(2);
	const ledger = ledgerOf(() => known);

	it('but not of an input item that is another one now', async () => {
		const rows = [row(0), row(1), row(1, { ordinal: 1 })];
		const cuts = await batchesOf(rows, {}, { inputs: inputsOf({ isOther: true }) }, ledger);
		expect(cuts).toMatchObject([
			{ rows: rows.slice(1), earlier: known },
			{ rows: rows.slice(0, 1), earlier: undefined },
		]);
	});

	it('but not of a row that stands for others, which it may not have sent', async () => {
		expect((await batchesOf([unread(0)], {}, {}, ledger))[0]!.earlier).toBeUndefined();
	});
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
			const limited = { limit, isStopped: false };
			const batches = await Array.fromAsync(
				cut(source, inspectionOf(rows), { sizeOf }, limited, ledgerOf(earlier)),
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

it('if open rows hold too much, the fullest batches are closed until half of it is free', async () => {
	// Eleven rows with 3 MiB each, of five shops, are too much.
	const rows = [row(0, { shop: 'small' })];
	for (let n = 0; n < 11; n++) rows.push(row(n + 1, { shop: `${n % 5}`, bytes: 3 * MIB }));
	const cuts = await batchesOf([...rows, row(20, { shop: 'small' })]);
	const shopsOf = cuts.map(({ rows: of }) => `${of[0]!.shop}: ${of.length}`);
	// Without three batches, 12 MiB are left.
	expect(shopsOf).toEqual(['0: 3', '1: 2', '2: 2', 'small: 2', '3: 2', '4: 2']);
});

it('small rows count with what each takes beside its text', async () => {
	const one = row(0, { json: '' });
	const rows = Array.from({ length: 350_000 }, (_, n) => ({ ...one, shop: `${n % 1_000}` }));
	// Their texts alone hold nothing: then, each shop would have one batch.
	expect((await batchesOf(rows)).length).toBeGreaterThan(1_000);
});
