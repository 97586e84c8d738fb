import type { IDataObject } from 'n8n-workflow';
import { stage, sql, bodies, periods, texts, oneShop, failure } from './queries.mts';

/** What is sent: one query for each item, its period, its SQL, and what is wrong before or because of it. */

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

it.each<[string, IDataObject, string]>([
	['Europe/Berlin', { period: 'yesterday' }, '2026-06-30 2026-06-30'],
	['America/New_York', { period: 'yesterday' }, '2026-06-29 2026-06-29'],
	[
		'Europe/Berlin',
		{ period: 'lastNDays', days: 3, options: { includeToday: true } },
		'2026-06-29 2026-07-01',
	],
	[
		'Europe/Berlin',
		{ period: 'today', options: { timezone: 'America/New_York' } },
		'2026-06-30 2026-06-30',
	],
	[
		'Asia/Tokyo',
		{
			period: 'custom',
			startDate: '={{ $today.minus({ days: 2 }) }}',
			endDate: '={{ new Date("2026-06-30T20:00:00Z") }}',
		},
		'2026-06-29 2026-07-01',
	],
	['Europe/Berlin', { period: '={{ "thisWeek" }}' }, '2026-06-29 2026-07-01'],
])('in %s, %j is %s on the wire', async (timezone, parameters, expected) => {
	const result = await sql({ ...parameters, items: oneShop(), settings: { timezone } });
	expect(result.thrown).toBeUndefined();
	expect(periods()).toEqual([expected]);
});

it('resolves what the SQL editor shows resolved, but nothing that came with the data', async () => {
	const items = [{ shop: stage.sandbox.shops[0], column: 'date', note: '{{ 1 + 1 }}' }];
	await sql({
		items,
		query: "SELECT {{ $json.column }} FROM orders WHERE '{{ $json.note }}' <> ''",
	});
	await sql({ items, query: "=SELECT date FROM orders WHERE '{{ $json.note }}' <> ''" });
	expect(bodies()).toMatchObject([
		{ query: "SELECT date FROM orders WHERE '{{ 1 + 1 }}' <> ''" },
		{ query: "SELECT date FROM orders WHERE '{{ 1 + 1 }}' <> ''" },
	]);
});

it.each<[string, IDataObject, string]>([
	[
		'a start after the end',
		{ period: 'custom', startDate: '2026-06-02', endDate: '2026-06-01' },
		'"Start Date" (2026-06-02) is after "End Date" (2026-06-01)',
	],
	[
		'no date',
		{ period: 'custom', startDate: '2026-06-01', endDate: '={{ $json.none }}' },
		'"End Date" is empty',
	],
	['no days', { period: 'lastNDays', days: '={{ 0 }}' }, '"Days" must be a whole number'],
	['an unknown period', { period: '={{ "lastYear" }}' }, '"Period" must be one of '],
	[
		'too many parts',
		{
			period: 'custom',
			startDate: '1990-01-01',
			endDate: '2026-01-01',
			options: { splitBy: 'day' },
		},
		'"Split By" "day" would send more than 3660 requests',
	],
])('refuses %s before anything is sent', async (_, parameters, message) => {
	const stopped = await sql(parameters);
	expect(stopped.thrown?.message).toContain(`${message}`);
	const result = await sql({ ...parameters, onError: 'continueErrorOutput' });
	expect(result.success).toEqual([]);
	expect(result.error).toHaveLength(3);
	for (const [item, { json, pairedItem }] of result.error.entries()) {
		expect(json.shop).toBe(stage.sandbox.shops[item]);
		expect(failure({ json }).message).toContain(message);
		expect(pairedItem).toEqual({ item });
	}
	expect(stage.sandbox.log).toEqual([]);
});

it('explains a 400 for the SQL', async () => {
	const result = await sql({ query: 'SELECT x FROM nowhere', onError: 'continueErrorOutput' });
	expect(result.success).toEqual([]);
	expect(result.error).toHaveLength(3);
	for (const [item, { json, pairedItem }] of result.error.entries()) {
		expect(failure({ json })).toMatchObject({
			status: 400,
			message: expect.stringContaining('no such table: nowhere') as string,
			description: expect.stringContaining('name the columns instead of SELECT *') as string,
			startDate: '2026-06-30',
			endDate: '2026-06-30',
		});
		expect(pairedItem).toEqual({ item });
	}
});

it('hints at a query without a period, and sends it', async () => {
	const result = await sql({ query: 'SELECT * FROM orders', options: { limit: 1 } });
	expect(result.success).toHaveLength(3);
	expect(texts(result)).toEqual([
		expect.stringMatching(
			/^"Limit" in the options cut the rows: only the first 1 .* and 2 more\)$/,
		),
		expect.stringContaining('The period is'),
		expect.stringContaining('does not use @startDate and @endDate'),
		expect.stringMatching(/^The rows of 3 shops do not say .*"Include Shop"/),
	]);
});

it('drops options that another choice has hidden', async () => {
	const result = await sql({
		period: 'yesterday',
		options: { includeToday: true, compress: true, binaryField: 'x' },
	});
	expect(periods()).toEqual(Array(3).fill('2026-06-30 2026-06-30'));
	expect(result.success[0]!.binary).toBeUndefined();
});

// Waiting needs a clock that goes on; the cool-down that it leaves must not meet a stopped one.
describe('with a running clock', () => {
	const day = { period: 'custom', startDate: '2026-06-30', endDate: '2026-06-30' };

	beforeEach(() => jest.useRealTimers());

	it('explains a 500 with what the support of the service needs, after one repetition', async () => {
		const items = [{ shop: 'unknown.example' }, ...oneShop(), ...oneShop()];
		const result = await sql({ ...day, items, onError: 'continueErrorOutput' });
		expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
		expect(result.error).toHaveLength(1);
		const { message, description } = failure(result.error[0]);
		expect(message).toContain('500 Internal Server Error (SQL query, after 2 tries)');
		for (const text of ['Check the shop', 'Shop: unknown.example', '"startDate":"2026-06-30"']) {
			expect(description).toContain(text);
		}
		expect(description).not.toContain(stage.sandbox.apiKeys.full);
	});

	it('waits out a 429, and repeats after a 500', async () => {
		stage.sandbox.fail('sql', { status: 429, headers: { 'retry-after': '1' } }, 'ok', 500);
		const result = await sql(day);
		expect(result.success).toHaveLength(3);
		expect(stage.sandbox.requests('sql').map(({ status }) => status)).toEqual([
			429, 200, 500, 200, 200,
		]);
	});
});
