import { setTimeout as sleep } from 'node:timers/promises';
import { NodeOperationError } from 'n8n-workflow';
import {
	Connections,
	type CredentialFields,
	CURRENT_FOR_MS,
	readCredential,
} from '../../../../nodes/MerchantData/service/auth/credentials.ts';
import type { CredentialName } from '../../../../nodes/MerchantData/service/endpoints.ts';
import { RequestContext } from '../../../../nodes/MerchantData/service/requestContext.ts';
import { BASE_URL, createContext, FIRST_TOKEN } from '../../../kit/execution.mts';

const NO_SCHEME = 'The base URL must begin with https://';
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
	return await new Connections(new RequestContext(n8n.context)).current(name);
}

it('a connection has what requests need, and no secret but the access token', async () => {
	const n8n = createContext({});
	const connections = new Connections(new RequestContext(n8n.context));
	expect(await connections.current(OAUTH)).toEqual({
		kind: 'connection',
		credential: OAUTH,
		accessToken: FIRST_TOKEN,
		address: BASE_URL,
		target: `${OAUTH}:oauth-${n8n.number} ${BASE_URL}`,
		fields: expect.any(Function) as unknown,
	});
});

it.each([undefined, {}])('connects if the node names no credential: %j', async (credentials) => {
	const { target } = await connectWith(KEY, {}, ({ node }) => Object.assign(node, { credentials }));
	expect(target).toBe(`merchantDataApi: ${BASE_URL}`);
});

const CORRECT = 'Open the credential and correct it. Nothing was sent.';
const ofType = (token_type: string) => ({ oauthTokenData: { access_token: 'a', token_type } });
const NOT_BEARER = ['notBearer', 'its access token is not a bearer token', 'The service'] as const;
it.each<[CredentialName, CredentialFields, code: string, problem: string, remedy: string]>([
	[OAUTH, { baseUrl: ' ' }, 'address', 'The base URL is empty', CORRECT],
	[KEY, { baseUrl: 'api.example' }, 'address', NO_SCHEME, CORRECT],
	[KEY, { apiKey: '' }, 'noKey', '"API Key" is empty', CORRECT],
	[OAUTH, { oauthTokenData: {} }, 'notConnected', 'the account is not connected', 'Open the'],
	[OAUTH, ofType('mac'), ...NOT_BEARER],
	[OAUTH, ofType('N_A'), ...NOT_BEARER],
	[OAUTH, ofType('bearer token'), ...NOT_BEARER],
])('refuses a %s with %j', async (name, fields, code, problem, remedy) => {
	const error: unknown = await connectWith(name, fields).catch((thrown: unknown) => thrown);
	expect(error).toBeInstanceOf(NodeOperationError);
	const called = name === KEY ? 'Key' : 'Account';
	expect(error).toMatchObject({
		code: `credential.${code}`,
		message: expect.stringContaining(`Credential "${called}": ${problem}`) as string,
		description: expect.stringContaining(remedy) as string,
	});
});

