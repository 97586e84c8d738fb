import tls from 'node:tls';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { TEST_CERTIFICATE } from '../../../sandbox/testCertificate.mts';
import type { RunResult } from '../../kit/engine.mts';
import { expectNone } from '../../kit/leaks.mts';
import { sharedStage, type Stage } from '../../kit/stage.mts';

/** Connection: Check, with credentials, addresses and tokens as n8n has them. */

const [SHOP, OTHER] = ['harbour-goods.example', 'nordlicht-laden.example'];
const OAUTH = ['oauth accessToken', 'oauth grantedShops', 'oauth consentedScopes'];
const KEY = ['key apiKey', 'key keyScopes', 'key sql'];
const CHECKS = [...OAUTH, ...KEY];
const ENDPOINTS = ['grantedShops', 'apiKey', 'sql'];

const stage = sharedStage({ tellScopes: true });
const secure = sharedStage({ tellScopes: true, https: 'selfSigned' });

const parameters: IDataObject = {
	resource: 'connection',
	operation: 'check',
	shopDomain: SHOP,
	options: { maxWait: 0 },
};

const checksOf = ({ success }: RunResult) =>
	success.map(({ json: { check, credential, status, found, remedy } }) => ({
		name: `${String(credential).includes('OAuth2') ? 'oauth' : 'key'} ${check}`,
		status,
		told: `${found} → ${remedy}`,
	}));
const statusesOf = (result: RunResult) =>
	Object.fromEntries(checksOf(result).map(({ name, status }) => [name, status]));
const allOk = (names = CHECKS) => Object.fromEntries(names.map((name) => [name, 'ok']));
const asked = (on: Stage) => on.sandbox.log.map(({ endpoint }) => endpoint);

/** What must never be in an item, an error or the execution's data, whatever else is. */
function expectNoSecret(result: RunResult, { engine, oauth, sandbox } = stage): void {
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
	const result = await stage.run({ parameters });
	expect(statusesOf(result)).toEqual(allOk());
	for (const { told } of checksOf(result)) expect(told).toMatch(/\w → Nothing to do$/);
	expect(asked(stage)).toEqual(ENDPOINTS);
	expectNoSecret(result);
});

const change = (type: 'oauth' | 'key', fields: ICredentialDataDecryptedObject) =>
	stage.engine.updateCredential(stage[type], fields);

/** What is wrong, which check says so and how. What the service may answer is in the unit tests. */
it.each<[string, says: string, told: RegExp, make: () => void]>([
	[
		'a wrong key',
		'key apiKey',
		/^401 Unauthorized.* → .*Data > APIs/,
		() => change('key', { apiKey: 'a-mistyped-key' }),
	],
	[
		'a dead refresh token',
		'oauth accessToken',
		/must be reconnected.* → .*Switch account/,
		() => stage.connect({ expired: true, refreshExpired: true }),
	],
	[
		'a missing refresh token',
		'oauth refreshToken',
		/^The service gave no refresh token.* → .*"offline_access"/,
		() => {
			stage.sandbox.set({ refreshTokenScope: 'offline_access' });
			stage.connect();
		},
	],
	[
		'a wrong address',
		'key apiKey',
		/could not be reached.* → .*Check the base URL/,
		() => change('key', { baseUrl: 'http://127.0.0.1:9' }),
	],
	[
		'a bad certificate',
		'key apiKey',
		/certificate that is not trusted.* → .*Have the certificate corrected/,
		() => change('key', { baseUrl: secure.sandbox.url }),
	],
])('%s is a problem of one check', async (_, says, told, make) => {
	make();
	const result = await stage.run({ parameters });
	const problems = checksOf(result).filter(({ status }) => status !== 'ok');
	const problem = { name: says, status: 'problem', told: expect.stringMatching(told) as string };
	expect(problems).toEqual([problem]);
	// The other credential is not concerned.
	expect(statusesOf(result)).toMatchObject(allOk(says.startsWith('key') ? OAUTH : KEY));
	expectNoSecret(result);
});

it.each(['reported', 'star', 'none'] as const)(
	'takes scopes for a remark, in whatever form they are: %s',
	async (keyScopes) => {
		stage.sandbox.set({ keyScopes });
		stage.connect({ scopes: ['read_data', 'email-sms:write'] });
		const result = await stage.run({ parameters });
		const remark = checksOf(result).find(({ name }) => name === 'oauth consentedScopes')!;
		expect(remark).toMatchObject({ status: 'skipped' });
		expect(remark.told).toMatch(/Not listed: "Ads: Write" \(for ad data\) → This need not be/);
		expect(statusesOf(result)['key sql']).toBe('ok');
		expect(Object.values(statusesOf(result))).not.toContain('problem');
	},
);

it.each([
	['oauth', OAUTH],
	['key', KEY],
] as const)('needs one credential only: %s', async (type, names) => {
	const result = await stage.run({ parameters, credentials: [stage[type]] });
	expect(statusesOf(result)).toEqual(allOk(names));
});

it('links each item to its input, and the error output gets what fails', async () => {
	const items = [SHOP, 'strange.example', OTHER].map((shop) => ({ shop }));
	const own = { shopDomain: '={{ $json.shop }}', options: { maxWait: 0, failOnProblem: true } };
	const result = await stage.run({
		parameters: { ...parameters, ...own },
		items,
		onError: 'continueErrorOutput',
	});
	const allOf = (item: number) => CHECKS.map(() => ({ item }));
	expect(result.success.map(({ pairedItem }) => pairedItem)).toEqual([...allOf(0), ...allOf(2)]);
	expect(result.error).toMatchObject([{ json: { shop: 'strange.example', error: {} } }]);
	expect((result.error[0]!.json.error as IDataObject).message).toMatch(
		/^The connection has 2 problems\. grantedShops .* \| sql /,
	);
	expectNoSecret(result);
});

it('over https asks nothing more for the certificate', async () => {
	const before = tls.getCACertificates();
	tls.setDefaultCACertificates([...before, TEST_CERTIFICATE.cert]);
	try {
		const result = await secure.run({ parameters });
		expect(statusesOf(result)).toEqual(allOk());
		expect(asked(secure)).toEqual(ENDPOINTS);
		expectNoSecret(result, secure);
	} finally {
		tls.setDefaultCACertificates(before);
	}
});
