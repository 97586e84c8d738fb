import { gunzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { bytesOf, useMode } from '../../kit/binaryData.mts';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { hintsOf, IN_TURN } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Queries as n8n resolves them, and the items and files made of an answer. */

/** Its clock stands at two at night, UTC. */
const stage = sharedStage();
beforeEach(() => stopClock('2026-07-01T02:00:00Z'));
afterEach(() => jest.useRealTimers());

const SQL = {
	resource: 'sql',
	operation: 'executeQuery',
	shopDomain: '={{ $json.shop }}',
	query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
	period: 'yesterday',
};

const sql = async (parameters: IDataObject = {}, setup: Partial<RunOptions> = {}) =>
	await stage.run({
		items: [{ shop: stage.sandbox.shops[0] }],
		settings: { timezone: 'Europe/Berlin' },
		...setup,
		parameters: { ...SQL, ...parameters },
	});

const bodies = () =>
	stage.sandbox
		.requests('sql')
		.map(({ body }) => body as { query: string; period: object; shopId: string });

it('sends one query per shop and links the rows to their item', async () => {
	const { shops, database } = stage.sandbox;
	const setup = { items: shops.map((shop) => ({ shop })) };
	const { success } = await sql({ period: 'last7Days', options: IN_TURN }, setup);
	const period = { startDate: '2026-06-24', endDate: '2026-06-30' };
	expect(bodies()).toEqual(shops.map((shopId) => ({ query: SQL.query, period, shopId })));
	const stored = "SELECT date FROM all_orders WHERE shop = ? AND date >= '2026-06-24'";
	const items = shops.flatMap((shop, item) =>
		database
			.prepare(stored)
			.all(shop)
			.map((row) => ({ json: { ...row }, pairedItem: { item } })),
	);
	expect(success).toEqual(items);
	expect(items.length).toBeGreaterThan(30);
});

const DAYS = {
	period: 'custom',
	startDate: '={{ $today.minus({ days: 2 }) }}',
	endDate: '={{ new Date("2026-06-30T20:00:00Z") }}',
};
// At 02:00 UTC on 1 July it is still 30 June in New York.
it.each<[string, IDataObject, startDate: string, endDate: string]>([
	['America/New_York', { period: 'yesterday' }, '2026-06-29', '2026-06-29'],
	['Asia/Tokyo', DAYS, '2026-06-29', '2026-07-01'],
	['Europe/Berlin', { period: '={{ "thisWeek" }}' }, '2026-06-29', '2026-07-01'],
])('sends in %s for %j the days %s to %s', async (timezone, parameters, startDate, endDate) => {
	await sql(parameters, { settings: { timezone } });
	expect(bodies()).toMatchObject([{ period: { startDate, endDate } }]);
});

it('resolves expressions in a query as the SQL editor shows, and none from the data', async () => {
	const items = [{ shop: stage.sandbox.shops[0], column: 'date', note: '{{ 1 + 1 }}' }];
	for (const query of [
		"SELECT {{ $json.column }} FROM orders WHERE '{{ $json.note }}' <> ''",
		"=SELECT date FROM orders WHERE '{{ $json.note }}' <> ''",
	])
		await sql({ query }, { items });
	const query = "SELECT date FROM orders WHERE '{{ 1 + 1 }}' <> ''";
	expect(bodies()).toMatchObject([{ query }, { query }]);
});

it('returns rows that look like errors as rows, with the error output on', async () => {
	const body = [{ error: 'E1' }, { error: 'E2', message: 'm' }, { error: 'E3', code: 1 }];
	stage.sandbox.fail('sql', { status: 200, body });
	const result = await sql({}, { onError: 'continueErrorOutput' });
	expect(result.error).toEqual([]);
	expect(result.success.map(({ json }) => json)).toEqual([
		{ row: { error: 'E1' } },
		{ row: { error: 'E2', message: 'm' } },
		{ error: 'E3', code: 1 },
	]);
	expect(hintsOf(result)).toContain('is returned under "row"');
});

const ROWS = Array.from({ length: 20_000 }, (_, id) => `{"id":${id},"name":"Zoë 山, ${id}"}`);
const LARGE = `{"took":3,"data":[${ROWS.join(',\n')}]}`;
const CSV_LINES = ROWS.map((_, id) => `${id},"Zoë 山, ${id}"\r\n`);

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each([
		['csv', false, `id,name\r\n${CSV_LINES.join('')}`],
		['json', false, LARGE],
		['ndjson', true, `${ROWS.join('\n')}\n`],
	])('writes a large answer as %s, compressed: %s', async (outputFormat, compress, content) => {
		stage.sandbox.fail('sql', { status: 200, body: LARGE });
		const { success } = await sql({ outputFormat, options: { compress } });
		expect(success).toHaveLength(1);
		const file = success[0]!.binary!.data!;
		const name = `${stage.sandbox.shops[0]}_2026-06-30_2026-06-30.${outputFormat}`;
		expect(file.fileName).toBe(compress ? `${name}.gz` : name);
		const bytes = await bytesOf(file);
		const text = (compress ? gunzipSync(bytes) : bytes).toString();
		expect(text === content).toBe(true);
	});
});
