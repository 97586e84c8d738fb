import { gunzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { bytesOf, useMode } from '../../kit/binaryData.mts';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { hintsOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

/** Queries as n8n resolves them, and the items and files made of an answer. */

/** The operation `sql: executeQuery` on a shared stage whose clock stands at two at night, UTC. */
const stage = sharedStage();
beforeEach(() => stopClock('2026-07-01T02:00:00Z'));
afterEach(() => jest.useRealTimers());

/** Runs the operation; what is not a setting of the run is a parameter of the node. */
const sql = async ({
	items = stage.sandbox.shops.map((name) => ({ shop: name })),
	onError,
	settings = { timezone: 'Europe/Berlin' },
	options,
	...parameters
}: Omit<RunOptions, 'parameters'> & { options?: IDataObject } & IDataObject) =>
	await stage.run({
		items,
		onError,
		settings,
		parameters: {
			resource: 'sql',
			operation: 'executeQuery',
			shopDomain: '={{ $json.shop }}',
			query: 'SELECT date FROM orders WHERE date BETWEEN @startDate AND @endDate',
			period: 'yesterday',
			// One after another, if a test orders the answer to each.
			options: { maxParallelRequests: 1, ...options },
			...parameters,
		},
	});

const oneShop = () => [{ shop: stage.sandbox.shops[0] }];

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
	expect(hintsOf(result)).toContain(
		'The period is 2026-06-24 to 2026-06-30 (time zone Europe/Berlin)',
	);
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
	await sql({ ...parameters, items: oneShop(), settings: { timezone } });
	expect(bodies()).toMatchObject([{ period: { startDate, endDate } }]);
});

it('resolves expressions in a query as the SQL editor shows, and none from the data', async () => {
	const items = [{ shop: stage.sandbox.shops[0], column: 'date', note: '{{ 1 + 1 }}' }];
	for (const query of [
		"SELECT {{ $json.column }} FROM orders WHERE '{{ $json.note }}' <> ''",
		"=SELECT date FROM orders WHERE '{{ $json.note }}' <> ''",
	])
		await sql({ items, query });
	const query = "SELECT date FROM orders WHERE '{{ 1 + 1 }}' <> ''";
	expect(bodies()).toMatchObject([{ query }, { query }]);
});

it('returns rows that look like errors as rows, with the error output on', async () => {
	const body = [{ error: 'E1' }, { error: 'E2', message: 'm' }, { error: 'E3', code: 1 }];
	stage.sandbox.fail('sql', { status: 200, body });
	const result = await sql({ items: oneShop(), onError: 'continueErrorOutput' });
	expect(result.error).toEqual([]);
	expect(result.success.map(({ json }) => json)).toEqual([
		{ row: { error: 'E1' } },
		{ row: { error: 'E2', message: 'm' } },
		{ error: 'E3', code: 1 },
	]);
	expect(hintsOf(result)).toContain('is returned under "row"');
});

it('returns 100,000 rows of one answer', async () => {
	const rows = Array.from({ length: 100_000 }, (_, id) => ({ id, name: `Row ${id}` }));
	stage.sandbox.fail('sql', { status: 200, body: { data: rows } });
	const { success } = await sql({ items: oneShop() });
	expect(success).toHaveLength(100_000);
	expect(success.at(-1)).toEqual({ json: rows.at(-1), pairedItem: { item: 0 } });
});

const COUNT = 20_000;
/** @param quote around a number that is too long for n8n */
const row = (id: number, quote = '') =>
	`{"id":${id},"big":${quote}9007199254740993${id % 10}${quote},"name":"Zoë 山, ${id}"}`;
const ROWS = Array.from({ length: COUNT }, (_, id) => row(id));
const LINES = ROWS.map((_, id) => row(id, '"'));
const LARGE = `{"took":3,"data":[${ROWS.join(',\n')}]}`;

const CSV_LINES = ROWS.map((_, id) => `${id},9007199254740993${id % 10},"Zoë 山, ${id}"`);
const CONTENTS: Record<string, string> = {
	csv: ['id,big,name', ...CSV_LINES, ''].join('\r\n'),
	json: LARGE,
	ndjson: `${LINES.join('\n')}\n`,
};

const FORMATS = Object.keys(CONTENTS);

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(FORMATS)('writes a large answer as %s', async (outputFormat) => {
		for (const compress of [false, true]) {
			const options = { compress };
			stage.sandbox.fail('sql', { status: 200, body: LARGE });
			const { success, thrown } = await sql({ items: oneShop(), outputFormat, options });
			expect([thrown, success.length]).toEqual([undefined, 1]);
			const file = success[0]!.binary!.data!;
			const name = `${stage.sandbox.shops[0]}_2026-06-30_2026-06-30.${outputFormat}`;
			expect(file.fileName).toBe(compress ? `${name}.gz` : name);
			const bytes = await bytesOf(file);
			const text = (compress ? gunzipSync(bytes) : bytes).toString();
			expect(text === CONTENTS[outputFormat]).toBe(true);
			expect(success[0]!.json.rows).toBe(outputFormat === 'json' ? undefined : COUNT);
		}
	});
});
