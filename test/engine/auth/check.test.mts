import tls from 'node:tls';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone } from '../../kit/leaks.mts';
import { createStage, type Stage } from '../../kit/stage.mts';

/** Connection: Check, on everything that may be wrong with a connection. */

const [SHOP, OTHER] = ['harbour-goods.example', 'nordlicht-laden.example'];
const OAUTH = ['oauth accessToken', 'oauth grantedShops', 'oauth consentedScopes'];
const KEY = ['key apiKey', 'key keyScopes', 'key sql'];
const CHECKS = [...OAUTH, ...KEY];
const ENDPOINTS = ['grantedShops', 'apiKey', 'sql'];

type Item = Record<'check' | 'credential' | 'status' | 'found' | 'remedy', string>;

let stage: Stage;
let secure: Stage;
beforeAll(async () => {
	stage = await createStage({ tellScopes: true });
	secure = await createStage({ tellScopes: true, https: 'selfSigned' });
});
afterEach(() => {
	for (const { sandbox, renew } of [stage, secure]) {
		expect(sandbox.pendingFaults).toBe(0);
		sandbox.reset();
		renew();
	}
});
afterAll(async () => {
	await stage.close();
	await secure.close();
});

const parametersWith = (options: IDataObject, own: IDataObject): IDataObject => ({
	resource: 'connection',
	operation: 'check',
	shopDomain: SHOP,
	options: { maxWait: 0, ...options },
	...own,
});

const check = async (own: IDataObject = {}, on = stage, options: IDataObject = {}) =>
	await on.run({ parameters: parametersWith(options, own) });

const itemsOf = ({ success }: RunResult) => success.map(({ json }) => json as unknown as Item);
const nameOf = ({ check: name, credential }: Item) =>
	`${credential.includes('OAuth2') ? 'oauth' : 'key'} ${name}`;
const statusesOf = (result: RunResult) =>
	Object.fromEntries(itemsOf(result).map((item) => [nameOf(item), item.status]));
const all = (status: string, names = CHECKS) =>
	Object.fromEntries(names.map((name) => [name, status]));
const asked = (on = stage) => on.sandbox.log.map(({ endpoint }) => endpoint);
const change = (on: Stage, type: 'oauth' | 'key', fields: ICredentialDataDecryptedObject) =>
	on.engine.updateCredential(on[type], fields);

/** What must never be in an item, an error or the execution's data, whatever else is. */
function expectNoSecret(result: RunResult, { engine, oauth, sandbox }: Stage): void {
	const tokens = Object.values(engine.credential(oauth).oauthTokenData as IDataObject);
	const sent = sandbox.log.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));
	const secrets = [
		...tokens.filter((value) => /^[ar]t_/.test(String(value))),
		...sent,
		...Object.values(sandbox.apiKeys),
		sandbox.clientSecret,
		'a-mistyped-key',
	].filter((secret) => secret !== undefined);
	expect(secrets.length).toBeGreaterThan(5);
	expectNone(result, secrets.map(String));
}

it('finds everything right, one item per check, and changes nothing', async () => {
	const result = await check();
	expect(statusesOf(result)).toEqual(all('ok'));
	for (const item of itemsOf(result)) {
		expect(Object.keys(item)).toEqual(['status', 'check', 'found', 'remedy', 'credential']);
		expect(item).toMatchObject({ found: expect.stringMatching(/\w/), remedy: 'Nothing to do' });
	}
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual(
		CHECKS.map(() => ({ item: 0 })),
	);
	expect(asked()).toEqual(ENDPOINTS);
	expectNoSecret(result, stage);
});

