import type { IDataObject } from 'n8n-workflow';
import { type Reply, type SentRequest, SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

beforeEach(() => {
	jest.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z') });
});

const OTHER = 'nordlicht-laden.example';
const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';

/** What a service answers where all is well. */
const FIT: Record<string, unknown> = {
	'granted-shops': { accountId: SHOP, additionalShopIds: [] },
	'api-keys': { scopes: ['Data Out'] },
	sql: [],
};
const answer = (body: unknown): Reply => ({ body: JSON.stringify(body) });

/** Runs the operation. @param own values of its fields. @param replies by a part of the path */
async function check(
	own: IDataObject = {},
	replies: Record<string, Reply> = {},
	{ scope = 'ads:write email-sms:write', chosen = [OAUTH, KEY], keyError = '' } = {},
) {
	const reply = ({ path }: SentRequest): Reply => {
		const part = Object.keys(FIT).find((each) => path.includes(each))!;
		return replies[part] ?? answer(FIT[part]);
	};
	const parameters: IDataObject = {
		...{ resource: 'connection', operation: 'check', credentialsToCheck: 'both' },
		...{ usedFor: ['adData', 'emailSmsData', 'sql'], shopDomain: SHOP },
		...own,
	};
	const script = { replies: reply, continues: false };
	const ran = await runOperation(parameters, script, ({ context, node, stored }) => {
		for (const name of [OAUTH, KEY]) if (!chosen.includes(name)) delete node.credentials![name];
		Object.assign(stored[OAUTH].oauthTokenData as object, { scope });
		const getCredentials = async () => await Promise.reject(new Error(keyError));
		if (keyError) Object.assign(context, { getCredentials });
	});
	const checks: Record<string, IDataObject> = Object.fromEntries(
		ran.jsons.map((json) => [json.check, json]),
	);
	return { ...ran, checks, short: ran.jsons.map((json) => `${json.check} ${json.status}`) };
}

const OF_OAUTH = ['accessToken ok', 'grantedShops ok', 'consentedScopes ok'];
const OF_KEY = ['apiKey ok', 'keyScopes ok', 'sql ok'];

it('gives an item per check with what it has found, linked to its input', async () => {
	const granted = answer({ accountId: SHOP, additionalShopIds: [OTHER] });
	const { items, short, hints, sent } = await check({}, { 'granted-shops': granted });
	expect(short).toEqual([...OF_OAUTH, ...OF_KEY]);
	expect(items.map(({ json }) => [json.credential, json.found])).toEqual([
		['Account', 'The service accepts the access token'],
		['Account', `The granted shops are: ${SHOP}, ${OTHER}`],
		['Account', 'The scopes are: ads:write, email-sms:write'],
		['Key', 'The service accepts the key'],
		['Key', 'The scopes are: Data Out'],
		['Key', `A SQL query for ${SHOP} works`],
	]);
	for (const { json, pairedItem } of items) {
		expect(pairedItem).toEqual({ item: 0 });
		expect(Object.keys(json)).toEqual(['status', 'check', 'found', 'remedy', 'credential']);
		expect(json.remedy).toBe('Nothing to do');
	}
	expect(hints).toEqual(['No problems']);
	// SQL is asked for one row of today.
	expect(sent.at(-1)!.body).toEqual({
		query: 'SELECT 1 AS one',
		period: { startDate: '2026-11-21', endDate: '2026-11-21' },
		shopId: SHOP,
	});
});

it.each([
	[OAUTH, [OAUTH], OF_OAUTH],
	[KEY, [KEY], OF_KEY],
	[KEY, [OAUTH, KEY], OF_KEY],
	['both', [OAUTH], OF_OAUTH],
	['both', [KEY], OF_KEY],
])('checks the credential %s of the node that has %j', async (...given) => {
	const [credentialsToCheck, chosen, expected] = given;
	expect((await check({ credentialsToCheck }, {}, { chosen })).short).toEqual(expected);
});

it.each([
	['both', []],
	[KEY, [OAUTH]],
])('no credential to check is an error (%s)', async (credentialsToCheck, chosen) => {
	const { error, requests } = await check({ credentialsToCheck }, {}, { chosen });
	expect(error).toMatchObject({
		message: 'There is nothing to check: no credential is chosen',
		description: 'Choose a credential in this node.',
	});
	expect(requests).toEqual([]);
});

it('puts what needs a hand first', async () => {
	const granted = answer({ shops: 1 });
	const { short, hints } = await check({ shopDomain: '' }, { 'granted-shops': granted });
	expect(short.map((each) => each.split(' ')[1])).toEqual([
		...['problem', 'ok', 'ok', 'ok', 'ok', 'skipped'],
	]);
	expect(hints).toEqual(['1 problem: grantedShops']);
});

it('refuses a shop that is none before anything is sent', async () => {
	const { error, requests } = await check({ shopDomain: 'https://a.example/b' });
	expect(error!.message).toContain('"Shop" is not a plain');
	expect(requests).toEqual([]);
});

describe('where it is to fail', () => {
	const options = { failOnProblem: true };
	const gone = { status: 404 };

	it.each<[Record<string, Reply>, message: RegExp, description: RegExp]>([
		[
			{ 'api-keys': { status: 401 } },
			/^The connection has 1 problem\. apiKey \(Key\): 401 /,
			/^apiKey: ./,
		],
		[
			{ 'api-keys': gone, 'granted-shops': gone },
			/^The connection has 2 problems\. accessToken \(Account\): .* \| apiKey \(Key\): /,
			/^accessToken: .*\. apiKey: ./,
		],
	])('all problems are one error, with what to do: %j', async (replies, message, description) => {
		const { items, error } = await check({ options }, replies);
		expect(items).toEqual([]);
		expect(error!.message).toMatch(message);
		expect(error!.description).toMatch(description);
	});

	it('what is skipped is none', async () => {
		const { error, items } = await check({ options, shopDomain: '' });
		expect([error, items.length]).toEqual([undefined, 6]);
	});
});

/** The checks up to the one that fails, by the path that it asks at. */
const UP_TO: Record<string, string[]> = {
	'granted-shops': ['accessToken'],
	'api-keys': ['apiKey'],
	sql: ['apiKey', 'keyScopes', 'sql'],
};

it.each<[string, Reply, RegExp]>([
	['granted-shops', { status: 404 }, /^404 Not Found/],
	['granted-shops', { body: '<html>' }, /is a web page or XML/],
	['granted-shops', { body: 'Hi' }, /not a JSON object: Hi$/],
	['api-keys', { status: 401 }, /^401 Unauthorized/],
	['api-keys', { body: '<html>' }, /is a web page or XML/],
	['api-keys', { body: 'Hi' }, /not a JSON object: Hi$/],
	['sql', { status: 400 }, /^400 Bad Request/],
	['sql', { body: '<html>' }, /is a web page/],
	['sql', answer({ error: 'no' }), /says that the request failed: no$/],
])('of %s, %j is one problem, in its words', async (path, reply, found) => {
	const credentialsToCheck = path === 'granted-shops' ? OAUTH : KEY;
	const names = UP_TO[path]!;
	const name = names.at(-1)!;
	const { checks, short, hints } = await check({ credentialsToCheck }, { [path]: reply });
	expect(Object.keys(checks).sort()).toEqual([...names].sort());
	expect(short[0]).toBe(`${name} problem`);
	expect(short.filter((each) => !each.endsWith(' ok'))).toHaveLength(1);
	expect(checks[name]!.found).toMatch(found);
	expect(checks[name]!.remedy).toMatch(/\w/);
	expect(hints).toEqual([`1 problem: ${name}`]);
});

const GRANTED = 'The granted shops are:';
it.each<[unknown, string, string, string]>([
	[{ accountId: SHOP }, OTHER, 'problem', `${GRANTED} ${SHOP}. ${OTHER} is not among them`],
	[{ accountId: OTHER }, '', 'ok', `${GRANTED} ${OTHER}`],
	[{ additionalShopIds: [] }, SHOP, 'problem', `${GRANTED} none`],
	[{ additionalShopIds: [] }, '', 'problem', `${GRANTED} none`],
	[{ shops: [] }, '', 'problem', 'The list of granted shops cannot be read'],
])('the granted shops %j, with %j to check, are: %s', async (body, shopDomain, status, found) => {
	const own = { shopDomain, credentialsToCheck: OAUTH };
	const { checks } = await check(own, { 'granted-shops': answer(body) });
	expect(checks.grantedShops).toMatchObject({ status, found });
	expect(checks.grantedShops!.remedy === 'Nothing to do').toBe(status === 'ok');
});

const BOTH = ['adData', 'emailSmsData'];
const MISSING = /ads:write\. Missing: "Email\/SMS: Write" \(for email\/SMS data\)$/;
it.each<[string, string[], string, RegExp]>([
	['ads:write email-sms:write', [...BOTH, 'sql'], 'ok', /^The scopes are: ads:write, email-/],
	['ads:write', BOTH, 'problem', MISSING],
	['ads:write', ['adData'], 'ok', /./],
	['', ['adData'], 'skipped', /^The service did not say which/],
])('the consented scopes %j, used for %j, are: %s', async (scope, usedFor, status, found) => {
	const { checks } = await check({ usedFor, credentialsToCheck: OAUTH }, {}, { scope });
	expect(checks.consentedScopes).toMatchObject({ status, found: expect.stringMatching(found) });
	if (status === 'problem')
		expect(checks.consentedScopes!.remedy).toMatch(/"Scopes" in the credential.*"Used For"/);
});

it.each<[unknown, string[], string, string | undefined]>([
	[{ scopes: ['Data Out'] }, ['sql'], 'ok', 'ok'],
	[{ name: 'a key' }, ['sql'], 'skipped', 'ok'],
	[{ scopes: [] }, ['sql'], 'problem', undefined],
	[{ scopes: ['Other'] }, ['sql'], 'problem', undefined],
	[{ scopes: ['Other'] }, ['adData'], 'ok', 'skipped'],
])('the key %j, for %j: its scopes are %s, SQL is %s', async (record, usedFor, status, sql) => {
	const own = { usedFor, credentialsToCheck: KEY };
	const { checks, requests } = await check(own, { 'api-keys': answer(record) });
	expect(checks.keyScopes!.status).toBe(status);
	expect(checks.sql?.status).toBe(sql);
	expect(requests).toHaveLength(sql === 'ok' ? 2 : 1);
});

it.each(['', null])('asks no SQL where the shop is %j, and says how to', async (shopDomain) => {
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
	const own = { credentialsToCheck: KEY, options };
	const { requests } = await check(own, { 'api-keys': { throws } });
	expect(requests).toHaveLength(count);
	expect(requests[0]!.options.timeout).toBe(30_000);
});
