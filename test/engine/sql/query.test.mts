import type { IDataObject } from 'n8n-workflow';
import { oneShop, sql, stage, texts } from './queries.mts';

/** What is sent, as n8n resolves it, and the items that an answer becomes. */

const bodies = () =>
	stage.sandbox
		.requests('sql')
		.map(({ body }) => body as { query: string; period: object; shopId: string });

it('sends one query per shop and links the rows to their item', async () => {
	const query = 'SELECT date, order_id FROM orders WHERE date BETWEEN @startDate AND @endDate';
	const result = await sql({ query, period: 'last7Days' });
	expect(result.thrown).toBeUndefined();
	expect(bodies()).toEqual(
		stage.sandbox.shops.map((shopId) => ({
			query,
			period: { startDate: '2026-06-24', endDate: '2026-06-30' },
			shopId,
		})),
	);
	const [request] = stage.sandbox.requests('sql');
	expect(request!.headers).toMatchObject({ 'content-type': 'application/json' });
	for (const [item, name] of stage.sandbox.shops.entries()) {
		const own = stage.sandbox.database
			.prepare('SELECT date, order_id FROM all_orders WHERE shop = ? AND date >= ?')
			.all(name, '2026-06-24');
		const given = result.success.filter(({ pairedItem }) => Object(pairedItem).item === item);
		expect(given.map(({ json }) => json)).toEqual(own.map((row) => ({ ...row })));
		expect(own.length).toBeGreaterThan(10);
	}
	expect(texts(result)).toContain(
		'The period is 2026-06-24 to 2026-06-30 (time zone Europe/Berlin)',
	);
});

// At 02:00 UTC on 1 July it is still 30 June in New York.
it.each<[string, IDataObject, startDate: string, endDate: string]>([
	['Europe/Berlin', { period: 'yesterday' }, '2026-06-30', '2026-06-30'],
	['America/New_York', { period: 'yesterday' }, '2026-06-29', '2026-06-29'],
	[
		'Europe/Berlin',
		{ period: 'today', options: { timezone: 'America/New_York' } },
		...(['2026-06-30', '2026-06-30'] as const),
	],
	[
		'Asia/Tokyo',
		{
			period: 'custom',
			startDate: '={{ $today.minus({ days: 2 }) }}',
			endDate: '={{ new Date("2026-06-30T20:00:00Z") }}',
		},
		...(['2026-06-29', '2026-07-01'] as const),
	],
	['Europe/Berlin', { period: '={{ "thisWeek" }}' }, '2026-06-29', '2026-07-01'],
])('in %s, %j is %s to %s on the wire', async (timezone, parameters, startDate, endDate) => {
	const result = await sql({ ...parameters, items: oneShop(), settings: { timezone } });
	expect(result.thrown).toBeUndefined();
	expect(bodies()).toMatchObject([{ period: { startDate, endDate } }]);
});

it('resolves what the SQL editor shows resolved, but nothing that came with the data', async () => {
	const items = [{ shop: stage.sandbox.shops[0], column: 'date', note: '{{ 1 + 1 }}' }];
	for (const query of [
		"SELECT {{ $json.column }} FROM orders WHERE '{{ $json.note }}' <> ''",
		"=SELECT date FROM orders WHERE '{{ $json.note }}' <> ''",
	])
		await sql({ items, query });
	const query = "SELECT date FROM orders WHERE '{{ 1 + 1 }}' <> ''";
	expect(bodies()).toMatchObject([{ query }, { query }]);
});

it.each(['rows', 'data'] as const)('reads the shape "%s"', async (sqlShape) => {
	const query = 'SELECT order_id, customer, total FROM orders WHERE date = @startDate';
	const expected = await sql({ query });
	stage.sandbox.set({ sqlShape });
	const result = await sql({ query });
	expect(result.success).toEqual(expected.success);
	expect(result.success.length).toBeGreaterThan(8);
});

it('gives rows that look like errors as rows, with the error output on', async () => {
	const body = [{ error: 'E1' }, { error: 'E2', message: 'm' }, { error: 'E3', code: 1 }];
	stage.sandbox.fail('sql', { status: 200, body });
	const result = await sql({ items: oneShop(), onError: 'continueErrorOutput' });
	expect(result.error).toEqual([]);
	expect(result.success.map(({ json }) => json)).toEqual([
		{ row: { error: 'E1' } },
		{ row: { error: 'E2', message: 'm' } },
		{ error: 'E3', code: 1 },
	]);
	expect(texts(result).join()).toContain('is given under "row"');
});

it('gives 100,000 rows of one answer', async () => {
	const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Row ${id}` }));
	stage.sandbox.fail('sql', { status: 200, body: { data: rows } });
	const result = await sql({ items: oneShop() });
	expect(result.success).toHaveLength(100_000);
	expect(result.success.at(-1)).toEqual({ json: rows.at(-1), pairedItem: { item: 0 } });
});
