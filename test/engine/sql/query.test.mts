import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { IDataObject } from 'n8n-workflow';
import { contentOf, useMode } from '../../kit/binaryData.mts';
import { stopClock } from '../../kit/clock.mts';
import type { RunOptions } from '../../kit/engine.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();
beforeEach(() => stopClock('2026-07-01T02:00:00Z'));
afterEach(() => jest.useRealTimers());

const PER_DAY =
	'SELECT date, count(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate GROUP BY date ORDER BY date';
const NONE = 'SELECT order_id FROM orders WHERE date = @startDate AND 1 = 0';

type Choice = Omit<RunOptions, 'parameters'> & { options?: IDataObject } & IDataObject;

/** Runs the operation; what is not a setting of the run is a parameter of the node. */
const sql = async ({ items, onError, settings, options, ...parameters }: Choice) =>
	await stage.run({
		items: items ?? stage.sandbox.shops.map((name) => ({ shop: name })),
		onError,
		settings: settings ?? { timezone: 'Europe/Berlin' },
		parameters: {
			resource: 'sql',
			operation: 'executeQuery',
			shopDomain: '={{ $json.shop }}',
			query: PER_DAY,
			period: 'yesterday',
			// One after another, where a test orders what becomes of each.
			options: { maxParallelRequests: 1, ...options },
			...parameters,
		},
	});

const bodies = () => stage.sandbox.requests('sql').map(({ body }) => body);
const periods = () =>
	bodies().map((body) => Object.values((body as { period: object }).period).join(' '));
const texts = ({ hints }: { hints: Array<{ message: string }> }) =>
	hints.map(({ message }) => message);
const oneShop = () => [{ shop: stage.sandbox.shops[0] }];
const failure = (item: { json: IDataObject } | undefined) => item?.json.error as IDataObject;

/** What the sandbox answers to the next query. */
const answerWith = (body: unknown) => stage.sandbox.fail('sql', { status: 200, body });

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
	['America/New_York', { period: 'thisMonth' }, '2026-06-01 2026-06-30'],
	['Europe/Berlin', { period: 'lastMonth' }, '2026-06-01 2026-06-30'],
	['Europe/Berlin', { period: 'lastNDays', days: 3 }, '2026-06-28 2026-06-30'],
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
		'Europe/Berlin',
		{ period: 'custom', startDate: '2026-06-01T00:00:00', endDate: '2026-06-02' },
		'2026-06-01 2026-06-02',
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
	[
		'Asia/Tokyo',
		{
			period: 'custom',
			startDate: '={{ $now.toISO() }}',
			endDate: '={{ $now.plus({ days: 1 }).toJSDate() }}',
		},
		'2026-07-01 2026-07-02',
	],
	['Europe/Berlin', { period: '={{ "thisWeek" }}' }, '2026-06-29 2026-07-01'],
])('in %s, %j is %s on the wire', async (timezone, parameters, expected) => {
	const result = await sql({ ...parameters, items: oneShop(), settings: { timezone } });
	expect(result.thrown).toBeUndefined();
	expect(periods()).toEqual([expected]);
});

