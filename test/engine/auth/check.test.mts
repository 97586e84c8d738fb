import type { IDataObject } from 'n8n-workflow';
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

const expectNoSecret = (result: RunResult, on = stage) =>
	expectNone(result, [...on.secrets(), 'a-mistyped-key']);

it('finds everything right, one item per check, and changes nothing', async () => {
	const result = await stage.run({ parameters });
	expect(statusesOf(result)).toEqual(allOk());
	for (const { told } of checksOf(result)) expect(told).toMatch(/\w → Nothing to do$/);
	expect(asked(stage)).toEqual(ENDPOINTS);
	expectNoSecret(result);
});

const refreshTokenIsDead = () => stage.connect({ expired: true, refreshExpired: true });
const certificateIsBad = () =>
	stage.engine.updateCredential(stage.key, { baseUrl: secure.sandbox.url });

/** What the service may answer is in the unit tests. */
it.each([
	['oauth accessToken', refreshTokenIsDead, /must be reconnected.* → .*Switch account/],
	['key apiKey', certificateIsBad, /that is not trusted.* → .*Have the certificate corrected/],
] as const)('a problem of one check is no problem of the others: %s', async (says, make, told) => {
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
