import { type FileChoice, rowFiles } from '../../../../nodes/MerchantData/sql/files/rowFiles.ts';

async function* batchesOf(batches: string[][]) {
	for (const batch of batches) yield await Promise.resolve(batch);
}

/** The texts of the files that rows become. */
async function written(rows: string[] | string[][], choice: Partial<FileChoice> = {}) {
	const batches = rows.map((each) => [each].flat());
	const made = rowFiles(batchesOf(batches), {
		format: 'ndjson',
		rowsPerFile: Infinity,
		limit: Infinity,
		...choice,
	});
	const texts: string[] = [];
	const counts: number[] = [];
	for await (const file of made.files) {
		let text = '';
		for await (const part of file.parts) text += part.toString();
		texts.push(text);
		counts.push(file.rows);
	}
	return { texts, counts, isCut: made.isCut };
}

const SHOP = 'my-shop.example';
const many = (count: number) => Array<string>(count).fill('{"a":1}');

it('makes no file of no rows', async () => {
	for (const format of ['csv', 'ndjson'] as const) {
		expect(await written([], { format })).toEqual({ texts: [], counts: [], isCut: false });
		expect(await written([[], []], { format })).toEqual({ texts: [], counts: [], isCut: false });
	}
});

it('writes rows as they come, in whatever batches', async () => {
	const lines = '{"a":1}\n'.repeat(2_500);
	expect(await written(many(2_500))).toMatchObject({ texts: [lines], counts: [2_500] });
	expect(await written([many(1_500), [], many(1_000)])).toMatchObject({ texts: [lines] });
});

it('has a header for each file, and starts a new one where one is full', async () => {
	const { texts, counts } = await written(many(5), { format: 'csv', rowsPerFile: 2 });
	expect(texts).toEqual(['a\r\n1\r\n1\r\n', 'a\r\n1\r\n1\r\n', 'a\r\n1\r\n']);
	expect(counts).toEqual([2, 2, 1]);
});

it.each([
	[4, [2, 2], true],
	[5, [2, 2, 1], false],
	[6, [2, 2, 1], false],
])('writes %i rows at most', async (limit, counts, isCut) => {
	expect(await written(many(5), { rowsPerFile: 2, limit })).toMatchObject({ counts, isCut });
});

it('knows the columns of the first 1,000 rows', async () => {
	const late = (count: number) => [...many(count), '{"a":1,"b\\"c":2}'];
	const { texts } = await written(late(999), { format: 'csv' });
	expect(texts[0]).toMatch(/^a,"b""c"\r\n/);
	await expect(written(late(1_000), { format: 'csv' })).rejects.toThrow(
		'Row 1001 of the answer has the column "b"c", which none of its first rows has',
	);
	expect((await written(late(1_000))).texts[0]).toMatch(/"b\\"c":2}\n$/);
});

it('adds the shop under a name that the rows leave free', async () => {
	expect((await written(['{"a":1}', '{ }'], { shop: SHOP })).texts).toEqual([
		`{"a":1,"shop":"${SHOP}"}\n{ "shop":"${SHOP}"}\n`,
	]);
	const csv = await written(['{"a":1}', '{"shop":2}'], { format: 'csv', shop: SHOP });
	expect(csv.texts).toEqual([`a,shop,shopDomain\r\n1,,${SHOP}\r\n,2,${SHOP}\r\n`]);
	for (const format of ['csv', 'ndjson'] as const) {
		const late = written([...many(1_000), '{"shop":2}'], { format, shop: SHOP });
		await expect(late).rejects.toThrow('Row 1001 of the answer has the column "shop"');
	}
});

it('writes each row on a line of its own, however it came', async () => {
	const row = JSON.stringify({ a: { b: [1, 'x\n y'] } }, null, '\t').replaceAll('\n', '\r\n');
	expect((await written([row])).texts).toEqual(['{"a": {"b": [1,"x\\n y"]}}\n']);
	expect((await written([row], { format: 'csv' })).texts).toEqual([
		'a\r\n"{""b"": [1,""x\\n y""]}"\r\n',
	]);
});
