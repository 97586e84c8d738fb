import { PATHS, PUSH_ENDPOINTS, PUSHES } from '../../../sandbox/literals.mts';
import { OTHER_SHOP, sharedSandbox, SHOP } from '../../kit/sandbox.mts';

const { sandbox, call } = sharedSandbox({ seedEndDate: '2026-03-31' });

const bearer = (options = {}) => ({
	authorization: `Bearer ${sandbox.issueTokens(options).access_token}`,
});
const key = (name = 'full') => ({ 'x-api-key': sandbox.apiKeys[name] ?? 'unknown' });
const sql = (changes = {}, headers: Record<string, string> = key()) =>
	call('POST', PATHS.sql, headers, {
		query: 'SELECT COUNT(*) AS orders FROM orders WHERE date BETWEEN @startDate AND @endDate',
		period: { startDate: '2026-03-01', endDate: '2026-03-31' },
		shopId: SHOP,
		...changes,
	});

/** A credential with these scopes, or with all. */
function headersFor(by: 'key' | 'token', scopes?: string[]): Record<string, string> {
	if (by === 'token') return bearer(scopes && { scopes });
	if (scopes) sandbox.setApiKey({ key: 'some', name: 'some', scopes });
	return key(scopes ? 'some' : 'full');
}

it.each(PUSH_ENDPOINTS)('keeps %s rows where SQL finds them, for one shop', async (endpoint) => {
	const { path, table, by, scope } = PUSHES[endpoint];
	const data = [{ campaign: 'Früh, "jetzt"' }, { campaign: null }];
	const body = { shop: SHOP, data };
	await call('POST', path, headersFor(by, [scope]), body);
	await call('POST', path, headersFor(by), { shop: OTHER_SHOP, data: [{ campaign: 'other' }] });

	const stored = data.map((row, ordinal) => ({ ordinal, row }));
	expect(sandbox.pushed(endpoint, SHOP)).toMatchObject(stored);
	expect(sandbox.pushed(endpoint)).toHaveLength(3);
	const query = `SELECT row ->> 'campaign' AS campaign FROM ${table} ORDER BY ordinal`;
	expect((await sql({ query })).body).toEqual(data);
	expect(sandbox.requests(endpoint)[0]).toMatchObject({ rows: 2, body, status: 200 });
});

it.each(PUSH_ENDPOINTS)('refuses %s rows: no scope, or a strange shop', async (endpoint) => {
	const { path, by } = PUSHES[endpoint];
	const send = async (shop: string, scopes?: string[]) =>
		(await call('POST', path, headersFor(by, scopes), { shop, data: rows })).status;
	const answers = [await send(SHOP, ['other']), await send('unknown.example')];
	expect(answers).toEqual(by === 'key' ? [401, 500] : [403, 403]);
	expect(sandbox.pushed(endpoint)).toEqual([]);
});

const push = (path: string, body: unknown) => () => call('POST', path, bearer(), body);
const rows = [{ a: 1 }];

/** The error table of the specification, in its order. */
it.each<[number, string, () => Promise<{ status: number; body: { message: string } }>]>([
	[400, 'shop', push(PATHS.ads, { data: rows })],
	[400, 'array of objects', push(PATHS.ads, { shop: SHOP, data: [1] })],
	[400, 'Shop ID', () => call('POST', PATHS.compliance, key(), { emails: ['a@x.example'] })],
	[400, 'At least one', () => call('POST', PATHS.compliance, key(), { shop: SHOP, emails: [] })],
	[400, 'startDate', () => sql({ period: { start_date: '2026-03-01', endDate: '2026-03-31' } })],
	[400, '@start_date', () => sql({ query: 'SELECT 1 FROM orders WHERE date > @start_date' })],
	[400, 'startDate', () => sql({ period: { startDate: '2026-02-30', endDate: '2026-03-31' } })],
	[400, 'after', () => sql({ period: { startDate: '2026-04-01', endDate: '2026-03-31' } })],
	[401, 'revoked', () => sql({}, key('revoked'))],
	[401, 'Data Out', () => sql({}, key('noDataOut'))],
	[401, 'unknown', () => call('GET', PATHS.apiKey, key('nobody'))],
	[401, 'access token', () => call('GET', PATHS.grantedShops, key())],
	[401, 'expired', () => call('GET', PATHS.grantedShops, bearer({ expired: true }))],
	[403, 'an access token is required', () => sql({ shopId: undefined })],
	[404, 'Not found', () => call('GET', PATHS.sql, key())],
	[500, 'shop', () => sql({ shopId: 'unknown.example' })],
])('answers %i: %s', async (status, message, send) => {
	const answer = await send();
	const said = answer.body.message ?? answer.body;
	expect([answer.status, said]).toEqual([status, expect.stringContaining(message)]);
	expect(sandbox.pushed('ads')).toEqual([]);
});

it.each([
	['none', false, { message: 'Invalid ad data.' }, 0],
	['the others', true, { message: 'Validation errors', errors: [{ row: 1 }] }, 1],
])('stores of a batch with a refused row: %s', async (_, storeOthers, body, stored) => {
	sandbox.set({ rejectRows: { field: 'n', value: 2, storeOthers } });
	const send = async (n: number) =>
		await push(PATHS.ads, { shop: SHOP, data: [{ n: 1 }, { n }] })();
	expect(await send(2)).toMatchObject({ status: 400, body });
	expect(sandbox.pushed('ads')).toHaveLength(stored);
	expect((await send(3)).status).toBe(200);
});

it.each(['SELECT shop FROM all_orders', 'DELETE FROM all_orders', "ATTACH 'other.db' AS other"])(
	'holds a query to reading the views of one shop: %s',
	async (query) => {
		expect((await sql({ query })).status).toBe(400);
	},
);
