import type { IDataObject } from 'n8n-workflow';
import { type Reply, type SentRequest, SHOP } from '../../../kit/execution.mts';
import { runOperation } from '../../../kit/runOperation.mts';

const OTHER = 'nordlicht-laden.example';
const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';

/** What a service answers if all is well. */
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
	{
		scope = 'ads:write email-sms:write',
		chosen = [OAUTH, KEY],
		keyError = '',
		refreshToken = 'refresh-token-1',
	} = {},
) {
	const reply = ({ path }: SentRequest): Reply => {
		const part = Object.keys(FIT).find((each) => path.includes(each))!;
		return replies[part] ?? answer(FIT[part]);
	};
	const fields = { credentialsToCheck: 'both', shopDomain: SHOP };
	const usedFor = ['adData', 'emailSmsData', 'sql'];
	const parameters = { resource: 'connection', operation: 'check', ...fields, usedFor, ...own };
	const script = { replies: reply, continues: false };
	const ran = await runOperation(parameters, script, ({ context, node, stored }) => {
		for (const name of [OAUTH, KEY]) if (!chosen.includes(name)) delete node.credentials![name];
		Object.assign(stored[OAUTH].oauthTokenData!, { scope, refresh_token: refreshToken });
		const getCredentials = async () => await Promise.reject(new Error(keyError));
		if (keyError) Object.assign(context, { getCredentials });
	});
	const named = ran.jsons.map((json) => [json.check, json]);
	const checks = Object.fromEntries(named) as Record<string, IDataObject>;
	return { ...ran, checks, short: ran.jsons.map((json) => `${json.check} ${json.status}`) };
}

beforeEach(() => void jest.useFakeTimers({ now: Date.parse('2026-11-21T23:30:00Z') }));

const OF_OAUTH = ['accessToken ok', 'grantedShops ok', 'consentedScopes ok'];
const OF_KEY = ['apiKey ok', 'keyScopes ok', 'sql ok'];

it('a check of the connection has an item per check with what it found', async () => {
	const granted = answer({ accountId: SHOP, additionalShopIds: [OTHER] });
	const { items, hints, sent } = await check({}, { 'granted-shops': granted });
	expect(items.map(({ json }) => [json.credential, json.found])).toEqual([
		['Account', 'The service accepts the access token'],
		['Account', `The granted shops are: ${SHOP}, ${OTHER}`],
		['Account', 'The scopes are: ads:write, email-sms:write'],
		['Key', 'The service accepts the key'],
		['Key', 'The scopes are: Data Out'],
		['Key', `A SQL query for ${SHOP} works`],
	]);
	expect(items[5]!.pairedItem).toEqual({ item: 0 });
	expect(hints).toEqual(['No problems found']);
	// SQL is asked for one row of today.
	const period = { startDate: '2026-11-21', endDate: '2026-11-21' };
	expect(sent.at(-1)!.body).toEqual({ query: 'SELECT 1 AS one', period, shopId: SHOP });
});

const NO_OAUTH = 'no credential is chosen for OAuth2';
const NO_KEY = 'no credential is chosen for API Key';
it.each<[string, chosen: string[], checks: string[], hint: string]>([
	[OAUTH, [OAUTH, KEY], OF_OAUTH, 'No problems found'],
	[KEY, [OAUTH, KEY], OF_KEY, 'No problems found'],
	['both', [KEY], ['credentials problem', ...OF_KEY], `1 problem: ${NO_OAUTH}`],
	['both', [OAUTH], ['credentials problem', ...OF_OAUTH], `1 problem: ${NO_KEY}`],
	['both', [], Array(2).fill('credentials problem'), `2 problems: ${NO_OAUTH}, ${NO_KEY}`],
	[KEY, [OAUTH], ['credentials problem'], `1 problem: ${NO_KEY}`],
])('a check of %s in a node with %j runs the checks %j', async (...given) => {
	const [credentialsToCheck, chosen, expected, hint] = given;
	const { short, hints } = await check({ credentialsToCheck }, {}, { chosen });
	expect([short, hints]).toEqual([expected, [hint]]);
});

it('a credential that is not chosen is named, with what to do', async () => {
	const { jsons } = await check({ credentialsToCheck: KEY }, {}, { chosen: [OAUTH] });
	const found = 'No credential is chosen for API Key';
	const remedy = 'Choose it in this node, or set "Credentials" to the one that you use.';
	expect(jsons).toMatchObject([{ found, remedy, credential: 'API Key' }]);
});

