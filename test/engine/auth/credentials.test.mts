import type { IDataObject } from 'n8n-workflow';
import type { RunResult } from '../../kit/engine.mts';
import {
	ALL_OPERATIONS,
	ENDPOINT_OF,
	failuresOf,
	onStage,
	OF_ITEM,
	type OperationName,
	parametersOf,
	SHOP,
} from '../../kit/operations.mts';
import { sharedStage, type Stage } from '../../kit/stage.mts';

/** What credentials say of addresses, and what is sent there. Consent is in the scenarios of n8n itself. */

const stage = sharedStage();

it('says with which scopes and account to ask for consent, at addresses that go by the environment', async () => {
	const id = stage.engine.addCredential('merchantDataOAuth2Api', {
		environment: 'staging',
		baseUrl: 'https://api.example.com/',
		stagingBaseUrl: 'https://staging.example.com//',
		appUrl: 'https://app.example.com',
		accountId: 'acc/1 ä',
		scopes: ['read_data', 'ads:write'],
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

const run = async (
	on: Stage,
	operation: OperationName,
	items: IDataObject[] = [{ campaign: 'Spring' }],
	others: IDataObject = {},
) =>
	await on.run({
		parameters: { ...parametersOf(operation, { maxWait: 0 }), ...others },
		items,
		onError: 'continueErrorOutput',
	});

it(
	'a certificate that is not trusted is refused unless the credential says otherwise, request by request',
	onStage(
		async (stage) => {
			for (const ignoreSSLIssues of [false, true, false]) {
				stage.change({ ignoreSSLIssues });
				stage.sandbox.clearLog();
				for (const operation of ALL_OPERATIONS) {
					const failures = failuresOf(await run(stage, operation));
					const received = stage.sandbox.requests(ENDPOINT_OF[operation]).length;
					expect([operation, received]).toEqual([operation, ignoreSSLIssues ? 1 : 0]);
					const refused = {
						outcome: 'notSent',
						message: expect.stringMatching(/certificate that is not trusted.*CERT/) as string,
						description: expect.stringContaining('Ignore SSL Issues') as string,
					};
					expect(failures).toMatchObject(ignoreSSLIssues ? [] : [refused]);
				}
			}
			// The token call treats it alike.
			stage.change({ ignoreSSLIssues: true });
			stage.connect({ expired: true });
			expect(failuresOf(await run(stage, 'shops'))).toEqual([]);
			expect(stage.sandbox.requests('token')).toHaveLength(1);
		},
		{ https: 'selfSigned' },
	),
	30_000,
);

/** Everything a workflow can pass that might end in an address. */
const HOSTILE = [
	...['@evil.example', '//evil.example/', '\\\\evil.example', 'https://evil.example'],
	...['../../../evil', 'a.example/../../evil', 'x.example?host=evil.example#'],
	...['evil.example:443', '%2f%2fevil.example'],
];

it(
	'no parameter changes the host or the path',
	onStage(async (stage) => {
		const items = HOSTILE.map((shop) => ({ shop, url: shop, baseURL: shop, host: shop }));
		for (const operation of ALL_OPERATIONS.filter((name) => !['shops', 'apiKey'].includes(name)))
			await run(stage, operation, items, OF_ITEM);
		for (const { headers, endpoint } of stage.sandbox.log) {
			expect(endpoint).not.toBe('unknown');
			expect(`http://${headers.host}`).toBe(stage.sandbox.url);
		}
		const paths = new Set(stage.sandbox.log.map(({ path }) => path));
		expect(paths.size).toBeLessThan(ALL_OPERATIONS.length);
	}),
);
