import fc from 'fast-check';
import { cutBatch } from '../../nodes/MerchantData/delivery/batch.ts';
import { identifiers, joined } from '../../nodes/MerchantData/shared/identifiers.ts';

const SHOP = 'ø.example';
const rows = fc.array(
	fc.record({ n: fc.integer(), text: fc.string({ unit: 'binary', maxLength: 60 }) }),
	{ minLength: 1, maxLength: 60 },
);

it('cuts bodies that hold as many rows as the limits allow, and no more', () => {
	fc.assert(
		fc.property(
			rows,
			fc.integer({ min: 1, max: 30 }),
			fc.integer({ min: 40, max: 1_500 }),
			(all, most, bytes) => {
				const texts = all.map((row) => JSON.stringify(row));
				const limits = { rows: most, bytes, bytesOfOneRow: 1_000 };
				const size = (from: number, count: number) =>
					Buffer.byteLength(JSON.stringify({ shop: SHOP, data: all.slice(from, from + count) }));
				for (let start = 0; start < all.length; ) {
					const { rows: count, body } = cutBatch(
						SHOP,
						start,
						all.length,
						(index) => texts[index]!,
						limits,
					);
					const data = all.slice(start, start + count);
					expect(body.toString()).toBe(JSON.stringify({ shop: SHOP, data }));
					if (count > 1) expect(body.length).toBeLessThanOrEqual(bytes);
					expect(count).toBeLessThanOrEqual(most);
					if (count === 0) expect(size(start, 1)).toBeGreaterThan(1_000);
					const isFull = count === most || start + count === all.length;
					if (count > 0 && !isFull) expect(size(start, count + 1)).toBeGreaterThan(bytes);
					start += Math.max(count, 1);
				}
			},
		),
	);
});

it('writes a row once, and once more where it is the first of the next body', () => {
	let written = 0;
	const json = (index: number) => {
		written++;
		return JSON.stringify({ index, text: 'x'.repeat(100) });
	};
	const limits = { rows: 500, bytes: 1_048_576, bytesOfOneRow: 1_048_576 };
	expect(cutBatch(SHOP, 0, 2_000, json, limits).rows).toBe(500);
	expect(written).toBe(500);
	expect(cutBatch(SHOP, 0, 2_000, json, { ...limits, bytes: 10_000 }).rows).toBeLessThan(90);
	expect(written).toBeLessThan(590);
});

it('joins identifiers, each once', () => {
	const lists = [['Ann@example.com', 'b@example.com'], ['ann@EXAMPLE.com'], ['c@example.com']];
	expect(joined('emails', lists)).toEqual(['Ann@example.com', 'b@example.com', 'c@example.com']);
	expect(identifiers('phones', '12345\r\n12345,54321')).toEqual(['12345', '54321']);
});