it('problems stand first', async () => {
	const granted = answer({ shops: 1 });
	const { jsons, hints } = await check({ shopDomain: '' }, { 'granted-shops': granted });
	expect(jsons.map(({ status }) => status).join(' ')).toBe('problem ok ok ok ok skipped');
	expect(hints).toEqual(['1 problem: grantedShops. Not checked: sql (enter a shop)']);
});

it('a shop that is not a domain is refused before anything is sent', async () => {
	const { error, requests } = await check({ shopDomain: 'https://a.example/b' });
	expect(error!.message).toContain('"Shop" is not a plain');
	expect(requests).toEqual([]);
});

it('"Fail on Problem" makes one error of all problems, with what to do, and counts no skipped checks', async () => {
	const options = { failOnProblem: true };
	const gone = { status: 404 };
	const replies = { 'api-keys': gone, 'granted-shops': gone, sql: gone };
	const { items, error } = await check({ options }, replies);
	const message =
		/^The connection has 2 problems\. accessToken \(Account\): .* \| apiKey \(Key\): /;
	expect(error!.message).toMatch(message);
	expect(error!.description).toMatch(/^accessToken: .*\. apiKey: ./);
	expect([items, (await check({ options, shopDomain: '' })).items.length]).toEqual([[], 6]);
});

it.each<[path: string, reply: Reply, name: string, found: RegExp]>([
	['granted-shops', { status: 404 }, 'accessToken', /^404 Not Found/],
	['granted-shops', { body: 'Hi' }, 'accessToken', /not a JSON object: Hi$/],
	['api-keys', { status: 401 }, 'apiKey', /^401 Unauthorized/],
	['sql', { status: 400 }, 'sql', /^400 Bad Request/],
	['sql', answer({ error: 'It broke' }), 'sql', /says that the request failed: It broke$/],
	['sql', { body: '' }, 'sql', /^The answer is empty$/],
	['sql', answer({ jobComplete: false }), 'sql', /^The answer is not finished \("jobComplete"\)/],
])('the answer of %s, %j, is one problem of %s', async (path, reply, name, found) => {
	const credentialsToCheck = name === 'accessToken' ? OAUTH : KEY;
	const { checks, short, hints } = await check({ credentialsToCheck }, { [path]: reply });
	const good = name === 'sql' ? ['apiKey ok', 'keyScopes ok'] : [];
	expect(short).toEqual([`${name} problem`, ...good]);
	expect(checks[name]!.found).toMatch(found);
	expect(checks[name]!.remedy).toMatch(/\w/);
	expect(hints).toEqual([`1 problem: ${name}`]);
});

it('a key whose record cannot be read is good if SQL works', async () => {
	const own = { credentialsToCheck: KEY };
	const { checks, short, hints } = await check(own, { 'api-keys': { body: 'Hi' } });
	expect([short, hints]).toEqual([['apiKey skipped', 'sql ok'], ['No problems found']]);
	expect(checks.apiKey!.found).toMatch(/not a JSON object/);
	const failing = await check(own, { 'api-keys': { body: 'Hi' }, sql: { status: 404 } });
	expect(failing.short).toEqual(['apiKey problem']);
});

const GRANTED = 'The granted shops are:';
it.each<[unknown, string, string, string]>([
	[{ accountId: SHOP }, OTHER, 'problem', `${GRANTED} ${SHOP}. ${OTHER} is not among them`],
	[{ accountId: OTHER }, '', 'ok', `${GRANTED} ${OTHER}`],
	[{ additionalShopIds: [] }, '', 'problem', `${GRANTED} none`],
	[{ shops: [] }, '', 'problem', 'The list of granted shops cannot be read'],
])('the granted shops %j, with %j to check, are %s', async (body, shopDomain, status, found) => {
	const own = { shopDomain, credentialsToCheck: OAUTH };
	const { checks } = await check(own, { 'granted-shops': answer(body) });
	expect(checks.grantedShops).toMatchObject({ status, found });
	expect(checks.grantedShops!.remedy === 'Nothing to do').toBe(status === 'ok');
});

