import fc from 'fast-check';
import {
	type Batch,
	type BatchSize,
	cutBatches,
	halves,
	type Piece,
} from '../../../../nodes/MerchantData/push/rows/batches.ts';
import { bodyOf } from '../../../../nodes/MerchantData/push/rows/requestBody.ts';
import type {
	PlacedRow,
	RowRecord,
	RowSource,
} from '../../../../nodes/MerchantData/push/rows/row.ts';
import { InvalidValue } from '../../../../nodes/MerchantData/shared/invalidValue.ts';
import { jsonOf } from '../../../kit/pushRows.mts';

interface Given {
	shop: string;
	text: string;
	/** The earlier request that covers it. */
	entry?: string;
	isUnsendable?: boolean;
}

const UNLIMITED: BatchSize = { rows: Infinity, bytes: Infinity, bytesOfOneRow: Infinity };
const given = new WeakMap<PlacedRow, Given>();

function recordOf(row: Given, item: number): RowRecord {
	const record: RowRecord = {
		item,
		ordinal: 0,
		shop: row.shop,
		writeTo(text) {
			text.add(`{"item":${item}`);
			if (row.isUnsendable) throw new InvalidValue('text', 'is bad');
			text.add(`,"text":${JSON.stringify(row.text)}}`);
		},
		row: () => ({ item, text: row.text }),
	};
	given.set(record, row);
	return record;
}

async function cut(
	rows: readonly Given[],
	limits: () => BatchSize,
	chunk = 3,
	each: (piece: Piece<string>) => void = () => {},
) {
	const records = rows.map(recordOf);
	async function* source() {
		for (let start = 0; start < records.length; start += chunk)
			yield records.slice(start, start + chunk);
	}
	const pieces: Array<Piece<string>> = [];
	const all: RowSource = chunk % 2 === 0 ? source() : [records];
	for await (const piece of cutBatches(all, limits, (record) => given.get(record)!.entry)) {
		pieces.push(piece);
		each(piece);
	}
	return pieces;
}

const itemsOf = ({ records }: Piece<string>) => Array.from(records, ({ item }) => item);
const rows = (...texts: string[]): Given[] => texts.map((text) => ({ shop: 'a', text }));
const dataOf = ({ shop, body }: Batch) => {
	const parsed = JSON.parse(body.toString()) as { shop: string; data: unknown[] };
	expect(Object.keys(parsed)).toEqual(['shop', 'data']);
	expect(parsed.shop).toBe(shop);
	return parsed.data;
};

const someRows = fc.array(
	fc.record(
		{
			shop: fc.constantFrom('a.example', 'ø.example', 'c.example'),
			text: fc.string({ unit: 'binary', maxLength: 60 }),
			entry: fc.constantFrom(undefined, undefined, undefined, 'first', 'second'),
			isUnsendable: fc.constantFrom(false, false, false, false, true),
		},
		{ requiredKeys: ['shop', 'text'] },
	),
	{ maxLength: 60 },
);

it('puts each row in one piece, in the order of its shop, within limits that may fall meanwhile', async () => {
	await fc.assert(
		fc.asyncProperty(
			someRows,
			fc.integer({ min: 1, max: 20 }),
			fc.integer({ min: 60, max: 1_500 }),
			fc.integer({ min: 1, max: 7 }),
			fc.boolean(),
			async (all, mostRows, mostBytes, chunk, lowers) => {
				const limits = { rows: mostRows, bytes: mostBytes, bytesOfOneRow: 150 };
				const pieces = await cut(
					all,
					() => limits,
					chunk,
					(piece) => {
						if (piece.kind === 'covered') return;
						if (piece.kind === 'unsendable') {
							const { isUnsendable, text, shop } = given.get(piece.records[0])!;
							const body = bodyOf(shop, [JSON.stringify({ item: itemsOf(piece)[0], text })]);
							expect(piece.bytes).toBe(isUnsendable ? undefined : body.length);
							if (!isUnsendable) expect(body.length).toBeGreaterThan(150);
							return;
						}
						const { records, body } = piece;
						expect(dataOf(piece)).toEqual(Array.from(records, (record) => record.row()));
						expect(records.length).toBeLessThanOrEqual(limits.rows);
						const { bytes, bytesOfOneRow } = limits;
						expect(body.length).toBeLessThanOrEqual(records.length > 1 ? bytes : bytesOfOneRow);
						if (lowers && records.length > 1) limits.bytes = Math.floor(body.length / 2);
					},
				);
				for (const shop of new Set(all.map((row) => row.shop))) {
					const ofShop = pieces.filter((piece) => piece.shop === shop);
					const expected = all.flatMap((row, item) => (row.shop === shop ? item : []));
					// Pieces are contiguous, since their rows follow one another without a gap.
					expect(ofShop.flatMap(itemsOf)).toEqual(expected);
				}
				for (const { kind, records: some, ...piece } of pieces) {
					const records = [...some];
					const entries = new Set(records.map((record) => given.get(record)!.entry));
					expect([...entries]).toEqual(['entry' in piece ? piece.entry : undefined]);
					expect(kind === 'covered').toBe('entry' in piece);
					if (kind === 'batch')
						expect(records.some((record) => given.get(record)!.isUnsendable)).toBe(false);
				}
			},
		),
	);
});

