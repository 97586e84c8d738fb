import { contentOf } from '../../kit/binaryData.mts';
import { stage, NONE, sql, texts, oneShop, failure, answerWith } from './queries.mts';

/** Which items an answer becomes, in whatever shape it has its rows. */

it.each(['rows', 'data', 'table', 'columns'] as const)('reads the shape "%s"', async (sqlShape) => {
	const query = 'SELECT order_id, customer, total FROM orders WHERE date = @startDate';
	const expected = await sql({ query });
	stage.sandbox.set({ sqlShape });
	const result = await sql({ query });
	expect(result.success).toEqual(expected.success);
	expect(result.success.length).toBeGreaterThan(8);
});

it('does not re-type values, nests rows that look like errors, and says so', async () => {
	answerWith([
		{ id: '90071992547409931234', day: '2026-06-30', zip: '00123', total: 1.1, none: null },
	]);
	answerWith({ found: [{ error: 'E1' }, { error: 'E2', message: 'm' }, { error: 'E3', code: 1 }] });
	answerWith({ single: 5 });
	const result = await sql({ onError: 'continueErrorOutput' });
	expect(result.error).toEqual([]);
	expect(result.success.map(({ json }) => json)).toEqual([
		{ id: '90071992547409931234', day: '2026-06-30', zip: '00123', total: 1.1, none: null },
		{ row: { error: 'E1' } },
		{ row: { error: 'E2', message: 'm' } },
		{ error: 'E3', code: 1 },
		{ single: 5 },
	]);
	expect(texts(result).join()).toContain('is given under "row"');
});

it('gives nothing for an empty result, with a hint per shop', async () => {
	const result = await sql({ query: NONE, onError: 'continueErrorOutput' });
	expect([result.success, result.error]).toEqual([[], []]);
	expect(texts(result).filter((text) => text.startsWith('There are no rows'))).toEqual(
		stage.sandbox.shops.map((name) => `There are no rows for ${name}, 2026-06-30 to 2026-06-30`),
	);
});

it('hints at what answers were taken for, however many items have hints of their own', async () => {
	const items = Array.from({ length: 30 }, (_, day) => ({
		...oneShop()[0],
		day: `2026-06-${String(day + 1).padStart(2, '0')}`,
	}));
	const day = '={{ $json.day }}';
	for (const _ of items) answerWith({ data: null });
	const result = await sql({ period: 'custom', startDate: day, endDate: day, items });
	expect(texts(result)[0]).toBe(
		`"data" is null or empty, which counts as no rows (${items[0]!.shop}, 2026-06-01 to 2026-06-01 and 29 more)`,
	);
	expect(result.hints).toHaveLength(20);
});

it('gives the whole answer with the period where it is not simplified', async () => {
	answerWith({ data: [{ a: 1 }], took: 3 });
	answerWith([{ a: 1 }]);
	stage.sandbox.fail('sql', {
		status: 200,
		body: 'plain',
		headers: { 'content-type': 'text/plain' },
	});
	const result = await sql({ options: { simplify: false, includeShop: true } });
	const period = { startDate: '2026-06-30', endDate: '2026-06-30' };
	const [one, two, three] = stage.sandbox.shops;
	expect(result.success).toEqual([
		{
			json: { period, shop: one, response: { data: [{ a: 1 }], took: 3 } },
			pairedItem: { item: 0 },
		},
		{ json: { period, shop: two, response: [{ a: 1 }] }, pairedItem: { item: 1 } },
		{ json: { period, shop: three, response: 'plain' }, pairedItem: { item: 2 } },
	]);
});

it('takes the rows from "Rows Field", and explains where it leads nowhere', async () => {
	const body = { page: { a: [{ x: 1 }], b: [{ y: 1 }, { y: 2 }] } };
	for (const _ of stage.sandbox.shops) answerWith(body);
	const result = await sql({ options: { rowsField: 'page.b' } });
	expect(result.success.map(({ json }) => json.y)).toEqual([1, 2, 1, 2, 1, 2]);

	for (const _ of stage.sandbox.shops) {
		answerWith(body);
		for (let day = 2; day <= 7; day++) answerWith({ page: { c: [{ day }] } });
	}
	const wrong = await sql({
		options: { rowsField: 'page.c', splitBy: 'day' },
		onError: 'continueErrorOutput',
		period: 'last7Days',
	});
	expect(wrong.success.map(({ json }) => json.day)).toEqual(
		stage.sandbox.shops.flatMap(() => [2, 3, 4, 5, 6, 7]),
	);
	// Each window has its own outcome: the next may have what this one has not.
	expect(stage.sandbox.requests('sql')).toHaveLength(3 + 3 * 7);
	expect(wrong.error).toHaveLength(3);
	expect(failure(wrong.error[2])).toMatchObject({
		message: expect.stringContaining(
			': "Rows Field" is "page.c", which the answer does not have',
		) as string,
		description: 'The answer has the fields: page.',
	});
});

