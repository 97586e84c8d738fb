import { ClientOAuth2, type ClientOAuth2Options } from '@n8n/client-oauth2';
import { MemoryCredentials } from '../../kit/credentials.mts';
import { line, type RunResult } from '../../kit/engine.mts';
import { ALL_OPERATIONS, parametersOf, SHOP } from '../../kit/operations.mts';
import { sharedStage } from '../../kit/stage.mts';

const stage = sharedStage();

const typed = () => ({
	environment: 'production',
	baseUrl: 'https://api.example.com/',
	stagingBaseUrl: 'https://staging.example.com//',
	appUrl: 'https://app.example.com',
	accountId: 'acc/1 ä',
	clientId: 'client-1',
	clientSecret: 'the-client-secret',
	scopes: ['read_data', 'ads:write'],
	additionalScopes: 'orders:read, extra  read_data',
});

const resolved = async (changes: object = {}) => {
	const id = stage.engine.addCredential('merchantDataOAuth2Api', { ...typed(), ...changes });
	return await stage.engine.credentials.resolved(id);
};

/** The consent URL, made by n8n's own OAuth2 client from the resolved fields, as n8n makes it. */
async function consentUrl(): Promise<URL> {
	const fields = await resolved();
	const client = new ClientOAuth2({
		clientId: fields.clientId,
		clientSecret: fields.clientSecret,
		authorizationUri: fields.authUrl,
		accessTokenUri: fields.accessTokenUrl,
		redirectUri: 'http://localhost:5678/rest/oauth2-credential/callback',
		scopes: String(fields.scope).split(' '),
		scopesSeparator: ' ',
		state: 'the-state',
		ignoreSSLIssues: false,
		authentication: fields.authentication,
		query: Object.fromEntries(new URLSearchParams(String(fields.authQueryParameters))),
	} as ClientOAuth2Options);
	return new URL(client.code.getUri());
}

it('asks for consent with every parameter of the specification', async () => {
	const { origin, pathname, searchParams } = await consentUrl();
	expect(origin + pathname).toBe('https://api.example.com/api/v2/platform/dev/auth');
	expect(Object.fromEntries(searchParams)).toEqual({
		client_id: 'client-1',
		redirect_uri: 'http://localhost:5678/rest/oauth2-credential/callback',
		response_type: 'code',
		scope: 'read_data ads:write orders:read extra',
		state: 'the-state',
		account_id: 'acc/1 ä',
		'account-id': 'acc/1 ä',
	});
});

it('switches every address of the API with the environment, and not the app', async () => {
	expect(await resolved({ environment: 'staging' })).toMatchObject({
		authUrl: 'https://staging.example.com/api/v2/platform/dev/auth',
		accessTokenUrl: 'https://staging.example.com/api/v2/auth/oauth2/token',
		appUrl: 'https://app.example.com',
	});
});

it('sends the requests of the node to the staging address in staging', async () => {
	const { sandbox, run } = stage;
	const staging = { environment: 'staging', baseUrl: '', stagingBaseUrl: `${sandbox.url}/` };
	stage.change(staging);
	for (const operation of ['apiKey', 'shops'] as const)
		expect((await run({ parameters: parametersOf(operation) })).thrown).toBeUndefined();
});

it('sends client id and secret in the form body of a refresh, and in no header', async () => {
	const { sandbox, run } = stage;
	stage.connect({ expired: true });
	expect((await run({ parameters: parametersOf('shops') })).status).toBe('success');
	const [call] = sandbox.requests('token');
	expect(call?.body).toMatchObject({
		client_id: sandbox.clientId,
		client_secret: sandbox.clientSecret,
		grant_type: 'refresh_token',
		refresh_token: expect.any(String),
	});
	expect(call?.headers.authorization).toBeUndefined();
	expect(call?.headers['content-type']).toContain('application/x-www-form-urlencoded');
});

it('has no token refreshed that another process stores just before the token call', async () => {
	const { sandbox, run, connect } = stage;
	connect({ expired: true });
	const { getDecrypted } = MemoryCredentials.prototype;
	const reading = jest.spyOn(MemoryCredentials.prototype, 'getDecrypted');
	reading.mockImplementation(async function (this: MemoryCredentials, ...wanted) {
		const fields = await getDecrypted.call(this, ...wanted);
		// The node looks at the credential once more after a 401.
		if (sandbox.requests('grantedShops').length === 1) {
			reading.mockRestore();
			connect();
		}
		return fields;
	});
	expect((await run({ parameters: parametersOf('shops') })).status).toBe('success');
	// n8n 1.x cannot know of it, and makes the call that was decided upon.
	expect(sandbox.requests('token')).toHaveLength(line === 'n8n-2' ? 0 : 1);
});

describe('with the error output on, every item leaves there', () => {
	const items = [0, 1, 2].map((n) => ({ n, shop: SHOP }));
	const expectAllFailed = ({ thrown, error }: RunResult) => {
		expect(thrown).toBeUndefined();
		const failed = items.map((item) => ({ ...item, error: expect.anything() as unknown }));
		expect(error.map(({ json }) => json)).toEqual(failed);
	};

	it.each(ALL_OPERATIONS)('if a credential is unusable: %s', async (operation) => {
		stage.change({ baseUrl: 'http://nowhere.invalid' });
		const parameters = parametersOf(operation);
		expectAllFailed(await stage.run({ parameters, items, onError: 'continueErrorOutput' }));
		expect(stage.sandbox.log).toEqual([]);
	});

	it('if the node has no credentials', async () => {
		const node = { parameters: parametersOf('apiKey'), credentials: [] };
		expectAllFailed(await stage.run({ ...node, items, onError: 'continueErrorOutput' }));
	});
});