it('fills batches as far as the limits allow', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { minLength: 1 }),
			fc.integer({ min: 1, max: 20 }),
			fc.integer({ min: 60, max: 1_500 }),
			async (texts, mostRows, mostBytes) => {
				const limits = { rows: mostRows, bytes: mostBytes, bytesOfOneRow: 10_000 };
				const pieces = (await cut(rows(...texts), () => limits)) as Batch[];
				pieces.slice(0, -1).forEach((piece, index) => {
					const next = pieces[index + 1]!.records.at(0)!;
					const jsons = [...piece.records, next].map((record) => JSON.stringify(record.row()));
					const isFull = piece.records.length === mostRows || bodyOf('a', jsons).length > mostBytes;
					expect(isFull).toBe(true);
				});
			},
		),
	);
});

it('counts bytes to the last one', async () => {
	const jsons = ['ä', 'b'].map((text, item) => JSON.stringify({ item, text }));
	const two = bodyOf('a', jsons).length;
	const one = bodyOf('a', jsons.slice(0, 1)).length;
	const kinds = async (bytes: number, bytesOfOneRow: number) =>
		(await cut(rows('ä', 'b'), () => ({ rows: 9, bytes, bytesOfOneRow }))).map(({ kind }) => kind);
	expect(await kinds(two, one)).toEqual(['batch']);
	expect(await kinds(two - 1, one)).toEqual(['batch', 'batch']);
	expect(await kinds(two, one - 1)).toEqual(['unsendable', 'batch']);
});

it('counts and writes bodies of any length, whatever characters they have', async () => {
	const many = Array.from({ length: 60 }, (_, at) =>
		['plain', 'ü', '–', '😀'][at % 4]!.repeat(1_500),
	);
	const [whole] = (await cut(rows(...many), () => UNLIMITED)) as Batch[];
	expect(dataOf(whole!)).toEqual(many.map((text, item) => ({ item, text })));
	const bytes = whole!.body.length;
	for (const [limit, batches] of [
		[bytes, 1],
		[bytes - 1, 2],
	] as const) {
		const pieces = (await cut(rows(...many), () => ({ ...UNLIMITED, bytes: limit }))) as Batch[];
		expect(pieces).toHaveLength(batches);
		expect(pieces.flatMap(dataOf)).toEqual(dataOf(whole!));
	}
});

it('gives a batch out as soon as its shop goes on without it, the rest in order of appearance', async () => {
	const row = (shop: string, more: Partial<Given> = {}): Given => ({ shop, text: '', ...more });
	const pieces = await cut(
		[
			row('b'),
			row('a'),
			row('b'),
			row('c', { entry: 'first' }),
			row('c', { entry: 'first' }),
			row('a', { isUnsendable: true }),
			row('c', { entry: 'second' }),
			row('a'),
			row('b', { entry: 'first' }),
			row('b'),
		],
		() => UNLIMITED,
	);
	expect(pieces.map((piece) => [piece.kind, piece.shop, itemsOf(piece)])).toEqual([
		['batch', 'a', [1]],
		['unsendable', 'a', [5]],
		['covered', 'c', [3, 4]],
		['batch', 'b', [0, 2]],
		['covered', 'b', [8]],
		['batch', 'b', [9]],
		['batch', 'a', [7]],
		['covered', 'c', [6]],
	]);
});

it('says why a row cannot be sent', async () => {
	const limits = { rows: 10, bytes: 1_024, bytesOfOneRow: 1_024 };
	const all = [...rows('x'.repeat(5_000)), { shop: 'a', text: '', isUnsendable: true }];
	expect(await cut(all, () => limits)).toMatchObject([
		{
			kind: 'unsendable',
			bytes: bodyOf('a', [JSON.stringify({ item: 0, text: 'x'.repeat(5_000) })]).length,
			problem: {
				message: '"Max Body Size (KB)" is 1, and row 0 alone takes 5, so it was not sent',
				remedy: 'Raise "Max Body Size (KB)" in the options, or send a smaller row.',
			},
		},
		{ kind: 'unsendable', problem: { message: '"text" is bad', remedy: '' } },
	]);
});