it('takes the period and the shop from each item', async () => {
	const items = ['2026-06-01', '2026-06-02', '2026-05-31'].map((day, index) => ({
		shop: `https://${stage.sandbox.shops[index]}/`,
		day,
	}));
	const day = '={{ $json.day }}';
	const result = await sql({ period: 'custom', startDate: day, endDate: day, items });
	expect(bodies()).toMatchObject(
		items.map((item, index) => ({
			shopId: stage.sandbox.shops[index],
			period: { startDate: item.day, endDate: item.day },
		})),
	);
	expect(result.success.map(({ json, pairedItem }) => [json.date, pairedItem])).toEqual(
		items.map((item, index) => [item.day, { item: index }]),
	);
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
	['an empty query', { query: '  ' }, '"Query" is empty'],
	[
		'@start_date',
		{ query: 'SELECT 1 WHERE @start_date > 1' },
		'"Query" holds the placeholder "@start_date"',
	],
	[
		'a start after the end',
		{ period: 'custom', startDate: '2026-06-02', endDate: '2026-06-01' },
		'"Start Date" (2026-06-02) is after "End Date" (2026-06-01)',
	],
	[
		'a malformed date',
		{ period: 'custom', startDate: '06/01/2026', endDate: '2026-06-01' },
		'"Start Date" is not a date: "06/01/2026"',
	],
	[
		'no date',
		{ period: 'custom', startDate: '2026-06-01', endDate: '={{ $json.none }}' },
		'"End Date" is empty',
	],
	['no days', { period: 'lastNDays', days: '={{ 0 }}' }, '"Days" must be a whole number'],
	[
		'a shop with a path',
		{ shopDomain: 'my-shop.example/orders' },
		'"Shop" is not a plain shop domain',
	],
	['no shop', { shopDomain: '={{ $json.none }}' }, '"Shop" is empty'],
	[
		'an unknown zone',
		{ options: { timezone: 'Mars/Olympus' } },
		'"Timezone" is not a time zone: "Mars/Olympus"',
	],
	[
		'an unknown period',
		{ period: '={{ "lastYear" }}' },
		'"Period" must be one of its choices, but is the text "lastYear"',
	],
	[
		'a limit for a JSON file',
		{ options: { outputFormat: 'file', limit: 5 } },
		'"Limit" does not apply to a JSON file',
	],
	[
		'a limit for a raw answer',
		{ options: { simplify: false, limit: 5 } },
		'"Limit" does not apply to a raw answer',
	],
	['a limit of nothing', { options: { limit: '={{ 0 }}' } }, '"Limit" must be a whole number'],
	[
		'too many windows',
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

it('finds bad items before the first request, and sends the good ones', async () => {
	const items = stage.sandbox.shops.map((name, index) => ({
		shop: index === 1 ? 'no shop' : name,
	}));
	const stopped = await sql({ items });
	expect(stopped.thrown?.message).toContain('"Shop" is not a plain shop domain: "no shop"');
	expect(stage.sandbox.log).toEqual([]);
	const result = await sql({ items, onError: 'continueErrorOutput' });
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 2 }]);
	expect(result.error).toMatchObject([{ json: { shop: 'no shop' }, pairedItem: { item: 1 } }]);
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

it('explains that the 403 is about the shop, not about a token, and goes on', async () => {
	const body = { message: 'Access denied: an access token is required' };
	stage.sandbox.fail('sql', { status: 403, body });
	const result = await sql({ onError: 'continueErrorOutput' });
	expect(result.error).toHaveLength(1);
	const { message, description, status } = failure(result.error[0]);
	expect([message, status]).toEqual([expect.stringContaining('an access token is required'), 403]);
	expect(description).toContain('shopId');
	expect(description).toContain('No access token is needed');
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
});

it.each([
	['revoked', 'does not know this API key'],
	['noDataOut', 'Its scopes are: Compliance: Write'],
])('explains a 401 of the key %s', async (name, text) => {
	const { engine, key, sandbox } = stage;
	engine.updateCredential(key, { apiKey: sandbox.apiKeys[name]! });
	const result = await sql({ onError: 'continueErrorOutput' });
	engine.updateCredential(key, { apiKey: sandbox.apiKeys.full! });
	expect(failure(result.error[0]).description).toContain(text);
	expect(result.error.map((item) => failure(item).outcome)).toEqual([
		'rejected',
		'notSent',
		'notSent',
	]);
	expect(sandbox.requests('sql')).toHaveLength(1);
});

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

it('bounds the number of hints', async () => {
	const items = Array.from({ length: 30 }, (_, day) => ({
		...oneShop()[0],
		day: `2026-06-${String(day + 1).padStart(2, '0')}`,
	}));
	const day = '={{ $json.day }}';
	const result = await sql({ period: 'custom', startDate: day, endDate: day, items });
	expect(bodies()).toHaveLength(30);
	expect(result.hints).toHaveLength(20);
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

it('hints at SELECT * and at a query without a period, and sends it', async () => {
	const result = await sql({ query: 'SELECT * FROM orders', options: { limit: 1 } });
	expect(result.success).toHaveLength(3);
	expect(texts(result)).toEqual([
		expect.stringMatching(
			/^"Limit" in the options cut the rows: only the first 1 .* and 2 more\)$/,
		),
		expect.stringContaining('The period is'),
		expect.stringContaining('SELECT *'),
		expect.stringContaining('neither @startDate nor @endDate'),
		expect.stringMatching(/^The rows of 3 shops do not say .*"Include Shop"/),
	]);
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
		description: 'The answer has the fields: page, page.a, page.b.',
	});
});

it('explains an answer that is not JSON', async () => {
	stage.sandbox.fail('sql', {
		status: 200,
		body: '<html>Sign in</html>',
		headers: { 'content-type': 'text/html' },
	});
	const result = await sql({ onError: 'continueErrorOutput' });
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }, { item: 2 }]);
	expect(failure(result.error[0])).toMatchObject({
		message: 'The answer to the query is not JSON',
		description: expect.stringContaining('It begins: <html>Sign in</html>') as string,
	});
});

