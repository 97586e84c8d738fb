import { type Sandbox, startSandbox } from '../../../sandbox/index.mts';
import { PUSH_ENDPOINTS, PUSHES } from '../../../sandbox/literals.mts';
import { sharedSandbox } from '../../kit/sandbox.mts';

const SHOP = 'harbour-goods.example';
const OTHER_SHOP = 'casa-limon.example';
const ADS = '/api/v2/data-in/ads';
const EMAIL_SMS = '/api/v2/data-in/email-sms';
const SQL = '/api/v2/platform/api/sql';
const COMPLIANCE = '/api/v2/compliance/requests/create-request';
const KEY = '/api/v2/users/api-keys/me';
const SHOPS = '/api/v2/developers/oauth2/granted-shops';

const { sandbox, call } = sharedSandbox({ seedEndDate: '2026-03-31' });

const bearer = (options = {}) => ({
	authorization: `Bearer ${sandbox.issueTokens(options).access_token}`,
});
const key = (name = 'full') => ({ 'x-api-key': sandbox.apiKeys[name] ?? 'unknown' });
const sql = (changes = {}, headers: Record<string, string> = key()) =>
	call('POST', SQL, headers, {
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
	[400, 'shop', push(ADS, { data: rows })],
	[400, 'data', push(EMAIL_SMS, { shop: SHOP, rows })],
	[400, 'array of objects', push(ADS, { shop: SHOP, data: [1] })],
	[400, 'Shop ID', () => call('POST', COMPLIANCE, key(), { emails: ['a@x.example'] })],
	[400, 'At least one', () => call('POST', COMPLIANCE, key(), { shop: SHOP, emails: [] })],
	[400, 'startDate', () => sql({ period: { start_date: '2026-03-01', endDate: '2026-03-31' } })],
	[400, '@start_date', () => sql({ query: 'SELECT 1 FROM orders WHERE date > @start_date' })],
	[400, 'syntax', () => sql({ query: 'SELEC 1' })],
	[400, 'startDate', () => sql({ period: { startDate: '2026-02-30', endDate: '2026-03-31' } })],
	[400, 'after', () => sql({ period: { startDate: '2026-04-01', endDate: '2026-03-31' } })],
	[401, 'x-api-key is missing', () => sql({}, {})],
	[401, 'revoked', () => sql({}, key('revoked'))],
	[401, 'Data Out', () => sql({}, key('noDataOut'))],
	[401, 'unknown', () => call('GET', KEY, key('nobody'))],
	[401, 'access token', () => call('GET', SHOPS, key())],
	[401, 'expired', () => call('GET', SHOPS, bearer({ expired: true }))],
	[403, 'an access token is required', () => sql({ shopId: undefined })],
	[404, 'Not found', () => call('GET', SQL, key())],
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
	const send = async (n: number) => await push(ADS, { shop: SHOP, data: [{ n: 1 }, { n }] })();
	expect(await send(2)).toMatchObject({ status: 400, body });
	expect(sandbox.pushed('ads')).toHaveLength(stored);
	expect((await send(3)).status).toBe(200);
});

it.each([
	'SELECT shop FROM all_orders',
	'SELECT name FROM sqlite_master',
	'DROP VIEW orders',
	'DELETE FROM all_orders',
	"ATTACH 'other.db' AS other",
	'PRAGMA query_only',
])('holds a query to reading the views of one shop: %s', async (query) => {
	expect((await sql({ query })).status).toBe(400);
});

it('seeds the same rows at every start, over at least 400 days', async () => {
	const query = `SELECT COUNT(DISTINCT date) AS days, MAX(date) AS last FROM ad_spend`;
	const [{ days, last }] = (await sql({ query })).body;
	expect([days >= 400, last]).toEqual([true, '2026-03-31']);
	const again = await startSandbox({ seedEndDate: '2026-03-31' });
	const ordersOf = ({ database }: Sandbox) => database.prepare('SELECT * FROM all_orders').all();
	expect(ordersOf(again)).toEqual(ordersOf(sandbox));
	await again.close();
});
