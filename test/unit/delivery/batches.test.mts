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

interface Given extends Partial<Source> {
	known?: Partial<Known>;
	learned?: Partial<Inspection>;
	/** Most rows of a batch. */
	most?: number;
}

const batchesOf = async (rows: readonly Row[], given: Given = {}) => {
	const { known, learned, most = 500, ...source } = given;
	const inspection = inspectionOf(rows, learned);
	const limit = { rows: most, size: Infinity };
	return await Array.fromAsync(
		cut(sourceOf(rows, source), inspection, perRow, limit, knownOf(known)),
	);
};

const cutNumbers = async (...given: Parameters<typeof batchesOf>) =>
	(await batchesOf(...given)).map((batch) => numbersOf(batch.rows));
const cutLengths = async (...given: Parameters<typeof batchesOf>) =>
	(await batchesOf(...given)).map((batch) => batch.rows.length);

describe('batches', () => {
	it('have at most 1,000 refused rows, which close no other batch', async () => {
		const bad = Array.from({ length: 1_001 }, (_, item) => refused(item + 1));
		expect(await cutLengths([row(0), ...bad, row(1)])).toEqual([1_000, 2, 1]);
	});

	it('have rows of one file each, in the order of the files', async () => {
		const rows = [row(0), row(0, { ordinal: 1 }), refused(0, { ordinal: 2 }), row(1), refused(1)];
		const cuts = await cutNumbers(rows, { files: [fileOf(), fileOf({ item: 1 })] });
		expect(cuts).toEqual([[0, 0], [0], [1], [1]]);
	});

	it('have only as many rows as were inspected', async () => {
		const learned = { total: 3, left: 7 };
		expect(await cutNumbers(lines(0, 9), { learned })).toEqual([[0, 1, 2]]);
	});

	it('keep to the limit that a 413 has lowered meanwhile', async () => {
		const limit = { rows: 9, size: 4 };
		const rows = lines(0, 6);
		const lengths: number[] = [];
		for await (const batch of cut(sourceOf(rows), inspectionOf(rows), perRow, limit, knownOf())) {
			lengths.push(batch.rows.length);
			limit.size = 2;
		}
		expect(lengths).toEqual([4, 2, 1]);
	});
});

it('cutting reads only as many rows as a batch needs, and none once the rest is not needed', async () => {
	let read = 0;
	async function* rows() {
		while (read < 100) yield [row(read++)];
	}
	const known = { ...knownOf(), isOver: false };
	const inspection = inspectionOf([], { total: 100 });
	const batches = cut(sourceOf([], { rows }), inspection, perRow, { rows: 2, size: 99 }, known);
	await batches.next();
	expect(read).toBe(3);
	known.isOver = true;
	expect([await Array.fromAsync(batches), read]).toEqual([[], 3]);
});

describe('rows that an earlier attempt sent', () => {
	const request = entry(2);
	const known = { earlier: () => request };

	it('are none in an input item that is another one now', async () => {
		const rows = [row(0), row(1), row(1, { ordinal: 1 })];
		const learned = { inputs: inputsOf({ isOther: true }) };
		expect(await batchesOf(rows, { known, learned })).toMatchObject([
			{ rows: rows.slice(1), earlier: request },
			{ rows: rows.slice(0, 1), earlier: undefined },
		]);
	});

	it('are none that were not read again', async () => {
		const [batch] = await batchesOf([row(0, { isUnread: true })], { known });
		expect(batch!.earlier).toBeUndefined();
	});

	it('are cut like all others if their request does not count, and may be unchanged', async () => {
		const others = {
			earlier: ({ item }: Row) => (item < 2 ? request : undefined),
			counts: () => false,
			leaveOut: ({ item }: Row) => item === 1,
		};
		// They come when the last one of them is known.
		const cuts = await cutNumbers([row(0), row(1), row(2), row(3)], { known: others });
		expect(cuts).toEqual([[0, 2, 3]]);
	});
});

it('unchanged rows are in no batch, unless a request of an earlier attempt had them', async () => {
	const request = entry(1);
	const asked: number[] = [];
	const known: Partial<Known> = {
		earlier: ({ ordinal }) => (ordinal === 4 ? request : undefined),
		leaveOut: ({ ordinal }) => asked.push(ordinal) > 0 && ordinal % 5 !== 0,
	};
	expect(await cutNumbers(lines(0, 9), { known })).toEqual([[4], [0, 5]]);
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
			function* chunks() {
				for (let at = 0; at < rows.length; at += chunkSize) yield rows.slice(at, at + chunkSize);
			}
			const source = sourceOf([], { rows: chunks });
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
				const sent = rows.filter((each) => earlier(each) === request);
				expect(own.map((batch) => batch.rows)).toEqual([sent]);
			}
			for (const shop of ['a', 'b', 'c']) {
				const isOwn = (each: Row) => each.shop === shop && !each.problem && !earlier(each);
				const own = batches.filter((batch) => isOwn(batch.rows[0]!));
				expect(own.flatMap((batch) => batch.rows)).toEqual(rows.filter(isOwn));
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

it('all batches are closed if open rows take too much memory', async () => {
	// Each time, eleven rows of 3 MiB are too much.
	const bytes = 3 * 2 ** 20;
	const rows = Array.from({ length: 23 }, (_, n) => row(n, { shop: `${n % 2}`, bytes }));
	expect(await cutLengths(rows)).toEqual([6, 5, 6, 5, 1]);
	// A batch that is closed, because it has as many rows as it may, takes none.
	expect(await cutLengths(rows, { most: 5 })).toEqual([5, 5, 5, 5, 2, 1]);
});

it('small rows count with the memory that each takes beside its text', async () => {
	const one = row(0, { json: '' });
	const rows = Array.from({ length: 350_000 }, (_, n) => ({ ...one, shop: `${n % 1_000}` }));
	// Their texts alone hold nothing: then, each shop would have one batch.
	expect((await batchesOf(rows)).length).toBeGreaterThan(1_000);
});