it.each<[string, unknown]>([
	['null where the rows should be', { page: { rows: null } }],
	['null further out', { page: null }],
	['an empty object', {}],
	['null', null],
	['no body', ''],
])('goes on after a window that answers %s, and says so', async (_, body) => {
	const rows = (day: number) => ({ page: { rows: [{ day }] } });
	answerWith(rows(1));
	stage.sandbox.fail('sql', { status: body === '' ? 204 : 200, body });
	answerWith(rows(3));
	const result = await sql({
		period: 'lastNDays',
		days: 3,
		items: oneShop(),
		options: { splitBy: 'day', rowsField: 'page.rows' },
	});
	expect(result.thrown).toBeUndefined();
	expect(result.success.map(({ json }) => json.day)).toEqual([1, 3]);
	expect(texts(result)).toContainEqual(
		expect.stringMatching(
			/^("page"|"page.rows"|The answer) is null or empty, which counts as no rows \(\S+, 2026-06-29 to 2026-06-29\)$/,
		),
	);
});

it.each(['continueErrorOutput', 'continueRegularOutput'] as const)(
	'reports an answer that says it failed, and one that is cut off, by its window (%s)',
	async (onError) => {
		answerWith([{ a: 1 }]);
		answerWith({ success: false, error: 'The warehouse is asleep' });
		stage.sandbox.fail('sql', {
			status: 200,
			body: '[{"a":1},',
			headers: { 'content-type': 'application/json' },
		});
		answerWith({ error: 'one column is masked', data: [{ a: 4 }] });
		const result = await sql({
			period: 'lastNDays',
			days: 4,
			items: oneShop(),
			options: { splitBy: 'day' },
			onError,
		});
		const items = [...result.success, ...result.error];
		expect(items.flatMap(({ json }) => (json.a === undefined ? [] : [json.a]))).toEqual([1, 4]);
		const failures = items.flatMap(({ json }) => (json.error ? [failure({ json })] : []));
		expect(failures.map(({ message }) => message)).toEqual([
			'2026-06-28 to 2026-06-28: The answer says that the query failed: The warehouse is asleep',
			'2026-06-29 to 2026-06-29: The answer to the query is not JSON',
		]);
		expect(failures[0]!.description).toContain('set "Rows Field" in the options to a single dot');
		expect(texts(result).join()).toContain('The answer speaks of an error beside its rows');
	},
);

it('takes an answer that says it failed for a row where "Rows Field" is a dot', async () => {
	answerWith({ success: false, error: 'asleep' });
	const result = await sql({ items: oneShop(), options: { rowsField: '.' } });
	expect(result.success.map(({ json }) => json)).toEqual([{ success: false, error: 'asleep' }]);
});

it('names the item of a window that stops the node', async () => {
	answerWith([{ a: 1 }]);
	answerWith({ success: false, error: 'asleep' });
	const { thrown } = await sql({});
	expect(thrown).toMatchObject({ context: { itemIndex: 1 } });
	expect(stage.sandbox.requests('sql')).toHaveLength(2);
});

