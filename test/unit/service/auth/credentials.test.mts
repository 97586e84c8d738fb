import { setTimeout as sleep } from 'node:timers/promises';
import { NodeOperationError } from 'n8n-workflow';
import {
	createConnections,
	type CredentialFields,
	FRESH_FOR_MS,
	noteNewToken,
	readCredential,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import { API_ADDRESS_PROBLEM } from '../../../../nodes/MerchantData/service/auth/addresses.ts';
import type { CredentialName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import { createRequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
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
	return await createConnections(createRequestContext(n8n.context)).fresh(name);
}

it('knows of a credential what requests need, and no secret but the access token', async () => {
	const n8n = createContext({});
	const connections = createConnections(createRequestContext(n8n.context));
	for (const [credential, id, accessToken] of [
		[OAUTH, 'oauth', FIRST_TOKEN],
		[KEY, 'key', ''],
	] as const)
		expect(await connections.fresh(credential)).toEqual({
			...{ credential, id: `${credential}:${id}-${n8n.number}`, accessToken },
			...{ address: BASE_URL, ignoreSslIssues: false, refreshAt: Infinity },
			fields: expect.any(Function) as unknown,
		});
});

it.each<[object | undefined, string]>([
	[undefined, 'merchantDataApi:'],
	[{}, 'merchantDataApi:'],
	[{ [KEY]: { id: null, name: 'Old key' } }, 'merchantDataApi:Old key'],
])('where the node names %j, its id is %s', async (credentials, id) => {
	const connection = await connectWith(KEY, {}, ({ node }) => Object.assign(node, { credentials }));
	expect(connection.id).toBe(id);
});

it.each<[CredentialName, CredentialFields, string]>([
	[OAUTH, { baseUrl: ' ' }, `Credential "Account": ${API_ADDRESS_PROBLEM}`],
	[KEY, { baseUrl: 'api.example' }, `Credential "Key": ${API_ADDRESS_PROBLEM}`],
	[KEY, { environment: 'staging', stagingBaseUrl: 'http://api.example' }, API_ADDRESS_PROBLEM],
	[KEY, { apiKey: '' }, 'Credential "Key": "API Key" is empty'],
	[OAUTH, { oauthTokenData: {} }, 'Credential "Account": the account is not connected'],
	[OAUTH, { oauthTokenData: undefined }, 'Credential "Account": the account is not connected'],
])('refuses a %s with %j', async (name, fields, message) => {
	const error: unknown = await connectWith(name, fields).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	const remedy = message.endsWith('connected') ? 'connect your account' : 'correct it';
	expect(error).toMatchObject({
		message: expect.stringContaining(message) as string,
		description: `Open the credential and ${remedy}. Nothing was sent.`,
	});
});

it.each([
	[`Error: ${API_ADDRESS_PROBLEM} [line 1]`, {}, `Credential "Key": ${API_ADDRESS_PROBLEM}`],
	[API_ADDRESS_PROBLEM, { credentials: undefined }, `Credential "": ${API_ADDRESS_PROBLEM}`],
	[API_ADDRESS_PROBLEM, { credentials: {} }, `Credential "": ${API_ADDRESS_PROBLEM}`],
	['No such credential', {}, 'No such credential'],
])('tells a refused address from other errors of n8n: %s (%j)', async (thrown, named, message) => {
	const connecting = connectWith(KEY, {}, ({ context, node }) => {
		context.getCredentials = async () => await Promise.reject(new Error(thrown));
		Object.assign(node, named);
	});
	const error: unknown = await connecting.catch((met: unknown) => met);
	expect(error).toHaveProperty('message', message);
	expect(error instanceof NodeOperationError).toBe(message !== thrown);
});

describe('the credentials of an execution', () => {
	const CHANGED = 'Credential "Key": its address was changed while this node was running';

	function started() {
		const n8n = createContext({});
		const key = n8n.stored[KEY];
		return { ...n8n, key, connections: createConnections(createRequestContext(n8n.context)) };
	}

	it('are read anew, unless that was done a moment ago', async () => {
		const { connections, stored, reads } = started();
		expect((await connections.fresh(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		stored[OAUTH].ignoreSSLIssues = true;
		expect((await connections.fresh(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		expect(reads).toHaveLength(1);
		await sleep(FRESH_FOR_MS + 10);
		const later = await connections.fresh(OAUTH);
		expect(later).toMatchObject({ accessToken: 'two', ignoreSslIssues: true });
		expect(later.fields().oauthTokenData).toEqual({ access_token: 'two' });
	});

	it('are read anew whatever becomes of the clock of the machine', async () => {
		const { connections, reads } = started();
		await connections.fresh(OAUTH);
		jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
		await sleep(FRESH_FOR_MS + 10);
		await connections.fresh(OAUTH);
		jest.restoreAllMocks();
		expect(reads).toHaveLength(2);
	});

	it('are signed with a copy, which may be changed', async () => {
		const { fields } = await started().connections.fresh(KEY);
		fields().apiKey = 'another';
		expect(fields().apiKey).toBe('key-of-the-account');
	});

	const NOW = 1_750_000_000_000;
	it.each([
		['a minute before', { expires_in: 3_600, n8n_expires_at: `${NOW}` }, NOW - 60_000],
		['a minute before', { expires_in: '600', n8n_expires_at: `${NOW}` }, NOW - 60_000],
		['a tenth before', { expires_in: 6, n8n_expires_at: NOW }, NOW - 600],
		['as it ends', { n8n_expires_at: `${NOW}` }, NOW],
		['as it ends', { expires_in: 'soon', n8n_expires_at: `${NOW}` }, NOW],
		['as it ends', { expires_in: -60, n8n_expires_at: `${NOW}` }, NOW],
		['never', { expires_in: 3_600 }, Infinity],
		['never', { expires_in: 3_600, n8n_expires_at: null }, Infinity],
		['never', { expires_in: 3_600, n8n_expires_at: 'tomorrow' }, Infinity],
	])('tell when their token is due to be refreshed: %s %j', async (_, tokens, dueAt) => {
		const { connections, stored } = started();
		stored[OAUTH].oauthTokenData = { access_token: 'one', ...tokens };
		expect((await connections.fresh(OAUTH)).refreshAt).toBe(dueAt);
	});

	it('are read again at once where this process has seen a new token', async () => {
		const { connections, stored } = started();
		const { id } = await connections.fresh(OAUTH);
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		noteNewToken('another');
		expect((await connections.fresh(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		noteNewToken(id);
		expect((await connections.fresh(OAUTH)).accessToken).toBe('two');
	});

	it('may change, but not their addresses', async () => {
		const { connections, key } = started();
		await connections.fresh(KEY);
		key.baseUrl = 'https://other.example';
		await sleep(FRESH_FOR_MS + 10);
		for (let times = 0; times < 2; times++) {
			await expect(connections.fresh(KEY)).rejects.toThrow(CHANGED);
			await expect(connections.fresh(KEY)).rejects.toBeInstanceOf(NodeOperationError);
		}
		expect(await connections.target(KEY)).toMatch(/ https:\/\/api\.example$/);
		key.baseUrl = `${BASE_URL}/`;
		key.apiKey = 'another';
		await sleep(FRESH_FOR_MS + 10);
		const { address, fields } = await connections.fresh(KEY);
		expect([address, fields().apiKey]).toEqual([BASE_URL, 'another']);
	});

	it('that cannot be used at first may be mended', async () => {
		const { connections, key } = started();
		key.baseUrl = '';
		await expect(connections.target(KEY)).rejects.toThrow(API_ADDRESS_PROBLEM);
		key.baseUrl = 'https://mended.example';
		await sleep(FRESH_FOR_MS + 10);
		expect(await connections.target(KEY)).toMatch(/ https:\/\/mended\.example$/);
	});
});

it('learns every secret of a credential as it reads it', async () => {
	const context = createRequestContext(createContext({}).context);
	const { oauthTokenData, clientSecret } = await readCredential(context, OAUTH);
	const { apiKey } = await readCredential(context, KEY);
	const { access_token, refresh_token } = oauthTokenData!;
	for (const secret of [clientSecret, access_token, refresh_token, apiKey])
		expect(context.redactor.redact(`a ${secret}`)).toBe('a [redacted]');
});
