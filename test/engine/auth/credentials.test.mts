import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { line, type RunOptions } from '../../kit/engine.mts';
import { failuresOf, onStage, type EndpointName, parametersOf } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';
import { START } from '../../kit/workflow.mts';

/** Addresses in credentials, and requests to them. Consent is in the scenarios of n8n itself. */

const stage = sharedStage();

it.each([
	{ scopes: ['read_data', 'ads:write'] },
	// 1.x does not resolve it for the hidden fields.
	...(line === 'n8n-2' ? [{ scopes: '={{ "read_data ads:write" }}' }] : []),
])('the OAuth2 credential requests $scopes and its account in its environment', async (scopes) => {
	const id = stage.engine.credentials.add('merchantDataOAuth2Api', {
		environment: 'staging',
		baseUrl: 'https://api.example.com/',
		stagingBaseUrl: 'https://staging.example.com//',
		appUrl: 'https://app.example.com',
		accountId: ' acc/1 ä',
		...scopes,
		additionalScopes: 'orders:read, extra  read_data',
	});
	expect(await stage.engine.credentials.resolved(id)).toMatchObject({
		authUrl: 'https://staging.example.com/api/v2/platform/dev/auth',
		accessTokenUrl: 'https://staging.example.com/api/v2/auth/oauth2/token',
		appUrl: 'https://app.example.com',
		scope: 'read_data ads:write orders:read extra',
		authQueryParameters: 'account_id=acc%2F1%20%C3%A4&account-id=acc%2F1%20%C3%A4',
	});
});

it(
	'an untrusted certificate is refused unless the credential says otherwise',
	onStage(
		async (stage) => {
			const run = async (operation: EndpointName) => {
				const parameters = parametersOf(operation, { maxWait: 0 });
				return failuresOf(await stage.run({ parameters, onError: 'continueErrorOutput' }));
			};
			const description = expect.stringContaining('Ignore SSL Issues') as string;
			const refused = { outcome: 'notSent', code: 'service.untrusted', description };
			expect(await run('grantedShops')).toMatchObject([refused]);
			expect(await run('sql')).toMatchObject([refused]);
			expect(stage.sandbox.log).toEqual([]);
			stage.change({ ignoreSSLIssues: true });
			// The token call treats it alike.
			stage.connect({ expired: true });
			expect([...(await run('grantedShops')), ...(await run('sql'))]).toEqual([]);
			expect(stage.sandbox.requests('token')).toHaveLength(1);
		},
		{ https: 'selfSigned' },
	),
	30_000,
);

// A credential serves all items of an execution, so no value of it may depend on one of them.
const REFUSED = /: one of its values depends on the item/;
const WAY = /Nothing was sent.*"Loop Over Items" node with a batch size of 1/;

/** The first and the last are alike. */
const items = (): IDataObject[] => {
	const good = { key: stage.sandbox.apiKeys.full!, url: stage.sandbox.url, shop: 'a' };
	return [good, { key: 'other', url: 'https://other.example', shop: 'b' }, good];
};

const runWith = async (apiKey: string, setup: Partial<RunOptions> = {}) => {
	stage.change({ apiKey: apiKey.replaceAll('KEY', stage.sandbox.apiKeys.full!) });
	return await stage.run({ parameters: parametersOf('inspectApiKey'), items: items(), ...setup });
};

// What gives a good value for the first item.
it.each([
	'={{ $json.key }}',
	'={{ ["KEY", "other", "KEY"][$itemIndex] }}',
	`={{ $('${START}').item.json.key }}`,
	`={{ $node["${START}"].json.key }}`,
	'={{ $input.item.json.key }}',
])('refuses a key that is %s', async (expression) => {
	const { thrown } = await runWith(expression);
	expect(thrown!.message).toMatch(REFUSED);
	expect(thrown!.description).toMatch(WAY);
	expect(stage.sandbox.log).toEqual([]);
});

it.each([
	'KEY',
	`={{ $('${START}').all()[2].json.key }}`,
	'={{ $input.first().json.key }}',
	'={{ $self["environment"] === "production" ? "KEY" : "other" }}',
	// 2.x gives no environment to expressions, unless it is allowed.
	...(line === 'n8n-1' ? ['={{ $env.HOME && "KEY" }}'] : []),
])('takes a key that is %s', async (expression) => {
	expect((await runWith(expression)).success).toHaveLength(3);
});

/**
 * On 1.x the hidden URLs of an OAuth2 credential see the expression in "Base URL" instead of its value, so
 * no expression can be used there at all.
 */
const NO_EXPRESSION = /The base URL is an expression that cannot be resolved here/;
const LINK = { resource: 'integration', operation: 'getLink' };

it.each([parametersOf('pushAds'), parametersOf('sql'), LINK])(
	'refuses another address or account for each item: $resource',
	async (parameters) => {
		const refused = async (fields: ICredentialDataDecryptedObject, reason = REFUSED) => {
			stage.renew();
			stage.change(fields);
			const { thrown } = await stage.run({ parameters, items: items() });
			expect(thrown!.message).toMatch(reason);
			if (reason === REFUSED) expect(thrown!.description).toMatch(WAY);
		};
		const isSeen = line === 'n8n-2' || parameters.resource === 'sql';
		await refused({ baseUrl: '={{ $json.url }}' }, isSeen ? REFUSED : NO_EXPRESSION);
		await refused({ accountId: '={{ $json.shop }}', apiKey: '={{ $json.key }}' });
		expect(stage.sandbox.log).toEqual([]);
	},
);

it('a tool refuses a key that depends on the item, and takes any other', async () => {
	const toolCalls = [{}, {}];
	const { success } = await runWith('={{ $json.key }}', { toolCalls });
	expect(JSON.stringify(success)).toContain('one of its values depends on the item');
	expect(stage.sandbox.log).toEqual([]);
	await runWith('KEY', { toolCalls });
	expect(stage.sandbox.requests('apiKey').map(({ status }) => status)).toEqual([200, 200]);
});