it('hints at a header, at numbers that are too long, and takes a byte order mark', async () => {
	const headers = { 'content-type': 'application/json' };
	const bodies = [
		'{"rows":[["search"],["social"]]}',
		'[["id","name"],[1,"a"]]',
		'\uFEFF[{"id":90071992547409931234}]',
	];
	for (const body of bodies) stage.sandbox.fail('sql', { status: 200, body, headers });
	const result = await sql({});
	expect(result.success.map(({ json }) => json)).toEqual([
		{ column_1: 'search' },
		{ column_1: 'social' },
		{ id: 1, name: 'a' },
		{ id: '90071992547409931234' },
	]);
	const [one, two, three] = stage.sandbox.shops;
	for (const [text, name] of [
		['The rows are lists without names', one],
		['The first list, id, name, was taken as the names of the columns', two],
		['The answer has numbers that are too long for n8n', three],
	]) {
		const hint = texts(result).find((each) => each.startsWith(text!));
		expect(hint).toContain(` (${name}, 2026-06-30 to 2026-06-30)`);
	}
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
	// As texts, the first list would look like the names of the columns.
	[
		'lists without names',
		'[[120210000000000001,120210000000000003],[120210000000000002,1]]',
		[
			{ column_1: '120210000000000001', column_2: '120210000000000003' },
			{ column_1: '120210000000000002', column_2: 1 },
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

describe.each(['rows', 'csv', 'ndjson'])('as %s', (format) => {
	const output = format === 'rows' ? {} : { outputFormat: 'file', fileFormat: format };
	const run = async (answer: unknown, options: IDataObject = {}) => {
		answerWith(answer);
		return await sql({
			items: oneShop(),
			onError: 'continueErrorOutput',
			options: { ...output, ...options },
		});
	};
	const MORE = 'The answer says that there are more rows than it has';

	it.each<[string, unknown]>([
		['hasMore', { hasMore: true, data: [{ a: 1 }] }],
		['hasMore', { data: [{ a: 1 }], hasMore: true }],
		['truncated', { result: { rows: [[1]], columns: ['a'] }, truncated: 'true' }],
		['next', { rows: [{ a: 1 }], links: { self: '/1', next: '/2' } }],
		['next', { rows: [{ a: 1 }], next: { href: '/2' } }],
		['next_page_token', { a: { rows: [{ a: 1 }], next_page_token: 'x' } }],
		['nextCursor', { data: { a: [1, 2] }, meta: { nextCursor: 7 } }],
		['hasNextPage', { data: [], pageInfo: { hasNextPage: true } }],
	])('hints at "%s" beside the rows of %j', async (field, answer) => {
		const { error, hints } = await run(answer);
		expect(error).toEqual([]);
		expect(texts({ hints }).join('\n')).toContain(`${MORE} ("${field}")`);
	});

	it.each<[unknown]>([
		[
			{
				hasMore: false,
				truncated: 'false',
				next: null,
				data: [{ a: 1, next: 'x', hasMore: true }],
			},
		],
		[{ next: '', nextPage: 0, links: { next: null }, data: [{ a: 1 }] }],
		[[{ next: 'x' }]],
		[{ next: 'x', truncated: true }],
		[{ next: [1, 2], a: [3, 4] }],
		[{ data: [{ a: 1 }], nextSteps: 'x', meta: { note: 'truncated' } }],
	])('hints at nothing of that in %j', async (answer) => {
		const { error, hints } = await run(answer);
		expect(error).toEqual([]);
		expect(texts({ hints }).join('\n')).not.toContain(MORE);
	});

	it.each<[unknown, string]>([
		[{ date: ['x', 'y'], total: [1] }, ''],
		[{ data: { date: ['x', 'y'], total: [] }, took: 3 }, ''],
		[{ table: { date: ['x', 'y'], total: [1] }, data: {} }, 'table'],
	])('refuses uneven columns: %j', async (answer, rowsField) => {
		const { success, error } = await run(answer, { rowsField });
		expect(success).toEqual([]);
		expect(failure(error[0]).message).toMatch(
			/^"Rows Field" is .* the columns of the answer have different lengths \(date: 2,total: [01]\)$/,
		);
		expect(failure(error[0]).description).toContain('a single dot');
	});

	it('takes a single row of lists where "Rows Field" is a dot, or something else is in it', async () => {
		for (const [answer, rowsField] of [
			[{ a: [1, 2], b: [3] }, '.'],
			[{ a: [1, 2], b: [3], c: 4 }, ''],
		] as const) {
			const { error, success } = await run(answer, { rowsField });
			expect(error).toEqual([]);
			if (format === 'rows') expect(success.map(({ json }) => json)).toEqual([answer]);
			else expect(success[0]!.json.rows).toBe(1);
		}
	});
});

it('gives a raw answer that is not JSON, or says that it failed, with a hint', async () => {
	stage.sandbox.fail('sql', {
		status: 200,
		body: '[{"a":1},',
		headers: { 'content-type': 'application/json' },
	});
	answerWith({ errors: ['x'] });
	answerWith('text');
	const result = await sql({ options: { simplify: false } });
	expect(result.success.map(({ json }) => json.response)).toEqual([
		'[{"a":1},',
		{ errors: ['x'] },
		'text',
	]);
	expect(texts(result).slice(0, 2)).toEqual([
		expect.stringContaining('The answer is not JSON, and is given as text'),
		expect.stringContaining('The answer says that the query failed'),
	]);
});

it.each<[string, IDataObject, string]>([
	['splitBy', { splitBy: '={{ 5 }}' }, '"Split By" must be one of its choices, but is 5'],
	[
		'limit',
		{ limit: '={{ "10" }}' },
		'"Limit" must be a whole number, 1 or more, but is the text "10"',
	],
	[
		'simplify',
		{ simplify: '={{ "false" }}' },
		'"Simplify" must be true or false, but is the text "false"',
	],
	[
		'rowsPerFile',
		{ outputFormat: 'file', fileFormat: 'csv', rowsPerFile: '={{ 0 }}' },
		'"Rows per File" must be a whole number, 1 or more, but is 0',
	],
	[
		'compress',
		{ outputFormat: 'file', compress: '={{ "yes" }}' },
		'"Compress" must be true or false, but is the text "yes"',
	],
	['includeShop', { includeShop: '={{ 1 }}' }, '"Include Shop" must be true or false, but is 1'],
	['rowsField', { rowsField: '={{ ["a"] }}' }, '"Rows Field" must be a text, but is a list'],
	[
		'binaryField',
		{ outputFormat: 'file', binaryField: '={{ ({}) }}' },
		'"Put Output File in Field" must be a text, but is an object',
	],
])('refuses a %s that an expression made something else', async (_, options, message) => {
	const { thrown } = await sql({ options, items: oneShop() });
	expect(thrown?.message).toContain(`${message}`);
	expect(stage.sandbox.log).toEqual([]);
});

it('refuses a switch and days that are texts, and takes blanks off names', async () => {
	const flag = await sql({ period: 'last7Days', options: { includeToday: '={{ "true" }}' } });
	expect(flag.thrown?.message).toContain('"Include Today" must be true or false');
	const days = await sql({ period: 'lastNDays', days: '={{ "7" }}' });
	expect(days.thrown?.message).toContain('"Days" must be a whole number');
	const year = await sql({
		period: 'custom',
		startDate: '2026-01-01',
		endDate: '={{ new Date(Date.UTC(12026, 0, 1)) }}',
	});
	expect(year.thrown?.message).toContain('"End Date" is in the year 12026');
	expect(stage.sandbox.log).toEqual([]);

	for (const binaryField of ['={{ " report " }}', '={{ "  " }}']) {
		const named = await sql({ items: oneShop(), options: { outputFormat: 'file', binaryField } });
		expect(Object.keys(named.success[0]!.binary!)).toEqual([
			binaryField.includes('report') ? 'report' : 'data',
		]);
	}
});

it('adds the shop under one name, which no row of the execution or of the file uses', async () => {
	const [one, two, three] = stage.sandbox.shops;
	answerWith([{ a: 1 }, { error: 'x' }]);
	answerWith([{ a: 1 }, { shop: null }]);
	answerWith([{ shop: 'x', shopDomain: 'y' }]);
	const result = await sql({ options: { includeShop: true } });
	expect(result.success).toEqual(
		[
			[0, { a: 1, shop_1: one }],
			[0, { error: 'x', shop_1: one }],
			[1, { a: 1, shop_1: two }],
			[1, { shop: null, shop_1: two }],
			[2, { shop: 'x', shopDomain: 'y', shop_1: three }],
		].map(([item, json]) => ({ json, pairedItem: { item } })),
	);

	answerWith([{ a: 1 }]);
	answerWith([{ shop: 2 }]);
	const files = await sql({
		items: oneShop(),
		period: 'lastNDays',
		days: 2,
		options: { includeShop: true, splitBy: 'day', outputFormat: 'file', fileFormat: 'csv' },
	});
	const contents = files.success.map(async ({ binary }) => await contentOf(binary!.data));
	expect(await Promise.all(contents)).toEqual([
		`a,shop\r\n1,${one}\r\n`,
		`shop,shopDomain\r\n2,${one}\r\n`,
	]);
});

it('keeps its rows in the order of the items where only some ask for the shop', async () => {
	const items = stage.sandbox.shops.map((name, index) => ({ shop: name, add: index === 1 }));
	for (const item of items) answerWith([{ at: item.shop }]);
	const result = await sql({ items, options: { includeShop: '={{ $json.add }}' } });
	expect(result.success.map(({ json }) => json)).toEqual(
		items.map(({ shop: at, add }) => (add ? { at, shop: at } : { at })),
	);
});

it('splits the period into windows, in order, clamped, and hints at what that changes', async () => {
	const result = await sql({
		period: 'custom',
		startDate: '2026-05-30',
		endDate: '2026-06-09',
		items: oneShop(),
		options: { splitBy: 'week' },
		query:
			'SELECT DISTINCT date FROM orders WHERE date BETWEEN @startDate AND @endDate ORDER BY date',
	});
	expect(periods()).toEqual([
		'2026-05-30 2026-05-31',
		'2026-06-01 2026-06-07',
		'2026-06-08 2026-06-09',
	]);
	expect(result.success).toHaveLength(11);
	expect(new Set(result.success.map(({ json }) => json.date)).size).toBe(11);
	expect(texts(result)).toEqual([
		'The period is 2026-05-30 to 2026-06-09 (time zone Europe/Berlin), in 3 queries',
		expect.stringContaining('for each week only: DISTINCT, ORDER BY'),
	]);
});

it('keeps the rows of other windows when one fails, and names its dates', async () => {
	const choice = { period: 'lastNDays', days: 3, options: { splitBy: 'day', maxRetries: 0 } };
	stage.sandbox.fail('sql', 'ok', 'ok', 'ok', 'ok', 503);
	const result = await sql({ ...choice, onError: 'continueErrorOutput' });
	expect(
		result.success.map(({ json, pairedItem }) => [Object(pairedItem).item, json.date]),
	).toEqual(
		[0, 1, 2].flatMap((item) =>
			['2026-06-28', '2026-06-29', '2026-06-30']
				.filter((date) => item !== 1 || date !== '2026-06-29')
				.map((date) => [item, date]),
		),
	);
	expect(result.error).toHaveLength(1);
	expect(result.error[0]!.json.shop).toBe(stage.sandbox.shops[1]);
	expect(failure(result.error[0])).toMatchObject({
		message: expect.stringMatching(/^2026-06-29 to 2026-06-29: 503 Service Unavailable/) as string,
		startDate: '2026-06-29',
		endDate: '2026-06-29',
		status: 503,
	});

	stage.sandbox.clearLog();
	stage.sandbox.fail('sql', 'ok', 503);
	const stopped = await sql(choice);
	expect(stopped.thrown?.message).toMatch(/^2026-06-29 to 2026-06-29: 503/);
	expect(periods()).toHaveLength(2);
});

it('limits the rows of an item, and asks no further once it has them', async () => {
	const result = await sql({
		period: 'last7Days',
		query: 'SELECT order_id FROM orders WHERE date BETWEEN @startDate AND @endDate',
		options: { limit: 10, splitBy: 'day' },
	});
	for (const item of [0, 1, 2]) {
		const own = result.success.filter(({ pairedItem }) => Object(pairedItem).item === item);
		expect(own).toHaveLength(10);
	}
	expect(periods().length).toBeLessThan(3 * 5);
});

it('puts the JSON of each answer into a file as it came', async () => {
	const body = '{ "data" : [ {"id": 90071992547409931234, "name":"Zoë"} ] }';
	const headers = { 'content-type': 'application/json' };
	for (const _ of stage.sandbox.shops) stage.sandbox.fail('sql', { status: 200, body, headers });
	const result = await sql({
		options: { outputFormat: 'file', binaryField: 'report', includeShop: true },
	});
	expect(result.thrown).toBeUndefined();
	expect(result.success).toHaveLength(3);
	for (const [item, name] of stage.sandbox.shops.entries()) {
		const { json, binary, pairedItem } = result.success[item]!;
		expect(json).toEqual({
			period: { startDate: '2026-06-30', endDate: '2026-06-30' },
			shop: name,
		});
		expect(pairedItem).toEqual({ item });
		expect(binary!.report).toMatchObject({
			fileName: `${name}_2026-06-30_2026-06-30.json`,
			mimeType: 'application/json',
		});
		expect(await contentOf(binary!.report)).toBe(body);
	}
});

/** Runs the operation against a service that answers as `answer` does. */
async function sqlAgainst(answer: RequestListener, choice: Choice) {
	const server = createServer(answer);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { engine, key, sandbox } = stage;
	const { port } = server.address() as AddressInfo;
	engine.updateCredential(key, { baseUrl: `http://127.0.0.1:${port}` });
	try {
		return await sql({ onError: 'continueErrorOutput', ...choice });
	} finally {
		engine.updateCredential(key, { baseUrl: sandbox.url });
		server.closeAllConnections();
		server.close();
	}
}

it('explains an answer that breaks off on its way into a file', async () => {
	const result = await sqlAgainst(
		(_, response) => {
			response.writeHead(200, { 'content-length': 1_000 }).write('[');
			setTimeout(() => response.destroy(), 50);
		},
		{ options: { outputFormat: 'file' } },
	);
	expect(result.success).toEqual([]);
	expect(result.error.map((item) => failure(item).message)).toEqual(
		Array(3).fill('The answer could not be put into a file: aborted'),
	);
});

const LONG = JSON.stringify(Array.from({ length: 5_000 }, (_, id) => ({ id, name: `Row ${id}` })));

/** What a service or a proxy before it may send with status 200. */
const SPOILED: Record<
	string,
	[body: Buffer | string, headers: Record<string, string>, problem: string]
> = {
	'a gzip that is cut off': [
		gzipSync(LONG).subarray(0, -100),
		{ 'content-encoding': 'gzip' },
		'ends in the middle of its JSON',
	],
	'a brotli that is cut off': [
		brotliCompressSync(LONG).subarray(0, -100),
		{ 'content-encoding': 'br' },
		'ends in the middle of its JSON',
	],
	'a gzip that is none': [
		Buffer.from(LONG),
		{ 'content-encoding': 'gzip' },
		'could not be put into a file',
	],
	'JSON that is cut off': [LONG.slice(0, -1), {}, 'ends in the middle of its JSON'],
	'an HTML page': [
		'<html><title>Sign in</title></html>',
		{ 'content-type': 'text/html' },
		'is not JSON',
	],
	'a text': ['Forbidden', { 'content-type': 'application/json' }, 'is not JSON'],
	'an answer that says it failed': [
		'{"success":false,"error":"asleep"}',
		{},
		'The answer says that the query failed: asleep',
	],
	'two answers': ['{"a":1}\n{"a":2}\n', {}, 'goes on after the end of its JSON'],
};

describe.each(['filesystem', 'default'] as const)('with binary data in the mode %s', (mode) => {
	useMode(mode);

	it.each(Object.entries(SPOILED))('makes no file of %s', async (_, [body, headers, problem]) => {
		const answer: RequestListener = (_request, response) =>
			void response.writeHead(200, headers).end(body);
		for (const fileFormat of ['json', 'csv', 'ndjson']) {
			for (const compress of [false, true]) {
				const options = { outputFormat: 'file', fileFormat, compress, maxRetries: 0 };
				const result = await sqlAgainst(answer, { items: oneShop(), options });
				expect(result.success).toEqual([]);
				expect(result.error).toHaveLength(1);
				expect(failure(result.error[0]).message).toMatch(problem);
			}
		}
	});

	it.each<[string, RequestListener]>([
		['204', (_, response) => void response.writeHead(204).end()],
		['an empty body', (_, response) => void response.writeHead(200).end()],
		['blanks', (_, response) => void response.writeHead(200).end(' \r\n')],
	])('takes %s for no rows: no file, and a hint', async (_, answer) => {
		for (const fileFormat of ['json', 'csv', 'ndjson']) {
			const options = { outputFormat: 'file', fileFormat };
			const result = await sqlAgainst(answer, { items: oneShop(), options });
			expect([result.success, result.error]).toEqual([[], []]);
			expect(texts(result).join()).toContain('There are no rows for');
			expect(texts(result).join()).toContain('which counts as no rows');
		}
	});

	it('puts a compressed answer into a file as it was before', async () => {
		const headers = { 'content-encoding': 'gzip' };
		const result = await sqlAgainst(
			(_, response) => void response.writeHead(200, headers).end(gzipSync(`\uFEFF${LONG}\n`)),
			{ items: oneShop(), options: { outputFormat: 'file' } },
		);
		expect(await contentOf(result.success[0]!.binary!.data)).toBe(`\uFEFF${LONG}\n`);
	});

	it('leaves the files of other windows where one breaks off', async () => {
		let requests = 0;
		const result = await sqlAgainst(
			(_, response) => {
				if (++requests === 2)
					response.writeHead(200, { 'content-length': 99 }).end('[1,2]', () => response.destroy());
				else response.writeHead(200).end('[1]');
			},
			{
				items: oneShop(),
				period: 'lastNDays',
				days: 3,
				options: { outputFormat: 'file', splitBy: 'day', maxRetries: 0 },
			},
		);
		expect(result.success.map(({ binary }) => binary!.data!.fileName)).toEqual(
			['2026-06-28', '2026-06-30'].map((day) => `${stage.sandbox.shops[0]}_${day}_${day}.json`),
		);
		expect(result.error.map((item) => failure(item).startDate)).toEqual(['2026-06-29']);
	});
});

it('explains a failed query for a file like any other', async () => {
	const result = await sql({
		query: 'SELECT x FROM nowhere',
		options: { outputFormat: 'file' },
		onError: 'continueErrorOutput',
	});
	expect(result.error.map((item) => failure(item).status)).toEqual([400, 400, 400]);
	expect(failure(result.error[0]).message).toContain('no such table: nowhere');
});

it('writes the rows into a CSV file per window, and none where there are no rows', async () => {
	const query = 'SELECT customer, total FROM orders WHERE date BETWEEN @startDate AND @endDate';
	const result = await sql({
		query,
		period: 'lastNDays',
		days: 2,
		options: { outputFormat: 'file', fileFormat: 'csv', splitBy: 'day', includeShop: true },
	});
	expect(
		result.success.map(({ pairedItem, binary }) => [
			Object(pairedItem).item,
			binary!.data!.fileName,
		]),
	).toEqual(
		stage.sandbox.shops.flatMap((name, item) => [
			[item, `${name}_2026-06-29_2026-06-29.csv`],
			[item, `${name}_2026-06-30_2026-06-30.csv`],
		]),
	);
	const lines = (await contentOf(result.success[0]!.binary!.data)).split('\r\n');
	expect(lines[0]).toBe('customer,total,shop');
	const own = stage.sandbox.database
		.prepare('SELECT customer FROM all_orders WHERE shop = ? AND date = ?')
		.all(stage.sandbox.shops[0]!, '2026-06-29');
	expect(lines).toHaveLength(own.length + 2);

	const empty = await sql({ query: NONE, options: { outputFormat: 'file', fileFormat: 'csv' } });
	expect(empty.success).toEqual([]);
	expect(texts(empty).join()).toContain('There are no rows for');
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

it('drops options that another choice has hidden', async () => {
	const result = await sql({
		period: 'yesterday',
		options: { includeToday: true, fileFormat: 'csv', binaryField: 'x' },
	});
	expect(periods()).toEqual(Array(3).fill('2026-06-30 2026-06-30'));
	expect(result.success[0]!.binary).toBeUndefined();
});

// Waiting needs a clock that goes on; what it leaves in the rate gate must not meet a stopped one.
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