it('hints at numbers that are too long, and takes a byte order mark', async () => {
	const headers = { 'content-type': 'application/json' };
	const body = '\uFEFF[{"id":90071992547409931234}]';
	stage.sandbox.fail('sql', { status: 200, body, headers });
	const result = await sql({ items: oneShop() });
	expect(result.success.map(({ json }) => json)).toEqual([{ id: '90071992547409931234' }]);
	expect(texts(result)[0]).toMatch(
		/^The answer has numbers that are too long .* \(.*, 2026-06-30 to 2026-06-30\)$/,
	);
});

it.each<[string, string, unknown[]]>([
	[
		'rows',
		'{"data":[{"id":120210000000000001,"ids":[{"a":120210000000000002}],"n":1.5},{"id":7}]}',
		[{ id: '120210000000000001', ids: [{ a: '120210000000000002' }], n: 1.5 }, { id: 7 }],
	],
	[
		'columns',
		'{"id":[120210000000000001,120210000000000002],"n":[1,0.12345678901234567]}',
		[
			{ id: '120210000000000001', n: 1 },
			{ id: '120210000000000002', n: 0.12345678901234567 },
		],
	],
	[
		'values',
		'[-9007199254740993,9007199254740992,1e21]',
		[{ value: '-9007199254740993' }, { value: 2 ** 53 }, { value: 1e21 }],
	],
])('keeps the digits of whole numbers beyond 2^53, with a hint: %s', async (_, body, rows) => {
	const headers = { 'content-type': 'application/json' };
	stage.sandbox.fail('sql', { status: 200, body, headers }, { status: 200, body, headers });
	const result = await sql({ items: oneShop() });
	expect(result.success.map(({ json }) => json)).toEqual(rows);
	const hint = 'too long for n8n: they are given as text, with the digits as written';
	expect(texts(result).join()).toContain(hint);
	const raw = await sql({ items: oneShop(), options: { simplify: false } });
	const [first] = /-?\d{16,}/.exec(body)!;
	expect(JSON.stringify(raw.success[0]!.json.response)).toContain(`"${first}"`);
	expect(texts(raw).join()).toContain(hint);
});

it('adds the shop to rows, and refuses an answer that has such a column', async () => {
	const [one, , three] = stage.sandbox.shops;
	const answers = () => {
		answerWith([{ a: 1 }, { error: 'x' }]);
		answerWith([{ a: 1 }, { shop: null }]);
		answerWith([{ shopDomain: 'y' }]);
	};
	answers();
	const choice = { onError: 'continueErrorOutput', options: { includeShop: true } } as const;
	const result = await sql(choice);
	expect(result.success).toEqual(
		[
			[0, { a: 1, shop: one }],
			[0, { error: 'x', shop: one }],
			[2, { shopDomain: 'y', shop: three }],
		].map(([item, json]) => ({ json, pairedItem: { item } })),
	);
	const SAYS = '"Include Shop" adds the column "shop", and the answer has one of that name';
	expect(result.error.map(({ json }) => json.error)).toMatchObject([{ message: SAYS }]);

	answers();
	const files = await sql({ ...choice, outputFormat: 'csv' });
	const contents = files.success.map(async ({ binary }) => await contentOf(binary!.data));
	expect(await Promise.all(contents)).toEqual([
		`a,shop,error\r\n1,${one},\r\n,${one},x\r\n`,
		`shopDomain,shop\r\ny,${three}\r\n`,
	]);
	expect(files.error.map(({ json }) => json.error)).toMatchObject([{ message: SAYS }]);
});

it('keeps its rows in the order of the items where only some ask for the shop', async () => {
	const items = stage.sandbox.shops.map((name, index) => ({ shop: name, add: index === 1 }));
	for (const item of items) answerWith([{ at: item.shop }]);
	const result = await sql({ items, options: { includeShop: '={{ $json.add }}' } });
	expect(result.success.map(({ json }) => json)).toEqual(
		items.map(({ shop: at, add }) => (add ? { at, shop: at } : { at })),
	);
});

it('gives 100,000 rows of one answer', async () => {
	const rows = Array.from({ length: 100_000 }, (_, id) => ({
		id,
		name: `Row ${id}`,
		total: id / 4,
	}));
	answerWith({ data: rows });
	const result = await sql({ items: [...oneShop()] });
	expect(result.success).toHaveLength(100_000);
	expect(result.success.at(-1)).toEqual({ json: rows.at(-1), pairedItem: { item: 0 } });
});
