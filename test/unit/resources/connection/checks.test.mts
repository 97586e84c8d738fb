import { type Reply, SHOP } from '../../../kit/execution.mts';
import { answer, check, KEY, OAUTH, OTHER } from './cases.mts';

beforeEach(() => void jest.useFakeTimers());

/** The checks up to the one that fails, by the path that it asks at. */
const UP_TO: Record<string, string[]> = {
	'granted-shops': ['accessToken'],
	'api-keys': ['apiKey'],
	sql: ['apiKey', 'keyScopes', 'sql'],
};

it.each<[string, Reply, RegExp]>([
	['granted-shops', { status: 404 }, /^404 Not Found/],
	['granted-shops', { body: 'Hi' }, /not a JSON object: Hi$/],
	['api-keys', { status: 401 }, /^401 Unauthorized/],
	['sql', { status: 400 }, /^400 Bad Request/],
	['sql', answer({ error: 'no' }), /says that the request failed: no$/],
])('of %s, %j is one problem, in its words', async (path, reply, found) => {
	const credentialsToCheck = path === 'granted-shops' ? OAUTH : KEY;
	const { checks, short, hints } = await check({ credentialsToCheck }, { [path]: reply });
	const good = UP_TO[path]!.slice(0, -1);
	const name = UP_TO[path]!.at(-1)!;
	expect(short).toEqual([`${name} problem`, ...good.map((each) => `${each} ok`)]);
	expect(checks[name]!.found).toMatch(found);
	expect(checks[name]!.remedy).toMatch(/\w/);
	expect(hints).toEqual([`1 problem: ${name}`]);
});

it.each<[Reply, RegExp]>([
	[{ status: 404 }, /^404 Not Found/],
	[{ body: '<html>' }, / is a web page or XML/],
])('a key whose record is %j is fit for SQL if SQL works', async (reply, found) => {
	const own = { credentialsToCheck: KEY };
	const { checks, short, hints } = await check(own, { 'api-keys': reply });
	expect(short).toEqual(['apiKey skipped', 'sql ok']);
	expect(checks.apiKey!.found).toMatch(found);
	expect(hints).toEqual(['No problems']);
	const failing = await check(own, { 'api-keys': reply, sql: reply });
	expect(failing.short).toEqual(['apiKey problem']);
});

const GRANTED = 'The granted shops are:';
it.each<[unknown, string, string, string]>([
	[{ accountId: SHOP }, OTHER, 'problem', `${GRANTED} ${SHOP}. ${OTHER} is not among them`],
	[{ accountId: OTHER }, '', 'ok', `${GRANTED} ${OTHER}`],
	[{ additionalShopIds: [] }, '', 'problem', `${GRANTED} none`],
	[{ shops: [] }, '', 'problem', 'The list of granted shops cannot be read'],
])('the granted shops %j, with %j to check, are: %s', async (body, shopDomain, status, found) => {
	const own = { shopDomain, credentialsToCheck: OAUTH };
	const { checks } = await check(own, { 'granted-shops': answer(body) });
	expect(checks.grantedShops).toMatchObject({ status, found });
	expect(checks.grantedShops!.remedy === 'Nothing to do').toBe(status === 'ok');
});

const BOTH = ['adData', 'emailSmsData'];
const MISSING = /ads:write\. Not listed: "Email\/SMS: Write" \(for email\/SMS data\)$/;
it.each<[string, string[], string, RegExp]>([
	['ads:write email-sms:write', [...BOTH, 'sql'], 'ok', /^The scopes are: ads:write, email-/],
	['ads:write', BOTH, 'skipped', MISSING],
	['*', BOTH, 'ok', /\*/],
	['ads:write', ['adData'], 'ok', /./],
	['', ['adData'], 'skipped', /^The service did not say which/],
])('the consented scopes %j, used for %j, are: %s', async (scope, usedFor, status, found) => {
	const { checks } = await check({ usedFor, credentialsToCheck: OAUTH }, {}, { scope });
	expect(checks.consentedScopes).toMatchObject({ status, found: expect.stringMatching(found) });
	if (found === MISSING) expect(checks.consentedScopes!.remedy).toMatch(/need not be a problem/);
});

it.each<[unknown, string[], string, string | undefined]>([
	[{ scopes: ['Data Out'] }, ['sql'], 'ok', 'ok'],
	[{ name: 'a key' }, ['sql'], 'skipped', 'ok'],
	// SQL that works needs nothing more.
	[{ scopes: [] }, ['sql'], 'ok', 'ok'],
	[{ scopes: ['Other'] }, ['sql', 'deletionRequest'], 'skipped', 'ok'],
	[{ scopes: ['compliance:write'] }, ['deletionRequest'], 'ok', 'skipped'],
	[{ scopes: ['Other'] }, ['adData'], 'ok', 'skipped'],
])('the key %j, for %j: its scopes are %s, SQL is %s', async (record, usedFor, status, sql) => {
	const own = { usedFor, credentialsToCheck: KEY };
	const { checks, requests } = await check(own, { 'api-keys': answer(record) });
	expect(checks.keyScopes!.status).toBe(status);
	expect(checks.sql?.status).toBe(sql);
	expect(requests).toHaveLength(sql === 'ok' ? 2 : 1);
});

it('says that a connection without a refresh token will end', async () => {
	const { checks, hints } = await check({ credentialsToCheck: OAUTH }, {}, { refreshToken: '' });
	expect(checks.refreshToken).toMatchObject({
		status: 'problem',
		remedy: expect.stringMatching(/"offline_access".*"Additional Scopes"/) as string,
	});
	expect(hints[0]).toBe('1 problem: refreshToken');
});

it.each(['', null])('asks no SQL if the shop is %j, and says how to', async (shopDomain) => {
	const { checks, requests, hints } = await check({ shopDomain });
	expect(requests).toHaveLength(2);
	expect(checks.sql).toMatchObject({
		status: 'skipped',
		found: 'SQL is not among the entries of "Used For", or no shop is given',
		remedy: 'To check SQL, enter a shop in "Shop to Check".',
	});
	expect(hints).toEqual(['No problems']);
});

it('names a credential that n8n cannot give', async () => {
	const { jsons } = await check({ credentialsToCheck: KEY }, {}, { keyError: 'It is gone' });
	const found = expect.stringContaining('It is gone') as string;
	expect(jsons).toMatchObject([{ check: 'apiKey', status: 'problem', found }]);
	expect(jsons[0]!.remedy).not.toBe('');
});

it.each([
	[{}, 3],
	[{ maxWait: 0 }, 1],
])('is quick: with the options %j, a fault is met %i times', async (options, count) => {
	const throws = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
	const own = { credentialsToCheck: OAUTH, options };
	const { requests } = await check(own, { 'granted-shops': { throws } });
	expect(requests).toHaveLength(count);
	expect(requests[0]!.options.timeout).toBe(30_000);
});
