import { setTimeout as sleep } from 'node:timers/promises';
import { NodeOperationError } from 'n8n-workflow';
import {
	appAddress,
	createConnections,
	type CredentialFields,
	noteRenewal,
	readCredential,
	SIGNS_FOR_MS,
	targetOf,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import type { CredentialName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import { createRedactor } from '../../../../nodes/MerchantData/service/redaction/redact.ts';
import { BASE_URL, createContext, FIRST_TOKEN } from '../../../kit/execution.mts';

const OAUTH = 'merchantDataOAuth2Api';
const KEY = 'merchantDataApi';

/** Connects with a credential whose fields, or whose place in the node, are changed. */
async function connectWith(
	name: CredentialName,
	fields: CredentialFields = {},
	change: (n8n: ReturnType<typeof createContext>) => void = () => {},
) {
	const n8n = createContext({});
	Object.assign(n8n.stored[name], fields);
	change(n8n);
	return await createConnections(n8n.context, createRedactor()).current(name);
}

it('knows of a credential what requests need, and no secret but the access token', async () => {
	const n8n = createContext({});
	const connections = createConnections(n8n.context, createRedactor());
	expect(await connections.current(OAUTH)).toEqual({
		credential: OAUTH,
		id: `merchantDataOAuth2Api:oauth-${n8n.number}`,
		address: 'https://api.example',
		ignoreSslIssues: false,
		accessToken: FIRST_TOKEN,
		tokens: n8n.stored[OAUTH].oauthTokenData,
		sign: expect.any(Function) as unknown,
	});
	expect(await connections.current(KEY)).toEqual({
		credential: KEY,
		id: `merchantDataApi:key-${n8n.number}`,
		address: 'https://api.example',
		ignoreSslIssues: false,
		accessToken: '',
		tokens: {},
		sign: expect.any(Function) as unknown,
	});
});

it('ignores SSL issues where the credential says so', async () => {
	const connection = await connectWith(KEY, { ignoreSSLIssues: true });
	expect(connection.ignoreSslIssues).toBe(true);
});

it('tells credentials without an id apart by their names', async () => {
	const connection = await connectWith(KEY, {}, ({ node }) => {
		node.credentials![KEY] = { id: null, name: 'Old key' };
	});
	expect(connection.id).toBe('merchantDataApi:Old key');
});

it.each([undefined, {}])(
	'connects where the node names no credential (%j)',
	async (credentials) => {
		const connection = await connectWith(KEY, {}, ({ node }) => {
			node.credentials = credentials;
		});
		expect(connection.id).toBe('merchantDataApi:');
	},
);

it.each<[CredentialName, CredentialFields, string]>([
	[OAUTH, { baseUrl: ' ' }, 'Credential "Account": "Base URL" is empty'],
	[KEY, { baseUrl: 'api.example' }, '"Base URL" does not start with "https://"'],
	[
		KEY,
		{ environment: 'staging', stagingBaseUrl: 'http://api.example' },
		'Credential "Key": "Staging Base URL" starts with "http://"',
	],
	[OAUTH, { oauthTokenData: {} }, 'the account is not connected. Open the credential and connect'],
	[OAUTH, { oauthTokenData: undefined }, 'Credential "Account": the account is not connected'],
	[KEY, { apiKey: '' }, 'Credential "Key": "API Key" is empty'],
	[KEY, { apiKey: undefined }, 'Credential "Key": "API Key" is empty'],
])('refuses a %s with %j', async (name, fields, message) => {
	const error: unknown = await connectWith(name, fields).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect((error as Error).message).toContain(message);
	expect(error).toHaveProperty(
		'description',
		'Open the credential and correct it. Nothing was sent.',
	);
});

describe('an error of n8n while it reads a credential', () => {
	const failingWith = (message: string, change: Parameters<typeof connectWith>[2] = () => {}) =>
		connectWith(KEY, {}, (n8n) => {
			n8n.context.getCredentials = async () => await Promise.reject(new Error(message));
			change(n8n);
		});
	const refused =
		'Error: the address is not usable: it may hold only the scheme, the host, a port and a path, and plain http is refused, because it would send';

	it.each([
		['named', 'Credential "Key"', () => {}],
		[
			'not named',
			'Credential ""',
			({ node }: ReturnType<typeof createContext>) => {
				node.credentials = undefined;
			},
		],
		[
			'missing',
			'Credential ""',
			({ node }: ReturnType<typeof createContext>) => {
				node.credentials = {};
			},
		],
	])(
		'that comes from a refused address is told as such, the credential %s',
		async (_, name, change) => {
			const whole = `${refused} secrets in clear text. Use an https address (http works for localhost and 127.0.0.1 only) [line 1]`;
			const error: unknown = await failingWith(whole, change).catch((thrown: unknown) => thrown);
			expect(error).toBeInstanceOf(NodeOperationError);
			expect((error as Error).message).toBe(
				`${name}: the address is not usable: it may hold only the scheme, the host, a port and a path, and plain http is refused, because it would send secrets in clear text. Use an https address (http works for localhost and 127.0.0.1 only)`,
			);
		},
	);

	it('is passed on where it says anything else', async () => {
		const error: unknown = await failingWith('No such credential').catch((thrown) => thrown);
		expect(error).toEqual(new Error('No such credential'));
		expect(error).not.toBeInstanceOf(NodeOperationError);
	});
});

describe('the credentials of an execution', () => {
	const CHANGED = 'Credential "Key": its address was changed while this node was running';

	function started() {
		const n8n = createContext({});
		const key = n8n.stored[KEY];
		return { ...n8n, key, connections: createConnections(n8n.context, createRedactor()) };
	}

	it('are read anew each time', async () => {
		const { connections, stored } = started();
		stored[OAUTH].oauthTokenData = { access_token: 'one' };
		expect((await connections.current(OAUTH)).accessToken).toBe('one');
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		expect((await connections.current(OAUTH)).accessToken).toBe('two');
	});

	it('are read once where what was read last will do', async () => {
		const { connections, stored, reads } = started();
		expect((await connections.latest(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		expect((await connections.latest(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		expect(reads).toHaveLength(1);
		await connections.current(OAUTH);
		expect((await connections.latest(OAUTH)).accessToken).toBe('two');
	});

	it('have each a target of its own', async () => {
		const { connections, number } = started();
		expect(targetOf(await connections.latest(KEY))).toBe(
			`merchantDataApi:key-${number} ${BASE_URL}`,
		);
		expect(targetOf(await connections.latest(OAUTH))).toBe(
			`merchantDataOAuth2Api:oauth-${number} ${BASE_URL}`,
		);
	});

	it('are read again to sign a request, unless that was done a moment ago, which tells what it was signed with', async () => {
		const { connections, stored } = started();
		const [one, other] = [await connections.latest(OAUTH), await connections.latest(OAUTH)];
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		stored[OAUTH].ignoreSSLIssues = true;
		expect((await one.sign()).oauthTokenData?.access_token).toBe(FIRST_TOKEN);
		await sleep(SIGNS_FOR_MS + 10);
		expect((await one.sign()).oauthTokenData?.access_token).toBe('two');
		expect(one).toMatchObject({ accessToken: 'two', tokens: { access_token: 'two' } });
		expect(one.ignoreSslIssues).toBe(true);
		expect(other.accessToken).toBe(FIRST_TOKEN);
		expect((await connections.latest(OAUTH)).accessToken).toBe('two');
	});

	it('are read again at once where this process has stored a new token', async () => {
		const { connections, stored } = started();
		const connection = await connections.latest(OAUTH);
		await sleep(5);
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		noteRenewal('another');
		expect((await connection.sign()).oauthTokenData?.access_token).toBe(FIRST_TOKEN);
		noteRenewal(connection.id);
		expect((await connection.sign()).oauthTokenData?.access_token).toBe('two');
	});

	it('may change, but not their addresses', async () => {
		const { connections, key } = started();
		const connection = await connections.latest(KEY);
		key.baseUrl = 'https://other.example';
		for (const read of [() => connections.current(KEY), () => connection.sign()]) {
			await expect(read()).rejects.toThrow(CHANGED);
			await expect(read()).rejects.toBeInstanceOf(NodeOperationError);
		}
		expect((await connections.latest(KEY)).address).toBe(BASE_URL);
		key.baseUrl = `${BASE_URL}/`;
		key.apiKey = 'another';
		expect((await connections.current(KEY)).address).toBe(BASE_URL);
	});

	it('may be replaced by no other', async () => {
		const { connections, node } = started();
		await connections.current(KEY);
		node.credentials![KEY] = { id: 'another', name: 'Key' };
		await expect(connections.current(KEY)).rejects.toThrow(CHANGED);
	});

	it('that cannot be used at first may be mended', async () => {
		const { connections, key } = started();
		key.baseUrl = '';
		await expect(connections.latest(KEY)).rejects.toThrow('"Base URL" is empty');
		key.baseUrl = 'https://mended.example';
		expect((await connections.latest(KEY)).address).toBe('https://mended.example');
	});
});

it('learns every secret of a credential as it reads it', async () => {
	const n8n = createContext({});
	const redactor = createRedactor();
	const { oauthTokenData, clientSecret } = await readCredential(n8n.context, OAUTH, redactor);
	const { apiKey } = await readCredential(n8n.context, KEY, redactor);
	const { access_token, refresh_token } = oauthTokenData!;
	expect(redactor.redact([clientSecret, access_token, refresh_token, apiKey].join(' '))).toBe(
		'[redacted] [redacted] [redacted] [redacted]',
	);
});

it.each([
	[' https://app.example// ', 'https://app.example'],
	[undefined, ''],
])('gives the address of the web application, typed as %j, as %j', (appUrl, address) => {
	expect(appAddress({ appUrl })).toBe(address);
});