const BOTH = ['adData', 'emailSmsData'];
const MISSING = /ads:write\. Not listed: "Email\/SMS: Write" \(for email\/SMS data\)$/;
it.each<[string, string[], string, RegExp]>([
	['ads:write', BOTH, 'skipped', MISSING],
	['ads:write', ['adData'], 'ok', /./],
	['', ['adData'], 'skipped', /^The service did not say which/],
])('the consented scopes %j, used for %j, are %s', async (scope, usedFor, status, found) => {
	const { checks } = await check({ usedFor, credentialsToCheck: OAUTH }, {}, { scope });
	expect(checks.consentedScopes).toMatchObject({ status, found: expect.stringMatching(found) });
	if (found === MISSING) expect(checks.consentedScopes!.remedy).toMatch(/need not be a problem/);
});

it.each<[unknown, string[], keyScopes: string, sql: string]>([
	[{ name: 'a key' }, ['sql'], 'skipped', 'ok'],
	// SQL that works needs nothing more.
	[{ scopes: [] }, ['sql'], 'ok', 'ok'],
	[{ scopes: ['Other'] }, ['sql', 'deletionRequest'], 'skipped', 'ok'],
	[{ scopes: ['compliance:write'] }, ['deletionRequest'], 'ok', 'skipped'],
	[{ scopes: ['Other'] }, ['adData'], 'ok', 'skipped'],
])(
	'the scopes of the key %j, used for %j, are %s, and SQL %s',
	async (record, usedFor, ...found) => {
		const own = { usedFor, credentialsToCheck: KEY };
		const { checks, requests } = await check(own, { 'api-keys': answer(record) });
		expect([checks.keyScopes!.status, checks.sql!.status]).toEqual(found);
		expect(requests).toHaveLength(checks.sql!.status === 'ok' ? 2 : 1);
	},
);

it('a connection without a refresh token is a problem', async () => {
	const { checks, hints } = await check({ credentialsToCheck: OAUTH }, {}, { refreshToken: '' });
	expect(checks.refreshToken!.remedy).toMatch(/"offline_access".*"Additional Scopes"/);
	const hint = expect.stringContaining('The credential has no refresh token') as string;
	expect(hints).toEqual(['1 problem: refreshToken', hint]);
});

const NO_SHOP = 'To check SQL, enter a shop in "Shop to Check".';
const ADD_SQL = 'To check SQL, add it there.';
it.each<[own: IDataObject, record: unknown, remedy: string, unchecked: string]>([
	[{ shopDomain: '' }, { scopes: ['Data Out'] }, NO_SHOP, 'sql (enter a shop)'],
	// A scope that is not listed was checked.
	[{ shopDomain: null }, { scopes: ['Other'] }, NO_SHOP, 'sql (enter a shop)'],
	[{ usedFor: ['adData'] }, { scopes: [] }, ADD_SQL, 'sql (see "Used For")'],
])('SQL is skipped with %j, and the hint says so', async (own, record, remedy, unchecked) => {
	const { checks, requests, hints } = await check(own, { 'api-keys': answer(record) });
	expect(requests).toHaveLength(2);
	expect(checks.sql).toMatchObject({ status: 'skipped', remedy });
	expect(hints).toEqual([`No problems found. Not checked: ${unchecked}`]);
});

it('the hint names scopes that the service does not list', async () => {
	const { hints } = await check({}, { 'api-keys': answer({}) }, { scope: '' });
	expect(hints[0]).toMatch(
		/: consentedScopes \(the .* not list them\), keyScopes \(the .* them\)$/,
	);
});

it('a credential that n8n cannot load is a problem', async () => {
	const { jsons } = await check({ credentialsToCheck: KEY }, {}, { keyError: 'It is gone' });
	const [found, remedy] = [/It is gone/, /./].map((each) => expect.stringMatching(each) as string);
	expect(jsons).toMatchObject([{ check: 'apiKey', status: 'problem', found, remedy }]);
});

it.each([
	[{}, 5],
	[{ maxWait: 0 }, 1],
])('with the options %j, a check tries a request %i times', async (options, count) => {
	jest.spyOn(Math, 'random').mockReturnValue(0);
	const throws = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
	const own = { credentialsToCheck: OAUTH, options };
	const { requests } = await check(own, { 'granted-shops': { throws } });
	expect(requests).toHaveLength(count);
	expect(requests[0]!.options.timeout).toBe(30_000);
});
