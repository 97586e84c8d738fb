import { markedNumbers } from '../../../../nodes/MerchantData/sql/answer/digits.ts';
import type { Row } from '../../../../nodes/MerchantData/sql/answer/rows.ts';
import { rowFile } from '../../../../nodes/MerchantData/sql/files/rowFile.ts';

interface Choice {
	format?: 'csv' | 'ndjson';
	shop?: string;
	limit?: number;
}

async function* batchesOf(batches: string[][]): AsyncGenerator<Row[]> {
	for (const batch of batches) {
		yield await Promise.resolve(batch.map((json) => JSON.parse(markedNumbers(json)) as Row));
	}
}

/** The file that rows become. */
async function written(rows: string[] | string[][], choice: Choice = {}) {
	const { format = 'ndjson', shop, limit = Infinity } = choice;
	const batches = rows.map((each) => [each].flat());
	const file = await rowFile(batchesOf(batches), format, shop, limit);
	if (!file) return undefined;
	let text = '';
	for await (const part of file.parts) text += Buffer.from(part).toString();
	return { text, rows: file.rows, isCut: file.isCut };
}

const SHOP = 'my-shop.example';
const many = (count: number) => Array<string>(count).fill('{"a":1}');

it('makes no file of no rows', async () => {
	for (const format of ['csv', 'ndjson'] as const) {
		expect(await written([], { format })).toBeUndefined();
		expect(await written([[], []], { format })).toBeUndefined();
	}
});

it('writes rows as they come, in whatever batches', async () => {
	const lines = '{"a":1}\n'.repeat(2_500);
	for (const rows of [many(2_500), [many(1_500), [], many(1_000)], [many(2_500)]]) {
		expect(await written(rows)).toEqual({ text: lines, rows: 2_500, isCut: false });
	}
	const csv = await written([many(2), many(1_500)], { format: 'csv' });
	expect(csv).toMatchObject({ text: `a\r\n${'1\r\n'.repeat(1_502)}`, rows: 1_502 });
});

it.each([
	[1, 1, true],
	[4, 4, true],
	[5, 5, false],
	[6, 5, false],
])('writes %i rows at most', async (limit, rows, isCut) => {
	for (const batches of [many(5), [many(5)]])
		expect(await written(batches, { limit })).toMatchObject({ rows, isCut });
	const late = await written([...many(1_000), ...many(rows)], { limit: 1_000 + limit });
	expect(late).toMatchObject({ rows: 1_000 + rows, isCut: false });
});

it('reads nothing behind the limit', async () => {
	async function* batches(): AsyncGenerator<Row[]> {
		yield await Promise.resolve(Array.from({ length: 1_001 }, () => ({ a: 1 })));
		throw new Error('too far');
	}
	const file = await rowFile(batches(), 'ndjson', undefined, 1_000);
	for await (const _ of file!.parts);
	expect(file).toMatchObject({ rows: 1_000, isCut: true });
});

it('knows the columns of the first 1,000 rows', async () => {
	const late = (count: number) => [...many(count), '{"a":1,"b\\"c":2}'];
	expect((await written(late(999), { format: 'csv' }))!.text).toMatch(/^a,"b""c"\r\n/);
	for (const rows of [late(1_000), [late(1_000)]]) {
		await expect(written(rows, { format: 'csv' })).rejects.toThrow(
			'Row 1001 of the answer has the column "b"c", which none of its first rows has',
		);
	}
	expect((await written(late(1_000)))!.text).toMatch(/"b\\"c":2}\n$/);
});

it('adds the shop under a name that the rows leave free', async () => {
	expect((await written(['{"a":1.0}', '{ }'], { shop: SHOP }))!.text).toBe(
		`{"a":1.0,"shop":"${SHOP}"}\n{"shop":"${SHOP}"}\n`,
	);
	const csv = await written(['{"a":1}', '{"shop":2}'], { format: 'csv', shop: SHOP });
	expect(csv!.text).toBe(`a,shop,shopDomain\r\n1,,${SHOP}\r\n,2,${SHOP}\r\n`);
	for (const format of ['csv', 'ndjson'] as const) {
		const late = written([...many(1_000), '{"shop":2}'], { format, shop: SHOP });
		await expect(late).rejects.toMatchObject({
			message: expect.stringContaining('Row 1001 of the answer has the column "shop"') as string,
			description: expect.stringContaining('first 1,000 rows') as string,
		});
	}
});
