import { contentOf } from '../../kit/binaryData.mts';
import { answerWith, failure, oneShop, sql, stage, texts } from './queries.mts';

/** Which items an answer becomes, in whatever shape it has its rows. */

it.each(['rows', 'data', 'table', 'columns'] as const)('reads the shape "%s"', async (sqlShape) => {
	const query = 'SELECT order_id, customer, total FROM orders WHERE date = @startDate';
	const expected = await sql({ query });
	stage.sandbox.set({ sqlShape });
	const result = await sql({ query });
	expect(result.success).toEqual(expected.success);
	expect(result.success.length).toBeGreaterThan(8);
});

it('gives rows that look like errors as rows, with the error output on', async () => {
	answerWith([{ error: 'E1' }, { error: 'E2', message: 'm' }, { error: 'E3', code: 1 }]);
	const result = await sql({ items: oneShop(), onError: 'continueErrorOutput' });
	expect(result.error).toEqual([]);
	expect(result.success.map(({ json }) => json)).toEqual([
		{ row: { error: 'E1' } },
		{ row: { error: 'E2', message: 'm' } },
		{ error: 'E3', code: 1 },
	]);
	expect(texts(result).join()).toContain('is given under "row"');
});

it('takes the rows from "Rows Field", and explains where it leads nowhere', async () => {
	answerWith({ page: { a: [{ x: 1 }], b: [{ y: 1 }, { y: 2 }] } });
	answerWith({ page: { b: [{ y: 3 }] } });
	answerWith({ page: { c: [{ y: 4 }] } });
	const result = await sql({
		options: { rowsField: 'page.b' },
		onError: 'continueErrorOutput',
	});
	expect(result.success.map(({ json }) => json.y)).toEqual([1, 2, 3]);
	expect(result.error.map((item) => failure(item))).toMatchObject([
		{
			message: '"Rows Field" is "page.b", which the answer does not have',
			description: 'The answer has the fields: page.',
		},
	]);
});

it('keeps the digits of whole numbers beyond 2^53, with a hint, and takes a byte order mark', async () => {
	const body =
		'\uFEFF{"data":[{"id":120210000000000001,"ids":[{"a":120210000000000002}],"n":1.5}]}';
	const answer = { status: 200, body, headers: { 'content-type': 'application/json' } };
	stage.sandbox.fail('sql', answer, answer);
	const rows = [{ id: '120210000000000001', ids: [{ a: '120210000000000002' }], n: 1.5 }];
	const hint =
		/^The answer has numbers that are too long for n8n: they are given as text, with the digits as written/;
	const result = await sql({ items: oneShop() });
	expect(result.success.map(({ json }) => json)).toEqual(rows);
	expect(texts(result)[0]).toMatch(hint);
	const raw = await sql({ items: oneShop(), options: { simplify: false } });
	expect(raw.success.map(({ json }) => json.response)).toEqual([{ data: rows }]);
	expect(texts(raw)[0]).toMatch(hint);
});

it.each(['items', 'csv'])(
	'adds the shop to rows, and refuses an answer that has such a column: %s',
	async (outputFormat) => {
		answerWith([{ a: 1 }]);
		answerWith([{ a: 1 }, { shop: null }]);
		answerWith([{ shopDomain: 'y' }]);
		const result = await sql({
			onError: 'continueErrorOutput',
			options: { includeShop: true },
			outputFormat,
		});
		const [one, , three] = stage.sandbox.shops;
		expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
		if (outputFormat === 'items') {
			const rows = [
				{ a: 1, shop: one },
				{ shopDomain: 'y', shop: three },
			];
			expect(result.success.map(({ json }) => json)).toEqual(rows);
		} else {
			const contents = result.success.map(async ({ binary }) => await contentOf(binary!.data));
			const csv = [`a,shop\r\n1,${one}\r\n`, `shopDomain,shop\r\ny,${three}\r\n`];
			expect(await Promise.all(contents)).toEqual(csv);
		}
		expect(result.error.map((item) => failure(item).message)).toEqual([
			'"Include Shop" adds the column "shop", and the answer has one of that name',
		]);
	},
);

it('gives 100,000 rows of one answer', async () => {
	const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Row ${id}` }));
	answerWith({ data: rows });
	const result = await sql({ items: oneShop() });
	expect(result.success).toHaveLength(100_000);
	expect(result.success.at(-1)).toEqual({ json: rows.at(-1), pairedItem: { item: 0 } });
});