/** The ten, with the shapes that some of them may have: what is wrong, which check says so and how. */
const FAULTS: Record<string, [says: string, told: RegExp, make: (on: Stage) => void]> = {
	'a wrong key': [
		'key apiKey',
		/^401 Unauthorized.* → .*Data > APIs/,
		(on) => change(on, 'key', { apiKey: 'a-mistyped-key' }),
	],
	'a key without scope': [
		'key keyScopes',
		/^The scopes are: Compliance: Write.*Missing: "Data Out" \(for SQL query\) → Give the key that scope.*"Used For"/,
		(on) => change(on, 'key', { apiKey: on.sandbox.apiKeys.noDataOut! }),
	],
	'a dead refresh token': [
		'oauth accessToken',
		/must be reconnected.* → .*Switch account/,
		(on) => on.connect({ expired: true, refreshExpired: true }),
	],
	'a missing consent scope': [
		'oauth consentedScopes',
		/^The scopes are: read_data, email-sms:write\. Missing: "Ads: Write" \(for ad data\) → .*"Scopes" in the credential.*approved/,
		(on) => on.connect({ scopes: ['read_data', 'email-sms:write'] }),
	],
	'a shop that is not granted': [
		'oauth grantedShops',
		new RegExp(`are: ${OTHER}. ${SHOP} is not among them → .*have the merchant grant it`),
		(on) => on.sandbox.set({ grantedShops: [OTHER] }),
	],
	'no shop that is granted': [
		'oauth grantedShops',
		/are: none → .*have the merchant grant it/,
		(on) => on.sandbox.fail('grantedShops', { status: 200, body: { additionalShopIds: [] } }),
	],
	'a wrong address': [
		'key apiKey',
		/could not be reached.* → .*Check the base URL/,
		(on) => change(on, 'key', { baseUrl: 'http://127.0.0.1:9' }),
	],
	'a wrong address, with a web page': [
		'key apiKey',
		/^The answer is a web page or XML.* → .*Check the base URL/,
		(on) => on.sandbox.fail('apiKey', { status: 200, body: '<!doctype html><title>Hi</title>' }),
	],
	'plain http (OAuth2)': [
		'oauth accessToken',
		/plain http would send secrets.* → .*Open the credential and correct it/,
		(on) => change(on, 'oauth', { baseUrl: 'http://api.example.com' }),
	],
	'a bad certificate': [
		'key apiKey',
		/certificate that is not trusted.* → .*Have the certificate corrected/,
		(on) => change(on, 'key', { baseUrl: secure.sandbox.url }),
	],
	'SQL 403': [
		'key sql',
		/^403 Access Denied.* → .*plain shop domain/,
		(on) => on.sandbox.fail('sql', 403),
	],
	'an answer to SQL that says it failed': [
		'key sql',
		/says that the request failed.* → .*Check the base URL/,
		(on) => on.sandbox.fail('sql', { status: 200, body: { error: 'no' } }),
	],
	'granted shops that cannot be read': [
		'oauth grantedShops',
		/cannot be read.* → .*Simplify/,
		(on) => on.sandbox.fail('grantedShops', { status: 200, body: ['?'] }),
	],
};

it.each(Object.entries(FAULTS))('%s is a problem of one check', async (_, [says, told, make]) => {
	make(stage);
	const result = await check();
	const problems = itemsOf(result).filter((item) => item.status !== 'ok');
	expect(problems.map((item) => [nameOf(item), item.status])).toEqual([[says, 'problem']]);
	expect(`${problems[0]!.found} → ${problems[0]!.remedy}`).toMatch(told);
	// The other credential is not concerned.
	expect(statusesOf(result)).toMatchObject(all('ok', says.startsWith('key') ? OAUTH : KEY));
	expectNoSecret(result, stage);
});