it.each([
	[`Error: ${NO_SCHEME} [line 1]`, `Credential "Key": ${NO_SCHEME}`],
	['No such credential', 'No such credential'],
])('distinguishes a refused address from other errors of n8n: %s', async (thrown, message) => {
	const connecting = connectWith(KEY, {}, ({ context }) => {
		context.getCredentials = async () => await Promise.reject(new Error(thrown));
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
		return { ...n8n, key, connections: new Connections(new RequestContext(n8n.context)) };
	}

	it('are read again, unless that was a moment ago and no token was refreshed', async () => {
		const { connections, stored, reads } = started();
		expect((await connections.current(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		stored[OAUTH].oauthTokenData = { access_token: 'two' };
		expect((await connections.current(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		expect(reads).toHaveLength(1);
		connections.forget(KEY);
		expect((await connections.current(OAUTH)).accessToken).toBe(FIRST_TOKEN);
		connections.forget(OAUTH);
		expect((await connections.current(OAUTH)).accessToken).toBe('two');
		stored[OAUTH].oauthTokenData = { access_token: 'three' };
		await sleep(CURRENT_FOR_MS + 10);
		// The clock of the machine does not matter.
		jest.spyOn(Date, 'now').mockReturnValue(0);
		const later = await connections.current(OAUTH);
		jest.restoreAllMocks();
		expect(later.accessToken).toBe('three');
		expect(later.fields().oauthTokenData).toEqual({ access_token: 'three', token_type: 'Bearer' });
	});

	it('may change, except for their addresses', async () => {
		const { connections, key } = started();
		await connections.current(KEY);
		key.baseUrl = 'https://other.example';
		await sleep(CURRENT_FOR_MS + 10);
		await expect(connections.current(KEY)).rejects.toThrow(CHANGED);
		await expect(connections.current(KEY)).rejects.toBeInstanceOf(NodeOperationError);
		expect(await connections.connect(KEY)).toMatchObject({ kind: 'notSent', reason: CHANGED });
		key.baseUrl = `${BASE_URL}/`;
		key.apiKey = 'another';
		await sleep(CURRENT_FOR_MS + 10);
		const { address, fields } = await connections.current(KEY);
		expect([address, fields().apiKey]).toEqual([BASE_URL, 'another']);
		// A copy.
		fields().apiKey = 'changed';
		expect(fields().apiKey).toBe('another');
	});

	it('may be corrected if they cannot be used at first', async () => {
		const { connections, key } = started();
		key.baseUrl = '';
		await expect(connections.current(KEY)).rejects.toThrow('The base URL is empty');
		key.baseUrl = 'https://mended.example';
		await sleep(CURRENT_FOR_MS + 10);
		expect(await connections.connect(KEY)).toHaveProperty('address', key.baseUrl);
	});
});

it('learns every secret of a credential as it reads it', async () => {
	const context = new RequestContext(createContext({}).context);
	const { oauthTokenData, clientSecret } = await readCredential(context, OAUTH);
	const { apiKey } = await readCredential(context, KEY);
	const { access_token, refresh_token } = oauthTokenData!;
	for (const secret of [clientSecret, access_token, refresh_token, apiKey])
		expect(context.redactor.redact(`a ${secret}`)).toBe('a [redacted]');
});

const REFUSED = expect.objectContaining({
	message: 'Credential "Key": one of its values depends on the item',
	description: expect.stringContaining('"Loop Over Items" node with a batch size of 1') as string,
}) as Error;
type FieldsOf = (item?: number) => CredentialFields;
const same: FieldsOf = () => ({ apiKey: 'k' });
const another: FieldsOf = (item) => ({ apiKey: `key ${item}` });
// Another execution may have replaced it.
const anotherToken: FieldsOf = (item) => ({ apiKey: 'k', oauthTokenData: { scope: item } });
const lost = Object.assign(new Error('no such item'), { name: 'QueryFailedError' });
const unresolved = Object.assign(new Error('no such item'), { name: 'ExpressionError' });
const failsWith =
	(error: Error): FieldsOf =>
	(item) => {
		if (item !== undefined) throw error;
		return { apiKey: 'k' };
	};
const noItems = { getWorkflowDataProxy: () => failsWith(unresolved)(0) };

it.each<[string, number, FieldsOf, outcome: unknown, after: number[], change?: object]>([
	['the only item', 1, same, 'k', []],
	['two items', 2, same, 'k', [3]],
	// Such as in a tool that is called from outside.
	['what n8n has no items for', 3, same, 'k', [], noItems],
	['items with another key after them', 3, another, REFUSED, [3]],
	['items with no values after them', 3, failsWith(unresolved), REFUSED, [3]],
	['items with an error of n8n after them', 3, failsWith(lost), lost, [3]],
	['items with another token after them', 3, anotherToken, 'k', [3]],
])('reads a credential for %s, and again after them if there are several', async (...given) => {
	const [, items, fieldsOf, outcome, after, change] = given;
	const { context } = createContext({ items });
	const getCredentials = jest.fn(
		async (_: string, item?: number) =>
			await Promise.resolve({ baseUrl: BASE_URL, ...fieldsOf(item) }),
	);
	const requests = new RequestContext(Object.assign(context, { getCredentials, ...change }));
	for (let time = 0; time < 2; time++) {
		const reading = readCredential(requests, KEY).then(({ apiKey }) => apiKey);
		expect(await reading.catch((error: unknown) => error)).toEqual(outcome);
	}
	const asked = getCredentials.mock.calls.map(([, item]) => item);
	// A failed probe does not count.
	expect(asked).toEqual([undefined, ...after, undefined, ...(outcome === lost ? after : [])]);
});