it('does not write what an earlier try has sent', async () => {
	const covered = { shop: 'a', text: '', entry: 'first', isUnsendable: true };
	const [piece, ...more] = await cut([covered, covered], () => UNLIMITED);
	expect(more).toEqual([]);
	expect(piece).toMatchObject({ kind: 'covered', shop: 'a', entry: 'first' });
});

it('writes a row once', async () => {
	let written = 0;
	const record = (item: number): RowRecord => ({
		item,
		ordinal: 0,
		shop: 'a',
		writeTo(text) {
			written++;
			text.add(`{"item":${item},"text":"${'x'.repeat(100)}"}`);
		},
		row: () => undefined,
	});
	const source = [Array.from({ length: 2_000 }, (_, item) => record(item))];
	const limits = { rows: 500, bytes: 10_000, bytesOfOneRow: 10_000 };
	for await (const piece of cutBatches(
		source,
		() => limits,
		() => undefined,
	)) {
		if (piece.kind === 'batch' && piece.records.length > 1) halves(piece);
	}
	expect(written).toBe(2_000);
});

it('gives out a row whose writing breaks, and sends nothing of it', async () => {
	const broken = new RangeError('Invalid string length');
	const record: RowRecord = {
		...recordOf({ shop: 'a', text: '' }, 0),
		writeTo() {
			throw broken;
		},
	};
	const limits = () => UNLIMITED;
	const some = [record, recordOf({ shop: 'a', text: 'b' }, 1)];
	const pieces = await Array.fromAsync(cutBatches([some], limits, () => undefined));
	expect(pieces).toMatchObject([{ kind: 'unsendable', problem: broken }, { kind: 'batch' }]);
	expect(dataOf(pieces[1] as Batch)).toEqual([{ item: 1, text: 'b' }]);
});

it('holds of the rows of a batch what it is told to, beside the body', async () => {
	const some = ['ä', 'b', '"c'].map((text, item) => recordOf({ shop: 'a', text }, item));
	const own = [recordOf({ shop: 'a', text: 'held' }, 7)];
	const told: unknown[] = [];
	const pieces = cutBatches(
		[some],
		() => ({ ...UNLIMITED, rows: 2 }),
		() => undefined,
		{
			held(records, written) {
				told.push(
					[...records],
					records.map((_, index) => written.at(index)),
				);
				return own;
			},
		},
	);
	for await (const { records } of pieces) expect(records).toBe(own);
	const jsons = some.map(jsonOf);
	expect(told).toEqual([some.slice(0, 2), jsons.slice(0, 2), some.slice(2), jsons.slice(2)]);
});

it('gives no row out before its batch is full, and pulls no chunk too early', async () => {
	const pulled: number[] = [];
	function* source() {
		for (let item = 0; item < 4; item++) {
			pulled.push(item);
			yield [recordOf({ shop: 'a', text: '' }, item)];
		}
	}
	const limits = { ...UNLIMITED, rows: 1 };
	const pieces = cutBatches(
		source(),
		() => limits,
		() => undefined,
	);
	await pieces.next();
	expect(pulled).toEqual([0, 1]);
	await pieces.return();
	expect(pulled).toEqual([0, 1]);
});

it('halves a batch, each row as it was written', () => {
	fc.assert(
		fc.property(
			fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), { minLength: 2 }),
			fc.constantFrom('a.example', 'ø".example'),
			(values, shop) => {
				const texts = values.map((value) => JSON.stringify(value, null, 1));
				const records = values.map((_, item) => recordOf({ shop, text: '' }, item));
				const batch: Batch = { kind: 'batch', shop, records, body: bodyOf(shop, texts) };
				const [first, second] = halves(batch);
				const middle = Math.ceil(texts.length / 2);
				expect(first.body.toString()).toBe(bodyOf(shop, texts.slice(0, middle)).toString());
				expect(second.body.toString()).toBe(bodyOf(shop, texts.slice(middle)).toString());
				expect([...first.records, ...second.records]).toEqual(records);
				expect(first.records).toHaveLength(middle);
				expect([first, second]).toMatchObject([
					{ kind: 'batch', shop },
					{ kind: 'batch', shop },
				]);
			},
		),
	);
});