it('a problem fails the node where that is chosen', async () => {
	FAULTS['a dead refresh token']![2](stage);
	change(stage, 'key', { baseUrl: 'http://no.example' });
	const result = await check({}, stage, { failOnProblem: true });
	expectNoSecret(result, stage);
	expect(result.success).toEqual([]);
	expect(result.thrown!.message).toMatch(
		/^The connection has 2 problems\. accessToken \(.*must be reconnected.* \| apiKey \(/,
	);
	expect(result.thrown!.description).toMatch(/Switch account/);
});

it('refreshes a token that has expired', async () => {
	stage.connect({ expired: true });
	const result = await check();
	expect(statusesOf(result)).toEqual(all('ok'));
	expect(stage.sandbox.requests('token').map(({ status }) => status)).toEqual([200]);
	expectNoSecret(result, stage);
});

it('asks SQL only where a shop is named, and needs only the scopes that are used', async () => {
	expect(statusesOf(await check({ shopDomain: '' }))).toEqual({
		...all('ok'),
		...all('skipped', ['key sql']),
	});
	stage.connect({ scopes: ['read_data'] });
	change(stage, 'key', { apiKey: stage.sandbox.apiKeys.noDataOut! });
	expect(statusesOf(await check({ usedFor: [] }))).toEqual({
		...all('ok'),
		...all('skipped', ['key sql']),
	});
	expect(stage.sandbox.requests('sql')).toEqual([]);
});

describe('credentials', () => {
	it.each([
		['merchantDataApi', KEY, ['apiKey', 'sql']],
		['merchantDataOAuth2Api', OAUTH, ['grantedShops']],
	])('are checked as chosen: %s', async (credentialsToCheck, names, endpoints) => {
		const chosen = credentialsToCheck === 'merchantDataApi' ? stage.key : stage.oauth;
		const result = await stage.run({
			parameters: parametersWith({}, { credentialsToCheck }),
			credentials: [chosen],
		});
		expect(statusesOf(result)).toEqual(all('ok', names));
		expect(asked()).toEqual(endpoints);
	});

	it.each(['oauth', 'key'] as const)('may be one of both: %s', async (type) => {
		const parameters = parametersWith({}, {});
		const result = await stage.run({ parameters, credentials: [stage[type]] });
		expect(statusesOf(result)).toEqual(all('ok', type === 'key' ? KEY : OAUTH));
	});

	it('may not both be missing', async () => {
		const { thrown } = await stage.run({ parameters: parametersWith({}, {}), credentials: [] });
		expect(thrown!.message).toBe('There is nothing to check: no credential is chosen');
		expect(stage.sandbox.log).toEqual([]);
	});

	it('that were deleted are a problem, not a failure of the node', async () => {
		stage.engine.deleteCredential(stage.key);
		const result = await stage.run({
			parameters: parametersWith({}, {}),
			credentials: [stage.oauth],
		});
		expect(result.status).toBe('success');
	});
});

it('links each item to its input, and the error output gets what fails', async () => {
	const items = [SHOP, 'strange.example', OTHER].map((shop) => ({ shop }));
	const { success, error } = await stage.run({
		parameters: parametersWith({ failOnProblem: true }, { shopDomain: '={{ $json.shop }}' }),
		items,
		onError: 'continueErrorOutput',
	});
	const allOf = (item: number) => CHECKS.map(() => ({ item }));
	expect(success.map(({ pairedItem }) => pairedItem)).toEqual([...allOf(0), ...allOf(2)]);
	expect(error).toMatchObject([{ json: { shop: 'strange.example', error: {} } }]);
	expect((error[0]!.json.error as IDataObject).message).toMatch(
		/^The connection has 2 problems\. grantedShops .* \| sql /,
	);
});

it.each([
	['a shop that is none', { shopDomain: 'https://a.example/b' }, '"Shop" is not a plain'],
	['a use that is none', { usedFor: ['toString'] }, '"Used For" must be a list of '],
	['a text of uses', { usedFor: '={{ "adData" }}' }, '"Used For" must be a list of '],
	['a wait that is none', { options: { maxWait: -1 } }, '"Max Wait (Seconds)" must be'],
])('refuses %s before anything is sent', async (_, own, message) => {
	const { thrown } = await check(own);
	expect(thrown!.message).toContain(message);
	expect(stage.sandbox.log).toEqual([]);
});

it('over https asks nothing more for the certificate', async () => {
	const before = tls.getCACertificates();
	tls.setDefaultCACertificates([...before, TEST_CERTIFICATE.cert]);
	try {
		const result = await check({}, secure);
		expect(statusesOf(result)).toEqual(all('ok'));
		expect(asked(secure)).toEqual(ENDPOINTS);
		expectNoSecret(result, secure);
	} finally {
		tls.setDefaultCACertificates(before);
	}
});
